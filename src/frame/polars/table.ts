import type { Table as ArrowTable } from "apache-arrow";
import pl from "nodejs-polars";
import { isArrowTable, loadArrow } from "../arrow/loadArrow.ts";
import { fromArrow } from "./fromArrow.ts";
import type { Row } from "./rows.ts";
import { columnNames, frameHeight, seriesOf } from "./seriesOf.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { type TextPatterns, textPatterns } from "../../time/textPatterns.ts";
import { CLOCK_UNIT } from "../../time/units.ts";
import { zone } from "../../time/zone.ts";
import { decimalText, inLanguage } from "../../words/language.ts";
import { clockCells } from "../table/timeCells.ts";
import { numberCells } from "../table/numberCells.ts";
import { inShownLocale, shownLimits } from "../table/showOptions.ts";
import { kindOf, recordCells, recordRanks } from "../table/recordView.ts";
import { clockSeriesCells, isNumeric, seriesCells, seriesRanks } from "./seriesView.ts";
import { typeName } from "./typeName.ts";
import { TableDisplay } from "../table/tableDisplay.ts";
import { type ColumnView, rankValues, type TableParts } from "../table/tableParts.ts";
import { type TableOptions, unitsOf } from "./displays.ts";
import type { Frame } from "./frame.ts";

/**
 * Values that can be shown as a table: a Polars frame, an Arrow table or its bytes, or records of
 * any type.
 */
export type TableLike =
  | Frame
  | ArrowTable
  | Uint8Array
  | readonly object[]
  | { readonly frame: Frame };

const MOST_ROWS = 100;

/** Maximum number of rows that are all shown by default; a night has 24 statistics. */
const SHORT = 30;

export const TABLE_OPTIONS = optionNames<TableOptions>()(
  "head tail maxColumns tz units types title width locale timeFormat",
);

/**
 * Shows a frame, an Arrow table or records as a table, as the value of a notebook cell and in
 * `console.log`.
 *
 * The table shows the number of rows and columns, each column's name, type, zone and unit, and the
 * first and last rows. Times are in the column's own zone with their offset, integers are exact,
 * null is marked, and lists and structs are summarised. Only the rows shown are read. Records may
 * be of any type, such as the result of `me.api.metrics.catalog()`.
 *
 * @throws {TypeError} if the input is neither a Polars frame, nor an Arrow table, nor an array
 * @throws {RangeError} if more than 100 rows are requested, or the zone does not exist
 *
 * @example A missing value is not a zero
 * ```ts
 * import { show } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const table = show.table([{ day: "2024-03-31", steps: 0 }, { day: "2024-04-01", steps: null }], {
 *   width: 80,
 * });
 * assertEquals(String(table), [
 *   "2 rows × 2 columns",
 *   "day          steps",
 *   "text        number",
 *   "2024-03-31       0",
 *   "2024-04-01    null",
 * ].join("\n"));
 * ```
 */
export function table(
  input: TableLike,
  options: TableOptions = {},
): TableDisplay {
  checkOptions("show a table", options, TABLE_OPTIONS);
  const { rows: most, columns: widest = 16 } = shownLimits();
  const half = most === undefined ? 5 : most / 2;
  const { head = Math.ceil(half), tail = Math.floor(half), maxColumns = widest } = options;
  for (const [name, count] of Object.entries({ head, tail, maxColumns })) {
    if (!Number.isInteger(count) || count < (name === "maxColumns" ? 1 : 0)) {
      throw new RangeError(`Cannot show a table with ${name} ${count}: pass an integer`);
    }
  }
  if (head + tail > MOST_ROWS) {
    throw new RangeError(
      `Cannot show ${head + tail} rows: the maximum is ${MOST_ROWS}; filter the frame first`,
    );
  }
  const own = inShownLocale(options);
  return inLanguage(
    own,
    () => new TableDisplay(tableParts(input, own, { head, tail, maxColumns }), options.width),
  );
}

