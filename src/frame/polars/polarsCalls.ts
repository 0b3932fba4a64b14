import pl from "nodejs-polars";
import { meantName, suggest } from "../../options/suggest.ts";
import type { Frame } from "./frame.ts";
import { columnNames } from "./seriesOf.ts";

/** Methods that readers know from other libraries or versions of Polars, and their replacements. */
const INSTEAD = {
  frame: {
    melt: "frame.unpivot(idColumns, valueColumns)",
    withRowCount: 'frame.withRowIndex("row_nr")',
  },
  grouping: {
    count: "grouping.len()",
    size: "grouping.len()",
    std: 'grouping.agg(pl.col("TST").std())',
    var: 'grouping.agg(pl.col("TST").var())',
    apply: 'grouping.agg(pl.col("TST").mean())',
    map: 'grouping.agg(pl.col("TST").mean())',
    filter: "frame.filter(...) before groupBy, or filter the result of agg",
    sort: "frame.sort(...) of the result, such as groupBy(...).mean().sort(...)",
  },
  column: {
    std: "frame.std(), which has a column for each column",
    var: "frame.var(), which has a column for each column",
    count: "column.length - column.nullCount()",
    size: "column.length",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns the error for a method that Polars does not have. */
export function absentMethod(kind: keyof typeof INSTEAD, name: string): TypeError {
  const known: Readonly<Record<string, string>> = INSTEAD[kind];
  const instead = known[name] ?? (kind === "column" ? `column.toArray().${name}(...)` : undefined);
  return new TypeError(
    `Cannot call ${kind}.${name}: this version of Polars has no such method. ` +
      (instead === undefined ? `Use another method of the ${kind}.` : `Use ${instead}.`),
  );
}

/** Returns whether a member that a grouping lacks is one that readers guess. */
export function isGuessed(name: string): boolean {
  return Object.hasOwn(INSTEAD.grouping, name);
}

/** Methods of arrays and of other libraries that readers guess; each throws and says what to use. */
const SERIES = Object.defineProperties(
  {},
  Object.fromEntries(
    [...Object.keys(INSTEAD.column), ...Object.getOwnPropertyNames(Array.prototype)]
      .filter((name) => !(name in Object.prototype) && name !== "length")
      .map((name): [string, PropertyDescriptor] => [name, {
        value: () => {
          throw absentMethod("column", name);
        },
      }]),
  ),
);

/** Makes a column reject calls of methods that arrays have and Polars does not. */
export function guideSeries(series: unknown): unknown {
  return pl.Series.isSeries(series) ? Object.setPrototypeOf(series, SERIES) : series;
}

/** Options of `sort`. */
const SORT_OPTIONS = ["descending", "nullsLast", "maintainOrder", "multithreaded"];

/**
 * Returns the arguments of a call as Polars takes them: `sort("deep", { descending: true })` is
 * `sort({ by: "deep", descending: true })`. Polars would ignore an unknown option of `sort`.
 *
 * @throws {TypeError} if an argument is a function, or an option of `sort` does not exist
 */
export function polarsArguments(method: string, args: readonly unknown[]): readonly unknown[] {
  if (args.some((one) => typeof one === "function")) {
    throw new TypeError(
      `Cannot call ${method}: expected an expression, got a function. Use ` +
        `frame.${method}(pl.col("TST").lt(360)), or frame.toRecords().${
          method === "filter" ? "filter" : "map"
        }(...).`,
    );
  }
  if (method !== "sort") return args;
  const [first, second] = args, isPlain = isOptions(first) && "by" in first;
  const options = isPlain ? first : isOptions(second) ? { ...second, by: first } : undefined;
  if (options === undefined) return args;
  const wrong = Object.keys(options).find((name) => name !== "by" && !SORT_OPTIONS.includes(name));
  if (wrong === undefined) return [options, ...args.slice(2)];
  throw new TypeError(
    `Cannot sort: unknown option ${JSON.stringify(wrong)}${suggest(wrong, SORT_OPTIONS)}`,
  );
}

function isOptions(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null &&
    Object.getPrototypeOf(value) === Object.prototype && !pl.Series.isSeries(value) &&
    !pl.Expr.isExpr(value);
}

/** Polars' messages about a column that a frame does not have. */
const NOT_FOUND = /^not found: (?:unable to find column )?"(.+?)"(?: not found|; valid columns)/;

/** Messages about an argument that Polars' native code cannot read. */
const NOT_READ = /^Failed to convert (?:napi|JavaScript) value.* into rust type `(\w+)/s;

/** Columns that `series.dateParts` adds. */
const DATE_PARTS =
  /^(?:date|year|quarter|month|day|hour|minute|weekday|weekend|(?:month|weekday)_name|iso_(?:year|week)|day_of_year)$/;

/**
 * Calls a method of a frame or of a lazy frame. If Polars does not find a column, the error gives the
 * column that was meant.
 *
 * @throws {TypeError} if the frame lacks a column, or an argument is of a wrong type
 */
export function callOnFrame<T>(method: string, frame: Frame, call: () => T): T {
  try {
    return call();
  } catch (cause) {
    const { message } = cause as Error, [, name] = NOT_FOUND.exec(message) ?? [];
    const [, type] = NOT_READ.exec(message) ?? [];
    if (type !== undefined) {
      throw new TypeError(
        `Cannot call ${method}: an argument has the wrong type, Polars expected ${type}. ` +
          `The documentation of nodejs-polars lists the arguments of ${method}.`,
        { cause },
      );
    }
    const columns = columnNames(frame);
    if (name === undefined || columns.includes(name)) throw cause;
    const meant = DATE_PARTS.test(name) ? undefined : meantName(name, columns);
    throw new TypeError(
      `Cannot call ${method}: column ${JSON.stringify(name)} is missing; ` +
        (meant !== undefined
          ? `did you mean ${JSON.stringify(meant)}?`
          : DATE_PARTS.test(name)
          ? `series.dateParts(frame, { parts: [${JSON.stringify(name)}] }) adds it`
          : `the columns are ${columns.join(", ")}`),
      { cause },
    );
  }
}
