import {
  type Column,
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

/** Minimum amount of data that a source requires. */
export interface Minimum {
  readonly least: number;
  /** Counted items. */
  readonly of: string;
  readonly source: string;
}

const VAN_SOMEREN = "Van Someren 2007, doi:10.1111/j.1365-2869.2007.00592.x";
const MCTQ = "Roenneberg et al. 2012, mctq 0.3";

const week: Minimum = { least: 7, of: "valid days", source: VAN_SOMEREN };
const workNight: Minimum = { least: 1, of: "night before a work day", source: MCTQ };
const freeNight: Minimum = { least: 1, of: "night before a free day", source: MCTQ };
const bothNights: Minimum = {
  least: 1,
  of: "night before a work day and one before a free day",
  source: MCTQ,
};

/** Published minimum of data of each statistic that has one; docs/functions.md repeats the table. */
export const MINIMUMS = {
  SRI: { least: 5, of: "valid days", source: "Windred et al. 2021, doi:10.1093/sleep/zsab254" },
  IS: week,
  IV: week,
  ISm: week,
  IVm: week,
  SOw: workNight,
  SDw: workNight,
  MSW: workNight,
  SOf: freeNight,
  SDf: freeNight,
  MSF: freeNight,
  SDweek: bothNights,
  MSFsc: bothNights,
  SJL_rel: bothNights,
  SJL: bothNights,
  SJLsc_rel: bothNights,
  SJLsc: bothNights,
  SLoss_week: bothNights,
  CPD: bothNights,
} as const satisfies Readonly<Record<string, Minimum>>;

/**
 * Returns for each statistic whether it has the published minimum of data; null for statistics
 * without a published minimum.
 */
export function enoughColumn(
  statistics: readonly { readonly name: string; readonly data?: number | undefined }[],
): Column {
  const known: Readonly<Record<string, Minimum>> = MINIMUMS;
  const all = statistics.map(({ name, data }) => {
    const minimum = Object.hasOwn(known, name) ? known[name] : undefined;
    return minimum === undefined || data === undefined ? null : data >= minimum.least;
  });
  return {
    type: "bool",
    values: Uint8Array.from(all, Number),
    valid: all.includes(null) ? Uint8Array.from(all, (own) => own === null ? 0 : 1) : undefined,
  };
}
