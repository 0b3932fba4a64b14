import { type Cursor, cursorIn } from "./cursor.ts";
import { columnsNamedIn, describeValues, harmlessEnd } from "./members.ts";
import type { Session } from "./session.ts";
import type { OptionLine } from "./symbols.ts";

/** Names that complete the code at the cursor. */
export interface Completion {
  readonly end: number;
  readonly matches: readonly Match[];
  readonly start: number;
}

/** A name and its kind in one word, or its default. */
export interface Match {
  readonly text: string;
  readonly type: string;
}

/** Types of parameters that accept names of metrics or zones. */
const METRIC = /\b(?:Measure|MetricName)\b/, ZONE = /\bZones?\b/;

/**
 * Completes what the kernel of Deno does not: options of calls, members of frames, and columns,
 * metrics and zones in strings.
 *
 * @param cursor Index in the code.
 * @returns The completion; `undefined` if nothing matches.
 */
export async function complete(
  { kernel, symbols, names: variables }: Session,
  code: string,
  cursor: number,
): Promise<Completion | undefined> {
  const at = cursorIn(code, cursor);
  if (at.stringStart !== undefined) {
    const found = await stringsAt({ kernel, symbols, names: variables }, code, at);
    return matching(code, at.stringStart, cursor, found) ??
      { start: at.stringStart, end: cursor, matches: [] }; // no name of the language fits in a string
  }
  const word = /[\w$]*$/.exec(code.slice(0, cursor))!.index;
  if (code[word - 1] === "." && code[word - 2] !== ".") {
    const expression = harmlessEnd(code.slice(0, word - 1));
    if (expression === undefined) return undefined;
    const [value] = await describeValues(kernel, [expression]);
    if (value === undefined) return undefined;
    const columns = value.columns.filter((name) => /^[A-Za-z_$][\w$]*$/.test(name));
    const names = [...columns, ...symbols.namesOf(value.kind), ...value.names];
    const texts = [...new Set(names)].filter((name) => /^[A-Za-z$][\w$]*$/.test(name));
    return matching(
      code,
      word,
      cursor,
      texts.map((text) => ({
        text,
        type: columns.includes(text)
          ? "column"
          : symbols.find(`${expression}.${text}`)
          ? "function"
          : "",
      })),
    );
  }
  const { call, keys } = at;
  if (call === undefined || keys === undefined || !/[{,]\s*$/.test(code.slice(0, word))) {
    return undefined;
  }
  const options = symbols.optionsOf(symbols.find(call.callee)?.options);
  const left = options.filter(([name]) => !keys.includes(name));
  if (left.length === 0) return undefined;
  return matching(
    code,
    word,
    cursor,
    left.map((option) => ({ text: option[0], type: typeText(option) })),
  );
}

/** Returns the default of an option if it has few characters: JupyterLab has no room for more. */
function typeText([, , fallback]: OptionLine): string {
  const value = /^(?:"[^"]{1,12}"|-?\d[\d.]*|true|false)(?=,|$)/.exec(fallback)?.[0];
  return value === undefined ? "option" : `=\u00a0${value}`;
}

/** Returns the possible values of a string at the cursor. */
async function stringsAt(
  { kernel, symbols, names }: Session,
  code: string,
  { call, key, stringStart }: Cursor,
): Promise<Match[]> {
  const called = call && symbols.find(call.callee);
  const type = key === undefined
    ? parameterType(called?.signature ?? "", (call?.args.length ?? 1) - 1)
    : symbols.optionsOf(called?.options).find(([name]) => name === key)?.[1] ?? "";
  const named = (texts: readonly string[], what: string): Match[] =>
    texts.map((text) => ({ text, type: what }));
  const literals = Array.from(type.matchAll(/"([^"]*)"/g), ([, text = ""]) => text);
  if (literals.length > 0) return named(literals, "");
  if (METRIC.test(type) || /^metrics?$/.test(key ?? "")) {
    return named(symbols.namesOf("metrics"), "metric");
  }
  if (ZONE.test(type) || /^(?:tz|zone|timeZone)$/.test(key ?? "")) {
    return named([...Intl.supportedValuesOf("timeZone"), "UTC"], "zone");
  }
  return named(await columnsNamedIn(kernel, code.slice(0, stringStart! - 1), names), "column");
}

/** Returns the type of a parameter in a signature such as `(frame: FrameLike, by: string): Picture`. */
function parameterType(signature: string, index: number): string {
  const parts = [""];
  let depth = 0;
  for (const char of signature.slice(1)) {
    if ("([{<".includes(char)) depth++;
    if (")]}>".includes(char) && depth-- === 0) break;
    if (char === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts[index]?.replace(/^[^:]*:/, "") ?? "";
}

function matching(
  code: string,
  start: number,
  end: number,
  names: readonly Match[],
): Completion | undefined {
  const typed = code.slice(start, end).toLowerCase();
  const starting = names.filter(({ text }) => text.toLowerCase().startsWith(typed));
  const within = names.filter(({ text }) =>
    text.toLowerCase().includes(typed) && !starting.some((each) => each.text === text)
  );
  const matches = [...starting, ...within];
  return matches.length === 0 ? undefined : { start, end, matches };
}
