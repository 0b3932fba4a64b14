import { describeValue } from "../options/describeValue.ts";
import { nearest } from "../options/nearest.ts";
import { fromMicros, type TimeLike, toMicros } from "./instant.ts";
import { type Range, toInterval } from "./interval.ts";
import * as range from "./range.ts";
import { zone, type Zones } from "./zone.ts";
import { NO_ZONE } from "./zones.ts";

/** First day or instant, and the exclusive end, in the zone of the question. */
export interface FromTo {
  /** First day, such as `2025-03-01`, or inclusive start. */
  readonly from: TimeLike;
  /** Day after the last, or exclusive end. */
  readonly to: TimeLike;
}

/**
 * Range of a question: a year (`"2025"`), a month (`"2025-03"`), an ISO week (`"2025-W11"`), a day
 * (`"2025-03-10"`), the last whole days (`{ days: 30 }`), the last nights (`{ nights: 30 }`), dates or
 * instants (`{ from, to }`, half-open), or a range with `start_time` and `end_time`.
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
  '"2025", "2025-03", "2025-W11", "2025-03-10", { days: 30 }, { nights: 30 }, { from, to } or ' +
  "{ start_time, end_time }";

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
  if (typeof when === "string") return calendarRange(when, tz);
  if (when instanceof Temporal.PlainDate) return range.day(when, requireZone(tz));
  const form = formOf(when);
  if ("days" in form) return range.lastDays(form.days, requireZone(tz), present(now, "days"));
  if ("nights" in form) {
    return range.lastNights(form.nights, requireZone(tz), present(now, "nights"));
  }
  if ("start_time" in form) return form;
  if (isDay(form.from) && isDay(form.to)) {
    return range.between(form.from, form.to, requireZone(tz));
  }
  const name = tz === undefined || tz === NO_ZONE ? undefined : zone(tz);
  const read = (at: TimeLike, what: string): Temporal.Instant =>
    isDay(at)
      ? range.day(at, requireZone(tz)).start_time.toInstant()
      : fromMicros(toMicros(at, { tz: name, what }));
  const given = { start_time: read(form.from, "from"), end_time: read(form.to, "to") };
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

function calendarRange(text: string, tz: Zones | undefined): Range {
  if (/^\d{4}$/.test(text)) {
    return range.between(`${text}-01-01`, `${Number(text) + 1}-01-01`, requireZone(tz));
  }
  if (/^\d{4}-\d\d$/.test(text)) return range.month(text, requireZone(tz));
  if (/^\d{4}-W\d\d$/.test(text)) return range.week(text, requireZone(tz));
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return range.day(text, requireZone(tz));
  throw new RangeError(
    `Cannot use the range ${
      JSON.stringify(text)
    }: it is neither a year, a month, a week nor a day. ` +
      `Give ${FORMS}.`,
  );
}

type Form = Exclude<When, string | Temporal.PlainDate>;

/** Returns the object if it is a range with exactly the members of one kind. */
function formOf(when: unknown): Form {
  const given = Object.entries(when ?? {}).filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  const form = OBJECTS.find((names) => names.some((name) => given.includes(name)));
  if (form === undefined) {
    const [odd] = given, near = odd === undefined ? undefined : nearest(odd, OBJECTS.flat());
    const why = odd === undefined
      ? `it is ${describeValue(when)}.`
      : `it has no member ${odd}${near === undefined ? "." : `; did you mean ${near}?`}`;
    throw new TypeError(`Cannot use the range: ${why} Give ${FORMS}.`);
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
  throw new TypeError(`Cannot use the range: ${missing} is missing. Give ${FORMS}.`);
}

/** Returns whether an end is a local date rather than an instant. */
function isDay(end: unknown): end is string | Temporal.PlainDate {
  return end instanceof Temporal.PlainDate ||
    (typeof end === "string" && /^\d{4}-\d\d-\d\d$/.test(end));
}

function present(now: WhenOptions["now"], unit: string): range.UntilOptions {
  if (now !== undefined) return { until: now() };
  throw new TypeError(
    `Cannot use the range { ${unit} }: the current time is unknown. Give dates, or a range ` +
      `such as me.range.last${unit === "days" ? "Days" : "Nights"}(30).`,
  );
}

function requireZone(tz: Zones | undefined): Zones {
  if (tz !== undefined && tz !== NO_ZONE) return tz;
  throw new TypeError(
    'Cannot make a range: days need a time zone. Give tz: "Europe/Berlin", or connect with one.',
  );
}
