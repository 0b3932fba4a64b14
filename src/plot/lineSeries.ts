import { argSort } from "../frame/argSort.ts";
import { type FrameLike, readColumns } from "../frame/readColumns.ts";
import { allPoints, m4, type Points } from "./m4.ts";
import { medianStep } from "./medianStep.ts";
import { halves } from "./millis.ts";
import { category } from "./theme.ts";

/** A line that is read but not yet reduced. */
export interface RawSeries {
  /** Name of the column. */
  readonly name: string;
  /** Its colour. */
  readonly color: string;
  /** Its values, NaN where there is none. */
  readonly values: Float64Array;
}

/** Lines over the same instants. */
export interface RawLines {
  /** The zone of the instants. */
  readonly zone: string;
  /** The instants in microseconds UTC, ascending. */
  readonly times: BigInt64Array;
  /** The lines. */
  readonly series: readonly RawSeries[];
}

/** A line as it is drawn. */
export interface Series extends Omit<RawSeries, "values"> {
  /** Its points and breaks. */
  readonly points: Points;
  /** Whether it is short enough for each point to bear a dot. */
  readonly few: boolean;
}

/** So few points bear dots. */
const FEW = 60;

/**
 * Reads a column of instants and columns of numbers, and puts them in order of time.
 *
 * @throws {TypeError} if a column is missing or of another type, or an instant is null
 */
export function readLines(frame: FrameLike, x: string, names: readonly string[]): RawLines {
  const columns = readColumns(
    frame,
    { [x]: "time", ...Object.fromEntries(names.map((name) => [name, "float64" as const])) },
    { action: "draw a line", full: [x] },
  );
  const time = columns[x] as { zone: string; values: BigInt64Array };
  const order = isAscending(time.values) ? undefined : argSort(time.values);
  const series = names.map((name, i) => {
    const { values, valid } = columns[name] as { values: Float64Array; valid?: Uint8Array };
    const found = marked(values, valid);
    return {
      name,
      color: category(i),
      values: order === undefined ? found : Float64Array.from(order, (row) => found[row]!),
    };
  });
  const times = order === undefined
    ? time.values
    : BigInt64Array.from(order, (row) => time.values[row]!);
  return { zone: time.zone, times, series };
}

/** Compares the halves of each instant: half the work of comparing `bigint`s. */
function isAscending(micros: BigInt64Array): boolean {
  const { unsigned, signed } = halves(micros);
  let high = -Infinity, low = 0;
  for (let i = 0; i < unsigned.length; i += 2) {
    const nextLow = unsigned[i]!, nextHigh = signed[i + 1]!;
    if (nextHigh < high || (nextHigh === high && nextLow < low)) return false;
    high = nextHigh;
    low = nextLow;
  }
  return true;
}

/** Values with NaN for null. */
function marked(values: Float64Array, valid: Uint8Array | undefined): Float64Array {
  if (valid === undefined) return values;
  const result = values.slice();
  for (let i = 0; i < result.length; i++) if (valid[i] === 0) result[i] = NaN;
  return result;
}

/**
 * What is drawn of lines between two instants: everything, or of long lines what each of so many
 * columns of pixels shows.
 *
 * @param gap How many median steps apart two points are no longer joined.
 */
export function reduced(
  lines: RawLines,
  span: { start: number; end: number },
  { gap, columns }: { gap: number; columns: number },
): Series[] {
  const usual = medianStep(lines.times);
  const options = { ...span, columns, gap: usual > 0 ? gap * usual : Infinity };
  return lines.series.map(({ name, color, values }) => {
    const points = values.length > 4 * columns
      ? m4(lines.times, values, options)
      : allPoints(lines.times, values, options);
    return { name, color, points, few: points.x.length <= FEW };
  });
}

/** The lowest and the highest value that lines show; undefined if they show none. */
export function extent(series: readonly Series[]): [number, number] | undefined {
  let low = Infinity, high = -Infinity;
  for (const { points } of series) {
    for (const value of points.y) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : undefined;
}

/** The points of a line that are drawn as dots: all of a short one, else those joined to no other. */
export function dots({ points: { x, y }, few }: Series): { x: number; y: number }[] {
  const found: { x: number; y: number }[] = [];
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(y[i]!)) continue;
    const alone = (i === 0 || Number.isNaN(y[i - 1]!)) &&
      (i + 1 >= x.length || Number.isNaN(y[i + 1]!));
    if (few || alone) found.push({ x: x[i]!, y: y[i]! });
  }
  return found;
}
