import { type FrameLike, type OpenFrame, openFrame } from "./open.ts";
import type { ColumnNames } from "./columns/columnNames.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { type DayLike, dayOf, isoDay } from "../time/day.ts";
import { toValues } from "./polars/rows.ts";

/** Options of {@linkcode pick}. */
export interface PickOptions {
  /** Night, such as `"2024-03-31"`; required if the frame has several. @default the only one */
  night?: DayLike;
  /**
   * Required values in other columns, such as the columns of `by`: `{ user: "a" }`. @default any
   */
  where?: { readonly [column: string]: string | number | boolean };
  /**
   * Names of the frame's columns if they differ from the usual ones, `{ value: "minutes" }`.
   * @default none
   */
  columns?: ColumnNames;
}

/**
 * Returns one value of a long frame of statistics.
 *
 * @param statistics `name` (text), `value` (number); `night` (date, or ISO text) if there are
 * several nights.
 * @param name The name of the statistic, such as `TST`.
 * @returns the value; null if it is not defined
 * @throws {TypeError} if a column is missing or of another type
 * @throws {RangeError} if the statistic is missing, or there are several and no night is given
 *
 * @example Time asleep
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const night = sleep.fromHypnogram([0, 2, 2, 4], { start: "2024-01-01T22:00Z" });
 * const statistics = sleep.statistics(night, { tz: "UTC" });
 * assertEquals(sleep.pick(statistics, "TST"), 1.5);
 * ```
 */
export function pick(
  statistics: FrameLike,
  name: string,
  options: PickOptions = {},
): number | null {
  const action = `pick ${JSON.stringify(name)}`;
  checkOptions(action, options, { night: true, where: true, columns: true });
  const data = openFrame(statistics, { action });
  const columns = data.read(
    { name: "text", value: "float64", "night?": "date" },
    { columns: options.columns },
  );
  const { name: names, value, night: nights } = columns;
  const day = options.night === undefined ? undefined : dayOf(options.night);
  if (options.night !== undefined && day === undefined) {
    throw new RangeError(
      `Cannot ${action}: night ${describeValue(options.night)} is not a date such as 2024-03-31`,
    );
  }
  const isWanted = whereRows(data, options.where ?? {});
  const rows = [...names.values.keys()].filter((row) =>
    names.values[row] === name && isWanted(row) &&
    (day === undefined || (nights?.values[row] === day && nights.valid?.[row] !== 0))
  );
  const [row] = rows;
  if (row !== undefined && rows.length === 1) {
    return value.valid?.[row] === 0 ? null : value.values[row]!;
  }
  const there = (values: readonly (string | null)[]): string =>
    [...new Set(values)].join(", ") || "none";
  const dates = there(
    nights === undefined ? [] : (toValues(nights) as (string | null)[]),
  );
  if (rows.length > 1) {
    throw new RangeError(
      `Cannot ${action}: ${rows.length} rows match; ` +
        (nights === undefined || day !== undefined
          ? "pass where to select one by the values of other columns"
          : `pass one night of ${dates}`),
    );
  }
  const hasName = names.values.includes(name);
  throw new RangeError(
    `Cannot ${action}: no row matches${
      hasName && day !== undefined
        ? ` in night ${isoDay(day)}; the nights are ${dates}`
        : `; the names are ${there(names.values)}`
    }`,
  );
}

/** Returns the rows that have the given values. */
function whereRows(
  data: OpenFrame,
  where: NonNullable<PickOptions["where"]>,
): (row: number) => boolean {
  if (Object.keys(where).length === 0) return () => true;
  const columns = data.columns();
  const tests = Object.entries(where).map(([name, wanted]) => {
    const column = columns[name];
    if (column === undefined) {
      throw new TypeError(
        `Cannot ${data.action}: where names column ${
          JSON.stringify(name)
        }, which is missing; the columns are ${Object.keys(columns).join(", ")}`,
      );
    }
    const values = toValues(column);
    return (row: number): boolean => values[row] === wanted;
  });
  return (row) => tests.every((test) => test(row));
}
