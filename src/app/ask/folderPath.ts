import process from "node:process";
import { fileURLToPath } from "node:url";
import { describeValue } from "../../options/describeValue.ts";

/**
 * The path of a folder that a caller names: `~` is the home of who runs this.
 *
 * @param action What could not be done, for errors.
 * @param what The name of the argument.
 * @throws {TypeError} if it is no path, or the home is not known
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
    `Cannot ${action}: ${what} is "${folder}", and HOME is not set; name the folder`,
  );
}
