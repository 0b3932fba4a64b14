import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { isFileSource } from "./zip/fileSource.ts";
import type { ExportOptions, ExportSource, MakerExport } from "./export/makerExport.ts";

/** How an export is read in parts. */
export interface PartsOptions extends ExportOptions {
  /** About how many rows a part has at the most. @default 10_000 */
  rows?: number;
}

const ACTION = "read the export in parts";
const OPTIONS = optionNames<PartsOptions>()("tz only range strict signal rows");

/**
 * Reads an export as `read.any` does, part by part, so that an export of any size takes the memory of one
 * part: whoever takes a part has it stored or counted before the next one is read. `me.ingest` takes what
 * this gives.
 *
 * The phone's health export is handed on whenever `rows` rows are there, in the order of the file; a few
 * hundred more may be in a part, and a metric comes in many parts. Exports of other makers are one part:
 * what stands twice in them, and which figure counts, shows only when all their files were read; give
 * `only` or a range to read less of them at once.
 *
 * `report` of each part is of everything so far, that of the last one of the whole export. There is at
 * least one part, also of an export without rows.
 *
 * @throws {TypeError} if an option does not exist; while parts are taken, as `read.any` throws
 * @throws {RangeError} if `rows` is not an integer from 1; when the first part is taken, if the zone does not exist
 *
 * @example Rows counted part by part
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const record = (minute: number) =>
 *   `<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" value="60"
 *     startDate="2024-01-15 00:${minute}:00 +0200" endDate="2024-01-15 00:${minute}:00 +0200"/>`;
 * const xml = `<HealthData>${[10, 11, 12].map(record).join("\n")}</HealthData>`;
 * let rows = 0;
 * for await (const { metrics, report } of read.parts(new Blob([xml]), { rows: 2 })) {
 *   rows += metrics["HeartRate"]?.height ?? 0;
 *   assertEquals(report.read, { HeartRate: rows });
 * }
 * assertEquals(rows, 3);
 * ```
 */
export function parts(
  source: ExportSource,
  options: PartsOptions = {},
): AsyncGenerator<MakerExport, void, void> {
  checkOptions(ACTION, options, OPTIONS);
  const { rows = 10_000, ...reading } = options;
  if (!Number.isInteger(rows) || rows < 1) {
    throw new RangeError(`Cannot ${ACTION}: rows is ${rows}, not an integer from 1`);
  }
  if (!isExportSource(source)) {
    throw new TypeError(
      `Cannot ${ACTION}: it is ${describeValue(source)}, expected a path, a URL, bytes, a Blob, ` +
        "a stream, or a list of them",
    );
  }
  return readLate(source, reading, rows);
}

/** Whether a value is an export that can be read. */
export function isExportSource(value: unknown): value is ExportSource {
  return Array.isArray(value) ? value.every(isFileSource) : isFileSource(value);
}

async function* readLate(
  source: ExportSource,
  options: ExportOptions,
  rows: number,
): AsyncGenerator<MakerExport, void, void> {
  const { readParts } = await import("./readParts.ts"); // few scripts read an export
  yield* readParts(source, options, rows);
}
