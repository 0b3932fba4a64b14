import type { ExportFile } from "./exportFiles.ts";

/**
 * What a file of JSON holds.
 *
 * @throws {TypeError} if it is not JSON, or not UTF-8
 */
export async function readExportJson(file: ExportFile): Promise<unknown> {
  const text = await file.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TypeError("it is not JSON, or cut short", { cause });
  }
}
