import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { taskLine } from "./taskLine.ts";
import { folderPath } from "../../app/ask/folderPath.ts";

/** Returns the folder that a command's options name; `undefined` for the platform's folder for data. */
export function storeFolder(
  { data, mirror }: { readonly data?: unknown; readonly mirror?: unknown },
): string | undefined {
  const folder = data ?? mirror;
  if (typeof folder !== "string" || folder === "") return undefined;
  return resolve(folderPath("open your own store", "folder", folder));
}

/**
 * Returns the path of a store that a command only reads.
 *
 * @throws {RangeError} if it does not exist, instead of creating an empty one
 */
export function existingStore(action: string, data: string): string {
  const folder = folderPath(action, "--data", data);
  if (existsSync(folder)) return folder;
  throw new RangeError(
    `Cannot ${action}: --data is ${folder}, which does not exist. Fill it with \`${
      taskLine("lifeframe", "import", "export.zip", "--data", folder)
    }\`.`,
  );
}
