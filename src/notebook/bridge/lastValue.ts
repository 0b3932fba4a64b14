/** Expression of the function that {@linkcode withLastValue} calls, in the kernel. */
const SHOWN = 'globalThis[Symbol.for("lifeframe.last")]';

/**
 * Code that defines this function. The kernel of Deno shows nothing for a value without a JSON
 * representation. The function wraps such a value in an object that shows it, and returns any other
 * value as is.
 */
export const DEFINE_LAST_VALUE = `${SHOWN} = (value) => {
  const isLost = value === null || typeof value === "bigint" ||
    typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0));
  const shown = () => ({ "text/plain": Deno.inspect(value, { colors: false }) });
  return isLost ? { [Symbol.for("Jupyter.display")]: shown } : value;
}`;

/** Maximum number of lines of the last expression. */
const MAX_LINES = 50;

/** Start of a declaration or of a block, which would also be valid as an expression. */
const STATEMENT = /^\s*(?:\{|(?:async\s+)?function\b|class\b)/;

/** Start of a line that may continue the line before. */
const CONTINUED = /^\s*[([`+\-/]/;

/** Static imports, which a function may not contain. */
const IMPORT = /^[ \t]*import\s(?!\()[^;"']*(["'])[^"'\n]+\1/gm;

/**
 * Returns code that shows its last value even if the kernel of Deno would show nothing for it.
 * Every line keeps its number. Returns code unchanged if it does not find the last expression, for
 * example in code with types.
 */
export function withLastValue(code: string): string {
  const lines = code.trimEnd().replace(/;$/, "").split("\n");
  const first = Math.max(0, lines.length - MAX_LINES);
  for (let i = lines.length - 1; i >= first; i--) {
    const before = lines.slice(0, i).join("\n");
    for (const split of splitsOf(lines[i]!)) {
      const start = [before, lines[i]!.slice(0, split)].join(i > 0 ? "\n" : "");
      const last = [lines[i]!.slice(split), ...lines.slice(i + 1)].join("\n");
      const whole = `${start}${SHOWN}((${last}\n))`;
      if (STATEMENT.test(last) || CONTINUED.test(last) && !/(?:^|;)\s*$/.test(start)) continue;
      if ([`(${last}\n)`, start, whole].every(isValid)) return whole;
    }
  }
  return code;
}

/** Returns the indexes at which a statement may start in a line. */
function splitsOf(line: string): number[] {
  return [0, ...Array.from(line.matchAll(/;/g), ({ index }) => index + 1)];
}

const AsyncFunction = (async () => {}).constructor as new (code: string) => unknown;

/** Returns whether text is valid JavaScript, without running it. */
function isValid(text: string): boolean {
  try {
    new AsyncFunction(text.replaceAll(IMPORT, ""));
    return true;
  } catch {
    return false;
  }
}
