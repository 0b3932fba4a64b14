import { evaluate } from "./evaluate.ts";
import type { Kernel } from "./kernel.ts";

/** Field of a message's metadata that names the cell whose work sent the message. */
export const CELL_FIELD = "lifeframe_cell";

/** Expression that leaves the context of earlier work. */
const BEGIN = `globalThis[Symbol.for("lifeframe.begin")]?.()`;

/** Returns an expression that sets the identifier of the running cell. */
function cellExpression(id: string): string {
  return `globalThis[Symbol.for("lifeframe.cell")] = ${JSON.stringify(id)}`;
}

/**
 * Returns code that first sets the identifier of the cell and leaves the context of earlier work:
 * Deno's kernel may run a cell in the context of a call that an earlier cell has not awaited. The
 * kernel puts each statement on a separate line, so line numbers in stacks are one too high;
 * cellSession.ts corrects them.
 *
 * @param kernel The kernel that will run the code.
 * @param id Identifier of the cell.
 */
export async function beginCell(kernel: Kernel, code: string, id: string): Promise<string> {
  const setsCell = cellExpression(id);
  // The kernel reads braces at the start of a cell as an object, which must stay at the start.
  if (/^\s*\{/.test(code)) {
    await evaluate(kernel, `void (${setsCell}, ${BEGIN})`);
    return code;
  }
  return `(${setsCell}, globalThis[Symbol.for("lifeframe.lines")] = 1, ${BEGIN});` + code;
}
