import { loadLate } from "../../options/loadLate.ts";
import type { ExportOptions, ExportSource, MakerExport } from "../export/makerExport.ts";

/**
 * Reads calendars in iCalendar format (`.ics`), which all calendar programs export. Each event
 * appears at each of its times. Deleted times are skipped, and moved times are at their new place.
 * An endless series is read until a year from now, or until the end of `range`.
 *
 * Times in a named zone are local times there. Times without a zone are in the zone of the calendar
 * (`X-WR-TIMEZONE`), otherwise in `tz`; days are in `tz`. If an event has several versions, the
 * latest counts.
 *
 * Reads every complete event of a truncated or damaged file; `report.problems` names the place
 * where it stops. Throws instead with `strict: true`.
 *
 * @returns `events` (`calendar` is the calendar's own name, or the file's) and `report`, see
 * {@linkcode MakerExport}
 * @throws {TypeError} if the file does not exist, none is a calendar, or the only one has no
 * complete event
 * @throws {RangeError} if the zone does not exist
 *
 * @example A weekly meeting across a daylight saving change
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const text = `BEGIN:VCALENDAR
 * BEGIN:VEVENT
 * UID:1
 * DTSTART;TZID=Europe/Berlin:20240325T090000
 * DURATION:PT30M
 * RRULE:FREQ=WEEKLY;COUNT=2
 * SUMMARY:Meeting
 * END:VEVENT
 * END:VCALENDAR`;
 * const { events } = await read.ics(new File([text], "work.ics"), { tz: "Europe/Berlin" });
 * const starts = events.getColumn("start_time").toArray().map(Number);
 * assertEquals(starts[1]! - starts[0]!, (7 * 24 - 1) * 3_600_000);
 * ```
 */
export async function ics(source: ExportSource, options: ExportOptions = {}): Promise<MakerExport> {
  const [{ readExport }, { ICS }] = await Promise.all([ // few scripts read an export
    loadLate<typeof import("../export/readExport.ts")>("../export/readExport.ts", import.meta),
    loadLate<typeof import("./icsReader.ts")>("./icsReader.ts", import.meta),
  ]);
  return await readExport(ICS, source, options);
}
