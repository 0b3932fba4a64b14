import { assert } from "@std/assert";
import fc from "fast-check";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { fromRows } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import * as show from "../../src/show/mod.ts";

/** An hour of a watch; null if it recorded nothing. */
export interface Hour {
  readonly at: Temporal.Instant;
  readonly value: number | null;
  readonly other: number | null;
}

/** An interval of sleep; stage 0 is time in bed, 1 sleep of unknown stage, 2 time awake. */
export interface Span {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly stage: number;
}

/** Records of one person, and the requested range. */
export interface Life {
  readonly tz: string;
  readonly hours: readonly Hour[];
  readonly spans: readonly Span[];
  /** Range of the frames, if known. */
  readonly range: { readonly start: Temporal.Instant; readonly end: Temporal.Instant } | undefined;
  readonly now: Temporal.Instant;
}

export const HOUR = 3_600_000;
export const at = (ms: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(ms);

/** Lives around both daylight saving changes, with gaps, and ranges that cut days and nights. */
export const lives: fc.Arbitrary<Life> = livesOf(0);

/** Lives of over a month, in which charts compare halves. */
export const longLives: fc.Arbitrary<Life> = livesOf(34);

/** @param days Least number of days with records, and of the range. */
function livesOf(days: number): fc.Arbitrary<Life> {
  return fc.record({
    tz: fc.constantFrom("UTC", "Europe/Berlin", "Australia/Lord_Howe"),
    first: fc.constantFrom("2024-03-27T00:00Z", "2024-10-24T00:00Z", "2024-04-03T00:00Z"),
    hours: fc.array(
      fc.tuple(
        fc.option(fc.integer({ min: 0, max: 900 })),
        fc.option(fc.integer({ min: -90, max: 90 })),
      ),
      { minLength: 30 + 24 * days, maxLength: 24 * (6 + days) },
    ),
    nights: fc.array(
      fc.record({
        isThere: fc.boolean(),
        late: fc.integer({ min: 0, max: 180 }),
        parts: fc.array(
          fc.tuple(fc.constantFrom(1, 2, 3, 4, 5), fc.integer({ min: 5, max: 150 })),
          {
            minLength: 1,
            maxLength: 8,
          },
        ),
        bed: fc.boolean(),
      }),
      { minLength: 1 + days, maxLength: 8 + days },
    ),
    cut: fc.option(
      fc.tuple(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1 + 24 * days, max: 140 + 24 * days }),
      ),
    ),
    past: fc.integer({ min: 1 + 30 * days, max: 200 + 30 * days }),
  }).map(({ tz, first, hours, nights, cut, past }): Life => {
    const start = Temporal.Instant.from(first).epochMilliseconds;
    const spans = nights.flatMap(({ isThere, late, parts, bed }, i) => {
      let from = start + (24 * i + 21) * HOUR + late * 60_000;
      const evening = from;
      const own = !isThere ? [] : parts.map(([stage, minutes]) => {
        const span = { start: at(from), end: at(from += minutes * 60_000), stage };
        return span;
      });
      return bed ? [...own, { start: at(evening), end: at(evening + 9 * HOUR), stage: 0 }] : own;
    });
    const range = cut === null ? undefined : {
      start: at(start + cut[0] * HOUR),
      end: at(start + (cut[0] + cut[1]) * HOUR),
    };
    const now = at(start + past * HOUR);
    const reaches = (from: Temporal.Instant, to: Temporal.Instant): boolean =>
      range === undefined ||
      (Temporal.Instant.compare(from, range.end) < 0 &&
        Temporal.Instant.compare(to, range.start) > 0);
    return {
      tz,
      hours: hours.map(([value, other], i) => ({ at: at(start + i * HOUR), value, other }))
        // Nothing is recorded after the present.
        .filter((hour) => Temporal.Instant.compare(hour.at.add({ hours: 1 }), now) <= 0)
        .filter((hour) => reaches(hour.at, hour.at.add({ nanoseconds: 1 }))),
      spans: spans.filter(({ start, end }) =>
        Temporal.Instant.compare(end, now) <= 0 && reaches(start, end)
      ),
      range,
      now,
    };
  });
}

