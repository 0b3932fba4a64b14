import { textColumn } from "../../frame/columns/columns.ts";
import type { Groups } from "../../frame/columns/groups.ts";
import type { OpenFrame } from "../../frame/open.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { statisticColumns } from "../../frame/statisticFrame.ts";
import { recordMade } from "../../frame/cite/made.ts";
import { type Statistics, statistics } from "../../frame/statistics.ts";
import { groupedFrame } from "../input/groupedFrame.ts";
import {
  expectedCount,
  type GroupedSeriesColumns,
  readGroupedValues,
  type Values,
} from "../input/readValues.ts";

/** A value that describes a series. */
export interface Description<N extends string> {
  readonly name: N;
  /** Value; null or NaN if it is undefined. */
  readonly value: number | null | undefined;
  readonly unit?: string;
  /** Number of items that the value is based on. @default the number of values */
  readonly n?: number;
  /** @default the share of steps with a value */
  readonly coverage?: number;
  /** Reason for a null value. */
  readonly note?: string | null | undefined;
}

/**
 * Computes statistics of each series of a frame. Several values of an instant count as their mean.
 *
 * @param names Public name of the function, name of the answer for messages (`a gradient`), and a
 * check of the values before any are averaged.
 * @param describe Describes a series, given the unit of its values, and its group.
 * @returns an answer, or with `by` a long frame
 */
export function describeSeries<N extends string>(
  data: OpenFrame,
  options: GroupedSeriesColumns & { readonly unit?: string | undefined },
  names: {
    readonly verb: string;
    readonly what: string;
    readonly check?: (values: Values) => void;
  },
  describe: (
    values: Values,
    unit: string,
    groups: Groups | undefined,
    group: number,
  ) => readonly Description<N>[],
): Statistics<N> | Frame {
  const { name, groups, series } = readGroupedValues(data, options);
  const unit = options.unit ?? data.units[name] ?? "1";
  const found = series.map((given, group) => {
    names.check?.(given);
    const values = onePerInstant(given), n = values.at.length;
    const coverage = n === 0 ? 0 : Math.min(1, n / expectedCount(values));
    return describe(values, unit, groups, group).map((one) => {
      const isKnown = n > 0 && typeof one.value === "number" && Number.isFinite(one.value);
      return {
        name: one.name,
        value: isKnown ? one.value : null,
        unit: one.unit ?? "1",
        coverage: one.coverage ?? coverage,
        n: one.n ?? n,
        note: isKnown ? null : one.note ?? (n === 0 ? "no values" : "undefined"),
      };
    });
  });
  const rows = found.flat();
  const frame = groupedFrame(groups, found.map((own) => own.length), {
    ...statisticColumns(rows),
    note: textColumn(rows.map(({ note }) => note)),
  }, { action: data.action });
  recordMade(frame, names.verb, options);
  return options.by === undefined ? statistics<N>(names.what, frame) : frame;
}

/** Replaces values of the same instant with their mean. */
function onePerInstant(values: Values): Values {
  const { at } = values, n = at.length;
  let same = 1;
  while (same < n && at[same]! > at[same - 1]!) same++;
  if (same >= n) return values;
  const instants = at.slice(), means = values.value.slice();
  let count = 0;
  for (let i = 0; i < n;) {
    let sum = 0, next = i;
    for (; next < n && at[next] === at[i]; next++) sum += means[next]!;
    instants[count] = at[i]!;
    means[count++] = sum / (next - i);
    i = next;
  }
  return { ...values, at: instants.subarray(0, count), value: means.subarray(0, count) };
}

/** Maximum number of epochs of a series. */
const MOST = 50_000_000;

/**
 * Returns a series in steps of equal length, from its first value to its last; NaN without a value.
 * If a step has several values, the last counts.
 *
 * @param step Length of a step in microseconds.
 * @throws {RangeError} for more than 50 million steps
 */
export function stepsOfSeries({ at, value }: Values, step: number, action: string): Float64Array {
  const n = at.length;
  if (n === 0) return new Float64Array(0);
  if (!(step > 0)) return value.slice(0, 1);
  const count = Math.round((at[n - 1]! - at[0]!) / step) + 1;
  if (count > MOST) {
    throw new RangeError(
      `Cannot ${action}: the record has ${count} steps, more than ${MOST}. Resample it first.`,
    );
  }
  const steps = new Float64Array(count).fill(NaN);
  for (let i = 0; i < n; i++) steps[Math.round((at[i]! - at[0]!) / step)] = value[i]!;
  return steps;
}
