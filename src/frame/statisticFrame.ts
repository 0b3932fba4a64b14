import {
  type Columns,
  float64Column,
  int64Column,
  isoDateColumn,
  textColumn,
} from "./columns/columns.ts";
import { nullable } from "./columns/nullable.ts";
import { toFrame } from "./polars/toFrame.ts";
import type { Frame } from "./polars/frame.ts";

/** Statistic: one row of a long frame. */
export interface Statistic {
  /** Name of the statistic. */
  readonly name: string;
  /** Value; null if it is not defined. */
  readonly value: number | null;
  /** Unit; `1` for a share or a coefficient. */
  readonly unit: string;
  /** Share of the expected data that was available, from 0 to 1. */
  readonly coverage: number;
  /** Number of items that the value is based on. */
  readonly n: number;
}

/**
 * Returns statistics as a long frame: `name` `str`, `value` `f64`, `unit` `str`, `coverage` `f64`,
 * `n` `i64`.
 *
 * @param nights Night of each statistic as an ISO date, added in front as `night` `date`.
 */
export function statisticFrame(
  statistics: readonly Statistic[],
  nights?: readonly string[],
): Frame {
  return toFrame({
    ...(nights === undefined ? {} : { night: isoDateColumn(nights) }),
    ...statisticColumns(statistics),
  });
}

/** Returns the columns of {@linkcode statisticFrame}, so that others can be added in front. */
export function statisticColumns(statistics: readonly Statistic[]): Columns {
  return {
    name: textColumn(statistics.map(({ name }) => name)),
    value: nullable(statistics.map(({ value }) => value)),
    unit: textColumn(statistics.map(({ unit }) => unit)),
    coverage: float64Column(Float64Array.from(statistics, ({ coverage }) => coverage)),
    n: int64Column(BigInt64Array.from(statistics, ({ n }) => BigInt(n))),
  };
}
