// deno-lint-ignore-file no-console -- a command speaks on the terminal
import { parseArgs, type ParseArgsConfig } from "node:util";
import { suggest } from "../options/suggest.ts";

/** The options of a command, as `node:util` reads them. */
type Flags = NonNullable<ParseArgsConfig["options"]>;

/** What was written on the command line. */
type Read<F extends Flags> = ReturnType<
  typeof parseArgs<{ options: F; strict: true; allowPositionals: true }>
>;

/**
 * Reads the command line of a task. `--help` and `-h` print the usage on standard output; what cannot
 * be read is said on standard error, with the nearest option that exists.
 *
 * @param action What cannot be done then, such as `make a report`.
 * @param most How many arguments without a name there may be. @default 0
 * @returns the values; or the exit code where the command has nothing more to do: 0 after the usage, 2
 * after an error
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
    throw new TypeError(`there is no place for ${JSON.stringify(extra)}`);
  } catch (error) {
    console.error(`${flagFault(action, error as Error, Object.keys(options))}\n\n${usage}`);
    return { code: 2 };
  }
}

/**
 * Why a command line cannot be read, in a line: of what `node:util` does not know, with the nearest
 * option that exists.
 *
 * @param names The options that there are, without their dashes.
 */
export function flagFault(action: string, { message }: Error, names: readonly string[]): string {
  if (message.startsWith("Cannot ")) return message;
  const unknown = /^Unknown option '(--?)([^']+)'/.exec(message)?.[2];
  if (unknown === undefined) {
    return `Cannot ${action}: ${message.split(/\.?(?:\n| To specify)/)[0]}`;
  }
  const flag = (name: string): string => `--${name}`;
  return `Cannot ${action}: unknown option ${flag(unknown)}` +
    suggest(flag(unknown), [...names, "help"].map(flag));
}

/** The same with how the command is used, all in a line. */
export function flagFaultLine(
  action: string,
  error: Error,
  names: readonly string[],
  usage: string,
): string {
  const fault = flagFault(action, error, names);
  return `${fault}${fault.endsWith("?") ? "" : "."} ${usage}`;
}

/** Whether somebody asks how a command is used. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.some((arg) => arg === "--help" || arg === "-h");
}
