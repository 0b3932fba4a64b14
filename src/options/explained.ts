/** Error codes of the system and of SQLite. Other errors already say what failed. */
const CODE = /^(?:E[A-Z\d]+|ERR_SQLITE_ERROR|UNKNOWN)$/; // EDQUOT is UNKNOWN to Deno

/**
 * Runs work, and adds the action to errors for which the system or SQLite only gives a reason.
 *
 * @param action Action for the message: `Cannot <action>: <reason>`.
 * @throws {Error} with the system's error as its cause; other errors unchanged
 */
export async function explained<T>(action: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isOfSystem(error) || error.message.startsWith("Cannot ")) throw error;
    throw new Error(`Cannot ${action}: ${error.message.trim()}`, { cause: error });
  }
}

function isOfSystem(error: unknown): error is Error {
  if (!(error instanceof Error) || error.name === "NotCapable") return false;
  return ("code" in error && CODE.test(String(error.code))) ||
    /\(os error \d+\)|\bOs \{ code: \d+/.test(error.message);
}
