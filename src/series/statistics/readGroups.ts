import type { OpenFrame } from "../../frame/open.ts";
import { every } from "../../time/every.ts";
import { type Interval, type Range, toInterval } from "../../time/interval.ts";
import { windows } from "../../time/windows.ts";
import { zone } from "../../time/zone.ts";
import { readValues, type SeriesColumns } from "../input/readValues.ts";

/** Which values are compared. */
export interface GroupOptions extends SeriesColumns {
  /** The first period, or the first condition. @default with `condition`, the first of its two values in the alphabet */
  a?: Range | string;
  /** The second period, or the second condition. @default with `condition`, the other */
  b?: Range | string;
  /** A column of conditions, such as `weather`, in place of periods. @default none */
  condition?: string;
  /** IANA zone of the days of periods. @default the zone of the time column */
  tz?: string;
  /** How long what one value of a period stands for is, `"1w"` of weekly means: of these the missing are counted. @default "1d" */
  every?: string;
}

/** The values of one period or condition. */
export interface ComparedGroup {
  /** What it is called: its dates, or the condition. */
  readonly label: string;
  /** Its values, ascending, so that the order of rows is no matter. */
  readonly values: Float64Array;
  /** How many of its days (or of what `every` says), or of a condition's rows, have no value. */
  readonly missing: number;
  /** How many days, or rows, it has. */
  readonly size: number;
}

const ACTION = "compare";

/**
 * Reads two groups of values: those in two periods, or under two conditions.
 *
 * @throws {TypeError} if a column is missing or of another type, or two groups are not named
 * @throws {RangeError} if the zone, a range or `every` is invalid
 */
export function readGroups(
  data: OpenFrame,
  options: GroupOptions,
): { name: string; groups: readonly [ComparedGroup, ComparedGroup] } {
  return options.condition === undefined
    ? groupsOfPeriods(data, options)
    : groupsOfConditions(data, options);
}

function groupsOfPeriods(data: OpenFrame, options: GroupOptions) {
  const { a, b } = options;
  if (typeof a !== "object" || typeof b !== "object") {
    throw new TypeError(
      `Cannot ${ACTION}: give two periods as a and b, or the column of conditions as condition`,
    );
  }
  const read = readValues(data, options);
  const tz = zone(options.tz ?? read.zone), length = every(options.every ?? "1d");
  const group = (range: Range): ComparedGroup => {
    const interval = toInterval(range, { tz });
    const inside = (at: number): boolean =>
      at >= Number(interval.start) && at < Number(interval.end);
    const days = interval.end > interval.start ? windows(interval, length, { tz }) : null;
    const known = new Set<number>();
    const values: number[] = [];
    for (let i = 0, day = 0; i < read.at.length; i++) {
      if (!inside(read.at[i]!)) continue;
      while (read.at[i]! >= Number(days![day + 1]!)) day++;
      known.add(day);
      values.push(read.value[i]!);
    }
    // What began before the period, as a week does of which the period has the last days, counts
    // only if it has a value: its own may stand at its beginning.
    const isCut = days !== null && days[0]! < interval.start && !known.has(0);
    const size = days === null ? 0 : days.length - 1 - (isCut ? 1 : 0);
    return {
      label: datesOf(interval, tz),
      values: Float64Array.from(values).sort(),
      missing: size - known.size,
      size,
    };
  };
  return { name: read.name, groups: [group(a), group(b)] as const };
}

/** `2024-01-01 to 2024-01-07`, the last day included. */
function datesOf({ start, end }: Interval, tz: string): string {
  const date = (at: bigint): string =>
    new Temporal.ZonedDateTime(at * 1000n, tz).toPlainDate().toString();
  const first = date(start), last = date(end > start ? end - 1n : end);
  return first === last ? first : `${first} to ${last}`;
}

function groupsOfConditions(data: OpenFrame, options: GroupOptions) {
  const condition = options.condition!;
  const y = options.y ?? readValues(data, options).name;
  const columns = data.read({ y: "float64", condition: "text" }, {
    columns: { y, condition },
  });
  const { values, valid } = columns.y, conditions = columns.condition.values;
  const found = [...new Set(conditions)].filter((one) => one !== null).sort();
  const [a, b] = [options.a ?? found[0], options.b ?? found[1]];
  const isNamed = options.a !== undefined && options.b !== undefined;
  if (typeof a !== "string" || typeof b !== "string" || (!isNamed && found.length !== 2)) {
    throw new TypeError(
      `Cannot ${ACTION}: column ${JSON.stringify(condition)} has the conditions ${
        found.join(", ") || "none"
      }; name two of them as a and b`,
    );
  }
  const group = (label: string): ComparedGroup => {
    const own: number[] = [];
    let size = 0;
    conditions.forEach((one, row) => {
      if (one !== label) return;
      size++;
      if (valid?.[row] !== 0 && !Number.isNaN(values[row]!)) own.push(values[row]!);
    });
    return {
      label,
      values: Float64Array.from(own).sort(),
      missing: size - own.length,
      size,
    };
  };
  return { name: y, groups: [group(a), group(b)] as const };
}
