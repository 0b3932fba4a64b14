/** Error codes of the system and of SQLite. Other errors already say what failed. */
const CODE = /^(?:E[A-Z\d]+|ERR_SQLITE_ERROR|UNKNOWN)$/; // EDQUOT is UNKNOWN to Deno

/** Reasons and advice in plain language, by error code or by the system's message. */
const REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /\bE(?:ACCES|PERM)\b|permission denied|not permitted|Access is denied/i,
    "you may not write there. Choose another place, or change its permissions",
  ],
  [/\bEROFS\b|read-only file system/i, "the file system is read-only. Choose another place"],
  [
    /\bE(?:NOSPC|DQUOT)\b|no space left|quota exceeded|not enough space|disk is full/i,
    "no space is left. Free some space, or choose another disk",
  ],
  [/\bENAMETOOLONG\b|name too long/i, "a name in the path is too long. Choose a shorter one"],
  [
    /\bE(?:NOTDIR|EXIST)\b|not a directory|file exists/i,
    "a file is where a folder should be. Choose another path",
  ],
  [/\bEISDIR\b|is a directory/i, "it is a folder. Add the name of a file"],
  [
    /\bENOENT\b|no such file|cannot find the (?:file|path)/i,
    "its folder does not exist. Create it first",
  ],
  [
    /Requires all access/, // Deno's words for folders such as /proc, /dev, /sys and /etc
    "it is in a folder of the system, which Deno protects. Choose another place",
  ],
  [/\bE[MN]FILE\b/, "too many files are open. Close some, or raise the limit (ulimit -n)"],
  [/\bEIO\b|\bos error 5\b|disk I\/O error/, "the disk failed. Check it and its quota"],
];

/**
 * Runs work that writes, and explains errors for which the system or SQLite only gives a reason:
 * with the action and some advice.
 *
 * @param action Action with the path, for the message: `Cannot <action>: <reason>. <advice>.`
 * @throws {Error} with the system's error as its cause; other errors unchanged
 */
export async function explained<T>(action: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explain(action, error);
  }
}

/** Returns the explained error: see {@linkcode explained}. */
export function explain(action: string, error: unknown): unknown {
  if (!isOfSystem(error) || error.message.startsWith("Cannot ")) return error;
  const text = `${"code" in error ? error.code : ""} ${error.message}`;
  const [, reason = withoutPath(error.message)] = REASONS.find(([pattern]) => pattern.test(text)) ??
    [];
  return new Error(`Cannot ${action}: ${reason}.`, { cause: error });
}

/** Returns the system's message without the path at its end, which may be a draft's. */
export function withoutPath(message: string): string {
  return message.trim().replace(/(?:, |: )[a-z]+ '[^]*$/, "").replace(/\.$/, "");
}

function isOfSystem(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  // Deno names the missing permission itself. Folders of the system need --allow-all, which is too much.
  if (error.name === "NotCapable") return error.message.startsWith("Requires all access");
  return ("code" in error && CODE.test(String(error.code))) ||
    /\(os error \d+\)|\bOs \{ code: \d+/.test(error.message);
}
