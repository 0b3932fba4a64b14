import type { ExportOptions, ExportSource, MakerExport } from "../export/makerExport.ts";

/**
 * Reads calendars in iCalendar form (`.ics`), as all calendar programs export them: each event once for
 * each time that it happens, without those that were deleted, and with those that were moved where they
 * were moved to. A series without an end is read until a year from now, or until `end_time`.
 *
 * A time in a named zone is that clock time there; times without a zone are read in the zone of the
 * calendar (`X-WR-TIMEZONE`), else in `tz`; days in `tz`. Of several versions of an event the newest counts.
 *
 * Reads every whole event of a file that is cut short or damaged; `report.problems` gives the place where it
 * stops; `strict: true` throws.
 *
 * @returns `events` (`calendar` is the calendar's own name, or the file's) and `report`, see
 * {@linkcode MakerExport}
 * @throws {TypeError} if there is no such file, none is a calendar, or the only one has no whole event
 * @throws {RangeError} if the zone does not exist
 *
 * @example A weekly meeting over the change of the clock
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
    import("../export/readExport.ts"),
    import("./icsReader.ts"),
  ]);
  return await readExport(ICS, source, options);
}
