import process from "node:process";
import { fileURLToPath } from "node:url";
import { describeValue } from "../../options/describeValue.ts";

/**
 * Returns the path of a folder; `~` is the home of the current user.
 *
 * @param action Action for messages.
 * @param what Name of the argument.
 * @throws {TypeError} if it is not a path, or the home is unknown
 */
export function folderPath(action: string, what: string, folder: string | URL): string {
  if (folder instanceof URL) return fileURLToPath(folder);
  if (typeof folder !== "string" || folder.trim() === "") {
    throw new TypeError(
      `Cannot ${action}: ${what} is ${describeValue(folder)}, expected a folder such as "~/health"`,
    );
  }
  if (!/^~(?:[/\\]|$)/.test(folder)) return folder;
  const home = process.env["HOME"] ?? process.env["USERPROFILE"];
  if (home) return home + folder.slice(1);
  throw new TypeError(
    `Cannot ${action}: ${what} is "${folder}", and HOME is not set; pass the folder`,
  );
}
