import { plainText } from "../../options/plainText.ts";
import { asksForHelp, flagFault } from "./readFlags.ts";

/** Prints a line of output. */
export type PrintLine = (line: string) => void;

/** Replacements for the output of a command, for tests. */
export interface LineHooks {
  /** Called with a line of output. @default standard output */
  print?: PrintLine;
  /** Called with a message. @default standard error */
  warn?: PrintLine;
}

/** A task that prints its help, its results and its faults as lines. */
export interface LineCommand<T> {
  /** Action for messages, such as `sign in`. */
  readonly action: string;
  /** Usage in one line, which follows a fault. */
  readonly usage: string;
  /** Text of `--help`. */
  readonly help: string;
  /** Options without their dashes, for suggestions. */
  readonly options: object;
  /** Reads the arguments; throws if they are wrong. */
  readonly read: (args: string[]) => T;
}

/**
 * Reads the command line of a task. It prints the help, or warns about wrong arguments.
 *
 * @returns the settings, or the exit code if nothing is left to do: 0 after the help, 2 after a fault
 */
export function readLine<T>(
  { action, usage, help, options, read }: LineCommand<T>,
  args: string[],
  { print, warn }: { readonly print: PrintLine; readonly warn: PrintLine },
): { readonly settings: T } | { readonly code: 0 | 2 } {
  if (asksForHelp(args)) {
    print(help);
    return { code: 0 };
  }
  try {
    return { settings: read(args) };
  } catch (error) {
    const fault = flagFault(action, error as Error, Object.keys(options));
    warn(`${fault}${fault.endsWith("?") ? "" : "."} ${usage}`);
    return { code: 2 };
  }
}

/** Returns a function that writes lines to a stream, without characters that control a terminal. */
export function lineWriter(stream: { writeSync(bytes: Uint8Array): number }): PrintLine {
  return (line) => {
    let bytes = new TextEncoder().encode(`${plainText(line)}\n`);
    while (bytes.length > 0) bytes = bytes.subarray(stream.writeSync(bytes));
  };
}
