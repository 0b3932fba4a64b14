import { float64Column, int64Column, textColumn, timeColumn } from "../frame/columns/columns.ts";
import { nullable } from "../frame/columns/nullable.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { type AnswerField, answerOf, type Statistics } from "../frame/statistics.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { type Length, windowLength } from "../time/length.ts";
import type { Zones } from "../time/zone.ts";
import { zonedTime } from "../time/zones.ts";
import { findLevels, type FoundLevel, type FoundLevels } from "./describe/findLevels.ts";
import { checkConfidence, unfitNote, wrongOption } from "./fittedSteps.ts";
import { groupedFrame } from "./input/groupedFrame.ts";
import { type DayValues, readDays } from "./input/readDays.ts";
import { GROUPED_COLUMNS, type GroupedSeriesColumns } from "./input/readValues.ts";
import { dateSpan, digits, intervalEnds, spaced, unitText } from "./sentenceParts.ts";
import { effectColumns } from "./statistics/sharedEffects.ts";
import { recordMade } from "../frame/cite/made.ts";

/** Options of {@linkcode changePoints}. */
export interface ChangePointsOptions extends GroupedSeriesColumns {
  /**
   * Length of a step, such as `"1w"` for weekly values; several values of a step count as their
   * mean. @default "1d"
   */
  every?: Length | undefined;
  /** Effects to remove. Steps longer than a day have no weekday. @default ["weekday"] */
  partial?: readonly "weekday"[] | undefined;
  /** Minimum number of values of a level. @default 14 */
  minLength?: number | undefined;
  /**
   * Sum of squares that each change has to explain, in squared units of the values. @default the
   * one that finds no change in 95 % of simulated series without a change
   */
  penalty?: number | undefined;
  /** `false` if values do not depend on the values before. @default true */
  dependent?: boolean | undefined;
  /** Share of series without a change in which none is found, and confidence of dates. @default 0.95 */
  confidence?: number | undefined;
  /** Unit of the values. @default the column's unit if it is known, else "1" */
  unit?: string | undefined;
  /** IANA zone of the days. @default the zone of the time column */
  tz?: Zones | undefined;
}

/** Name of a number of {@linkcode ChangePoints}. */
export type ChangePointsStatistic = "changes" | "penalty" | "autocorrelation" | "days";

/** Levels of a series: the number of changes, and the finding in words. */
export type ChangePoints = Statistics<ChangePointsStatistic> & {
  /** The changes in words, `no clear change`, or the reason for their absence. */
  readonly finding: string;
  /** A row per step, for charts: `time`, `value` and `level`, both `f64`. */
  readonly steps: Frame;
};

/** Minimum number of steps with a value. */
const LEAST_CHANGES = 42;

/** Maximum number of changes in a sentence. */
const MOST_NAMED = 5;

const ACTION = "find change points";

const OPTIONS = optionNames<ChangePointsOptions>()(
  GROUPED_COLUMNS,
  "every partial minLength penalty dependent confidence unit tz",
);

/**
 * Divides a series into levels: how often did it change, and when?
 *
 * The levels minimize the sum of squares around their means plus a penalty for each change. The
 * search is exact (PELT: Killick et al. 2012, doi 10.1080/01621459.2012.737745): with the same
 * `penalty` and minimum length, the levels equal the output of ruptures, `Pelt(model="l2")`.
 *
 * Days depend on the days before, and a slow drift looks like many changes. The usual penalties
 * (AIC, BIC, MBIC) assume independent values: they cut most records of 90 days with an
 * autocorrelation of 0.5. By default, the penalty is therefore the one that finds no change in 95 %
 * of simulated series without a change. Their errors are a first-order autoregression, whose
 * coefficient is integrated over with the restricted likelihood of blocks of 7 steps, each with its
 * own level and spread; the variance is the median of the blocks. A few changes thus look neither
 * like autocorrelation nor like noise. `dependent: false` simulates independent values. Strongly
 * dependent days (from 0.8 on) hide all but large changes.
 *
 * Each date has an interval, computed from the two levels next to it as in `series.changePoint`. It
 * takes the change and the other dates for granted. Differences of levels are too large on average,
 * because the dates are where they are large. A trend becomes a staircase: `finding` ends with `a
 * straight trend fits, too` if a line leaves no more squares than the levels, at the penalty of one
 * change. With fewer than 42 days, the answer is null.
 *
 * @param frame a column of instants or dates (`time`, `night` or `date`) and a numeric column.
 * Null, NaN, and days that are not `whole` are missing.
 * @returns an object with `changes` (their number), `penalty`, `autocorrelation` (estimated, of
 * neighbours around the levels) and `days` (steps with a value), or null; the text `finding`, such
 * as `pulse changes twice in 180 days: from 60 to 55 bpm on 3 March 2025, to 61 bpm on 2 May 2025`;
 * and `steps`, with `time`, `value` and `level` of each step with a value, for `plot.line`. Its
 * `frame`, or with `by` the result itself, has a row per level: the columns of `by`, in order of
 * their first rows; `time`, `end_time` `datetime[us, tz]`, half-open; `time_low`, `time_high`, the
 * interval of `time`, null for the first level; `level` `f64`, with average effects; `difference`
 * `f64` from the level before; `unit` `str`; `coverage` `f64`, share of steps with a value; `n`
 * `i64`; `penalty`, `autocorrelation` `f64`; `note` `str`, the reason for nulls: `too few days`,
 * `no variation` or `not separable` (from weekdays); `finding` `str`, in the first row of a series
 * @throws {TypeError} if a column is missing or of another type, or there are several numeric
 * columns and `y` is not set
 * @throws {RangeError} if the zone or an option is invalid
 *
 * @example A resting heart rate that falls and rises again
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const days = Array.from({ length: 180 }, (_, day) => ({
 *   time: new Date(Date.UTC(2025, 0, 1 + day)),
 *   pulse: (day < 61 || day >= 121 ? 60 : 55) + 2 * Math.sin(day * day),
 * }));
 * const { changes, frame } = series.changePoints(days, { tz: "UTC", unit: "bpm" });
 * assertEquals(changes, 2);
 * const dates = frame.getColumn("time").dt.strftime("%Y-%m-%d").toArray();
 * assertEquals(dates, ["2025-01-01", "2025-03-03", "2025-05-02"]);
 * ```
 */
