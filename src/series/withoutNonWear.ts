// @ts-types="@types/d3-array"
import { bisector } from "d3-array";
import type { Groups } from "../frame/columns/groups.ts";
import { recordMade } from "../frame/cite/made.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { withColumns } from "../frame/polars/withColumns.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { meantName } from "../options/suggest.ts";
import { MINUTE_US } from "../time/units.ts";
import { stepsOfSeries } from "./describe/describeSeries.ts";
import { readGroupedValues, rejectBelow, type Values } from "./input/readValues.ts";

/** Published method that finds time in which a device was not worn. */
export type NonWearMethod = "choi" | "van-hees-2013";

/** Implementation of a method; `paper` is the publication's. */
export type NonWearVariant = "paper" | "PhysicalActivity";

/** Options of {@linkcode withoutNonWear}. */
export interface WithoutNonWearOptions {
  /** Published method that finds the time. */
  method: NonWearMethod;
  /** Implementation of `choi`, where authors differ. @default "paper" */
  variant?: NonWearVariant;
  /**
   * Name of the column of counts, or of the three columns of acceleration. @default the only
   * numeric column; `x`, `y` and `z` for `van-hees-2013`
   */
  y?: string | readonly string[];
  /**
   * Name of the time column. @default the first of `time`, `night`, `date`, `start_time`,
   * `start_date`, else the only column of times
   */
  time?: string;
  /** Columns that define groups, such as `user`: each group is a separate record. @default none */
  by?: string | readonly string[];
}

const ACTION = "find time in which a device was not worn";

const OPTIONS = optionNames<WithoutNonWearOptions>()("method variant y time by");

/** Start and end of time that was not worn, in microseconds. */
type Span = readonly [start: number, end: number];

const BY_END = bisector(([, end]: Span) => end);

/**
 * Replaces the values of time in which a device was not worn with null, so that every other verb
 * treats them as missing.
 *
 * `choi` takes counts (Choi et al. 2011, doi 10.1249/MSS.0b013e3181ed61a3). A device is not worn
 * for 90 or more consecutive minutes of zero. One or two other minutes in a row do not end them if
 * the 30 minutes before and the 30 after are zero. Finer counts are added up to minutes, from the
 * first value on, and coarser counts are refused. Minutes without a value count as zero. The
 * variant `PhysicalActivity` is that package: it needs 45 minutes on both sides, and does not count
 * time before the first and after the last activity as worn, however short.
 *
 * `van-hees-2013` takes acceleration in g on three axes, as GGIR does (van Hees et al. 2013, doi
 * 10.1371/journal.pone.0061691). A device is not worn for 15 minutes if two axes or more have a
 * standard deviation below 0.013 g and a range below 0.05 g over the hour around them. At the start
 * it is the first hour of the record, at the end the last 45 minutes. A block with one such axis
 * between two blocks that were not worn was not worn, either. Records of less than an hour count as
 * worn, and so do hours with less than half of their values.
 *
 * @param frame a column of instants (`time`) in any order, and a column of counts or three columns
 * of acceleration.
 * @returns the frame with the same rows and columns; the given columns are `f64`
 * @throws {TypeError} if a column is missing or of another type, or `method` is missing
 * @throws {RangeError} if a count is below 0, the steps of the record are longer than a minute,
 * `van-hees-2013` does not get three columns, or an option is invalid
 *
 * @example Two hours on the table
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const minutes = Array.from({ length: 300 }, (_, i) => ({
 *   time: new Date(Date.UTC(2024, 0, 1, 8, i)),
 *   counts: i >= 100 && i < 220 ? 0 : 300,
 * }));
 * const worn = series.withoutNonWear(minutes, { method: "choi" });
 * assertEquals(worn.getColumn("counts").nullCount(), 120);
 * ```
 */
