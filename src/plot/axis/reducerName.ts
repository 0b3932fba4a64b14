import { describeValue } from "../../options/describeValue.ts";
import { quantileOf, type Reducer } from "../../series/input/reducers.ts";
import { ordinal } from "./percentiles.ts";
import { nameLabel } from "./valueAxis.ts";

const WORDS: Readonly<Record<string, string>> = { std: "standard deviation", var: "variance" };

/** Returns the name of an aggregate function: `p90` is the 90th percentile. */
export function reducerName(reducer: Reducer): string {
  const quantile = quantileOf(reducer);
  return quantile === undefined
    ? WORDS[reducer] ?? reducer
    : `${ordinal(Number((quantile * 100).toPrecision(12)))} percentile`;
}

/** Labels an aggregated column: `Steps per day`, `Heart rate, 90th percentile per day`. */
export function perLabel(column: string, reducer: Reducer, length: string): string {
  const name = nameLabel(column);
  return reducer === "sum"
    ? `${name} per ${length}`
    : `${name}, ${reducerName(reducer)} per ${length}`;
}

/**
 * Rejects several functions for a chart that draws a single value.
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
