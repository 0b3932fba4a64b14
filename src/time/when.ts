import { describeValue } from "../options/describeValue.ts";
import { sameMeaning } from "../options/suggestions/meanings.ts";
import { nearest } from "../options/suggestions/nearest.ts";
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
      `Give ${meantRange(text) ?? FORMS}.`,
  );
}

/** Days of the units in which people count ranges. */
const UNIT_DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, q: 91, y: 365 };

/** Two dates in one text, as `2025-03-10/2025-03-12` or `2025-03-10 to 2025-03-12`. */
const SPAN = /^(\d{4}-\d\d-\d\d)(?: ?(?:\/|\.\.|to|until|-|–) ?)(\d{4}-\d\d-\d\d)$/;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** Returns a year, month, week or day in other notations, such as `March 2025` or `2025/03/10`. */
function meantDate(text: string): string | undefined {
  const two = (part: string): string => part.padStart(2, "0");
  const [, year, week] = /^(\d{4})[- ]?W(\d\d?)$/i.exec(text) ?? [];
  if (year !== undefined) return `${year}-W${two(week!)}`;
  const parts = /^(\d{4})[-/. ]?(\d\d?)(?:[-/. ]?(\d\d?))?$/.exec(text)?.slice(1);
  if (parts !== undefined) return parts.filter((part) => part !== undefined).map(two).join("-");
  const [, name = "", of = ""] = /^([a-z]{3})[a-z]*\.? (\d{4})$/i.exec(text) ?? [];
  const month = MONTHS.indexOf(name.toLowerCase()) + 1;
  return month === 0 ? undefined : `${of}-${two(String(month))}`;
}

/** Returns the range that was probably meant, as it is written. */
function meantRange(when: unknown): string | undefined {
  const days = (count: unknown, unit: string): string | undefined => {
    const each = UNIT_DAYS[unit.slice(0, 1).toLowerCase()], all = Number(count) * (each ?? NaN);
    return Number.isSafeInteger(all) && all > 0 ? `{ days: ${all} }` : undefined;
  };
  if (typeof when === "number") {
    return when >= 1900 && when < 2200 ? `"${when}" for the year` : days(when, "d");
  }
  if (when instanceof Date) return 'the day as text, such as "2025-03-10"';
  if (typeof when === "string") {
    const [, count = "", unit = ""] =
      /^(?:last |past )?P?(\d*) ?(d|w|m|mo|q|y|days?|weeks?|months?|quarters?|years?)$/i.exec(
        when,
      ) ??
        [];
    if (unit !== "") return days(count === "" ? 1 : count, unit);
    const [, from, to] = SPAN.exec(when) ?? [];
    if (from !== undefined) return `{ from: "${from}", to: "${to}" }, without the day of to`;
    const date = meantDate(when);
    if (date !== undefined) return `"${date}"`;
    return /^(?:today|yesterday|tomorrow|now)$/i.test(when)
      ? 'the day as text, such as "2025-03-10", or { days: 1 } for the last whole day'
      : undefined;
  }
  if (Array.isArray(when) && when.length === 2) {
    return `{ from: ${shown(when[0])}, to: ${shown(when[1])} }, without the day of to`;
  }
  if (typeof when !== "object" || when === null) return undefined;
  const names = Object.keys(when), values = Object.values(when);
  if (names.length === 1) return days(values[0], names[0]!.replace(/^(?:last|past)$/i, "days"));
  const meant = names.map((name) => sameMeaning(name, ["from", "to"]));
  if (names.length !== 2 || !meant.includes("from") || !meant.includes("to")) return undefined;
  const at = (name: string): string => shown(values[meant.indexOf(name)]);
  return `{ from: ${at("from")}, to: ${at("to")} }, without the day of to`;
}

/** Returns a short value as code. */
function shown(value: unknown): string {
  const text = typeof value === "object" && value !== null && !Array.isArray(value) &&
      !(value instanceof Date)
    ? `{ ${Object.entries(value).map(([name, one]) => `${name}: ${shown(one)}`).join(", ")} }`
    : JSON.stringify(value);
  return text === undefined || text.length > 80 ? describeValue(value) : text;
}

type Form = Exclude<When, string | Temporal.PlainDate>;

/** Returns the object if it is a range with exactly the members of one kind. */
function formOf(when: unknown): Form {
  const given = Object.entries(when ?? {}).filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  const form = OBJECTS.find((names) => names.some((name) => given.includes(name)));
  if (form === undefined) {
    const [odd] = given, meant = meantRange(when);
    const near = odd === undefined ? undefined : nearest(odd, OBJECTS.flat());
    const why = odd === undefined || meant !== undefined
      ? `it is ${meant === undefined ? describeValue(when) : shown(when)}.`
      : `it has no member ${odd}${near === undefined ? "." : `; did you mean ${near}?`}`;
    throw new TypeError(`Cannot use the range: ${why} Give ${meant ?? FORMS}.`);
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
