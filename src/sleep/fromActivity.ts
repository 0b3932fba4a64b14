import { int64Column, textColumn, timeColumn } from "../frame/columns/columns.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../frame/open.ts";
import type { Groups } from "../frame/columns/groups.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { meantName } from "../options/suggest.ts";
import { recordMade } from "../frame/cite/made.ts";
import { groupedFrame } from "../series/input/groupedFrame.ts";
import {
  GROUPED_COLUMNS,
  type GroupedSeriesColumns,
  type GroupedValues,
  readGroupedValues,
  rejectBelow,
  type Values,
} from "../series/input/readValues.ts";
import { stepsOfSeries } from "../series/describe/describeSeries.ts";
import {
  coleKripke,
  galland,
  oakley,
  OAKLEY_EPOCHS,
  sadeh,
  scripps,
  webster,
} from "./scoring/countScores.ts";
import { armAngles } from "./scoring/armAngles.ts";
import { crespo } from "./scoring/crespo.ts";
import { roenneberg } from "./scoring/roenneberg.ts";
import type { Scores } from "./scoring/scores.ts";
import { hdcza, type Period, vanHees } from "./scoring/vanHees.ts";
import { groupKeys } from "./agreement/pairedEpochs.ts";
import { MINUTE_US } from "../time/units.ts";
import { isoDay, localDay } from "../time/day.ts";
import type { Interval } from "../time/interval.ts";
import { localInstant } from "../time/zones.ts";
import { zoneOrOwn, type Zones } from "../time/zone.ts";

const SECOND_US = MINUTE_US / 60;

/** Published algorithm that scores sleep from counts or angles. */
export type ActivityAlgorithm =
  | "cole-kripke"
  | "sadeh"
  | "scripps"
  | "galland"
  | "oakley"
  | "roenneberg"
  | "van-hees"
  | "hdcza"
  | "crespo";

/** Implementation of an algorithm; `paper` is the publication's. */
export type ActivityVariant = "paper" | "GGIR" | "ActiLife" | "pyActigraphy";

/** Options of {@linkcode fromActivity}. */
export interface FromActivityOptions extends GroupedSeriesColumns {
  /**
   * Columns of the raw acceleration along the arm's axes x, y and z, for `van-hees` and `hdcza`, in
   * place of `y`: `["x", "y", "z"]`. The angle is computed for epochs of 5 seconds. @default none
   */
  axes?: readonly [x: string, y: string, z: string];
  /** Algorithm that scores the epochs. */
  algorithm: ActivityAlgorithm;
  /** Implementation, where authors differ. @default "paper" */
  variant?: ActivityVariant;
  /**
   * Threshold of `oakley`: 20 scores least sleep, 80 most. For `van-hees` and `hdcza`, the change of
   * angle in degrees. @default 40, or 5 degrees
   */
  threshold?: number;
  /** Minutes without a change of angle, for `van-hees` and `hdcza`. @default 5 */
  minutes?: number;
  /**
   * Nights of a sleep diary, for `hdcza`: `start_time`, `end_time` and the columns of `by`.
   * @default none
   */
  diary?: FrameLike;
  /** Applies Webster's rules to the scores of `cole-kripke`. @default true */
  rescore?: boolean;
  /**
   * Wake in the result: `between` keeps wake of up to an hour between two sleeps, so that
   * `sleep.sessions` finds nights; `all` keeps every minute, for `sleep.agreement` and statistics of
   * epochs. @default "between"
   */
  wake?: "between" | "all";
  /** IANA zone of the result. @default the zone of the time column */
  tz?: Zones;
}

const ACTION = "score sleep from activity";

const OPTIONS = optionNames<FromActivityOptions>()(
  GROUPED_COLUMNS,
  "axes algorithm variant threshold minutes diary rescore wake tz",
);

/** Parts of an algorithm: its epochs, variants and options. */
interface Algorithm {
  /**
   * Lengths of an epoch in seconds, ascending; finer counts are added up. A number is the longest
   * step, and no values are added up.
   */
  readonly epochs: readonly number[] | number;
  /** Shortest step, if no values are added up. @default 0 */
  readonly shortest?: number;
  readonly variants: readonly ActivityVariant[];
  /** Options that only some algorithms have. */
  readonly options: readonly (typeof OWN_OPTIONS)[number][];
  readonly score: (
    counts: Float64Array,
    seconds: number,
    options: FromActivityOptions & { readonly variant: never },
    days: Days,
  ) => Scores;
}

/** Days and diary of a record, as indexes of its epochs. */
interface Days {
  /** Local noons, beginning with the first epoch. */
  readonly noons: () => readonly number[];
  readonly diary: readonly Period[];
}

/** Options that only some algorithms have. */
const OWN_OPTIONS = ["axes", "threshold", "minutes", "diary", "rescore"] as const;

