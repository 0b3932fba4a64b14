import { int64Column, textColumn, timeColumn } from "../frame/columns/columns.ts";
import { nullable } from "../frame/columns/nullable.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import { narrowRange } from "../frame/polars/askedRange.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { type AnswerField, answerOf, type Statistics } from "../frame/statistics.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { checkConfidence } from "./fittedSteps.ts";
import { type Interval, type Range, toInterval } from "../time/interval.ts";
import type { Zones } from "../time/zone.ts";
import { zonedTime } from "../time/zones.ts";
import { type DayValues, readDays } from "./input/readDays.ts";
import { dateSpan, digits, spaced, unitText, wordsOf } from "./sentenceParts.ts";
import { type Episode, findEpisodes, judgeRun, type UsualDays } from "./statistics/findEpisodes.ts";
import { countText } from "../options/countText.ts";

/** Options of {@linkcode unusual}. */
export interface UnusualOptions {
  /** Columns to search. @default all numeric columns except `sleep_coverage` */
  y?: string | readonly string[] | undefined;
  /**
   * Name of the time column. @default the first of `time`, `night`, `date`, `start_time`,
   * `start_date`, else the only column of times
   */
  time?: string | undefined;
  /** Confidence that a record without episodes has none in any column. @default 0.95 */
  confidence?: number | undefined;
  /** IANA zone of the days. @default the zone of the time column */
  tz?: Zones | undefined;
}

/** Name of a number of {@linkcode Unusual}. */
export type UnusualStatistic = "episodes" | "unusual_days" | "days" | "measures";

/** Unusual episodes: their number, and the finding in words. */
export type Unusual = Statistics<UnusualStatistic> & {
  /** The episodes in words, `nothing unusual in 180 days`, or the reason for their absence. */
  readonly finding: string;
};

/** Minimum number of days with a value in a column. */
export const LEAST_UNUSUAL = 42;

const ACTION = "find unusual days";

const OPTIONS = optionNames<UnusualOptions>()("y time confidence tz");

/** Columns that describe the record instead of the person. */
const NOT_SEARCHED: readonly string[] = ["sleep_coverage"];

/**
 * Finds unusual episodes: runs of 2 to 14 days in which a measure is outside the person's own usual
 * range, such as an illness or a journey.
 *
 * The usual level of a day is the median of the four weeks before and after it, plus the median
 * effect of its weekday. Slow changes, such as a season or a trend, are therefore not unusual, and
 * neither is a lasting change: it becomes the new usual level. The mean difference of a run is
 * compared with all runs of its length in the same record. If the days are clearly skewed, or
 * extreme ones are frequent, it also has to be unusual on a scale on which they are normal. In 95
 * of 100 records without episodes, no column has one; this holds for all columns together
 * (Bonferroni). A single day is never an episode: one odd value is not enough evidence.
 *
 * Episodes of several columns that overlap or touch share a number. Once a column has an episode,
 * every other column is listed with it if it differs on the same days (Student's t, corrected for
 * the number of columns). An episode shows that days were different, not why.
 *
 * @param frame a column of instants or dates, and numeric columns, such as the table of `me.daily`.
 * Several values of a local day count as their mean. Null, NaN, and days that are not `whole` are
 * missing.
 * @returns an object with `episodes` (their number), `unusual_days`, `days` (days with a value) and
 * `measures` (columns with at least 42 days and some variation), or null; and the text `finding`,
 * such as `1 unusual episode in 180 days: 10 to 14 February 2025: heart rate 10 bpm more, step
 * count 7,500 less`. `unit` and `reason` give each unit and the reason for each null. `frame` has a
 * row per episode and column, in order of time: `episode` `i64`, `start_time`, `end_time`
 * `datetime[us, tz]`, half-open; `days` `i64`; `measure` `str`; `mean` `f64` of the episode,
 * `usual` `f64`, the usual level on these days; `usual_low`, `usual_high` `f64`, the range of 95 %
 * of the person's usual days around it; `difference` `f64`; `unit` `str`; `p` `f64`, corrected
 * @throws {TypeError} if a column is missing, not numeric or has codes
 * @throws {RangeError} if the zone or `confidence` is invalid
 *
 * @example Five sick days
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const days = Array.from({ length: 120 }, (_, day) => ({
 *   time: new Date(Date.UTC(2025, 0, 1 + day)),
 *   pulse: 60 + 2 * Math.sin(day * day) + (day >= 40 && day < 45 ? 12 : 0),
 * }));
 * const { episodes, finding } = series.unusual(days, { tz: "UTC" });
 * assertEquals(episodes, 1);
 * assertEquals(finding, "1 unusual episode in 120 days: 10 to 14 February 2025: pulse 11 more");
 * ```
 */
