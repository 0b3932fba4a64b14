import type { ExportFile } from "../export/exportFile.ts";
import { readExportJson } from "../export/exportJson.ts";
import type { RuleContext } from "../export/readExport.ts";
import { type JsonRecord, valueAt } from "../rules/jsonRecord.ts";

/** Object of the export. */
export type GarminRecord = JsonRecord;

/**
 * Reads the entries of a JSON file: a list of objects, or a list of objects with lists in
 * `wrapped`.
 *
 * @throws {TypeError} if it is not JSON or not a list
 */
export async function readGarminEntries(
  file: ExportFile,
  context: Pick<RuleContext, "collector" | "pause">,
  wrapped?: string,
): Promise<Iterable<unknown>> {
  const content = await readExportJson(file, context);
  if (!Array.isArray(content)) throw new TypeError("it is not a list");
  return wrapped === undefined ? content : entriesIn(content, wrapped);
}

function* entriesIn(parts: readonly unknown[], wrapped: string): Generator<unknown> {
  for (const part of parts) {
    const inner = valueAt(part, [wrapped]);
    if (Array.isArray(inner)) yield* inner;
  }
}