const ALGORITHMS: Readonly<Record<ActivityAlgorithm, Algorithm>> = {
  "cole-kripke": {
    epochs: [60],
    variants: ["paper", "GGIR", "ActiLife"],
    options: ["rescore"],
    score: (counts, _, { variant, rescore = true }) => {
      const scores = coleKripke(counts, variant);
      return rescore ? webster(scores) : scores;
    },
  },
  sadeh: {
    epochs: [60],
    variants: ["paper", "pyActigraphy", "ActiLife"],
    options: [],
    score: (counts, _, { variant }) => sadeh(counts, variant),
  },
  scripps: {
    epochs: [60],
    variants: ["paper", "pyActigraphy"],
    options: [],
    score: (counts, _, { variant }) => scripps(counts, variant),
  },
  galland: { epochs: [60], variants: ["paper"], options: [], score: galland },
  oakley: {
    epochs: OAKLEY_EPOCHS,
    variants: ["paper"],
    options: ["threshold"],
    score: (counts, seconds, { threshold = 40 }) => oakley(counts, seconds, threshold),
  },
  roenneberg: {
    epochs: 600,
    variants: ["paper"],
    options: [],
    score: (counts, seconds) => roenneberg(counts, 3600 / seconds),
  },
  "van-hees": {
    epochs: 60,
    variants: ["paper"],
    options: ["axes", "threshold", "minutes"],
    score: (angles, seconds, { threshold = 5, minutes = 5 }) =>
      vanHees(angles, 60 / seconds, threshold, minutes),
  },
  crespo: {
    epochs: [60],
    variants: ["paper"],
    options: [],
    score: crespo,
  },
  hdcza: {
    epochs: 5,
    shortest: 5,
    variants: ["paper"],
    options: ["axes", "threshold", "minutes", "diary"],
    score: (angles, seconds, { threshold = 5, minutes = 5 }, { noons, diary }) =>
      hdcza(angles, 60 / seconds, noons(), diary, [threshold, minutes]),
  },
};

/**
 * Scores sleep and wake from the counts of a wrist device, or from the angle of the arm, by a
 * published algorithm. The result is a stage frame, so that `sleep.sessions`, `nightly`,
 * `regularity`, `agreement` and charts accept it; wake of more than an hour is left out unless you
 * pass `wake: "all"`.
 *
 * | algorithm | values | epochs |
 * |---|---|---|
 * | `cole-kripke` | counts (Cole et al. 1992), with the rules of Webster et al. 1982 | 60 s |
 * | `sadeh` | counts (Sadeh et al. 1994) | 60 s |
 * | `scripps` | counts (Kripke et al. 2010) | 60 s |
 * | `galland` | counts of infants (Galland et al. 2012) | 60 s |
 * | `oakley` | counts (Oakley 1997); `threshold` 20, 40 or 80 | 15, 30, 60 or 120 s |
 * | `roenneberg` | counts (Roenneberg et al. 2015): consolidated sleep | any up to 10 min |
 * | `crespo` | counts (Crespo et al. 2012): periods of rest, about 8 hours per day | 60 s |
 * | `van-hees` | angle of the arm in degrees (van Hees et al. 2015): sustained inactivity | up to 60 s |
 * | `hdcza` | the same within the main sleep period of each day (van Hees et al. 2018) | 5 s |
 *
 * The length of an epoch is the median step of the record. Counts of finer epochs are added up to
 * the algorithm's epoch, from the first value on; coarser counts are refused, since no paper divides
 * them. Algorithms were validated with the counts of their own device.
 *
 * The angle is between the arm's axis z and the horizontal: `atan2(z, hypot(x, y))` in degrees, for the
 * acceleration averaged over an epoch. Pass it as `y`, or pass the raw acceleration as `axes`, in any
 * unit and with at least one sample per second. The angle is then the mean over each 5 seconds of the
 * angle of the rolling medians of 5 seconds, of about 10 samples per second as in GGIR. An epoch with
 * fewer than half of its samples is unknown. `hdcza` finds the longest period in which it hardly changes,
 * from noon to noon on the local clock: the median change of 5 minutes is below 15 times its 10th
 * percentile (from 0.13 to 0.5 degrees, as in GGIR) for more than half an hour, and gaps of up to an hour belong to
 * it. Inactivity that overlaps the period is sleep, and everything else is wake. On days with a night
 * in `diary`, the diary's night replaces that period.
 *
 * Epochs whose window extends over a gap or an end of the record have no score and are left out, as
 * are gaps. `roenneberg` needs 12 of the 24 hours around an epoch.
 *
 * Variants: `cole-kripke` takes the mean of 2-second readings, `count / 30`; `GGIR` divides by 6 and
 * `ActiLife` by 100 with a cap of 300. `sadeh` of `ActiLife` caps at 300; `pyActigraphy` uses the
 * logarithm of the next minute. `scripps` of `pyActigraphy` scores 10 minutes at either end as awake.
 *
 * @param frame a column of instants (`time`), the start of each epoch, in any order, and a numeric
 * column of counts or angles, or the three `axes`.
 * @returns the columns of `by`, `start_time`, `end_time` `datetime[us, tz]`, `sleep_stage` `i64` (1
 * asleep, 2 awake: codes of `consumer`), `source` `str` (the algorithm)
 * @throws {TypeError} if a column is missing or of another type, or `algorithm` is missing
 * @throws {RangeError} if the epochs do not suit the algorithm, a count is below 0, or an option is
 * invalid
 *
 * @example An hour of rest between two hours of activity
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const rows = Array.from({ length: 180 }, (_, i) => ({
 *   time: new Date(Date.UTC(2024, 0, 1, 0, i)),
 *   counts: i >= 60 && i < 120 ? 0 : 400,
 * }));
 * const stages = sleep.fromActivity(rows, {
 *   algorithm: "sadeh",
 *   wake: "all",
 *   tz: "UTC",
 * });
 * assertEquals(stages.getColumn("sleep_stage").toArray(), [2, 1, 2]);
 * ```
 */
