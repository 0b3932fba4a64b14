import { type CellError, importFault } from "./importFault.ts";
import type { Kernel } from "./kernel.ts";
import { syntaxReason } from "./syntaxReason.ts";

/** Reason of a failure that neither the kernel nor its packages explain. */
const UNKNOWN = "Cannot run the cell: the kernel gave no reason";

/**
 * Finds the reason why the kernel did not run a cell. It only answers `Execution failed` to code
 * that it cannot parse and to imports that fail.
 *
 * @param kernel The kernel.
 * @param code The code of the cell.
 * @param deno Deno executable that parses the code.
 * @returns The error, with the line of the cell if it is known.
 */
export async function silentFault(kernel: Kernel, code: string, deno: string): Promise<CellError> {
  const syntax = await syntaxReason(code, deno);
  if (syntax !== null) {
    return { ename: "SyntaxError", evalue: syntax, traceback: [`SyntaxError: ${syntax}`] };
  }
  return await importFault(kernel, code) ?? { ename: "Error", evalue: UNKNOWN, traceback: [] };
}