/** Maximum number of rows, from the top and from the end, and of columns. */
interface Extent {
  readonly head: number;
  readonly tail: number;
  readonly maxColumns: number;
}

/** Returns what a table shows of its input. */
export function tableParts(
  given: TableLike,
  options: TableOptions,
  { head, tail, maxColumns }: Extent,
): TableParts {
  const input = hasFrame(given) ? given.frame : given;
  const source = sourceOf(input, {
    tz: options.tz === undefined ? undefined : zone(options.tz),
    patterns: textPatterns(options),
  });
  const units = { ...(isFrame(input) ? unitsOf(input) : {}), ...options.units };
  const { rows: most = SHORT } = shownLimits();
  const all = options.head === undefined && options.tail === undefined
    ? Math.max(most, head + tail)
    : head + tail + 1;
  // Shows a single hidden row instead of the line that says a row is hidden.
  const shown = source.rows <= all ? { head: source.rows, tail: 0 } : { head, tail };
  return {
    title: options.title,
    types: options.types ?? true,
    rows: source.rows,
    head: shown.head,
    columns: source.names.slice(0, maxColumns).map((name): ColumnView => {
      const unit = Object.hasOwn(units, name) ? units[name] : undefined;
      return { name, unit, ...source.view(name, { ...shown, unit }) };
    }),
    hidden: source.names.slice(maxColumns),
  };
}

/** Zone of times, unless they use their own, and their format. */
interface TimeView {
  readonly tz: string | undefined;
  readonly patterns: TextPatterns;
}

/** Returns whether a value is a Polars frame. */
export function isFrame(input: unknown): input is Frame {
  return typeof input === "object" && input !== null && pl.DataFrame.isDataFrame(input);
}

/** Shown rows of a column, and its unit. */
interface ShownRows {
  readonly head: number;
  readonly tail: number;
  readonly unit: string | undefined;
}

/** Returns whether a value is a result with a frame, such as a statistic. */
function hasFrame(given: TableLike): given is { readonly frame: Frame } {
  return typeof given === "object" && given !== null && !isFrame(given) && "frame" in given &&
    isFrame(given.frame);
}

interface Source {
  readonly names: readonly string[];
  readonly rows: number;
  view(
    name: string,
    rows: ShownRows,
  ): Pick<ColumnView, "type" | "alignRight" | "cells" | "ranks">;
}

function sourceOf(input: Exclude<TableLike, { readonly frame: Frame }>, times: TimeView): Source {
  if (Array.isArray(input)) return recordSource(input as readonly Row[], times);
  if (isArrowTable(input)) return arrowSource(input, times);
  if (input instanceof Uint8Array) return frameSource(fromArrow(input), times);
  if (!isFrame(input)) {
    throw new TypeError(
      "Cannot show a table: expected a Polars frame, an Arrow table or an array of records, got " +
        describeValue(input),
    );
  }
  return frameSource(input as Frame, times);
}

function frameSource(frame: Frame, { tz, patterns }: TimeView): Source {
  const names = columnNames(frame);
  return {
    names,
    rows: frameHeight(frame),
    view: (name, { head, tail, unit }) => {
      const endsOf = (column: string): pl.Series => {
        const series = seriesOf(frame, column);
        return tail === 0
          ? series.slice(0, head)
          : pl.concat([series.slice(0, head), series.slice(series.len() - tail, tail)]);
      };
      const series = seriesOf(frame, name), ends = endsOf(name);
      const type = typeName(series.dtype), alignRight = isNumeric(series);
      return {
        type: tz === undefined ? type : type.replace(/^(datetime\[\w+, ).+\]$/, `$1${tz}]`),
        alignRight,
        cells: alignRight && unit === CLOCK_UNIT
          ? clockSeriesCells(ends, patterns)
          : seriesCells(ends, tz, patterns, { name, unit }),
        ...ranked(
          seriesRanks(ends) ??
            (alignRight ? numberRanks(() => ends.cast(pl.Float64).toArray()) : undefined),
        ),
        ...alignRight && unit === undefined && isStatistic(name, names)
          ? statisticCells(
            ends.cast(pl.Float64).toArray() as (number | null)[],
            ROW_KEYS.map((key) => endsOf(key).toArray()),
            patterns,
          )
          : {},
      };
    },
  };
}

