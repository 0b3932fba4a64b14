/** Suggestions for ranges in other notations and in words. @module */
import { describeValue } from "../options/describeValue.ts";
import { sameMeaning } from "../options/suggestions/meanings.ts";

/** Days of the units in which people count ranges. */
const UNIT_DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, q: 91, y: 365 };

/** Two dates in one text, as `2025-03-10..2025-03-12` or `2025-03-10 to 2025-03-12`. */
const SPAN = /^(\d{4}-\d\d-\d\d)(?: ?(?:\/|\.\.|to|until|-|–) ?)(\d{4}-\d\d-\d\d)$/;
const MONTHS = ("january february march april may june july august september october november " +
  "december").split(" ");

/** Returns the number of a month from its name, in full or cut off. */
function monthOf(word: string): number | undefined {
  const index = MONTHS.findIndex((month) => word.length >= 3 && month.startsWith(word));
  return index < 0 ? undefined : index + 1;
}

/** First month of each season, for the north; messages name the dates. */
const SEASONS: Readonly<Record<string, number>> = {
  spring: 3,
  summer: 6,
  autumn: 9,
  fall: 9,
  winter: 12,
};

const two = (part: string | number): string => String(part).padStart(2, "0");

/** Returns a year, quarter, month, week or day in other notations, such as `March 2025`. */
function meantDate(text: string): string | undefined {
  const [, year, week = ""] = /^(\d{4})[- ]?W(\d\d?)$/i.exec(text) ?? [];
  if (year !== undefined) return `${year}-W${two(week)}`;
  const [, before = "", part = "", number = "", after = ""] =
    /^(\d{4})?[- /]?([QH])([1-4])[- /]?(\d{4})?$/i.exec(text) ?? [];
  if (before + after !== "" && part !== "") {
    const of = before + after;
    if (part.toLowerCase() === "q") return `${of}-Q${number}`;
    return number === "1" ? `${of}-01/${of}-06` : `${of}-07/${of}-12`;
  }
  const parts = /^(\d{4})[-/. ]?(\d\d?)(?:[-/. ]?(\d\d?))?$/.exec(text)?.slice(1);
  if (parts !== undefined) return parts.filter((part) => part !== undefined).map(two).join("-");
  const [, name = "", of = ""] = /^([a-z]{3,})\.? (\d{4})$/i.exec(text) ?? [];
  const month = monthOf(name.toLowerCase());
  return month === undefined ? undefined : `${of}-${two(month)}`;
}

/** Returns the calendar text of a unit that contains a day. */
function calendarText(day: Temporal.PlainDate, unit: string): string {
  if (unit === "w") return `${day.yearOfWeek}-W${two(day.weekOfYear!)}`;
  const year = two(day.year);
  if (unit === "y") return year;
  return unit === "q" ? `${year}-Q${Math.ceil(day.month / 3)}` : `${year}-${two(day.month)}`;
}

const WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split(" ");

/** Returns the latest day with this month and day of the month that has come. */
function latest(today: Temporal.PlainDate, month: number, day: number): Temporal.PlainDate {
  const date = Temporal.PlainDate.from({ year: today.year, month, day });
  return Temporal.PlainDate.compare(date, today) <= 0 ? date : date.subtract({ years: 1 });
}

/** Returns a period or day that words place relative to today, such as `last winter`, as code. */
function meantWord(text: string, today: Temporal.PlainDate): string | undefined {
  const [, which = "", word = "", year] =
    /^(?:(last|past|previous|this) )?([a-z]{3,})(?: (\d{4}))?$/.exec(text) ?? [];
  const unit = /^(?:week|month|quarter|year)$/.test(word) ? word.slice(0, 1) : undefined;
  if (unit !== undefined && which === "this") return `"${calendarText(today, unit)}"`;
  const season = SEASONS[word], month = season ?? monthOf(word);
  if (month !== undefined) {
    const length = season === undefined ? 1 : 3;
    const over = which === "" || which === "this" ? today : today.subtract({ months: length });
    const first = year === undefined
      ? latest(over, month, 1)
      : Temporal.PlainDate.from({ year: Number(year), month, day: 1 });
    const [from, to] = [0, length - 1].map((months) => calendarText(first.add({ months }), "m"));
    return from === to ? `"${from}"` : `"${from}/${to}"`;
  }
  const [, week, last] = /^(?:weeks?|cw|kw|w) ?(\d\d?)(?: ?(?:to|-|–|\/) ?(\d\d?))?$/.exec(text) ??
    [];
  if (week !== undefined) {
    const of = today.yearOfWeek! - (Number(week) > today.weekOfYear! ? 1 : 0);
    const end = last === undefined
      ? ""
      : `/${of + (Number(last) < Number(week) ? 1 : 0)}-W${two(last)}`;
    return `"${of}-W${two(week)}${end}"`;
  }
  const weekday = WEEKDAYS.indexOf(word) + 1;
  if (weekday > 0) {
    return `"${today.subtract({ days: (today.dayOfWeek - weekday + 6) % 7 + 1 })}"`;
  }
  const [, before, name = "", after] = /^(?:(\d\d?)\.? )?([a-z]{3,})(?: (\d\d?))?$/.exec(text) ??
    [];
  const of = monthOf(name), day = Number(before ?? after);
  const isDay = of !== undefined && day >= 1 &&
    day <= Temporal.PlainDate.from({ year: today.year, month: of, day: 1 }).daysInMonth;
  return isDay ? `"${latest(today, of, day)}"` : undefined;
}

