import { describeValue } from "../../options/describeValue.ts";
import { quantileOf, type Reducer } from "../../series/input/reducers.ts";
import { percentileName } from "./percentiles.ts";
import { nameLabel, withUnit } from "./valueAxis.ts";
import type { Windows } from "../../frame/polars/displays.ts";
import type { Every } from "../../time/every.ts";
import { DAY_US, HOUR_US } from "../../time/units.ts";
import { say, term } from "../../words/language.ts";

const WORDS = {
  "weighted mean": "mean|statistic",
  "last known": "last|statistic",
  std: "standard deviation",
  var: "variance",
  mean: "mean|statistic",
  median: "median|statistic",
  min: "min|statistic",
  max: "max|statistic",
  sum: "sum|statistic",
  count: "count|statistic",
  first: "first|statistic",
  last: "last|statistic",
} as const;

const isKnown = (reducer: string): reducer is keyof typeof WORDS => Object.hasOwn(WORDS, reducer);

/** Returns the name of an aggregate function: `p90` is the 90th percentile. */
export function reducerName(reducer: Reducer): string {
  const quantile = quantileOf(reducer);
  return quantile === undefined
    ? isKnown(reducer) ? say(WORDS[reducer]) : reducer
    : percentileName(Number((quantile * 100).toPrecision(12)));
}

/**
 * Labels an aggregated column: `Steps per day`, `Heart rate, 90th percentile per day`. The frame's
 * own windows are named first, as in `Heart rate, mean per 5 min, max per day`. They are left out
 * if they are as long as the chart's windows, so that each has one value, or if both are sums.
 */
export function perLabel(
  column: string,
  reducer: Reducer,
  length: string,
  windows?: Windows,
): string {
  const before = windows?.aggregates[column];
  if (windows !== undefined && isAtLeast(windows.every, length)) {
    return windowLabel(column, windows);
  }
  const isNamed = before !== undefined && !(before === "sum" && reducer === "sum");
  const name = isNamed ? windowLabel(column, windows) : nameLabel(column);
  return reducer === "sum" && !isNamed
    ? say("{name} per {length}", { name, length: term(length) })
    : say("{name}, {statistic} per {length}", {
      name,
      statistic: reducerName(reducer),
      length: term(length),
    });
}

/**
 * Labels a column of a resampled frame with its windows, such as `Heart rate, mean per 5 min`; a
 * column of samples only has its name.
 */
export function windowLabel(column: string, windows: Windows | undefined): string {
  const aggregate = windows?.aggregates[column];
  return windows === undefined || aggregate === undefined
    ? nameLabel(column)
    : perLabel(column, aggregate as Reducer, everyText(windows.every));
}

/** Labels a column with its windows, if known, and its unit: `Heart rate, mean per 5 min (bpm)`. */
export function measureLabel(
  { windows }: { readonly windows: Windows | undefined },
  column: string,
  unit?: string,
): string {
  return withUnit(windowLabel(column, windows), unit, column.replaceAll("_", " "));
}

/** Returns whether windows are at least as long as an hour or a day. */
function isAtLeast(every: Every, length: string): boolean {
  if (every.kind === "calendar") return true;
  return every.micros >= (length === "hour" ? HOUR_US : DAY_US);
}

/** Returns a length of time in words or symbols: `hour`, `5 min`, `2 d`. */
function everyText(every: Every): string {
  if (every.kind === "calendar") {
    const { days, months } = every;
    if (months === 0) return days === 1 ? "day" : days === 7 ? "week" : `${days} d`;
    return months === 12 ? "year" : months === 1 ? "month" : `${months} mo`;
  }
  const seconds = Number(every.micros) / 1e6;
  if (seconds === 3600) return "hour";
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/**
 * Rejects several functions for a chart that can draw only one value.
 *
 * @throws {TypeError} if it is not a single function
 */
export function requireOneReducer(reducer: Reducer, action: string): Reducer {
  if (typeof reducer === "string") return reducer;
  throw new TypeError(
    `Cannot ${action}: aggregate is ${
      describeValue(reducer)
    }, expected one function, such as "mean". To draw several, pass the result of series.resample to plot.line.`,
  );
}
