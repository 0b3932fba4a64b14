import {
  type Column,
  columnLength,
  type Columns,
  textColumn,
} from "../../frame/columns/columns.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../../frame/open.ts";
import { takeMasked } from "../../series/windows/fillGaps.ts";
import { suggest } from "../../options/suggest.ts";
import { usualReducer } from "../../series/input/meaningOfColumns.ts";
import { dayOf, localDay } from "../../time/day.ts";

/** Converts dates or instants to local days since 1970. */
function readDays(data: OpenFrame, name: string, tz: string): Int32Array {
  const column = data.column(name), options = { full: ["day"], columns: { day: name } };
  const isDates = column.type === "date" ||
    column.type === "text" &&
      column.values.every((value) => value === null || dayOf(value) !== undefined);
  if (isDates) return data.read({ day: "date" }, options).day.values;
  const { values } = data.read({ day: "time" }, options).day;
  return Int32Array.from(values, (at) => localDay(at, tz));
}

/** Columns that may contain the day of a row. */
const DAY_COLUMNS = ["date", "day", "night", "time"];

/** Columns that describe the rows of a table of days. They are not measures. */
export const MARKS: readonly string[] = ["whole", "sleep_coverage", "sleep_reason", "sleep_vendor"];

/** Functions that combine numbers of several rows of a day. */
const COMBINATIONS: readonly Combination[] = [
  "sum",
  "mean",
  "min",
  "max",
  "first",
  "last",
  "count",
];

/** A function that combines numbers of several rows of a day. */
export type Combination = "sum" | "mean" | "min" | "max" | "first" | "last" | "count";

/** Options of {@linkcode ownDays}. */
export interface OwnDaysOptions {
  readonly tz: string;
  /** Action for messages. */
  readonly action: string;
  /**
   * Function for numbers of several rows of a day, or one per column.
   * @default "mean" for readings such as a weight and scales such as a mood, otherwise "sum"
   */
  readonly combine?: Combination | Readonly<Record<string, Combination>> | undefined;
}

/**
 * Places the rows of a frame on local days, null for days without a row. Several rows of a day
 * become one: numbers by `combine`, booleans are true if any is, different texts are joined, and of
 * anything else the first value counts.
 *
 * @param own A frame with a column `date`, `day`, `night` or `time` of dates or instants, or with a
 * single column of them, and any other columns.
 * @param days The days, as days since 1970.
 * @throws {TypeError} if it has no such column, or no other, or a day is null
 * @throws {RangeError} if `combine` names an unknown function or column
 */
export function ownDays(
  own: FrameLike,
  days: readonly number[],
  { tz, action, combine = {} }: OwnDaysOptions,
): Columns {
  const data = openFrame(own, { action: `${action}, of own`, tz });
  const name = DAY_COLUMNS.find((usual) => data.names.includes(usual)) ?? data.ownTimeName();
  if (name === undefined) {
    throw new TypeError(
      `Cannot ${action}: own has no column of days; rename it to date (the columns are ${
        data.names.join(", ") || "none"
      })${
        data.names.includes("activity")
          ? ". For workouts, pass await me.workoutDays(when): it has the days without one, too."
          : ""
      }`,
    );
  }
  const others = data.names.filter((other) => other !== name);
  if (others.length === 0) {
    throw new TypeError(`Cannot ${action}: own only has the column ${name}`);
  }
  checkCombine(combine, others, action);
  const rowsOf = Map.groupBy(readDays(data, name, tz).entries(), ([, day]) => day);
  const groups = days.map((day) => (rowsOf.get(day) ?? []).map(([row]) => row));
  const rows = Uint32Array.from(groups, ([row = 0]) => row);
  const valid = Uint8Array.from(groups, ({ length }) => length > 0 ? 1 : 0);
  return Object.fromEntries(
    others.map((other): [string, Column] => {
      const column = data.column(other);
      if (columnLength(column) === 0) {
        return [other, { type: "float64", values: new Float64Array(days.length), valid }];
      }
      const how = typeof combine === "string"
        ? combine
        : combine[other] ?? usualReducer(data, other);
      const isCombined = groups.some(({ length }) => length > 1) || how === "count";
      return [
        other,
        isCombined ? combined(column, groups, how) : takeMasked(column, rows, valid),
      ];
    }),
  );
}

function checkCombine(
  combine: NonNullable<OwnDaysOptions["combine"]>,
  names: readonly string[],
  action: string,
): void {
  const functions = typeof combine === "string" ? [combine] : Object.values(combine);
  const odd = functions.find((name) => !COMBINATIONS.includes(name));
  if (odd !== undefined) {
    throw new RangeError(
      `Cannot ${action}: combine is ${JSON.stringify(odd)}, expected one of ${
        COMBINATIONS.join(", ")
      }`,
    );
  }
  const unknown = typeof combine === "string"
    ? undefined
    : Object.keys(combine).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new RangeError(
    `Cannot ${action}: combine has ${JSON.stringify(unknown)}, which is not a column of own` +
      suggest(unknown, names),
  );
}

/** Combines each group of rows into one value; null if none of its rows has a value. */
function combined(
  column: Column,
  groups: readonly (readonly number[])[],
  how: Combination,
): Column {
  const known = (row: number): boolean =>
    "valid" in column && column.valid !== undefined
      ? column.valid[row] === 1
      : column.type !== "text" || column.values[row] !== null;
  const full = groups.map((rows) => rows.filter(known));
  const valid = Uint8Array.from(full, (rows) => rows.length > 0 ? 1 : 0);
  switch (column.type) {
    case "float64":
    case "int64": {
      const values = full.map((rows) =>
        reduced(rows.map((row) => Number(column.values[row])), how)
      );
      const isWhole = how === "count" || (column.type === "int64" && how !== "mean");
      return isWhole
        ? { type: "int64", values: BigInt64Array.from(values, BigInt), valid }
        : { type: "float64", values: Float64Array.from(values), valid };
    }
    case "text":
      return textColumn(
        full.map((rows) => [...new Set(rows.map((row) => column.values[row]!))].join(", ") || null),
      );
    case "bool": {
      const any = full.map((rows) => rows.some((row) => column.values[row] === 1) ? 1 : 0);
      return { type: "bool", values: Uint8Array.from(any), valid };
    }
    default:
      return takeMasked(column, Uint32Array.from(full, ([row = 0]) => row), valid);
  }
}

function reduced(values: readonly number[], how: Combination): number {
  if (values.length === 0) return 0; // masked by a null
  const sum = values.reduce((total, value) => total + value, 0);
  switch (how) {
    case "sum":
      return sum;
    case "mean":
      return sum / values.length;
    case "min":
      return Math.min(...values);
    case "max":
      return Math.max(...values);
    case "first":
      return values[0]!;
    case "last":
      return values.at(-1)!;
    case "count":
      return values.length;
  }
}