export function unusual(frame: FrameLike, options: UnusualOptions = {}): Unusual {
  checkOptions(ACTION, options, OPTIONS);
  return unusualWithin(frame, options);
}

/**
 * Finds unusual episodes as {@linkcode unusual} does, and returns those that intersect a range. The
 * days around the range only show what is usual.
 */
export function unusualWithin(frame: FrameLike, options: UnusualOptions, within?: Range): Unusual {
  const { confidence = 0.95, tz: given } = options;
  checkConfidence(ACTION, confidence);
  const data = openFrame(frame, { action: ACTION, tz: given });
  const time = data.timeName(options.time);
  const names = [
    ...new Set(
      options.y === undefined
        ? data.numberNames().filter((name) => name !== time && !NOT_SEARCHED.includes(name))
        : [options.y].flat(),
    ),
  ];
  if (names.length === 0) {
    throw new TypeError(
      `Cannot ${ACTION}: the frame has no numeric columns. Pass their names as y.`,
    );
  }
  const read = names.map((y) => readDays(data, { y, time, tz: given }));
  const { tz } = read[0]!;
  const columns = read.flatMap(({ name, days }) => days.map((days) => ({ name, days })));
  const judged = columns.filter(({ days }) => days.value.length >= LEAST_UNUSUAL && varies(days));
  const chance = (1 - confidence) / Math.max(1, judged.length), each = 1 - chance;
  const searched = judged.map((column) => ({
    ...column,
    ...findEpisodes(...onSteps(column.days), each),
  }));
  const toRow = ({ name, days, usual }: typeof searched[number], episode: Episode): Row => ({
    ...rowOf(episode, usual, days),
    measure: name,
    unit: data.units[name] ?? "1",
    p: Math.min(1, episode.p * judged.length),
  });
  const asked = within && toInterval(within, { tz });
  const found = numbered(
    searched.flatMap((one) => one.episodes.map((episode) => toRow(one, episode)))
      .filter(({ start, end }) => asked === undefined || (start < asked.end && end > asked.start)),
  );
  const rows = inOrder([
    ...found,
    ...searched.flatMap((one) =>
      accompanying(found, one).filter(({ p }) => p < chance)
        .map(({ episode, ...run }) => ({ ...toRow(one, run), episode }))
    ),
  ]);
  const isKnown = judged.length > 0;
  const days = Math.max(
    0,
    ...columns.map(({ days }) => countDays(days, isKnown ? asked : undefined)),
  );
  const last = Math.max(0, ...columns.map(({ days }) => lastEnd(days)));
  const table = toFrame(
    {
      episode: integers(rows.map(({ episode }) => episode)),
      start_time: timeColumn(BigInt64Array.from(rows, ({ start }) => BigInt(start)), tz),
      end_time: timeColumn(BigInt64Array.from(rows, ({ end }) => BigInt(end)), tz),
      days: integers(rows.map((row) => row.days)),
      measure: textColumn(rows.map(({ measure }) => measure)),
      mean: nullable(rows.map(({ mean }) => mean)),
      usual: nullable(rows.map(({ usual }) => usual)),
      usual_low: nullable(rows.map(({ low }) => low)),
      usual_high: nullable(rows.map(({ high }) => high)),
      difference: nullable(rows.map(({ mean, usual }) => mean - usual)),
      unit: textColumn(rows.map(({ unit }) => unit)),
      p: nullable(rows.map(({ p }) => p)),
    },
    {},
    asked === undefined ? data.range : narrowRange(data.range, asked, tz),
  );
  const reason = isKnown ? null : days < LEAST_UNUSUAL ? "too few days" : "no variation";
  const field = (name: UnusualStatistic, value: number): AnswerField<UnusualStatistic> => ({
    name,
    value: isKnown || name === "days" ? value : null,
    unit: "1",
    reason,
  });
  return answerOf("a search for unusual days", table, [
    field("episodes", rows.at(-1)?.episode ?? 0),
    field("unusual_days", daysOf(rows, tz)),
    field("days", days),
    field("measures", judged.length),
  ], { finding: findingOf(rows, { tz, days, last, reason }) });
}

interface Row {
  readonly measure: string;
  readonly unit: string;
  /** Microseconds UTC. */
  readonly start: number;
  readonly end: number;
  readonly days: number;
  readonly mean: number;
  readonly usual: number;
  readonly low: number;
  readonly high: number;
  readonly p: number;
}

function varies({ value }: DayValues): boolean {
  return value.some((one) => one !== value[0]);
}

