import { describeValue, isFrame } from "./describeValue.ts";
import { checkKind, type FLAGS, type NUMBERS } from "./optionKinds.ts";
import { suggest } from "./suggest.ts";

/**
 * Option names of a function, each with `true`, or with a table of its own if the option is itself a
 * set of options. {@linkcode optionNames} creates a table.
 */
export type OptionTable<T> = { readonly [K in keyof T]-?: true | NestedTable<NonNullable<T[K]>> };

type NestedTable<V> = V extends readonly unknown[] | ((...args: never) => unknown) ? never
  : V extends object ? OptionTable<V>
  : never;

/** A table of options whose types are unknown. */
type Names = { readonly [name: string]: true | Names };

/** Union of the names in a string, which are separated by single spaces. */
type Split<S> = S extends `${infer First} ${infer Rest}` ? First | Split<Rest> : S;

type PartNames<P> = P extends string ? Split<P> : keyof P;

type Missing<T, P> = Exclude<keyof T, PartNames<P>>;
type Unknown<T, P> = Exclude<Split<Extract<P, string>>, keyof T>;

/** Options of a kind that are missing in the table of kinds. */
type Unlisted<T, V, Listed> = {
  [K in keyof T]-?: [unknown, V] extends [T[K], unknown] ? never
    : NonNullable<T[K]> extends V ? Exclude<K, Listed>
    : never;
}[keyof T];

/** Options whose kind depends on the function. */
type Varied = Split<"after atMost band before columns each fill lag own period types value">;

type Unchecked<T> =
  | Unlisted<T, number, Split<typeof NUMBERS[number]> | Varied>
  | Unlisted<T, boolean, Split<typeof FLAGS[number]> | Varied>;

/**
 * Lets the compiler name the options that parts lack, names that are not options, and options that
 * the table of kinds lacks.
 */
type Complete<T, P> = [Missing<T, P> | Unknown<T, P> | Unchecked<T>] extends [never] ? unknown
  : { missing: Missing<T, P>; unknown: Unknown<T, P>; unchecked: Unchecked<T> };

/**
 * Returns the table of all options in an interface, from parts: names in one string, tables that
 * several functions share, and tables of nested options. The compiler rejects missing and unknown names.
 *
 * ```ts ignore
 * const OPTIONS = optionNames<ResampleOptions>()(RANGE_OPTIONS, "every aggregate", { header: HEADER });
 * ```
 */
export function optionNames<T extends object>(): <
  const P extends readonly (string | Partial<OptionTable<T>>)[],
>(...parts: P & Complete<T, P[number]>) => OptionTable<T> {
  return (...parts) =>
    Object.assign(
      {},
      ...parts.map((part) =>
        typeof part === "string"
          ? Object.fromEntries(part.split(" ").map((name) => [name, true]))
          : part
      ),
    );
}

/**
 * Rejects options that a function does not have, for callers without type checks, as in notebooks.
 * A misspelt option would otherwise be ignored and silently change the result.
 *
 * ```ts ignore
 * checkOptions("merge stages", options, OPTIONS);
 * ```
 *
 * @param action Action for messages: `"merge stages"`.
 * @param options Options as passed; `undefined` passes unless `needed` is given.
 * @param table Options of the function.
 * @param needed Options that the function requires, in words: `"every"`.
 * @throws {TypeError} if the options are not an object, a required option is missing, or a name
 * does not exist; the message suggests the nearest name
 */
export function checkOptions<T extends object>(
  action: string,
  options: T | undefined,
  table: OptionTable<NoInfer<T>>,
  needed?: string,
): void {
  if (options === undefined) {
    if (needed === undefined) return;
    throw new TypeError(`Cannot ${action}: options are missing; it needs ${needed}`);
  }
  if (!isSetOfOptions(options)) {
    throw new TypeError(
      `Cannot ${action}: options is ${describeValue(options)}, expected an object` +
        byName(options, Object.keys(table)) +
        (needed === undefined ? "" : `; it needs ${needed}`),
    );
  }
  checkNames(action, "options", options, table as Names);
}

function checkNames(action: string, what: string, given: object, table: Names): void {
  for (const [name, value] of Object.entries(given)) {
    const below = Object.hasOwn(table, name) ? table[name] : undefined;
    if (below === undefined) {
      const where = what === "options" ? "" : ` in ${what}`;
      const way = where === "" ? otherWay(action, name, Object.keys(table)) : undefined;
      throw new TypeError(
        `Cannot ${action}: unknown option ${JSON.stringify(name)}${where}` +
          (way === undefined ? suggest(name, Object.keys(table)) : `; ${way}`),
      );
    }
    const path = what === "options" ? name : `${what}.${name}`;
    if (!path.startsWith("plot.")) checkKind(action, path, value); // Plot's options allow null
    if (below !== true && isSetOfOptions(value)) checkNames(action, path, value, below);
  }
}

function isSetOfOptions(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof Promise) && !isFrame(value);
}

