import type { Column } from "../../frame/columns/columns.ts";
import type { OpenFrame } from "../../frame/open.ts";
import { describeValue } from "../../options/describeValue.ts";
import { suggest } from "../../options/suggest.ts";
import { checkMeaning } from "./meaningOfColumns.ts";
import { type AnyReducer, keepsUnit, quantileOf, type Reducer } from "./reducers.ts";

/**
 * Functions for all columns, or for each column to keep. A single function keeps the name of its
 * column; a list makes a column for each function, such as `heart_rate_mean` and `heart_rate_max`.
 */
export type Aggregate<R extends string = Reducer> =
  | R
  | readonly R[]
  | { readonly [column: string]: R | readonly R[] };

/** A column and the function that reduces it. */
export interface Aggregation<R extends AnyReducer = Reducer> {
  readonly name: string;
  /** Name of the resulting column. */
  readonly result: string;
  readonly reducer: R;
}

/** Columns and functions of an aggregation. */
export interface AggregateOptions<R extends AnyReducer> {
  /** Columns to leave out, with the reason. */
  readonly known: { readonly [name: string]: string };
  /** Functions that the caller passed. */
  readonly aggregate: Aggregate<R>;
  /** Functions to choose from. */
  readonly reducers: readonly R[];
}

/** Returns the time, end and group columns, which are not aggregated, each with its role. */
export function keyColumns({ time, end, by = [] }: {
  readonly time: string;
  readonly end?: string | undefined;
  readonly by?: string | readonly string[] | undefined;
}): { readonly [name: string]: string } {
  return {
    [time]: "the time",
    ...(end === undefined ? {} : { [end]: "the end" }),
    ...Object.fromEntries([by].flat().map((name) => [name, "the group"])),
  };
}

/**
 * Returns the columns to aggregate and their functions.
 *
 * @throws {TypeError} if a column is missing or cannot be aggregated, or if the function does not
 * suit it
 * @throws {RangeError} if the function is unknown
 */
export function readAggregate<R extends AnyReducer>(
  data: OpenFrame,
  options: AggregateOptions<R>,
): Aggregation<R>[] {
  const { known, aggregate, reducers } = options, { action } = data;
  const names = data.names.filter((name) => !Object.hasOwn(known, name));
  const isForAll = typeof aggregate !== "object" || aggregate === null || Array.isArray(aggregate);
  const asked = isForAll
    ? names.filter((name) => !isMark(data, name) && !isSpan(data, name, known)).map((name) =>
      [name, aggregate] as const
    )
    : Object.entries(aggregate);
  if (isForAll) [aggregate].flat().forEach((one) => check(one, "", reducers, action));
  return asked.flatMap(([name, functions]) => {
    if (!names.includes(name)) {
      throw new TypeError(
        `Cannot ${action}: column ${JSON.stringify(name)} is ${
          Object.hasOwn(known, name) ? known[name] : `missing${suggest(name, names)}`
        }`,
      );
    }
    return [functions].flat().map((reducer) => {
      check(reducer, ` ${name}`, reducers, action);
      checkMeaning(name, reducer, reducers, action);
      return {
        name,
        reducer,
        result: Array.isArray(functions) ? resultName(name, reducer) : name,
      };
    });
  });
}

/** Returns the units of the results whose functions keep the unit of their column. */
export function aggregateUnits(
  { units }: Pick<OpenFrame, "units">,
  aggregate: Aggregate<AnyReducer> = "mean",
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(units).flatMap(([name, unit]) => {
      const functions = typeof aggregate === "object" && !Array.isArray(aggregate)
        ? (aggregate as Readonly<Record<string, AnyReducer | readonly AnyReducer[]>>)[name] ?? []
        : aggregate as AnyReducer | readonly AnyReducer[];
      return [functions].flat().filter(keepsUnit).map((reducer) => [
        Array.isArray(functions) ? resultName(name, reducer) : name,
        unit,
      ]);
    }),
  );
}

function resultName(name: string, reducer: AnyReducer): string {
  return `${name}_${reducer.replace(" ", "_")}`;
}

/** Columns that describe rows of our own tables instead of holding values. */
const MARKS: Readonly<Record<string, Column["type"]>> = {
  whole: "bool",
  tz: "text",
  reason: "text",
  activities: "text",
  sources: "text",
};

function isMark(data: OpenFrame, name: string): boolean {
  return Object.hasOwn(MARKS, name) && data.column(name).type === MARKS[name];
}

const SPANS: ReadonlySet<string> = new Set(["start_time", "end_time", "start_date", "end_date"]);

/** Returns whether a column is a start or end within the day or night of its row. */
function isSpan(data: OpenFrame, name: string, known: AggregateOptions<Reducer>["known"]): boolean {
  const isByDay = Object.hasOwn(known, "night") || Object.hasOwn(known, "date");
  return isByDay && SPANS.has(name) && data.column(name).type === "time";
}

/** Names of the functions in other libraries. */
const SYNONYMS: Readonly<Record<string, Reducer>> = {
  avg: "mean",
  average: "mean",
  maximum: "max",
  minimum: "min",
  total: "sum",
  sd: "std",
  stdev: "std",
  stddev: "std",
  "standard deviation": "std",
  variance: "var",
  n: "count",
  size: "count",
  quantile: "p90",
};

function check<R extends AnyReducer>(
  reducer: unknown,
  column: string,
  reducers: readonly R[],
  action: string,
): asserts reducer is R {
  const hasPercentiles = reducers.some((own: AnyReducer) => own === "p90");
  if (typeof reducer !== "string") {
    throw new TypeError(
      `Cannot ${action}${column}: aggregate is ${describeValue(reducer)}, expected ${
        typeof reducer === "number" && reducer >= 0 && reducer <= 1
          ? `a function; for that quantile write "p${100 * reducer}"`
          : `one of ${reducers.join(", ")}`
      }`,
    );
  }
  if (hasPercentiles && quantileOf(reducer) !== undefined) return;
  if (reducers.some((own) => own === reducer)) return;
  const meant = SYNONYMS[reducer.toLowerCase()];
  const isPercentile = /^[pq]?\d+(\.\d+)?%?$/i.test(reducer);
  throw new RangeError(
    `Cannot ${action}${column} by ${JSON.stringify(reducer)}: there is no such function` +
      (isPercentile && hasPercentiles
        ? "; percentiles are p0 to p100, such as p90"
        : reducers.some((own) => own === meant)
        ? `; did you mean ${JSON.stringify(meant)}?`
        : suggest(reducer, reducers)),
  );
}
