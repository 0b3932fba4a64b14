import { describeValue } from "../options/describeValue.ts";
import { nearest } from "../options/suggestions/nearest.ts";
import { fromMicros, type TimeLike, toMicros } from "./instant.ts";
import { type Range, toInterval } from "./interval.ts";
import { meantRange, shown } from "./meantRange.ts";
import * as range from "./range.ts";
import { zone, type Zones } from "./zone.ts";
import { NO_ZONE, zonedTime } from "./zones.ts";

/** First day or instant, and the exclusive end, in the zone of the question. */
export interface FromTo {
  /** First day, such as `2025-03-01`, or inclusive start. */
  readonly from: TimeLike;
  /** Day after the last, or exclusive end. */
  readonly to: TimeLike;
}

/**
 * Range of a question: a year (`"2025"`), a quarter (`"2025-Q1"`), a month (`"2025-03"`), an ISO week
 * (`"2025-W11"`), a day (`"2025-03-10"`), from a week or longer to another with both
 * (`"2025-W30/2025-W34"`) or until now (`"2025-06/.."`), the last whole days (`{ days: 30 }`), the
 * last nights (`{ nights: 30 }`), dates or instants (`{ from, to }`, half-open), or a range with
 * `start_time` and `end_time`.
 */
export type When =
  | string
  | Temporal.PlainDate
  | { readonly days: number }
  | { readonly nights: number }
  | FromTo
  | Range;

/** Zone and clock for reading a range. */
export interface WhenOptions {
  /** IANA zone of days; `undefined` if unknown. */
  readonly tz: Zones | undefined;
  /** Current time; `undefined` if ranges cannot look back. */
  readonly now: (() => Temporal.Instant) | undefined;
}

/** Accepted ranges, for messages. */
const FORMS =
  '"2025", "2025-Q1", "2025-03", "2025-W11", "2025-03-10", "2025-W30/2025-W34", "2025-06/..", ' +
  "{ days: 30 }, { nights: 30 }, { from, to } or { start_time, end_time }";

/** Members of each kind of range object. */
const OBJECTS: readonly (readonly string[])[] = [
  ["days"],
  ["nights"],
  ["from", "to"],
  ["start_time", "end_time"],
];

/**
 * Reads the range of a question.
 *
 * @throws {TypeError} if it is not a {@linkcode When}, or a day needs a zone and no zone is known
 * @throws {RangeError} if a date or the zone does not exist, or the end is before the start
 */
export function whenRange(when: When, { tz, now }: WhenOptions): Range {
  if (typeof when === "string") return calendarRange(when, tz, now);
  if (when instanceof Temporal.PlainDate) return range.day(when, requireZone(tz));
  const form = formOf(when, tz, now);
  if ("days" in form) return range.lastDays(form.days, requireZone(tz), present(now, "{ days }"));
  if ("nights" in form) {
    return range.lastNights(form.nights, requireZone(tz), present(now, "{ nights }"));
  }
  if ("start_time" in form) return form;
  const { from, to } = form;
  if (isDay(from) && isDay(to)) return range.between(from, to, requireZone(tz));
  for (const [what, end] of Object.entries({ from, to })) {
    if (!isPeriod(end) || isDay(end)) continue;
    throw new RangeError(
      `Cannot use the range: ${what} is ${
        shown(end)
      }, which is not a day. Pass a day, or text such ` +
        `as "${isPeriod(from) ? from : end}/${isPeriod(to) ? to : end}", which includes both.`,
    );
  }
  const name = tz === undefined || tz === NO_ZONE ? undefined : zone(tz);
  const read = (at: TimeLike, what: string): Temporal.Instant =>
    isDay(at)
      ? range.day(at, requireZone(tz)).start_time.toInstant()
      : fromMicros(toMicros(at, { tz: name, what }));
  const given = { start_time: read(from, "from"), end_time: read(to, "to") };
  toInterval(given);
  return given;
}

/**
 * Returns whether a value is text that starts with a year, a date, or an object with a member of a
 * range.
 */
export function looksLikeRange(value: unknown): boolean {
  if (typeof value === "string") return /^\d{4}/.test(value);
  if (value instanceof Temporal.PlainDate) return true;
  return typeof value === "object" && value !== null &&
    OBJECTS.flat().some((name) => name in value);
}

/** Returns whether a range is given by days, so that its nights are selected by wake-up date. */
export function namesDays(when: When): boolean {
  if (typeof when === "string" || when instanceof Temporal.PlainDate) return true;
  return "days" in when || ("from" in when && isDay(when.from) && isDay(when.to));
}

