import type { ExportFile } from "../export/exportFile.ts";
import { readExportJson } from "../export/exportJson.ts";
import type { RuleContext } from "../export/readExport.ts";
import { type JsonRecord, jsonRecord, valueAt } from "../rules/jsonRecord.ts";

/** Object of the export. */
export type GarminRecord = JsonRecord;

/**
 * Reads the objects of a JSON file: a list of objects, or a list of objects with lists in
 * `wrapped`.
 *
 * @throws {TypeError} if it is not JSON or not a list
 */
export async function readGarminRecords(
  file: ExportFile,
  context: Pick<RuleContext, "collector" | "pause">,
  wrapped?: string,
): Promise<readonly GarminRecord[]> {
  const content = await readExportJson(file, context);
  if (!Array.isArray(content)) throw new TypeError("it is not a list");
  const list = wrapped === undefined ? content : content.flatMap((part: unknown) => {
    const inner = valueAt(part, [wrapped]);
    return Array.isArray(inner) ? inner : [];
  });
  return list.map((value, at) => jsonRecord(value, `entry ${at + 1}`));
}
