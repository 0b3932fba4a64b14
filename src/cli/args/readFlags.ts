// deno-lint-ignore-file no-console -- a command speaks on the terminal
import { parseArgs, type ParseArgsConfig } from "node:util";
import { suggest } from "../../options/suggest.ts";

/** Options of a command, as `node:util` expects them. */
type Flags = NonNullable<ParseArgsConfig["options"]>;

type Read<F extends Flags> = ReturnType<
  typeof parseArgs<{ options: F; strict: true; allowPositionals: true }>
>;

/**
 * Reads the command line of a task. `--help` and `-h` print the usage on standard output. Faults
 * are printed on standard error, with the nearest existing option.
 *
 * @param action Action for messages, such as `make a report`.
 * @param most Maximum number of positional arguments. @default 0
 * @returns the values, or the exit code if nothing is left to do: 0 after the usage, 2 after a
 * fault
 */
export function readFlags<const F extends Flags>(
  action: string,
  args: string[],
  options: F,
  usage: string,
  most = 0,
): Read<F> | { readonly code: 0 | 2 } {
  if (asksForHelp(args)) {
    console.log(usage);
    return { code: 0 };
  }
  try {
    const read = parseArgs({ args, options, strict: true, allowPositionals: true });
    const extra = read.positionals[most];
    if (extra === undefined) return read as Read<F>;
    throw new TypeError(`unexpected argument ${JSON.stringify(extra)}`);
  } catch (error) {
    console.error(`${flagFault(action, error as Error, Object.keys(options))}\n\n${usage}`);
    return { code: 2 };
  }
}

/** Faults that `parseArgs` reports, in our words; `$1` is the option. */
const FAULTS: readonly (readonly [pattern: RegExp, text: string])[] = [
  [
    /^Option '(--?[^' ]+)[^']*' argument is ambiguous/,
    "$1 has no value; write $1=VALUE if its value starts with a dash",
  ],
  [/^Option '(--?[^' ]+)[^']*' argument missing/, "$1 has no value"],
  [/^Option '(--?[^' ]+)[^']*' does not take an argument/, "$1 does not take a value"],
  [/^Unexpected argument ('.*?')\. /, "unexpected argument $1"],
];

/**
 * Describes the fault in a command line in one line; for an unknown option, with the nearest existing one.
 *
 * @param names Existing options without their dashes.
 */
export function flagFault(action: string, { message }: Error, names: readonly string[]): string {
  if (message.startsWith("Cannot ")) return message;
  const [, dashes, unknown] = /^Unknown option '(--?)([^']+)'/.exec(message) ?? [];
  if (unknown !== undefined) {
    return `Cannot ${action}: unknown option ${dashes}${unknown}` +
      suggest(`--${unknown}`, [...names, "help"].map((name) => `--${name}`));
  }
  const [line = message] = message.split("\n");
  for (const [pattern, text] of FAULTS) {
    const [found, option = ""] = pattern.exec(line) ?? [];
    if (found !== undefined) return `Cannot ${action}: ${text.replaceAll("$1", option)}`;
  }
  return `Cannot ${action}: ${line.replace(/\.$/, "")}`;
}

/** Returns whether the arguments contain `--help` or `-h`. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.some((arg) => arg === "--help" || arg === "-h");
}