/** Options that a value probably belongs to, by its format, the most likely first. */
const LIKELY: readonly (readonly [form: RegExp, options: string])[] = [
  [/^(?:P|-?\d+ ?[a-z]+$)/, "every window period before gap maxAge"],
  [/^(?:mean|sum|min|max|median|count|std|first|last|any|all)$/, "aggregate"],
  [/^[A-Z][A-Za-z]+\/|^UTC$/, "tz"],
  [/^\d+$/, "window bins lag percentile"],
  [/./, "y x metrics sourcePriority statistics parts only columns"],
];

const LISTS = "metrics sourcePriority statistics parts only";

/**
 * Returns an example of options for a value that was passed in their place: `such as { every: "1h"
 * }` for `"1h"`. For a date, it shows how a range is written. Returns an empty string if no option
 * fits.
 *
 * @param names Names of the options.
 */
function byName(value: unknown, names: readonly string[]): string {
  if (isFrame(value)) {
    return names.includes("a") && names.includes("b")
      ? '; it compares two ranges of one frame, such as { a: "2025-02", b: "2025-03" }'
      : "; it takes one frame";
  }
  const isList = Array.isArray(value) && value.every((one) => typeof one === "string");
  if (typeof value !== "string" && typeof value !== "number" && !isList) return "";
  if (isList && value.length === 0) return "";
  if (typeof value === "string" && /^\d{4}-\d\d/.test(value)) {
    return `; two dates are one range: { from, to: ${
      JSON.stringify(value)
    } }, without the day of to`;
  }
  const likely = isList ? [LISTS] : LIKELY
    .filter(([form]) => form.test(String(value))).map(([, options]) => options);
  const name = likely.flatMap((options) => options.split(" ")).find((one) => names.includes(one));
  if (name === undefined) return "";
  const shown = name === "window" && typeof value === "number" ? `${value}d` : value;
  return ` such as { ${name}: ${JSON.stringify(shown)} }`;
}

/**
 * Replies to options that a function does not have and that no other option replaces: actions, then
 * words in lower case, then the call to write. `(no by)` excludes functions with the option `by`.
 */
const OTHER_WAYS = `
read workouts: activity type kind sport name: keep rows instead, workouts.filter(pl.col("activity").eq(pl.lit("Running"))) of Polars
compare, draw a comparison: before after baseline followup: write a and b, such as { a: "2025-02", b: "2025-03" }
compare, draw a comparison: group groups groupby column factor label labels x hue color colour: write condition, the column whose two values are compared
draw a line: kind type form geom: write another chart, such as plot.dailyBars(frame, { y }), plot.distribution(frame, { y }) or plot.scatter(frame, { x, y })
draw: ylabel xlabel ylab xlab: write unit, or title for the text above the chart
draw: linewidth strokewidth linestyle dash marker markersize alpha opacity symbol: draw your own mark on top with plot: { marks }
draw (no fit): smooth smoothing moving rolling: pass the smoothed values, such as series.rolling(frame, { window: "7d" })
draw: log logy logscale logarithmic: write plot: { y: { type: "log" } }
draw (no range): date night day when: keep the rows to draw, such as series.between(stages, "2025-03-10")
read a time series: source sources sourcepriority priority: read me.samples(metric, when), then series.fromSamples(samples, when, { kind, sourcePriority })
export: format type filetype: it writes Parquet and JSON lines; write one frame with .writeCSV("days.csv") of Polars
read the health export: start end since until from to start_date range when period: read.any(path, { range: "2025-03" }) reads a range
draw: figsize size dimensions aspect dpi: write width and height in pixels
draw (no by): color colour stroke linecolor hue palette cmap colors colours colorscheme colormap: a measure has the colour of its domain; for your own, draw a mark on top with plot: { marks }
draw: theme dark darkmode mode background style template: a chart follows the light or dark colours of the page
draw (no range): xlim xlimits xrange xdomain: keep the rows to draw, such as series.between(frame, "2025-W11")
draw: ylim ylimits yrange ydomain yscale domain scale: write plot: { y: { domain: [40, 180] } }
draw: fill facecolor: a measure has the colour of its domain; for your own, draw a mark on top with plot: { marks }
make a report: sections parts include only charts: a report shows every part with data; for some of it, call the charts, such as plot.sleepBars(stages), or await me.digest(when)
make a report: format output type filename path: save it by extension, await report.save("report.pdf") or "report.html"
read CSV: parsedates tryparsedates parse infer infertypes: dates are detected; for other names write columns, such as { columns: { time: "Date" } }
sum up days: by freq every period: the days are in the frame of the answer, (await me.totals(metric, when)).frame
`.trim().split("\n").map((line) => {
  const [actions, words, way] = line.split(/: (.*?): (.*)/) as [string, string, string];
  const [named, without] = actions.split(/ \(no (.*)\)/) as [string, string?];
  return { actions: named.split(", "), without, words: words.split(" "), way };
});

/** Returns what to write instead of an option, or `undefined` if another option may be meant. */
function otherWay(
  action: string,
  name: string,
  names: readonly string[],
): string | undefined {
  const word = name.replaceAll("_", "").toLowerCase();
  return OTHER_WAYS.find(({ actions, without, words }) =>
    words.includes(word) && (without === undefined || !names.includes(without)) &&
    actions.some((one) => action === one || action.startsWith(`${one} `))
  )?.way;
}
