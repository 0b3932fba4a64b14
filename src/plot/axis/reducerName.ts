import { describeValue } from "../../options/describeValue.ts";
import { quantileOf, type Reducer } from "../../series/input/reducers.ts";
import { ordinal } from "./percentiles.ts";
import { nameLabel } from "./valueAxis.ts";

const WORDS: Readonly<Record<string, string>> = { std: "standard deviation", var: "variance" };

/** A function of `series.resample` in words: `p90` is the 90th percentile. */
export function reducerName(reducer: Reducer): string {
  const quantile = quantileOf(reducer);
  return quantile === undefined
    ? WORDS[reducer] ?? reducer
    : `${ordinal(Number((quantile * 100).toPrecision(12)))} percentile`;
}

/** What is drawn of a column: `Steps per day`, `Heart rate, 90th percentile per day`. */
export function perLabel(column: string, reducer: Reducer, length: string): string {
  const name = nameLabel(column);
  return reducer === "sum"
    ? `${name} per ${length}`
    : `${name}, ${reducerName(reducer)} per ${length}`;
}

/**
 * Rejects several functions where a picture draws one value.
 *
 * @throws {TypeError} if it is not one
 */
export function requireOneReducer(reducer: Reducer, action: string): Reducer {
  if (typeof reducer === "string") return reducer;
  throw new TypeError(
    `Cannot ${action}: aggregate is ${
      describeValue(reducer)
    }, expected one function, such as "mean"; plot.line draws several columns of what series.resample gives`,
  );
}