export function withoutNonWear(frame: FrameLike, options: WithoutNonWearOptions): Frame {
  checkOptions(ACTION, options, OPTIONS, "method");
  const { method, variant = "paper", by } = options;
  rejectUnknown("method", method, ["choi", "van-hees-2013"]);
  rejectUnknown(
    "variant",
    variant,
    method === "choi" ? ["paper", "PhysicalActivity"] : ["paper"],
  );
  const data = openFrame(frame, { action: ACTION });
  const time = data.timeName(options.time), names = columnsOf(data, options, time);
  const read = names.map((y) => readGroupedValues(data, { y, time, by }));
  const [{ groups, series }] = read as [(typeof read)[number]];
  const spans = series.map((values, group) =>
    method === "choi" ? choi(values, variant) : vanHees(read.map((own) => own.series[group]!))
  );
  const isWorn = wornRows(data, time, groups, spans);
  const masked = names.map((name) => {
    const { values, valid } = data.read({ y: "float64" }, { columns: { y: name } }).y;
    const own = isWorn.map((worn, row) => worn & (valid?.[row] ?? 1));
    return [name, { type: "float64", values, valid: own }] as const;
  });
  const found = withColumns(data.frame([time]), Object.fromEntries(masked));
  return recordMade(found, "series.withoutNonWear", options, frame);
}

function rejectUnknown(option: string, given: string, names: readonly string[]): void {
  if (names.includes(given)) return;
  const meant = meantName(String(given), names);
  throw new RangeError(
    `Cannot ${ACTION}: ${option} is ${JSON.stringify(given)}${
      meant === undefined ? "." : `; did you mean ${JSON.stringify(meant)}?`
    } Use ${names.join(" or ")}.`,
  );
}

/** Returns the columns of counts or acceleration. */
function columnsOf(
  data: OpenFrame,
  { method, y, by }: WithoutNonWearOptions,
  time: string,
): readonly string[] {
  const isChoi = method === "choi";
  const names = y === undefined
    ? isChoi ? [data.onlyNumberName([time, ...[by ?? []].flat()])] : ["x", "y", "z"]
    : [y].flat();
  if (new Set(names).size === (isChoi ? 1 : 3)) return names;
  throw new RangeError(
    `Cannot ${ACTION}: y is ${JSON.stringify(y)}. Pass ${
      isChoi ? "one column of counts" : "three columns of acceleration"
    }.`,
  );
}

/** Returns 1 for each row that is in none of the spans of its group, and 0 for the others. */
function wornRows(
  data: OpenFrame,
  time: string,
  groups: Groups | undefined,
  spans: readonly (readonly Span[])[],
): Uint8Array {
  const { values } = data.times(time), worn = new Uint8Array(values.length).fill(1);
  for (let row = 0; row < values.length; row++) {
    const own = spans[groups?.codes[row] ?? 0] ?? [], at = Number(values[row]!);
    const [start] = own[BY_END.right(own, at)] ?? [Infinity];
    if (start <= at) worn[row] = 0;
  }
  return worn;
}

/** Shortest time without counts, longest artifact, and zeros on both sides of it, in minutes. */
const ZEROS = 90, ARTIFACT = 2, AROUND = 30;

/** Finds time that was not worn from counts, by Choi et al. (2011). */
function choi(values: Values, variant: NonWearVariant): Span[] {
  const step = Math.round(values.step / 1000) * 1000, first = values.at[0] ?? 0;
  if (values.at.length < 2) return [];
  if (!(step > 0 && step <= MINUTE_US)) {
    throw new RangeError(
      `Cannot ${ACTION}: counts are ${step / 1e6} s apart. choi needs minutes, or finer counts.`,
    );
  }
  rejectBelow(values, "a count", 0, ACTION);
  const steps = stepsOfSeries(values, step, ACTION);
  const minutes = new Uint8Array(Math.ceil(steps.length * step / MINUTE_US));
  steps.forEach((count, i) => {
    if (count > 0) minutes[Math.floor(i * step / MINUTE_US)] = 1;
  });
  const isTheirs = variant === "PhysicalActivity", n = minutes.length;
  const around = isTheirs ? ZEROS / 2 : AROUND;
  const isActive = minutes.slice();
  for (const [from, to] of runs(minutes, 1)) {
    if (to - from > ARTIFACT) continue;
    const before = minutes.subarray(Math.max(0, from - around), from);
    if (before.includes(1) || minutes.subarray(to, to + around).includes(1)) continue;
    isActive.fill(0, from, to);
  }
  return runs(isActive, 0).filter(([from, to]) =>
    to - from >= ZEROS || isTheirs && (from === 0 || to === n)
  ).map(([from, to]) => [first + from * MINUTE_US, first + to * MINUTE_US]);
}

