import type { Column } from "../../frame/columns/columns.ts";
import type { Groups } from "../../frame/columns/groups.ts";
import type { OpenFrame } from "../../frame/open.ts";
import { bisectRight } from "../../time/bisect.ts";
import { type Length, windowLength } from "../../time/length.ts";
import { windows } from "../../time/windows.ts";
import { localZone, type Zones } from "../../time/zone.ts";
import { weekdaysOf } from "./readSteps.ts";
import { type GroupedSeriesColumns, readGroupedValues } from "./readValues.ts";

/** Values by local day (or step of `every`), in order of time; several values of a day are their mean. */
export interface DayValues {
  /** Step of each value, ascending, counted from the first row. */
  readonly at: Int32Array;
  /** The values. */
  readonly value: Float64Array;
  /** Day of the week of each step, from 1 for Monday to 7; 0 if steps are longer than a day. */
  readonly weekday: Uint8Array;
  /** Number of steps from the first row to the last. */
  readonly size: number;
  /** Starts of the steps in microseconds UTC, and the end of the last. */
  readonly bounds: BigInt64Array;
}

/** The days of each group of a frame. */
export interface GroupedDays {
  /** Name of the value column. */
  readonly name: string;
  /** Zone of the days. */
  readonly tz: string;
  /** Groups of the rows; `undefined` without `by`. */
  readonly groups: Groups | undefined;
  /** Days of each group, in order of their first rows. */
  readonly days: readonly DayValues[];
}

/**
 * Reads the mean of a numeric column by local day, or by step of `every`. Dates need no zone.
 *
 * @throws {TypeError} like `readGroupedValues`
 */
export function readDays(
  data: OpenFrame,
  { every = "1d", tz: given, ...columns }: GroupedSeriesColumns & {
    readonly every?: Length | undefined;
    readonly tz?: Zones | undefined;
  },
): GroupedDays {
  const time = data.timeName(columns.time), length = windowLength(every);
  const read = readGroupedValues(
    given === undefined && holdsDates(data.column(time)) ? data.with({ tz: "UTC" }) : data,
    { ...columns, time },
  );
  const tz = localZone(given, read.zone, data.action);
  const days = read.series.map(({ at, value, span }): DayValues => {
    if (at.length === 0) return EMPTY;
    const bounds = windows(
      { start: BigInt(span.first), end: BigInt(span.last) + 1n },
      length,
      { tz },
    );
    const steps: number[] = [], sums: number[] = [], counts: number[] = [];
    for (let i = 0; i < at.length; i++) {
      const step = bisectRight(bounds, BigInt(at[i]!)) - 1;
      if (step !== steps.at(-1)) {
        steps.push(step);
        sums.push(0);
        counts.push(0);
      }
      sums[sums.length - 1]! += value[i]!;
      counts[counts.length - 1]!++;
    }
    return {
      at: Int32Array.from(steps),
      value: Float64Array.from(sums, (sum, i) => sum / counts[i]!),
      weekday: weekdaysOf(BigInt64Array.from(steps, (step) => bounds[step]!), every, tz),
      size: bounds.length - 1,
      bounds,
    };
  });
  return { name: read.name, tz, groups: read.groups, days };
}

const DATE = /^\d{4}-\d\d-\d\d$/;

/** Returns whether a column holds dates, which are days without a zone. */
function holdsDates(column: Column): boolean {
  return column.type === "date" ||
    column.type === "text" && column.values.every((value) => value === null || DATE.test(value));
}

const EMPTY: DayValues = {
  at: new Int32Array(0),
  value: new Float64Array(0),
  weekday: new Uint8Array(0),
  size: 0,
  bounds: new BigInt64Array(0),
};
