import { loadLate } from "../../options/loadLate.ts";
import type { FileSource } from "../zip/fileSource.ts";
import type { AppleHealthExport } from "./healthReport.ts";
import type { AppleHealthOptions } from "./readHealth.ts";

/**
 * Reads an Apple Health export, as XML or as the zip file that contains it. It is read as a stream:
 * an export of gigabytes takes only the memory of the rows that are kept.
 *
 * The phone writes every time with the offset in force where and when the export was made, not with
 * the offset of the record: 28 January in a country one hour ahead of UTC reads `2017-01-28
 * 10:20:52 +0200` in an export made in summer (github.com/markwk/qs_ledger/issues/6). Digits and
 * offset together are right: they name the instant. The local time follows from the record's own
 * zone, its metadata `HKTimeZone`, which `utc_offset_s` is computed from. If an export has local
 * digits with a foreign offset, read it with `stamps: "wall"`: the offset is ignored, and the
 * digits are read in the record's own zone.
 *
 * Records inside a correlation occur in the file a second time outside it, and count once.
 * Records that cannot be read are skipped, and `report` names them with their line. The DOCTYPE is
 * ignored, since phones have written broken ones; forbidden characters are kept. Names, birth dates
 * and similar data are not read.
 *
 * @param source a path, a URL, bytes, a Blob or a stream. A zip file from a stream is first held in
 * memory, compressed; pass its path if it is large.
 * @returns `records`: for each type in the file, a frame of `start_time`, `end_time` `datetime[us,
 * tz]`, `value` (`f64`; `str` for types without a unit), `unit` `str` (quantities only), `source`
 * `str`, `tz` `str` (the record's own zone or null; verbs use it row by row) and `utc_offset_s`
 * `i64` (its offset at the start); `sleep`: a stage frame (`start_time`, `end_time`, `sleep_stage`,
 * `source`, `tz`, `utc_offset_s`), table `consumer`; `workouts`: the same columns of time with
 * `duration_s`, `distance_m`, `energy_kcal` `f64`, `activity`, `source` `str`; `report`. Rows are
 * in the order of the file.
 * @throws {TypeError} if it is not a health export, or not XML before its first record; with
 * `strict` or from a stream, if it is truncated or damaged (names the line); if the zip file is
 * broken, encrypted or contains no export
 * @throws {RangeError} if the zone does not exist, `stamps` has another value, or the zip file
 * decompresses to more than `maxBytes`
 *
 * @example A night in the record's own zone
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const xml = `<HealthData><Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch"
 *   startDate="2024-01-15 00:30:00 +0200" endDate="2024-01-15 07:30:00 +0200"
 *   value="HKCategoryValueSleepAnalysisAsleepCore">
 *   <MetadataEntry key="HKTimeZone" value="Europe/Berlin"/></Record></HealthData>`;
 * const { sleep } = await read.appleHealth(new TextEncoder().encode(xml), { tz: "Europe/Berlin" });
 * assertEquals(sleep.getColumn("sleep_stage").toArray(), [3]);
 * assertEquals(sleep.getColumn("utc_offset_s").toArray(), [3600]);
 * ```
 */
export async function appleHealth(
  source: FileSource,
  options: AppleHealthOptions = {},
): Promise<AppleHealthExport> {
  const { readHealth } = await loadLate<typeof import("./readHealth.ts")>(
    "./readHealth.ts",
    import.meta,
  ); // few scripts read an export
  return await readHealth(source, options);
}