export function fromActivity(frame: FrameLike, options: FromActivityOptions): Frame {
  checkOptions(ACTION, options, OPTIONS, "algorithm");
  const { algorithm, variant = "paper" } = options, parts = algorithmOf(options);
  const data = openFrame(frame, { action: ACTION, tz: options.tz });
  const read = readActivity(data, options), tz = zoneOrOwn(options.tz, read.zone);
  const nights = readDiary(read.groups, options, tz);
  const found = read.series.map((values, group) =>
    spansOf(values, parts, { ...options, variant, tz }, nights[group] ?? [])
  );
  const all = found.flat(),
    bound = (end: 0 | 1) =>
      timeColumn(BigInt64Array.from(all, (span) => BigInt(Math.round(span[end]))), tz);
  const stages = groupedFrame(read.groups, found.map((own) => own.length), {
    start_time: bound(0),
    end_time: bound(1),
    sleep_stage: int64Column(BigInt64Array.from(all, ([, , score]) => score === 1 ? 1n : 2n)),
    source: textColumn(all.map(() => algorithm)),
  }, { action: ACTION, range: data.range });
  return recordMade(stages, "sleep.fromActivity", options, frame);
}

/** Reads counts or angles, or computes the angles from raw acceleration. */
function readActivity(data: OpenFrame, options: FromActivityOptions): GroupedValues {
  const { axes, y } = options;
  if (axes === undefined) return readGroupedValues(data, options);
  if (y !== undefined || !Array.isArray(axes) || axes.length !== 3) {
    const wrong = y === undefined ? describeValue(axes) : "given together with y";
    throw new RangeError(
      `Cannot ${ACTION}: axes is ${wrong}. Pass the names of three columns, such as ["x", "y", "z"], and no y.`,
    );
  }
  const [x, other, z] = axes.map((name) => readGroupedValues(data, { ...options, y: name }));
  return {
    ...z!,
    series: z!.series.map((own, group) =>
      armAngles([x!.series[group]!, other!.series[group]!, own], ACTION)
    ),
  };
}

/** Returns the parts of an algorithm, after a check of the options that belong to others. */
function algorithmOf(options: FromActivityOptions): Algorithm {
  const { algorithm, variant = "paper", threshold, minutes } = options;
  if (!Object.hasOwn(ALGORITHMS, algorithm)) {
    const names = Object.keys(ALGORITHMS), meant = meantName(String(algorithm), names);
    throw new RangeError(
      `Cannot ${ACTION}: algorithm is ${JSON.stringify(algorithm)}${
        meant === undefined ? "." : `; did you mean ${JSON.stringify(meant)}?`
      } Use ${names.join(", ")}.`,
    );
  }
  const parts = ALGORITHMS[algorithm], { wake = "between" } = options;
  if (wake !== "between" && wake !== "all") {
    throw new RangeError(
      `Cannot ${ACTION}: wake is ${JSON.stringify(wake)}. Use "between" or "all".`,
    );
  }
  if (!parts.variants.includes(variant)) {
    throw new RangeError(
      `Cannot ${ACTION}: variant is ${JSON.stringify(variant)}. ` +
        `Use ${parts.variants.join(", ")} with ${algorithm}.`,
    );
  }
  for (const name of OWN_OPTIONS) {
    if (options[name] === undefined || parts.options.includes(name)) continue;
    throw new RangeError(`Cannot ${ACTION}: ${algorithm} does not use ${name}. Omit it.`);
  }
  for (const [name, value] of Object.entries({ threshold, minutes })) {
    if (value === undefined || value > 0 && value < Infinity) continue;
    throw new RangeError(`Cannot ${ACTION}: ${name} is ${value}. Use a number above 0.`);
  }
  return parts;
}

