import { cursorIn } from "./cursor.ts";
import { describeValues } from "./members.ts";
import type { Session } from "./session.ts";
import type { FunctionLine, OptionLine, Symbols } from "./symbols.ts";

/**
 * Returns help on the name at the cursor, as Markdown: a function's signature, first sentence and
 * options, an option, or the contents of a variable. Between parentheses, returns help on the
 * called function.
 *
 * @param cursor Index in the code.
 */
export async function inspect(
  { kernel, symbols }: Session,
  code: string,
  cursor: number,
): Promise<string | undefined> {
  const end = cursor + /^[\w$]*/.exec(code.slice(cursor))![0].length;
  const chain = /[A-Za-z_$][\w$]*(?:\.[\w$]+)*$/.exec(code.slice(0, end))?.[0];
  const { call, keys, stringStart } = cursorIn(code, cursor);
  const called = call && symbols.find(call.callee);
  if (chain !== undefined && stringStart === undefined) {
    const option = keys === undefined
      ? undefined
      : symbols.optionsOf(called?.options).find(([name]) => name === chain);
    if (option !== undefined) return optionHelp(option);
    const found = symbols.find(chain);
    if (found !== undefined) return functionHelp(chain, found, symbols);
    const [value] = await describeValues(kernel, [chain]);
    if (value !== undefined) return `\`${chain}\`: ${value.kind}\n\n${value.text}`;
  }
  return called && functionHelp(call.callee, called, symbols);
}

function functionHelp(
  chain: string,
  { signature, summary, options }: FunctionLine,
  symbols: Symbols,
): string {
  const lines = symbols.optionsOf(options).map((option) => `- ${optionHelp(option)}`);
  const list = lines.length === 0 ? "" : `\n\nOptions:\n\n${lines.join("\n")}`;
  return `\`\`\`ts\n${chain}${signature}\n\`\`\`\n\n${summary}${list}`;
}

function optionHelp([name, type, fallback, summary]: OptionLine): string {
  return `\`${name}\`: \`${type}\`. ${summary}${fallback === "" ? "" : ` Default: ${fallback}.`}`;
}
