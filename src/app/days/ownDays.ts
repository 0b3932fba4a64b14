import { type Column, columnLength, type Columns } from "../../frame/columns/columns.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../../frame/open.ts";
import { takeMasked } from "../../series/windows/fillGaps.ts";
import { dayOf, isoDay, localDay } from "../../time/day.ts";

/** Local days, of dates or instants, as days since 1970. */
function readDays(data: OpenFrame, name: string, tz: string): Int32Array {
  const column = data.column(name), options = { full: ["day"], columns: { day: name } };
  const isDates = column.type === "date" ||
    column.type === "text" &&
      column.values.every((value) => value === null || dayOf(value) !== undefined);
  if (isDates) return data.read({ day: "date" }, options).day.values;
  const { values } = data.read({ day: "time" }, options).day;
  return Int32Array.from(values, (at) => localDay(at, tz));
}

/** The columns that may say of which day a row is. */
const DAY_COLUMNS = ["date", "day", "night", "time"];

/**
 * A frame of one's own by local day: each of its rows on its day, null on the others.
 *
 * @param own A column `date`, `day`, `night` or `time` of dates or instants; any others. One row a day.
 * @param days The days, as days since 1970.
 * @throws {TypeError} if it has no such column, or no other, or a day is null
 * @throws {RangeError} if two rows are of one day
 */
export function ownDays(
  own: FrameLike,
  days: readonly number[],
  { tz, action }: { readonly tz: string; readonly action: string },
): Columns {
  const data = openFrame(own, { action: `${action}, of own`, tz });
  const name = DAY_COLUMNS.find((usual) => data.names.includes(usual));
  if (name === undefined) {
    throw new TypeError(
      `Cannot ${action}: own has no column of days; call it date (there are ${
        data.names.join(", ") || "none"
      })`,
    );
  }
  const others = data.names.filter((other) => other !== name);
  if (others.length === 0) {
    throw new TypeError(`Cannot ${action}: own has no column but ${name}`);
  }
  const rowOf = new Map<number, number>();
  Array.from(readDays(data, name, tz)).forEach((value, row) => {
    const other = rowOf.get(value);
    if (other !== undefined) {
      throw new RangeError(
        `Cannot ${action}: rows ${other} and ${row} of own are both of ${
          isoDay(value)
        }; give one ` +
          'row a day, as series.resample(own, { every: "1d", tz }) makes of several',
      );
    }
    rowOf.set(value, row);
  });
  const rows = Uint32Array.from(days, (one) => rowOf.get(one) ?? 0);
  const valid = Uint8Array.from(days, (one) => rowOf.has(one) ? 1 : 0);
  return Object.fromEntries(
    others.map((other): [string, Column] => {
      const column = data.column(other);
      return [
        other,
        columnLength(column) > 0
          ? takeMasked(column, rows, valid)
          : { type: "float64", values: new Float64Array(days.length), valid },
      ];
    }),
  );
}
