import type { FileSource } from "../zip/fileSource.ts";
import type { AppleHealthExport } from "./healthReport.ts";
import type { AppleHealthOptions } from "./readHealth.ts";

/**
 * Reads the phone's health export, the XML or the zip file it comes in, as a stream: an export of
 * gigabytes takes the memory of what is kept of it.
 *
 * The phone writes every stamp with the offset in force where and when the export was made, not with
 * that of the record: 28 January of a country an hour ahead of UTC reads `2017-01-28 10:20:52 +0200`
 * in an export made in summer (github.com/markwk/qs_ledger/issues/6). Digits and offset together are
 * right: they name the instant. The clock that the person saw follows from the record's own zone, its
 * metadata `HKTimeZone`, in which `utc_offset_s` is computed. Should an export have digits of the
 * person's clock beside a foreign offset, read it with `stamps: "wall"`: then the offset is put aside,
 * and the digits are read in the record's own zone.
 *
 * Records inside of a correlation stand in the file a second time outside of it, and count once. What
 * cannot be read is left out and named in `report`, with its line. A DOCTYPE is not looked at, since
 * phones have written broken ones; forbidden characters are kept. Names, birth dates and the like are
 * not read.
 *
 * @param source a path, a URL, bytes, a Blob or a stream. A zip file that comes as a stream is gathered
 * first, packed; give its path where it is large.
 * @returns `records`: by type as on file, a frame of `start_time`, `end_time` `datetime[us, tz]`,
 * `value` (`f64`; `str` of what has no unit), `unit` `str` (of quantities), `source` `str`, `tz` `str` (the
 * record's own zone, or null; verbs follow it row by row) and `utc_offset_s` `i64` (its offset at the start); `sleep`: a stage frame
 * (`start_time`, `end_time`, `sleep_stage`, `source`, `tz`, `utc_offset_s`), table `consumer`;
 * `workouts`: the same spans with `duration_s`, `distance_m`, `energy_kcal` `f64`, `activity`,
 * `source` `str`; `report`. Rows are in the order of the file.
 * @throws {TypeError} if it is no health export, or no XML before its first record, with `strict` or
 * from a stream if it is cut short or damaged (names the line), or the zip file is broken, encrypted or
 * holds none
 * @throws {RangeError} if the zone does not exist, `stamps` is neither, or the zip file unpacks to more
 * than `maxBytes`
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
  const { readHealth } = await import("./readHealth.ts"); // few scripts read an export
  return await readHealth(source, options);
}
