import { parseJson } from "../../options/parseJson.ts";
import type { ExportFile } from "./exportFiles.ts";

/**
 * What a file of JSON holds.
 *
 * @throws {TypeError} if it is not JSON, or not UTF-8
 */
export async function readExportJson(file: ExportFile): Promise<unknown> {
  const text = await file.text();
  try {
    return parseJson(text);
  } catch (cause) {
    const { message } = cause as Error;
    throw new TypeError(message.startsWith("it ") ? message : "it is not JSON, or cut short", {
      cause,
    });
  }
}
