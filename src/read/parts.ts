import { loadLate } from "../options/loadLate.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { isFileSource } from "./zip/fileSource.ts";
import type { ExportOptions, ExportSource, MakerExport } from "./export/makerExport.ts";

/** Options of {@linkcode parts}. */
export interface PartsOptions extends ExportOptions {
  /** Approximate maximum number of rows in a part. @default 10_000 */
  rows?: number;
}

const ACTION = "read the export in parts";
const OPTIONS = optionNames<PartsOptions>()("tz only range strict signal onProgress rows");

/**
 * Reads an export like `read.any`, part by part. You can store or count a part before the next one
 * is read, so an export of any size takes the memory of one part. `me.ingest` accepts the result.
 *
 * An Apple Health export yields a part after every `rows` rows, in the order of the file. A part
 * may have a few hundred rows more, and a metric spans many parts. The files of all other vendors
 * are one part: duplicates can only be resolved once everything has been read. Pass `only` or a
 * range to read less.
 *
 * The report of each part covers everything so far, and the last one the whole export. There is at
 * least one part, even if the export has no rows.
 *
 * @throws {TypeError} if an option does not exist; when the first part is requested, as `read.any`
 * throws
 * @throws {RangeError} if `rows` is not a whole number of at least 1; when the first part is
 * requested, if the zone does not exist
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
    throw new RangeError(
      `Cannot ${ACTION}: expected rows to be a whole number of at least 1, got ${rows}`,
    );
  }
  if (!isExportSource(source)) {
    throw new TypeError(
      `Cannot ${ACTION}: expected a path, a URL, bytes, a Blob, a stream ` +
        `or a list of them, got ${describeValue(source)}`,
    );
  }
  return readLate(source, reading, rows);
}

/** Returns whether a value can be the source of an export. */
export function isExportSource(value: unknown): value is ExportSource {
  return Array.isArray(value) ? value.every(isFileSource) : isFileSource(value);
}

async function* readLate(
  source: ExportSource,
  options: ExportOptions,
  rows: number,
): AsyncGenerator<MakerExport, void, void> {
  const { readParts } = await loadLate<typeof import("./readParts.ts")>(
    "./readParts.ts",
    import.meta,
  ); // few scripts read an export
  yield* readParts(source, options, rows);
}