/** Runs of a value: `[from, to)`. */
function runs(values: Uint8Array, wanted: number): Span[] {
  const found: Span[] = [];
  for (let i = 0; i < values.length;) {
    const from = i;
    while (i < values.length && values[i] === wanted) i++;
    if (i > from) found.push([from, i]);
    else i++;
  }
  return found;
}

/** Length of half a block in microseconds; an hour has 8. */
const HALF = 7.5 * MINUTE_US;
/** Upper bounds of the standard deviation and the range, in g. */
const MOST_SD = 0.013, MOST_RANGE = 0.05;

/** Finds time that was not worn from acceleration, by van Hees et al. (2013). */
function vanHees(axes: readonly Values[]): Span[] {
  const first = Math.min(...axes.map(({ at }) => at[0] ?? Infinity));
  const last = Math.max(...axes.map(({ at }) => at.at(-1) ?? -Infinity)) + axes[0]!.step;
  const blocks = Math.floor((last - first) / (2 * HALF));
  if (!(blocks >= 4)) return [];
  const still = axes.map((axis) => {
    const parts = halves(axis, first, 2 * blocks);
    return Uint8Array.from({ length: blocks }, (_, block) => {
      const own = block <= 2
        ? parts.slice(0, 8)
        : block >= blocks - 4
        ? parts.slice(-6)
        : parts.slice(2 * block - 3, 2 * block + 5);
      return isStill(own, axis.step) ? 1 : 0;
    });
  });
  const axesStill = Uint8Array.from(
    { length: blocks },
    (_, i) => still.reduce((sum, axis) => sum + axis[i]!, 0),
  );
  const notWorn = axesStill.map((count, i) =>
    count >= 2 || count === 1 && axesStill[i - 1]! >= 2 && axesStill[i + 1]! >= 2 ? 1 : 0
  );
  return runs(notWorn, 1).map(([from, to]) => [
    first + from * 2 * HALF,
    // A remainder shorter than a block is treated like the last block.
    to === blocks ? last : first + to * 2 * HALF,
  ]);
}

/** Number, mean, squares, minimum and maximum of the values of half a block. */
interface Half {
  n: number;
  mean: number;
  squares: number;
  least: number;
  most: number;
}

/** Returns the sums of each half of a block. */
function halves({ at, value }: Values, first: number, count: number): Half[] {
  const found = Array.from({ length: count }, (): Half => (
    { n: 0, mean: 0, squares: 0, least: Infinity, most: -Infinity }
  ));
  for (let i = 0; i < at.length; i++) {
    const own = found[Math.floor((at[i]! - first) / HALF)], x = value[i]!;
    if (own === undefined) break;
    own.n++;
    const from = x - own.mean;
    own.mean += from / own.n;
    own.squares += from * (x - own.mean);
    if (x < own.least) own.least = x;
    if (x > own.most) own.most = x;
  }
  return found;
}

/** Returns whether an axis hardly moved during some halves of blocks. */
function isStill(parts: readonly Half[], step: number): boolean {
  let n = 0, mean = 0, squares = 0, least = Infinity, most = -Infinity;
  for (const part of parts) {
    if (part.n === 0) continue;
    const apart = part.mean - mean;
    squares += part.squares + apart * apart * n * part.n / (n + part.n);
    n += part.n;
    mean += apart * part.n / n;
    least = Math.min(least, part.least);
    most = Math.max(most, part.most);
  }
  return n >= 2 && n * step >= parts.length * HALF / 2 && most - least < MOST_RANGE &&
    Math.sqrt(squares / (n - 1)) < MOST_SD;
}