/** Reads text: one period, or the first and the last of a range. */
function calendarRange(text: string, tz: Zones | undefined, now: WhenOptions["now"]): Range {
  const [first = "", last = first, ...more] = text.split("/");
  const start = periodOf(first, tz), end = last === ".." ? undefined : periodOf(last, tz);
  if (start !== undefined && (end !== undefined || last === "..") && more.length === 0) {
    const { start_time } = start,
      end_time = end?.end_time ??
        present(now, text).until.toZonedDateTimeISO(start_time.timeZoneId);
    toInterval({ start_time, end_time });
    if (!isDay(last) || !text.includes("/")) return { start_time, end_time };
    throw new RangeError(
      `Cannot use the range "${text}": it does not say whether ${last} is included. Pass ` +
        `{ from: "${start_time.toPlainDate()}", to: "${last}" } to exclude that day, or to: ` +
        `"${end_time.toPlainDate()}" to include it.`,
    );
  }
  const meant = meantRange(text, todayOf(tz, now));
  throw new RangeError(
    `Cannot use the range ${
      JSON.stringify(text)
    }: it is neither a year, a month, a week nor a day. Pass ${meant ?? FORMS}.`,
  );
}

/** Periods of a calendar by the pattern of their text. */
const PERIODS: readonly (readonly [
  pattern: RegExp,
  read: (text: string, tz: Zones) => range.ZonedRange,
])[] = [
  [/^\d{4}$/, range.year],
  [/^\d{4}-Q[1-4]$/, (text, tz) => {
    const first = Temporal.PlainDate.from({
      year: Number(text.slice(0, 4)),
      month: 3 * Number(text.slice(6)) - 2,
      day: 1,
    });
    return range.between(first, first.add({ months: 3 }), tz);
  }],
  [/^\d{4}-\d\d$/, (text, tz) => range.month(text, tz)],
  [/^\d{4}-W\d\d$/, (text, tz) => range.week(text, tz)],
  [/^\d{4}-\d\d-\d\d$/, (text, tz) => range.day(text, tz)],
];

function isPeriod(text: unknown): text is string {
  return typeof text === "string" && PERIODS.some(([pattern]) => pattern.test(text));
}

/** Returns the period of a calendar that a text names; `undefined` if it names none. */
function periodOf(text: string, tz: Zones | undefined): range.ZonedRange | undefined {
  return PERIODS.find(([pattern]) => pattern.test(text))?.[1](text, requireZone(tz));
}

type Form = Exclude<When, string | Temporal.PlainDate>;

/** Returns the object if it is a range with exactly the members of one kind. */
function formOf(when: unknown, tz: Zones | undefined, now: WhenOptions["now"]): Form {
  const given = Object.entries(when ?? {}).filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  const form = OBJECTS.find((names) => names.some((name) => given.includes(name)));
  if (form === undefined) {
    const [odd] = given, meant = meantRange(when, todayOf(tz, now));
    const near = odd === undefined ? undefined : nearest(odd, OBJECTS.flat());
    const why = odd === undefined || meant !== undefined
      ? `it is ${meant === undefined ? describeValue(when) : shown(when)}.`
      : `it has no member ${odd}${near === undefined ? "." : `; did you mean ${near}?`}`;
    throw new TypeError(`Cannot use the range: ${why} Pass ${meant ?? FORMS}.`);
  }
  const extra = given.find((name) => !form.includes(name));
  if (extra !== undefined) {
    throw new TypeError(
      `Cannot use the range: it has ${extra} in addition to ${
        form.join(" and ")
      }. Pass options as a separate argument after the range.`,
    );
  }
  const missing = form.find((name) => !given.includes(name));
  if (missing === undefined) return when as Form;
  throw new TypeError(`Cannot use the range: ${missing} is missing. Pass ${FORMS}.`);
}

/** Returns whether an end is a local date rather than an instant. */
function isDay(end: unknown): end is string | Temporal.PlainDate {
  return end instanceof Temporal.PlainDate ||
    (typeof end === "string" && /^\d{4}-\d\d-\d\d$/.test(end));
}

function present(now: WhenOptions["now"], text: string): { until: Temporal.Instant } {
  if (now !== undefined) return { until: now() };
  throw new TypeError(
    `Cannot use the range ${text}: the current time is unknown. Pass dates, or a range ` +
      `such as me.range.last${text.includes("nights") ? "Nights" : "Days"}(30).`,
  );
}

/** Returns the local date of the clock; `undefined` without a clock or zone. */
function todayOf(tz: Zones | undefined, now: WhenOptions["now"]): Temporal.PlainDate | undefined {
  if (now === undefined || tz === undefined || tz === NO_ZONE) return undefined;
  return zonedTime(toMicros(now(), { what: "now" }), zone(tz)).toPlainDate();
}

function requireZone(tz: Zones | undefined): Zones {
  if (tz !== undefined && tz !== NO_ZONE) return tz;
  throw new TypeError(
    'Cannot make a range: days need a time zone. Pass tz: "Europe/Berlin", or connect with one.',
  );
}
