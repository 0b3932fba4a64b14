import type ICAL from "ical.js";
import type { ExportFile } from "../export/exportFiles.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { registerZones, zoneOfId } from "./icsZones.ts";

/**
 * Calendars as iCalendar (RFC 5545, https://www.rfc-editor.org/rfc/rfc5545), as all calendar programs
 * export them. Parsing and recurrence are those of ical.js, the library of a mail program; which instant a
 * clock time of a named zone is, is told by the runtime's own zone data, for the descriptions of zones
 * in such files often begin in the year of the export.
 */
export const ICS: MakerReader = {
  name: "ics",
  title: "iCalendar file",
  rules: [{
    name: /\.(?:ics|ical|icalendar)$|^the file$/i,
    isOurs: async (file) =>
      /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(new TextDecoder().decode(await file.head())),
    read: readIcs,
  }],
};

/** The most occurrences of a series: one an hour for five years. */
const MOST = 50_000;
const YEAR_MICROS = 366 * 86_400_000_000;

type Library = typeof ICAL;

async function readIcs(file: ExportFile, context: RuleContext): Promise<void> {
  const { default: library } = await import("ical.js"); // few cells read a calendar
  const text = await file.text();
  let parsed: unknown;
  try {
    parsed = library.parse(text);
  } catch (cause) {
    throw new TypeError(`it is no calendar: ${(cause as Error).message}`, { cause });
  }
  const calendars = (Array.isArray((parsed as unknown[])[0]) ? parsed : [parsed]) as unknown[][];
  registerZones(
    library,
    new Set(Array.from(text.matchAll(/;TZID="?([^:;"\r\n]+)/g), ([, id]) => id!)),
  );
  for (const given of calendars) {
    const calendar = new library.Component(given);
    const name = ["x-wr-calname", "name"].map((property) =>
      calendar.getFirstPropertyValue(property)
    )
      .find((value) => typeof value === "string" && value !== "");
    const title = String(name ?? file.name.replace(/^.*\//, "").replace(/\.[^.]+$/, ""));
    const events = calendar.getAllSubcomponents("vevent");
    for (
      const group of Map.groupBy(events, (event) => event.getFirstPropertyValue("uid")).values()
    ) {
      try {
        readSeries(library, group, { ...context, calendar: title });
      } catch (cause) {
        const what = String(
          group[0]!.getFirstPropertyValue("summary") ?? "an event without a title",
        );
        context.collector.skip("the event cannot be read", what, (cause as Error).message);
      }
    }
    const others = calendar.getAllSubcomponents().map(({ name }) => name)
      .filter((name) => name === "vtodo" || name === "vjournal");
    if (others.length > 0) {
      context.collector.note(
        `${others.length} tasks and journal entries are not read: they are no events`,
      );
    }
  }
}

/** An event with all its occurrences, and those of them that were moved or changed. */
function readSeries(
  library: Library,
  group: readonly ICAL.Component[],
  context: RuleContext & { readonly calendar: string },
): void {
  const { collector } = context;
  const main = group.find((event) => !event.hasProperty("recurrence-id"));
  if (main === undefined) { // occurrences of a series that the file does not hold
    for (const event of group) addEvent(new library.Event(event), undefined, context);
    return;
  }
  const exceptions = group.filter((event) => event !== main && event.hasProperty("recurrence-id"));
  const event = new library.Event(main, { exceptions: [...exceptions] });
  if (!event.isRecurring()) return addEvent(event, undefined, context);
  const last = Math.min(collector.end, Date.now() * 1000 + YEAR_MICROS);
  const occurrences = event.iterator();
  for (let count = 0;; count++) {
    const next = occurrences.next() as ICAL.Time | undefined;
    if (next === undefined || next.toUnixTime() * 1e6 > last + 86_400_000_000) return;
    if (count === MOST) {
      return collector.skip(`of a series more than ${MOST} occurrences`, String(event.summary));
    }
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    addEvent(item, { startDate, endDate }, context);
  }
}

function addEvent(
  event: ICAL.Event,
  occurrence: { readonly startDate: ICAL.Time; readonly endDate: ICAL.Time } | undefined,
  { collector, tz, calendar }: RuleContext & { readonly calendar: string },
): void {
  const where = String(event.summary ?? "an event without a title");
  if (event.component.getFirstPropertyValue("status") === "CANCELLED") {
    return collector.omit("the event is cancelled");
  }
  const { startDate, endDate } = occurrence ?? event;
  const id = event.component.getFirstProperty("dtstart")?.getFirstParameter("tzid");
  if (id !== undefined && isFloating(startDate)) {
    return collector.skip("its zone is neither described nor known", where, id);
  }
  const start = microsOf(startDate, tz), end = microsOf(endDate ?? startDate, tz);
  if (start === undefined || end === undefined) {
    return collector.skip("its time names no zone; give tz", where, String(startDate));
  }
  collector.event({
    start,
    end,
    title: event.summary || null,
    notes: event.description || null,
    location: event.location || null,
    all_day: startDate.isDate,
    calendar,
    source: "Calendar",
  }, where);
}

/** The instant of a time in microseconds; undefined where it is of no zone, and neither is one given. */
function microsOf(time: ICAL.Time, tz: string | undefined): number | undefined {
  const zone = time.isDate || isFloating(time) ? tz : zoneOfId(time.zone.tzid);
  if (zone === undefined) {
    return time.isDate || isFloating(time) ? undefined : time.toUnixTime() * 1e6;
  }
  const { year, month, day, hour, minute, second } = time;
  const local = new Temporal.PlainDateTime(year, month, day, hour, minute, second);
  return Number(local.toZonedDateTime(zone).epochNanoseconds / 1000n);
}

function isFloating({ zone }: ICAL.Time): boolean {
  return zone === null || zone.tzid === "floating";
}