/** Attaches the range of a life to a frame. */
export function known(frame: Frame, { range, tz, now }: Life): Frame {
  if (range === undefined) return frame;
  return show.withRange(frame, { start_time: range.start, end_time: range.end }, { tz, now });
}

export function series(life: Life): Frame {
  const rows = life.hours.map(({ at, value, other }) => ({ time: at, value, other }));
  const schema = { time: "time", value: "float64", other: "float64" } as const;
  return known(toFrame(fromRows(rows, schema, { zone: life.tz })), life);
}

export function stages(life: Life): Frame {
  const rows = life.spans.map(({ start, end, stage }) => ({
    start_time: start,
    end_time: end,
    sleep_stage: stage,
  }));
  const schema = { start_time: "time", end_time: "time", sleep_stage: "int64" } as const;
  return known(toFrame(fromRows(rows, schema, { zone: life.tz })), life);
}

export const dayOf = (at: Temporal.Instant, tz: string): string =>
  at.toZonedDateTimeISO(tz).toPlainDate().toString();
export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
export const mean = (values: readonly number[]): number => sum(values) / values.length;

/** `Sun 10 Mar 2024`. */
export function dateText(date: string): string {
  const { dayOfWeek, day, month, year } = Temporal.PlainDate.from(date);
  const weekday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][dayOfWeek - 1];
  const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
  return `${weekday} ${day} ${months[month - 1]} ${year}`;
}

/** Returns the dates from one to another. */
export function datesBetween(first: string, last: string): string[] {
  const from = Temporal.PlainDate.from(first);
  const { days } = from.until(last, { largestUnit: "days" });
  return Array.from({ length: days + 1 }, (_, i) => from.add({ days: i }).toString());
}

/** Pattern of numbers: digits grouped by commas, with a minus sign. */
export const NUMBER = "[−-]?[\\d,]+(?:\\.\\d+)?";
/** Pattern of durations. */
export const LENGTH = "(?:\\d+ h)?(?: ?\\d+ min)?|\\d+ s";

/** Rounds to significant digits as texts of charts do: from three on, integer parts stay below 100,000. */
export function shown(value: number, digits = 3): number {
  const whole = Math.trunc(Math.abs(value)).toString().length;
  return Number(value.toPrecision(digits < 3 ? digits : Math.max(digits, Math.min(5, whole))));
}

/** Asserts that a text shows a number, to its number of digits. */
export function assertSays(text: string, expected: number, what: string): void {
  const plain = text.replaceAll(",", "").replace("−", "-"), said = Number(plain);
  const decimals = plain.split(".")[1]?.length ?? 0;
  const digits = Math.floor(Math.log10(Math.max(1, Math.abs(expected)))) - 3;
  const tolerance = Math.max(0.5 * 10 ** -decimals, decimals === 0 ? 0 : 0.5 * 10 ** digits);
  assert(Math.abs(said - expected) <= tolerance * 1.001, `${what}: says ${text}, is ${expected}`);
}

export function assertLength(text: string, minutes: number, what: string): void {
  const [, hours = "0"] = /(\d+) h/.exec(text) ?? [], [, rest = "0"] = /(\d+) min/.exec(text) ?? [];
  const [, seconds = "0"] = /(\d+) s/.exec(text) ?? [];
  const said = 60 * Number(hours) + Number(rest) + Number(seconds) / 60;
  const tolerance = Number(hours) < 100 ? 0.5001 : 30; // from 100 hours on, texts have no minutes
  assert(Math.abs(said - minutes) <= tolerance, `${what}: says ${text}, is ${minutes} min`);
}

/** Returns the groups of a pattern that must match a whole caption. */
export function partsOf(caption: string, pattern: string): Record<string, string | undefined> {
  const found = new RegExp(`^${pattern}$`, "s").exec(caption);
  assert(found !== null, `${caption} is not ${pattern}`);
  return found.groups ?? {};
}