/** Spreads values over all steps; NaN if missing. */
function onSteps({ at, value, weekday, size }: DayValues): [Float64Array, Uint8Array] {
  const values = new Float64Array(size).fill(NaN), weekdays = new Uint8Array(size);
  at.forEach((step, i) => values[step] = value[i]!);
  const first = weekday[0]! - 1 - at[0]! % 7 + 7;
  for (let i = 0; i < size; i++) weekdays[i] = (first + i) % 7 + 1;
  return [values, weekdays];
}

function rowOf(
  { start, end, mean, usual }: Episode,
  { band: [low, high] }: UsualDays,
  { bounds }: DayValues,
): Omit<Row, "measure" | "unit" | "p"> {
  return {
    start: Number(bounds[start]!),
    end: Number(bounds[end]!),
    days: end - start,
    mean,
    usual,
    low: usual - low,
    high: usual + high,
  };
}

/** Counts the days with a value, in a range if there is one. */
function countDays({ at, bounds }: DayValues, within: Interval | undefined): number {
  if (within === undefined) return at.length;
  return Array.from(at).filter((step) =>
    Number(bounds[step]!) < within.end && Number(bounds[step + 1]!) > within.start
  ).length;
}

/** Returns the end of the last day with a value. */
function lastEnd({ at, bounds }: DayValues): number {
  return at.length === 0 ? 0 : Number(bounds[at.at(-1)! + 1]!);
}

/** Numbers episodes in order of time; those that overlap or touch have one number. */
function numbered(rows: readonly Row[]): (Row & { readonly episode: number })[] {
  let episode = 0, until = -Infinity;
  return rows.toSorted((a, b) => a.start - b.start).map((row) => {
    if (row.start > until) episode++;
    until = Math.max(until, row.end);
    return { ...row, episode };
  });
}

function inOrder<R extends Row & { readonly episode: number }>(rows: readonly R[]): R[] {
  return rows.toSorted((a, b) => a.episode - b.episode || a.p - b.p);
}

/** Judges a column on the days of episodes that other columns have and it does not. */
function accompanying(
  found: readonly (Row & { readonly episode: number })[],
  { name, days, usual }: {
    readonly name: string;
    readonly days: DayValues;
    readonly usual: UsualDays;
  },
): (Episode & { readonly episode: number })[] {
  const numbers = [...new Set(found.map(({ episode }) => episode))];
  return numbers.flatMap((episode) => {
    const own = found.filter((row) => row.episode === episode);
    if (own.some(({ measure }) => measure === name)) return [];
    const { start: from, end: to } = own.reduce((best, row) => row.p < best.p ? row : best);
    const start = days.bounds.findIndex((bound) => Number(bound) === from);
    const end = days.bounds.findIndex((bound) => Number(bound) === to);
    if (start < 0 || end < 0) return [];
    const run = judgeRun(usual, { start, end });
    return Number.isNaN(run.mean) ? [] : [{ ...run, episode }];
  });
}

/** Returns the number of local days in any episode. */
function daysOf(rows: readonly Row[], tz: string): number {
  const days = new Set<string>();
  for (const { start, days: count } of rows) {
    const first = zonedTime(BigInt(start), tz).toPlainDate();
    for (let i = 0; i < count; i++) days.add(first.add({ days: i }).toString());
  }
  return days.size;
}

function findingOf(
  rows: readonly (Row & { readonly episode: number })[],
  { tz, days, last, reason }: {
    readonly tz: string;
    readonly days: number;
    readonly last: number;
    readonly reason: string | null;
  },
): string {
  if (reason === "too few days") {
    return `too few days to find unusual ones: ${days} of at least ${LEAST_UNUSUAL}`;
  }
  if (reason !== null) return "the values do not vary";
  const span = countText(days, "day");
  if (rows.length === 0) return `nothing unusual in ${span}`;
  const count = rows.at(-1)!.episode;
  const texts = Array.from({ length: count }, (_, i) => {
    const own = rows.filter(({ episode }) => episode === i + 1);
    const end = Math.max(...own.map((row) => row.end));
    const date = (at: number): Temporal.PlainDate => zonedTime(BigInt(at), tz).toPlainDate();
    const first = date(Math.min(...own.map((row) => row.start)));
    const dates = dateSpan(first, date(end - 1));
    return `${end >= last ? `since ${dateSpan(first, first)}` : dates}: ${
      own.map(({ measure, unit, mean, usual }) =>
        `${spaced(measure)} ${digits(Math.abs(mean - usual))}${unitText(unit)} ${
          wordsOf(unit)[mean > usual ? 0 : 1]
        }`
      ).join(", ")
    }`;
  });
  return `${countText(count, "unusual episode")} in ${span}: ${texts.join("; ")}`;
}

function integers(values: readonly number[]): ReturnType<typeof int64Column> {
  return int64Column(BigInt64Array.from(values, BigInt));
}
