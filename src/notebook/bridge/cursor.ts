/** A call with the cursor between its parentheses. */
export interface CallAtCursor {
  /** Called function, if it is a chain of names: `plot.calendar`. */
  readonly callee: string;
  /** Text of the arguments before the cursor, split at top-level commas. */
  readonly args: readonly string[];
}

/** Surroundings of the cursor. */
export interface Cursor {
  /** Innermost call around the cursor. */
  readonly call: CallAtCursor | undefined;
  /** Name of the property at whose value the cursor is: `y` in `{ y: "` and in `{ y: ["a", "`. */
  readonly key: string | undefined;
  /**
   * Names of the earlier properties in the object literal around the cursor; `undefined` outside
   * a literal.
   */
  readonly keys: readonly string[] | undefined;
  /** Index of the first character of the string around the cursor, after its quote. */
  readonly stringStart: number | undefined;
}

/** An opening bracket, and the starts of the parts between its commas. */
interface Bracket {
  readonly at: number;
  readonly open: string;
  readonly starts: number[];
}

/** Reads code from its start to the cursor, and returns the surroundings of the cursor. */
export function cursorIn(code: string, cursor: number): Cursor {
  const brackets: Bracket[] = [];
  let stringStart: number | undefined;
  for (let at = 0; at < cursor; at++) {
    const char = code[at]!;
    if (code.startsWith("//", at)) at = end(code.indexOf("\n", at), cursor);
    else if (code.startsWith("/*", at)) at = end(code.indexOf("*/", at), cursor) + 1;
    else if (`"'\``.includes(char)) {
      const close = closingQuote(code, at, cursor);
      if (close === undefined) stringStart = at + 1;
      at = close ?? cursor;
    } else if ("([{".includes(char)) brackets.push({ at, open: char, starts: [at + 1] });
    else if (")]}".includes(char)) brackets.pop();
    else if (char === ",") brackets.at(-1)?.starts.push(at + 1);
  }
  const inner = brackets.at(-1);
  const object = inner?.open === "[" ? brackets.at(-2) : inner;
  const round = brackets.findLast(({ open }) => open === "(");
  const part = (bracket: Bracket | undefined): string =>
    bracket === undefined ? "" : code.slice(bracket.starts.at(-1), cursor);
  return {
    call: round && {
      callee: /[\w$.]+$/.exec(code.slice(0, round.at).trimEnd())?.[0] ?? "",
      args: round.starts.map((start, i) =>
        code.slice(start, (round.starts[i + 1] ?? cursor + 1) - 1)
      ),
    },
    key: object?.open === "{" ? /^\s*["']?([\w$]+)["']?\s*:/.exec(part(object))?.[1] : undefined,
    keys: inner?.open === "{"
      ? inner.starts.slice(0, -1).flatMap((start) =>
        /^\s*([\w$]+)/.exec(code.slice(start))?.[1] ?? []
      )
      : undefined,
    stringStart,
  };
}

/** Returns the index of a string's closing quote before the cursor; a plain string ends with its line. */
function closingQuote(code: string, open: number, cursor: number): number | undefined {
  const quote = code[open]!;
  for (let at = open + 1; at < cursor; at++) {
    if (code[at] === "\\") at++;
    else if (code[at] === quote || code[at] === "\n" && quote !== "`") return at;
  }
  return undefined;
}

function end(index: number, cursor: number): number {
  return index < 0 ? cursor : index;
}
