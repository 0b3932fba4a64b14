import type ICAL from "ical.js";
import { LIMITS } from "../../options/limits.ts";
import { type StepBudget, withinSteps } from "./icsBudget.ts";
import type { ExportCollector } from "../export/exportCollector.ts";
import type { RuleContext } from "../export/readExport.ts";
import { zoneOfId } from "./icsZones.ts";

/** Maximum number of occurrences of a series. */
const { most: MOST, error: OCCURRENCES } = LIMITS.calendarOccurrences;
const YEAR_MICROS = 366 * 86_400_000_000;

/** Context of the events of a calendar. */
export interface SeriesContext extends RuleContext {
  /** Name of the calendar. */
  readonly calendar: string;
  /** Zone of times without one (`X-WR-TIMEZONE`). */
  readonly zone: string | undefined;
  /** Number of steps that the library may take. */
  readonly budget: StepBudget;
}

/**
 * Reads an event with all its occurrences, including moved and changed ones.
 *
 * @throws {RangeError} if the library takes more steps than the budget has
 */
export async function readSeries(
  library: typeof ICAL,
  group: readonly ICAL.Component[],
  context: SeriesContext,
): Promise<void> {
  const { budget } = context;
  budget.event = LIMITS.calendarEventSteps.most;
  const parts = readOccurrences(library, group, context);
  while (!withinSteps(budget, () => parts.next().done)) await context.pause();
}

/** Reads an event like {@linkcode readEvent}, with pauses between occurrences. */
function* readOccurrences(
  library: typeof ICAL,
  group: readonly ICAL.Component[],
  context: SeriesContext,
): Generator<void, void, void> {
  const { collector } = context;
  const [changed, whole] = [true, false].map((isChanged) =>
    group.filter((event) => event.hasProperty("recurrence-id") === isChanged).toSorted(byVersion)
  ) as [ICAL.Component[], ICAL.Component[]];
  const main = whole.pop();
  for (const _ of whole) collector.omit("an older version of an event");
  if (main === undefined) { // the file has occurrences, but not their series
    for (const event of changed) addEvent(new library.Event(event), undefined, context);
    return;
  }
  const event = new library.Event(main);
  for (const one of changed) {
    event.relateException(one);
    yield;
  }
  if (!main.hasProperty("dtstart") || !event.isRecurring()) {
    return addEvent(event, undefined, context);
  }
  if (!main.hasProperty("rrule") && !isExcluded(main, event.startDate)) {
    // The library skips the start if a series is a list of dates; by the standard it is the first date.
    const { item, startDate, endDate } = event.getOccurrenceDetails(event.startDate);
    addEvent(item, { startDate, endDate }, context);
  }
  // The newest version of a changed occurrence counts, even if the series no longer has it.
  const lost = new Map(
    changed.map((event) => [String(event.getFirstPropertyValue("recurrence-id")), event]),
  );
  const found = new Set<ICAL.Component>();
  yield* eachOccurrence(library, event, collector, (item, startDate, endDate) => {
    found.add(item.component);
    addEvent(item, { startDate, endDate }, context);
  });
  for (const event of lost.values()) {
    if (!found.has(event)) addEvent(new library.Event(event), undefined, context);
  }
}

/** Yields the occurrences of a series, until a year from now or the end of the range. */
function* eachOccurrence(
  library: typeof ICAL,
  event: ICAL.Event,
  collector: ExportCollector,
  take: (item: ICAL.Event, start: ICAL.Time, end: ICAL.Time) => void,
): Generator<void, void, void> {
  const last = Math.min(collector.end, Date.now() * 1000 + YEAR_MICROS);
  const occurrences = event.iterator();
  for (let count = 0;; count++) {
    yield;
    const occurrence = occurrences.next() as ICAL.Time | ICAL.Period | undefined;
    const next = occurrence instanceof library.Period ? occurrence.start : occurrence;
    if (next === undefined || next.toUnixTime() * 1e6 > last + 86_400_000_000) return;
    if (count === MOST) {
      return collector.skip(`more than ${MOST} ${OCCURRENCES}`, String(event.summary));
    }
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    take(item, startDate, occurrence instanceof library.Period ? occurrence.getEnd() : endDate);
  }
}

/** Compares versions of an event by SEQUENCE, then by the time of change; the newest is last. */
function byVersion(a: ICAL.Component, b: ICAL.Component): number {
  const sequence = (event: ICAL.Component): number =>
    Number(event.getFirstPropertyValue("sequence") ?? 0);
  const modified = (event: ICAL.Component): string =>
    String(event.getFirstPropertyValue("last-modified") ?? "");
  const before = modified(a), after = modified(b);
  return sequence(a) - sequence(b) || (before < after ? -1 : before > after ? 1 : 0);
}

function isExcluded(event: ICAL.Component, start: ICAL.Time): boolean {
  const excluded = event.getAllProperties("exdate").flatMap((property) => property.getValues());
  return (excluded as unknown as ICAL.Time[]).some((date) => date.compare(start) === 0);
}

function addEvent(
  event: ICAL.Event,
  occurrence: { readonly startDate: ICAL.Time; readonly endDate: ICAL.Time } | undefined,
  { collector, tz, calendar, zone }: SeriesContext,
): void {
  const where = String(event.summary ?? "an event without a title");
  if (event.component.getFirstPropertyValue("status") === "CANCELLED") {
    return collector.omit("the event is cancelled");
  }
  if (!event.component.hasProperty("dtstart")) {
    return collector.skip("the event has no start", where);
  }
  const { startDate, endDate } = occurrence ?? event;
  const id = event.component.getFirstProperty("dtstart")?.getFirstParameter("tzid");
  if (id !== undefined && !startDate.isDate && isFloating(startDate)) {
    return collector.skip("its zone is neither described nor known", where, id);
  }
  const local = startDate.isDate ? tz ?? zone : zone ?? tz;
  const start = microsOf(startDate, local), end = microsOf(endDate ?? startDate, local);
  if (start === undefined || end === undefined) {
    return collector.skip("its time has no zone; pass tz", where, String(startDate));
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

/** Returns the instant of a time in microseconds; undefined if its zone is unknown and `tz` is missing. */
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