export function changePoints(
  frame: FrameLike,
  options?: ChangePointsOptions & { readonly by?: undefined },
): ChangePoints;
/** Divides each group of `by` into levels; returns a frame with a row per level. */
export function changePoints(
  frame: FrameLike,
  options: ChangePointsOptions & { readonly by: string | readonly string[] },
): Frame;
/** Divides with options that may have `by`. */
export function changePoints(
  frame: FrameLike,
  options?: ChangePointsOptions,
): ChangePoints | Frame;
export function changePoints(
  frame: FrameLike,
  options: ChangePointsOptions = {},
): ChangePoints | Frame {
  const settings = readSettings(options);
  const data = openFrame(frame, { action: ACTION, tz: options.tz });
  const { name, tz, groups, days } = readDays(data, { ...options, every: settings.every });
  const unit = options.unit ?? data.units[name] ?? "1";
  const made = days.map((own) => levelsOf(own, { ...settings, name, unit, tz }));
  const rows = made.flatMap(({ rows }) => rows);
  const found = groupedFrame(groups, made.map(({ rows }) => rows.length), {
    time: times(rows.map(({ time }) => time), tz),
    end_time: times(rows.map(({ end }) => end), tz),
    time_low: times(rows.map(({ low }) => low), tz),
    time_high: times(rows.map(({ high }) => high), tz),
    level: nullable(rows.map(({ level }) => level)),
    difference: nullable(rows.map(({ difference }) => difference)),
    unit: textColumn(rows.map(() => unit)),
    coverage: float64Column(Float64Array.from(rows, ({ coverage }) => coverage)),
    n: int64Column(BigInt64Array.from(rows, ({ n }) => BigInt(n))),
    penalty: nullable(made.flatMap(({ rows, penalty }) => rows.map(() => penalty))),
    autocorrelation: nullable(
      made.flatMap(({ rows, autocorrelation }) => rows.map(() => autocorrelation)),
    ),
    note: textColumn(made.flatMap(({ rows, note }) => rows.map(() => note))),
    finding: textColumn(
      made.flatMap(({ rows, finding }) => rows.map((_, i) => i === 0 ? finding : null)),
    ),
  }, { action: ACTION, range: data.range });
  recordMade(found, "series.changePoints", options, frame);
  if (options.by !== undefined) return found;
  const own = made[0]!, only = days[0]!, { note } = own;
  const field = (
    name: ChangePointsStatistic,
    value: number | null,
    unit = "1",
  ): AnswerField<ChangePointsStatistic> => ({ name, value, unit, reason: note });
  return answerOf(
    "change points",
    found,
    [
      field("changes", note === null ? own.rows.length - 1 : null),
      field("penalty", own.penalty, unit === "1" ? "1" : `${unit}²`),
      field("autocorrelation", own.autocorrelation),
      field("days", only.value.length),
    ],
    { finding: own.finding, steps: stepsFrame(only, own.rows, tz) },
  );
}

interface Settings {
  readonly every: Length;
  readonly minLength: number;
  readonly penalty: number | undefined;
  readonly confidence: number;
  readonly isIndependent: boolean;
  readonly partial: readonly "weekday"[];
  /** `true` if a step is a day. */
  readonly isDaily: boolean;
}

function readSettings(options: ChangePointsOptions): Settings {
  checkOptions(ACTION, options, OPTIONS);
  const { every = "1d", partial = ["weekday"], minLength = 14, penalty } = options;
  const { dependent = true, confidence = 0.95 } = options, length = windowLength(every);
  const wrong = (name: string, value: unknown, expected: string): RangeError =>
    wrongOption(ACTION, name, value, expected);
  if (!Array.isArray(partial) || partial.some((one) => one !== "weekday")) {
    throw wrong("partial", partial, 'a list that is empty or has "weekday"');
  }
  if (!(Number.isInteger(minLength) && minLength >= 2)) {
    throw wrong("minLength", minLength, "a whole number of at least 2");
  }
  if (penalty !== undefined && !(penalty > 0 && penalty < Infinity)) {
    throw wrong("penalty", penalty, "a number above 0");
  }
  checkConfidence(ACTION, confidence);
  return {
    every,
    minLength,
    penalty,
    confidence,
    isIndependent: !dependent,
    partial,
    isDaily: length.kind === "calendar" && length.days === 1,
  };
}

