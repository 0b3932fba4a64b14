import { resolve } from "node:path";
import { folderPath } from "../../app/ask/folderPath.ts";

/** Returns the folder that a command's options name; `undefined` for the platform's folder for data. */
export function storeFolder(
  { data, mirror }: { readonly data?: unknown; readonly mirror?: unknown },
): string | undefined {
  const folder = data ?? mirror;
  if (typeof folder !== "string" || folder === "") return undefined;
  return resolve(folderPath("open your own store", "folder", folder));
}