/** Longest wake that belongs to a night, as the default gap of sessions. */
const LONGEST_WAKE = 60 * MINUTE_US;

/** Start, end and score of each run of equal scores. */
type ScoredSpan = readonly [start: number, end: number, score: number];

function spansOf(
  values: Values,
  parts: Algorithm,
  options: FromActivityOptions & { variant: ActivityVariant; tz: string },
  diary: readonly Interval[],
): ScoredSpan[] {
  if (!parts.options.includes("axes")) rejectBelow(values, "a count", 0, ACTION);
  if (values.at.length < 2) return [];
  const step = Math.round(values.step / SECOND_US * 1000) / 1000;
  const seconds = epochSeconds(step, parts, options.algorithm);
  const steps = stepsOfSeries(values, values.step, ACTION);
  const first = values.at[0]!, spans: ScoredSpan[] = [], length = seconds * SECOND_US;
  const epochAt = (at: bigint): number => Math.ceil((Number(at) - first) / length);
  const epochs = addUp(steps, Math.round(seconds / step));
  const scores = parts.score(epochs, seconds, options as never, {
    noons: () => [0, ...noonsWithin(values, options.tz).map(epochAt)],
    diary: diary.map(({ start, end }) => [epochAt(start), epochAt(end)]),
  });
  for (let i = 0; i < scores.length;) {
    const from = i, own = scores[i]!;
    while (i < scores.length && scores[i] === own) i++;
    if (i > from) spans.push([first + from * length, first + i * length, own]);
    else i++;
  }
  return options.wake === "all" ? spans : spans.filter(([start, end, score], i) =>
    score === 1 ||
    end - start <= LONGEST_WAKE && spans[i - 1]?.[1] === start && spans[i + 1]?.[0] === end
  );
}

/** Returns the local noons after the first value of a record and before its last. */
function noonsWithin({ at }: Values, tz: string): bigint[] {
  const first = BigInt(at[0]!), last = BigInt(at.at(-1)!);
  const noons: bigint[] = [];
  for (let day = localDay(first, tz); day <= localDay(last, tz); day++) {
    const noon = localInstant(Temporal.PlainDate.from(isoDay(day)).toPlainDateTime("12:00"), tz);
    if (noon > first && noon < last) noons.push(noon);
  }
  return noons;
}

/** Returns the nights of a diary in each group of a record. */
function readDiary(
  groups: Groups | undefined,
  { diary, by, tz }: FromActivityOptions,
  zone: string,
): Interval[][] {
  if (diary === undefined) return [];
  const action = `${ACTION}, the diary`;
  const data = openFrame(diary, { action, tz: tz ?? zone });
  const { start_time, end_time } = data.read({ start_time: "time", end_time: "time" }, {
    full: ["start_time", "end_time"],
  });
  const own = data.groups(by), keys = groupKeys(groups);
  const nights: Interval[][] = keys.map(() => []),
    ofKey = new Map(keys.map((key, i) => [key, nights[i]]));
  const ofGroup = groupKeys(own).map((key) => ofKey.get(key));
  start_time.values.forEach((start, row) => {
    const end = end_time.values[row]!;
    if (end <= start) {
      throw new RangeError(
        `Cannot ${action}: the night in row ${row} does not end after it starts. Correct its times.`,
      );
    }
    ofGroup[own?.codes[row] ?? 0]?.push({ start, end });
  });
  return nights;
}

/** Returns the length of the algorithm's epochs for a record with a given step. */
function epochSeconds(
  step: number,
  { epochs, shortest = 0 }: Algorithm,
  algorithm: ActivityAlgorithm,
): number {
  const isAny = typeof epochs === "number";
  const found = isAny
    ? step > 0 && step >= shortest && step <= epochs ? step : undefined
    : epochs.find((epoch) => step > 0 && Number.isInteger(epoch / step));
  if (found !== undefined) return found;
  const wanted = !isAny
    ? `${epochs.join(", ")} s, or finer ones that divide them`
    : shortest === epochs
    ? `${epochs} s`
    : `at most ${epochs} s`;
  throw new RangeError(
    `Cannot ${ACTION}: values are ${step} s apart. ${algorithm} needs epochs of ${wanted}.`,
  );
}

/** Adds up the counts of several steps; an incomplete epoch is unknown, or left out at the end. */
function addUp(steps: Float64Array, of: number): Float64Array {
  if (of === 1) return steps;
  return Float64Array.from({ length: Math.floor(steps.length / of) }, (_, i) => {
    let sum = 0;
    for (let k = 0; k < of; k++) sum += steps[i * of + k]!;
    return sum;
  });
}