interface LevelRow {
  readonly time: bigint | null;
  readonly end: bigint | null;
  readonly low: bigint | null;
  readonly high: bigint | null;
  readonly level: number | null;
  readonly difference: number | null;
  readonly coverage: number;
  readonly n: number;
}

interface LevelRows {
  readonly rows: readonly LevelRow[];
  readonly penalty: number | null;
  readonly autocorrelation: number | null;
  readonly note: string | null;
  readonly finding: string;
}

type Named = Settings & { readonly name: string; readonly unit: string; readonly tz: string };

/** Finds the levels of one series. */
function levelsOf(days: DayValues, settings: Named): LevelRows {
  const { at, value, weekday, size } = days, n = value.length, isEnough = n >= LEAST_CHANGES;
  const effects = isEnough
    ? settings.partial.flatMap((effect) => effectColumns(effect, { at, weekday, rows: n }))
    : [];
  const found = isEnough
    ? findLevels({ at, value }, { ...settings, effects, least: settings.minLength })
    : undefined;
  if (found === undefined) {
    const note = unfitNote(isEnough, days);
    return {
      rows: [{ ...NO_LEVEL, coverage: size === 0 ? 0 : n / size, n }],
      penalty: null,
      autocorrelation: null,
      note,
      finding: reasonFor(note, n, settings),
    };
  }
  const rows = found.levels.map((level, i) => levelRow(level, found.levels[i - 1], days));
  return { ...found, rows, note: null, finding: findingOf(rows, found, n, settings) };
}

const NO_LEVEL = { time: null, end: null, low: null, high: null, level: null, difference: null };

function levelRow(
  { start, end, mean, interval }: FoundLevel,
  before: FoundLevel | undefined,
  { at, value, size, bounds }: DayValues,
): LevelRow {
  const first = start === 0 ? 0 : at[start]!, last = end === value.length ? size : at[end]!;
  return {
    time: bounds[first]!,
    end: bounds[last]!,
    // The change may be on any missing day before.
    low: interval === undefined ? null : bounds[at[interval[0] - 1]! + 1]!,
    high: interval === undefined ? null : bounds[at[interval[1]]!]!,
    level: mean,
    difference: before === undefined ? null : mean - before.mean,
    coverage: (end - start) / (last - first),
    n: end - start,
  };
}

function reasonFor(note: string, n: number, { name, isDaily }: Named): string {
  const what = spaced(name);
  if (note === "no variation") return `${what} does not vary`;
  return note === "too few days"
    ? `too few ${isDaily ? "days" : "values"} to find changes of ${what}: ` +
      `${n} of at least ${LEAST_CHANGES}`
    : `the values cannot separate changes of ${what} from weekdays`;
}

function findingOf(
  rows: readonly LevelRow[],
  { isLine }: Pick<FoundLevels, "isLine">,
  n: number,
  { name, unit, tz, isDaily }: Named,
): string {
  const what = spaced(name), over = `in ${n} ${isDaily ? "days" : "values"}`;
  const changes = rows.length - 1;
  if (changes === 0) return `no clear change of ${what} ${over}`;
  const named = rows.slice(1, 1 + MOST_NAMED).map(({ time, level }, i) => {
    const date = zonedTime(time!, tz).toPlainDate();
    const [from, to] = intervalEnds(rows[i]!.level!, level!, digits);
    return `${i === 0 ? `from ${from} ` : ""}to ${to}${unitText(unit)} on ${dateSpan(date, date)}`;
  });
  const rest = changes - named.length;
  const times = changes === 1 ? "once" : changes === 2 ? "twice" : `${changes} times`;
  return `${what} changes ${times} ${over}: ${named.join(", ")}` +
    (rest > 0 ? `, and ${rest} more` : "") + (isLine ? "; a straight trend fits, too" : "");
}

/** Returns the value and the level of each step with a value. */
function stepsFrame(
  { at, value, bounds }: DayValues,
  rows: readonly LevelRow[],
  tz: string,
): Frame {
  const levels = rows.flatMap(({ level, n }) => Array.from({ length: n }, () => level));
  return toFrame({
    time: timeColumn(BigInt64Array.from(at, (step) => bounds[step]!), tz),
    value: float64Column(value),
    level: nullable(levels),
  });
}

function times(values: readonly (bigint | null)[], tz: string): ReturnType<typeof timeColumn> {
  return timeColumn(
    BigInt64Array.from(values, (one) => one ?? 0n),
    tz,
    Uint8Array.from(values, (one) => one === null ? 0 : 1),
  );
}