/** Returns the days of a series: their values, and whether the range covers them. */
export function daysOf({ hours, tz, range, now }: Life): {
  date: string;
  values: number[];
  total: number;
  isCut: boolean;
}[] {
  const dates = hours.length === 0
    ? []
    : datesBetween(dayOf(hours[0]!.at, tz), dayOf(hours.at(-1)!.at, tz));
  return dates.map((date) => {
    const values = hours.filter(({ at }) => dayOf(at, tz) === date)
      .flatMap(({ value }) => value ?? []);
    const start = Temporal.PlainDate.from(date).toZonedDateTime(tz);
    const end = start.add({ days: 1 }).startOfDay().toInstant();
    const isCut = range !== undefined && (
      Temporal.Instant.compare(start.toInstant(), range.start) < 0 ||
      Temporal.Instant.compare(end, range.end) > 0 || Temporal.Instant.compare(end, now) > 0
    );
    return { date, values, total: sum(values), isCut };
  });
}

/**
 * Returns the day of each night: a sleep counts on the day on which its cycle (with gaps up to two
 * hours) ends.
 */
export function sleepDays({ spans, tz, range, now }: Life): {
  date: string;
  isCut: boolean;
  staged: boolean;
  asleep: number;
  minutes: (isStage: (stage: number) => boolean) => number;
}[] {
  const order = spans.toSorted((a, b) => Temporal.Instant.compare(a.start, b.start));
  const cycles: Span[][] = [];
  let end = -Infinity;
  for (const span of order) {
    if (span.start.epochMilliseconds - end > 2 * HOUR) cycles.push([]);
    cycles.at(-1)!.push(span);
    end = Math.max(end, span.end.epochMilliseconds);
  }
  const days = new Map<string, Span[]>();
  for (const cycle of cycles) {
    const last = Math.max(...cycle.map(({ end }) => end.epochMilliseconds));
    const date = dayOf(at(last), tz);
    days.set(date, [...days.get(date) ?? [], ...cycle]);
  }
  const isAsked = (date: string): boolean =>
    range === undefined ||
    (date >= dayOf(range.start, tz) && date <= dayOf(range.end.subtract({ nanoseconds: 1 }), tz));
  return [...days].filter(([date]) => isAsked(date)).map(([date, own]) => {
    const noon = Temporal.PlainDate.from(date).toZonedDateTime({
      timeZone: tz,
      plainTime: "12:00",
    });
    const before = noon.subtract({ days: 1 }).toInstant(), after = noon.toInstant();
    const last = Math.max(...own.map(({ end }) => end.epochMilliseconds));
    const isCut = range !== undefined && (
      Temporal.Instant.compare(before, range.start) < 0 ||
      (Temporal.Instant.compare(range.end, now) < 0 &&
        Temporal.Instant.compare(after, range.end) > 0) ||
      (Temporal.Instant.compare(after, now) > 0 && last + HOUR > now.epochMilliseconds)
    );
    const minutes = (isStage: (stage: number) => boolean): number =>
      sum(
        own.filter(({ stage }) => isStage(stage)).map(({ start, end }) =>
          (end.epochMilliseconds - start.epochMilliseconds) / 60_000
        ),
      );
    return {
      date,
      isCut,
      staged: own.some(({ stage }) => ![0, 2].includes(stage)),
      asleep: minutes((stage) => ![0, 2].includes(stage)),
      minutes,
    };
  }).sort((a, b) => a.date < b.date ? -1 : 1);
}

/** Returns the share of the range, up to the present, that has values; of the hours without a range. */
export function coveredShare({ range, now, hours }: Life): number {
  const from = range?.start ?? hours[0]!.at;
  const until = range === undefined
    ? hours.at(-1)!.at.add({ hours: 1 })
    : Temporal.Instant.compare(now, range.end) < 0
    ? now
    : range.end;
  const [start, end] = [from.epochMilliseconds, until.epochMilliseconds];
  const covered = hours.flatMap(({ at, value }) => {
    const ms = at.epochMilliseconds;
    return value === null ? [] : [Math.max(0, Math.min(ms + HOUR, end) - Math.max(ms, start))];
  });
  return sum(covered) / (end - start);
}
