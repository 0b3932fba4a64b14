import type { Cell, SheetData } from "write-excel-file/universal";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { replaceFile } from "../options/replaceFile.ts";
import { isoDay } from "../time/day.ts";
import { isoMicros } from "../time/iso.ts";
import { CLOCK_UNIT } from "../time/units.ts";
import { zone, type Zones } from "../time/zone.ts";
import { NO_ZONE, zonedTime } from "../time/zones.ts";
import { type Column, type Columns, rowCount } from "./columns/columns.ts";
import { type FrameLike, openFrame } from "./open.ts";
import { toValues } from "./polars/rows.ts";

/** Options of {@linkcode excel}. */
export interface ExcelOptions {
  /** File to write, such as `nights.xlsx`; an existing file is replaced. @default no file */
  path?: string | undefined;
  /** IANA zone of the times. @default the zone of each column */
  tz?: Zones | undefined;
}

const ACTION = "write an Excel file";

const OPTIONS = optionNames<ExcelOptions>()("path tz");

/** Limits of a sheet: rows with the header row, columns, and characters of a cell. */
const ROWS = 1_048_576, COLUMNS = 16_384, CHARACTERS = 32_767;

/** Days since 1970 of 1 March 1900. Excel counts later days correctly. */
const FIRST_DAY = -25_508;

/** Largest integer that Excel stores exactly. */
const MOST_DIGITS = 10n ** 15n;

const DAY_MS = 86_400_000;

/**
 * Writes a frame as an Excel file (`.xlsx`), which LibreOffice and Google Sheets open too.
 *
 * Cells have types: numbers, text, true and false, dates, and times. Excel has no time zones, so
 * times are local times in the zone of their column. The second sheet, `columns`, names the type,
 * unit and zone of each column. Null and NaN are empty cells. Lists and structs are JSON. Infinite
 * numbers, integers of more than 15 digits, and days before 1 March 1900 become text, because Excel
 * cannot hold them. Text never becomes a formula.
 *
 * @param frame a frame, an Arrow table, or records
 * @returns the bytes of the file
 * @throws {TypeError} if the input is not a frame, or an option is invalid
 * @throws {RangeError} if the frame has more than 1,048,575 rows or 16,384 columns, or a text has
 * more than 32,767 characters
 *
 * @example Open a frame in Excel
 * ```ts
 * import { demo, show } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const me = await demo({ days: 3 });
 * const bytes = await show.excel(await me.nightly({ nights: 2 })); // with path: "nights.xlsx"
 * assertEquals(new TextDecoder().decode(bytes.subarray(0, 2)), "PK"); // a zip file
 * ```
 */
export async function excel(
  frame: FrameLike,
  options: ExcelOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  checkOptions(ACTION, options, OPTIONS);
  const { path } = options, tz = options.tz === undefined ? undefined : zone(options.tz);
  if (path !== undefined && typeof path !== "string") {
    throw new TypeError(
      `Cannot ${ACTION}: path is ${describeValue(path)}, expected the name of a file`,
    );
  }
  const data = openFrame(frame, { action: ACTION, tz });
  const columns = data.columns();
  checkSize(columns);
  const zoneOf = (column: Column): string =>
    column.type !== "time" ? "" : tz ?? (column.zone === NO_ZONE ? "" : column.zone);
  const cells = Object.entries(columns).map(([name, column]) =>
    cellsOf(name, column, zoneOf(column))
  );
  const rows = Array.from(
    { length: rowCount(columns) },
    (_, row) => cells.map((column) => column[row]!),
  );
  const about: SheetData = Object.entries(columns).map(([name, column]) => [
    name,
    TYPES[column.type],
    unitText(data.units[name]),
    zoneOf(column) || null,
  ]);
  const { default: write } = await import("write-excel-file/universal");
  const blob = await write([
    {
      sheet: "data",
      data: [headerOf(Object.keys(columns)), ...rows],
      columns: Object.values(columns).map(({ type }) => ({ width: type === "time" ? 20 : 14 })),
      stickyRowsCount: 1,
    },
    {
      sheet: "columns",
      data: [headerOf(["column", "type", "unit", "time zone"]), ...about],
      columns: [24, 12, 12, 24].map((width) => ({ width })),
    },
  ]).toBlob();
  const bytes = new Uint8Array(await blob.arrayBuffer());
  if (path !== undefined) await replaceFile(ACTION, path, bytes);
  return bytes;
}

const TYPES: Readonly<Record<Column["type"], string>> = {
  time: "time",
  date: "date",
  int64: "integer",
  float64: "number",
  bool: "true or false",
  text: "text",
  list: "JSON",
  struct: "JSON",
};

/** Returns a unit; clock times are numbers of hours, which can be averaged. */
function unitText(unit: string | undefined): string | null {
  return unit === CLOCK_UNIT ? "hours after midnight" : unit ?? null;
}

function checkSize(columns: Columns): void {
  const rows = rowCount(columns), width = Object.keys(columns).length;
  if (rows >= ROWS || width > COLUMNS) {
    throw new RangeError(
      `Cannot ${ACTION}: the frame has ${rows} rows and ${width} columns, more than ${
        ROWS - 1
      } rows or ${COLUMNS} columns. Write it with frame.writeParquet(path), or in parts.`,
    );
  }
}

function headerOf(names: readonly string[]): Cell[] {
  return names.map((value) => ({ value, type: String, fontWeight: "bold" }));
}

function cellsOf(name: string, column: Column, tz: string): Cell[] {
  const text = (value: string, row: number): Cell => {
    if (value.length > CHARACTERS) {
      throw new RangeError(
        `Cannot ${ACTION}: column ${
          JSON.stringify(name)
        } has ${value.length} characters in row ${row}, and a cell holds ${CHARACTERS}. Drop the column, or cut its text.`,
      );
    }
    return { value, type: String };
  };
  const isNull = (row: number): boolean => "valid" in column && column.valid?.[row] === 0;
  switch (column.type) {
    case "time":
      return Array.from(column.values, (micros, row) => {
        if (isNull(row)) return null;
        const local = zonedTime(micros, tz || "UTC");
        const value = new Date(local.epochMilliseconds + local.offsetNanoseconds / 1e6);
        return value.getTime() < FIRST_DAY * DAY_MS
          ? text(isoMicros(micros, tz || "UTC"), row)
          : { value, type: Date, format: "yyyy-mm-dd hh:mm:ss" };
      });
    case "date":
      return Array.from(
        column.values,
        (day, row) =>
          isNull(row)
            ? null
            : day < FIRST_DAY
            ? text(isoDay(day), row)
            : { value: new Date(day * DAY_MS), type: Date, format: "yyyy-mm-dd" },
      );
    case "int64":
      return Array.from(
        column.values,
        (value, row) =>
          isNull(row)
            ? null
            : value < MOST_DIGITS && value > -MOST_DIGITS
            ? Number(value)
            : text(String(value), row),
      );
    case "float64":
      return Array.from(
        column.values,
        (value, row) =>
          isNull(row) || Number.isNaN(value)
            ? null
            : Number.isFinite(value)
            ? value
            : text(String(value), row),
      );
    case "bool":
      return Array.from(column.values, (value, row) => isNull(row) ? null : value === 1);
    case "text":
      return column.values.map((value, row) => value === null ? null : text(value, row));
    default:
      return toValues(column).map((value, row) =>
        value === null ? null : text(JSON.stringify(value, exact), row)
      );
  }
}

function exact(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}
