import { dirname } from "node:path";
import { withoutPath } from "../../options/explained.ts";

/** Thrown if another process locked the database for too long; a retry may succeed. */
export class BusyError extends Error {
  constructor() {
    super("Cannot write to the store: another process is writing to it. Try again.");
    this.name = "BusyError";
  }
}

/** Thrown if the disk is full. */
export class FullError extends Error {
  /** `path` is the database file. */
  constructor(path: string) {
    super(`Cannot write to the store: no space is left in ${dirname(path)}. Nothing was stored.`);
    this.name = "FullError";
  }
}

/** Reasons of SQLite and of the system that do not depend on the query, and what to do. */
const REASONS: readonly (readonly [reason: RegExp, advice: string])[] = [
  [/disk I\/O error|\bEIO\b/, "Check the disk and its quota."],
  [
    /unable to open database file|readonly database|\bE(?:ACCES|PERM|ROFS)\b/,
    "Check that it is a file, that you may write to it and to its folder, and the disk's quota.",
  ],
  [/\bE[NM]FILE\b/, "Close other files, or raise the limit of open files (ulimit -n)."],
  [/\bENOSPC\b|\bEDQUOT\b/, "Free some space."],
  [/\bENOENT\b/, "Check the path."],
  [/^/, "Restore a backup of it, or choose another file."],
];

/**
 * Explains an error of SQLite or of the system with the database file and what to do.
 *
 * @param action Action for the message, with the path: `Cannot <action>: <reason>. <advice>`.
 * @returns The explained error; an error that is already explained or that is about a permission
 * of Deno, unchanged
 */
export function storeError(action: string, path: string, error: unknown): unknown {
  if (!(error instanceof Error) || error.name === "NotCapable") return error;
  if (error.message.startsWith("Cannot ")) return error;
  if (error.message.startsWith("database or disk is full")) return new FullError(path);
  const reason = withoutPath(error.message);
  const [, advice] = REASONS.find(([pattern]) => pattern.test(reason))!;
  return new Error(`Cannot ${action}: ${reason}. ${advice}`, { cause: error });
}

/**
 * Explains an error of SQLite like {@linkcode storeError} if the disk or the file caused it.
 * Returns others, such as a violated constraint or a locked database, unchanged.
 */
export function faultOfFile(action: string, path: string, error: unknown): unknown {
  const isOfFile = error instanceof Error &&
    /^(?:database or disk is full|disk I\/O error|unable to open database file|attempt to write a readonly database|file is not a database|database disk image is malformed)/
      .test(error.message);
  return isOfFile ? storeError(action, path, error) : error;
}
