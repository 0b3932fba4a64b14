import { parseJson } from "../../options/parseJson.ts";
import type { ExportCollector } from "./exportCollector.ts";
import { readDamagedJson } from "./damagedJson.ts";
import type { ExportFile } from "./exportFiles.ts";

/**
 * Reads a file of JSON. If it is damaged or cut short, the entries of its lists that are whole are
 * read, and the others reported.
 *
 * @throws {TypeError} if it is not UTF-8, or not JSON and no entry of a list is whole
 */
export async function readExportJson(
  file: ExportFile,
  collector: Pick<ExportCollector, "skip">,
): Promise<unknown> {
  const text = await file.cutText();
  try {
    return parseJson(text);
  } catch (cause) {
    const { value, problems } = readDamagedJson(text, cause as Error);
    for (const { where, reason } of problems) collector.skip(reason, where);
    return value;
  }
}
