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

/** One statistic: a row of a long frame. */
export interface Statistic {
  /** What it is called. */
  readonly name: string;
  /** Its value; null where it is not defined. */
  readonly value: number | null;
  /** Its unit: `1` for a share or a coefficient. */
  readonly unit: string;
  /** The share of the data that it should rest on that was there, from 0 to 1. */
  readonly coverage: number;
  /** How many things it rests on. */
  readonly n: number;
}

/**
 * Statistics as a long frame: `name` `str`, `value` `f64`, `unit` `str`, `coverage` `f64`, `n` `i64`.
 *
 * @param nights The name of each one's night, an ISO date, put in front as `night` `date`.
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

/** The columns of {@linkcode statisticFrame}, to put others in front. */
export function statisticColumns(statistics: readonly Statistic[]): Columns {
  return {
    name: textColumn(statistics.map(({ name }) => name)),
    value: nullable(statistics.map(({ value }) => value)),
    unit: textColumn(statistics.map(({ unit }) => unit)),
    coverage: float64Column(Float64Array.from(statistics, ({ coverage }) => coverage)),
    n: int64Column(BigInt64Array.from(statistics, ({ n }) => BigInt(n))),
  };
}