/** Returns the calendar unit before the present one, for words such as `last month`. */
function unitBefore(text: string, today: Temporal.PlainDate): string | undefined {
  const [, name = ""] = /^(?:last|previous) (week|month|quarter|year)$/i.exec(text) ?? [];
  const unit = name.toLowerCase();
  if (unit === "") return undefined;
  const day = today.subtract(unit === "quarter" ? { months: 3 } : { [`${unit}s`]: 1 });
  return `. For the calendar ${unit}, give "${calendarText(day, unit.slice(0, 1))}"`;
}

/**
 * Returns the range that was probably meant, as code.
 *
 * @param today Local date of the clock; `undefined` if unknown.
 */
export function meantRange(
  when: unknown,
  today: Temporal.PlainDate | undefined,
): string | undefined {
  const days = (count: unknown, unit: string): string | undefined => {
    const each = UNIT_DAYS[unit.slice(0, 1).toLowerCase()], all = Number(count) * (each ?? NaN);
    return Number.isSafeInteger(all) && all > 0 ? `{ days: ${all} }` : undefined;
  };
  if (typeof when === "number") {
    return when >= 1900 && when < 2200 ? `"${when}" for the year` : days(when, "d");
  }
  if (when instanceof Date) return 'the day as text, such as "2025-03-10"';
  if (typeof when === "string") return meantText(when.trim(), today, days);
  if (Array.isArray(when) && when.length === 2) {
    return `{ from: ${shown(when[0])}, to: ${shown(when[1])} }, without the day of to`;
  }
  if (typeof when !== "object" || when === null) return undefined;
  const names = Object.keys(when), values = Object.values(when);
  const [name = ""] = names, [value] = values;
  if (names.length === 1) {
    if (name === "since") {
      return typeof value === "string" ? meantText(`since ${value}`, today, days) : undefined;
    }
    const text = name === "month" ? MONTHS[Number(value) - 1] ?? "" : `${name} ${value}`;
    return name === "year" && Number(value) > 1900
      ? `"${value}"`
      : /^(?:month|week)$/.test(name) && today !== undefined
      ? meantWord(text, today)
      : days(value, name.replace(/^(?:last|past)$/i, "days"));
  }
  const meant = names.map((name) => sameMeaning(name, ["from", "to"]));
  if (names.length !== 2 || !meant.includes("from") || !meant.includes("to")) return undefined;
  const at = (name: string): string => shown(values[meant.indexOf(name)]);
  return `{ from: ${at("from")}, to: ${at("to")} }, without the day of to`;
}

function meantText(
  text: string,
  today: Temporal.PlainDate | undefined,
  days: (count: unknown, unit: string) => string | undefined,
): string | undefined {
  const [, count = "", unit = ""] =
    /^(?:last |past |previous )?P?(\d*) ?(d|w|m|mo|q|y|days?|weeks?|months?|quarters?|years?)$/i
      .exec(text) ?? [];
  if (unit !== "") {
    const before = today === undefined ? undefined : unitBefore(text, today);
    return `${days(count === "" ? 1 : count, unit)}${before ?? ""}`;
  }
  const [, from, to] = SPAN.exec(text) ?? [];
  if (from !== undefined) return `{ from: "${from}", to: "${to}" }, without the day of to`;
  const date = meantDate(text);
  if (date !== undefined) return `"${date}"`;
  const ago = ["today", "yesterday"].indexOf(text.toLowerCase());
  if (ago >= 0 || /^(?:tomorrow|now)$/i.test(text)) {
    const day = ago < 0 || today === undefined
      ? ""
      : ` (${text.toLowerCase()} is "${today.subtract({ days: ago })}")`;
    return `the day as text, such as "2025-03-10"${day}, or { days: 1 } for the last whole day`;
  }
  const [, since] = /^(?:since|from) (.+)$/i.exec(text) ?? [];
  if (since !== undefined) {
    const start = /^\d{4}(?:-(?:Q[1-4]|W?\d\d(?:-\d\d)?))?$/.test(since)
      ? `"${since}"`
      : meantText(since, today, () => undefined);
    const first = start === undefined ? undefined : /^"([^"/]+)/.exec(start)?.[1];
    return first === undefined ? undefined : `"${first}/.."`;
  }
  return today === undefined ? undefined : meantWord(text.toLowerCase(), today);
}

/** Returns a short value as code. */
export function shown(value: unknown): string {
  const text = typeof value === "object" && value !== null && !Array.isArray(value) &&
      !(value instanceof Date)
    ? `{ ${Object.entries(value).map(([name, one]) => `${name}: ${shown(one)}`).join(", ")} }`
    : JSON.stringify(value);
  return text === undefined || text.length > 80 ? describeValue(value) : text;
}