/** Columns that name the statistic of a row and its unit. */
const ROW_KEYS = ["name", "unit"] as const;

/** Returns whether a column holds a different quantity in each row, as frames of statistics do. */
function isStatistic(column: string, names: readonly string[]): boolean {
  return column === "value" && ROW_KEYS.every((key) => names.includes(key));
}

/**
 * Formats each value by the name and the unit of its row: a p value, a time of day, minutes, a
 * count.
 */
function statisticCells(
  values: readonly (number | null)[],
  [names = [], units = []]: readonly (readonly unknown[])[],
  patterns: TextPatterns,
): Pick<ColumnView, "cells" | "ranks"> {
  const textOf = (value: unknown): string | undefined =>
    typeof value === "string" ? value : undefined;
  return {
    cells: values.flatMap((value, row) =>
      units[row] === CLOCK_UNIT
        ? clockCells([value], patterns)
        : numberCells([value], { name: textOf(names[row]), unit: textOf(units[row]) })
    ),
    ranks: rankValues(values),
  };
}

/** Returns the ranks of numbers whose texts a page cannot read, such as `1.234,5`. */
function numberRanks(read: () => readonly unknown[]): readonly number[] | undefined {
  return decimalText("0.5") === "0.5" ? undefined : rankValues(
    read().map((value) => value === null || value === undefined ? null : Number(value)),
  );
}

/** Returns the ranks if there are any. */
function ranked(ranks: readonly number[] | undefined): Pick<ColumnView, "ranks"> {
  return ranks === undefined ? {} : { ranks };
}

function arrowSource(arrow: ArrowTable, times: TimeView): Source {
  const frame = (rows: ArrowTable): Frame => fromArrow(loadArrow().tableToIPC(rows, "stream"));
  return {
    names: arrow.schema.names.map(String),
    rows: arrow.numRows,
    view: (name, { head, tail, unit }) => {
      const names = arrow.schema.names.map(String);
      const column = arrow.select(isStatistic(name, names) ? [name, ...ROW_KEYS] : [name]);
      const ends = tail === 0
        ? column.slice(0, head)
        : column.slice(0, head).concat(column.slice(arrow.numRows - tail));
      return frameSource(frame(ends), times).view(name, { head: head + tail, tail: 0, unit });
    },
  };
}

function recordSource(rows: readonly Row[], { tz, patterns }: TimeView): Source {
  return {
    // Records can have different members; the first thousand show enough of them.
    names: [...new Set(rows.slice(0, 1000).flatMap((row) => Object.keys(row)))],
    rows: rows.length,
    view: (name, { head, tail, unit }) => {
      const ends = [...rows.slice(0, head), ...rows.slice(rows.length - tail)];
      const values = ends.map((row) => row[name]);
      const type = kindOf(values), alignRight = type === "number" || type === "bigint";
      return {
        type,
        alignRight,
        cells: alignRight && unit === CLOCK_UNIT
          ? clockCells(values.map((value) => value as number | null ?? null), patterns)
          : recordCells(values, tz, patterns, { name, unit }),
        ...ranked(recordRanks(values) ?? (alignRight ? numberRanks(() => values) : undefined)),
        ...type === "number" && unit === undefined && isStatistic(name, Object.keys(ends[0] ?? {}))
          ? statisticCells(
            values as (number | null)[],
            ROW_KEYS.map((key) => ends.map((row) => row[key])),
            patterns,
          )
          : {},
      };
    },
  };
}
