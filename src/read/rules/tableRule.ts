import { csvSteps, readCsvRows } from "../../frame/formats/csv.ts";
import { type ExportFile, headText, readText } from "../export/exportFile.ts";
import { checkLines } from "../export/exportTable.ts";
import { type ExportTimes, exportTimes } from "../export/exportTimes.ts";
import { type DaySpan, localDay } from "../export/localDay.ts";
import { withoutPercent } from "../csv/csvColumns.ts";
import { type LocalStamps, localStamps, StampFormat } from "../csv/localStamps.ts";
import type { FileRule, RuleContext } from "../export/readExport.ts";

/** A row of a table, by the names of its columns. */
export interface VendorRow {
  /** Returns the field of a column; undefined if it is empty or the column is missing. */
  text(...columns: readonly string[]): string | undefined;
  /**
   * Returns the number of the first of several columns that has a field, in the table's decimal
   * mark; undefined if all are empty, NaN if it is not a number.
   */
  number(...columns: readonly string[]): number | undefined;
  /**
   * Returns the time of a column in microseconds since 1970; `offset` such as `+01:00` replaces a
   * missing zone. Skips the row and returns undefined if it is not a time.
   */
  time(column: string, offset?: string): number | undefined;
  /** Returns the time of a column of dates and one of clock times, like `time`. */
  clock(date: string, time: string): number | undefined;
  /** Returns the time of a text like `time`. */
  timeOf(text: string | undefined, offset?: string): number | undefined;
  /**
   * Returns the interval of the day that a text starts with, in a zone. Skips the row and returns
   * undefined if it is not a date, or without a zone.
   */
  dayOf(text: string | undefined, tz: string | undefined): DaySpan | undefined;
  /** Returns the interval of the day of a column, in the zone of the call. */
  day(column: string): DaySpan | undefined;
  /** Names of the columns. */
  readonly columns: readonly string[];
  /** Place of the row in the file, such as `line 17`. */
  readonly where: string;
}

export interface TableRuleOptions extends Partial<Pick<FileRule, "name" | "gives" | "unless">> {
  /** Columns that identify the table. Text before them is a preamble. */
  readonly needs: readonly string[];
  /** Columns of times. @default none */
  readonly times?: readonly string[];
  /** Zone of times without one. @default the zone of the call */
  readonly zone?: string;
  /** Pattern that the first bytes contain. @default the header row is searched for in them */
  readonly head?: RegExp;
  /** Returns the name of a column without a prefix. @default unchanged */
  readonly short?: (column: string) => string;
  /** A line with one field, such as the title of another table, ends the table. @default false */
  readonly endsAtTitle?: boolean;
  /** Names of columns in other languages, by their names in `needs`. @default none */
  readonly names?: Readonly<Record<string, readonly string[]>>;
  /**
   * Returns the names of a header row in an unknown language, by their order; undefined for other
   * tables. @default undefined
   */
  readonly byOrder?: (columns: readonly string[]) => readonly string[] | undefined;
}

/** File names of tables. Their columns show which table they are. */
export const TABLE_FILE = /\.(?:csv|tsv|txt)$|^the file$/i;

/** Maximum number of lines before the header row. */
const MOST_PREAMBLE = 500;
const MARKS = [",", ";", "\t"];

/**
 * Returns a rule for tables that have certain columns, with any delimiter, order of columns and
 * preamble. Rows may be shorter than the header row, or longer by empty fields.
 *
 * @param end Called after the last row of a file.
 */
export function tableRule(
  {
    needs,
    times = [],
    zone,
    short: shorten,
    names = {},
    byOrder,
    head,
    endsAtTitle = false,
    ...rule
  }: TableRuleOptions,
  read: (row: VendorRow, context: RuleContext, file: ExportFile) => void,
  end?: (context: RuleContext, file: ExportFile) => void | Promise<void>,
): FileRule {
  const known = new Map(
    Object.entries(names).flatMap(([name, others]) => others.map((other) => [key(other), name])),
  );
  const short = (column: string): string => known.get(key(column)) ?? shorten?.(column) ?? column;
  const english = (columns: readonly string[]): readonly string[] =>
    byOrder?.(columns) ?? columns.map(short);
  return {
    name: TABLE_FILE,
    ...rule,
    isOurs: async (file) => {
      const text = await headText(file);
      return head?.test(text) ?? headerOf(text, needs, english) !== undefined;
    },
    read: async (file, context) => {
      const { collector } = context, text = await readText(file, collector);
      const header = headerOf(text, needs, english);
      if (header === undefined) throw new TypeError(`the columns ${needs.join(", ")} are missing`);
      const { delimiter, columns, line: first } = header;
      const body = text.slice(header.end), places = placesOf(columns);
      const onFault = (reason: string, line: number): void =>
        collector.skip("the row is not CSV", `line ${line + first}`, reason);
      const found = times.map((column) => ({
        column,
        place: places.get(key(column)),
        format: new StampFormat(),
      }));
      for (const field of fieldsOf(text.slice(0, header.start), delimiter)) {
        for (const { format } of found) format.hint(field);
      }
      let isOver = false;
      const ends = (fields: readonly (string | null)[]): boolean =>
        isOver ||= endsAtTitle && fields.length === 1 && Boolean(fields[0]?.trim());
      const scan = csvSteps(body, { delimiter, bareQuotes: true, onFault: () => {} }, (fields) => {
        if (ends(fields)) return;
        for (const { place, format } of found) {
          const field = place === undefined ? undefined : fields[place];
          if (field) format.add(field);
        }
      });
      for (const _ of times.length > 0 ? scan : []) await context.pause();
      const stampsOf = new Map<string, LocalStamps>();
      for (const { column, format } of found) {
        const stamps = format.stamps();
        if (stamps.note !== undefined) collector.note(`${column}: ${stamps.note}`);
        stampsOf.set(key(column), stamps);
      }
      const plain = localStamps([]);
      const reading: ExportTimes = exportTimes(collector, zone ?? context.tz);
      let current: readonly (string | null)[] = [], at = 0;
      const fieldOf = (columns: readonly string[]): string | undefined => {
        for (const column of columns) {
          const place = places.get(key(column));
          const field = place === undefined ? undefined : current[place]?.trim();
          if (field) return field;
        }
        return undefined;
      };
      const isoOf = (text: string | undefined, column = ""): string | undefined =>
        text === undefined ? undefined : (stampsOf.get(key(column)) ?? plain).read(text) ?? text;
      const where = (): string => `line ${at + first}`;
      const row: VendorRow = {
        columns,
        text: (...columns) => fieldOf(columns),
        number: (...columns) => {
          const field = fieldOf(columns);
          return field === undefined ? undefined : numberOf(field, delimiter);
        },
        time: (column, offset) => timeAt(isoOf(fieldOf([column]), column), offset),
        clock: (date, time) => {
          const day = isoOf(fieldOf([date]), date)?.slice(0, 10), clock = fieldOf([time]);
          return timeAt(isoOf(day && clock && `${day} ${clock}`));
        },
        timeOf: (text, offset) => timeAt(isoOf(text), offset),
        dayOf: (text, tz) => localDay(isoOf(text)?.slice(0, 10), tz, collector, where()),
        day: (column) =>
          localDay(isoOf(fieldOf([column]), column)?.slice(0, 10), context.tz, collector, where()),
        get where() {
          return where();
        },
      };
      const timeAt = (text: string | undefined, offset = ""): number | undefined =>
        reading.at(text === undefined ? undefined : withOffset(text, offset), where());
      isOver = false;
      const rows = csvSteps(
        body,
        { delimiter, bareQuotes: true, onFault },
        (fields, line, isBare) => {
          if (ends(fields)) return;
          current = fields;
          at = line;
          if (isBare && fields.length !== columns.length) {
            return onFault(`line ${line} has quotes that are not doubled`, line);
          }
          const rest = fields.slice(columns.length);
          if (rest.some((field) => field !== null && field.trim() !== "")) {
            collector.skip("it has more fields than the header row", where());
          } else if (fields.some((field) => field !== null && field.trim() !== "")) {
            read(row, context, file);
          }
        },
      );
      for (const _ of rows) await context.pause();
      await checkLines(text, file, collector);
      await end?.(context, file);
    },
  };
}

function withOffset(text: string, offset: string): string {
  return offset === "" || /(?:Z|[+-]\d\d:?\d\d)$/i.test(text.slice(10)) ? text : text + offset;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const COMMA = /^[+-]?\d+,\d+$/, THOUSANDS = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
/** Thousands separated by points, spaces or apostrophes, with a decimal comma. */
const GROUPS_COMMA = /^[+-]?\d{1,3}(?:([. '\u2019\u00a0\u202f])\d{3}(?:\1\d{3})*),\d+$/;

/** Reads a number with a decimal point or comma, thousands separators or a percent sign. */
export function numberOf(text: string, delimiter = ","): number {
  const field = withoutPercent(text);
  if (NUMBER.test(field)) return Number(field);
  if (THOUSANDS.test(field) && delimiter === ",") return Number(field.replaceAll(",", ""));
  if (GROUPS_COMMA.test(field)) return Number(field.replaceAll(/[^\d,+-]/g, "").replace(",", "."));
  return COMMA.test(field) ? Number(field.replace(",", ".")) : NaN;
}

interface Header {
  readonly delimiter: string;
  readonly columns: readonly string[];
  /** Number of lines up to and with the header row. */
  readonly line: number;
  /** Index of the first character of the header row. */
  readonly start: number;
  /** Index of the first character after the header row. */
  readonly end: number;
}

/** Finds the header row that has all columns; `undefined` if no line has them. */
function headerOf(
  text: string,
  needs: readonly string[],
  english: (columns: readonly string[]) => readonly string[],
): Header | undefined {
  const lines = /[^\r\n]*(?:\r\n|\r|\n|$)/g;
  for (let line = 1; line <= MOST_PREAMBLE && lines.lastIndex < text.length; line++) {
    const start = lines.lastIndex, [written] = lines.exec(text)!;
    for (const delimiter of MARKS) {
      const columns = english(fieldsOf(written, delimiter)), names = new Set(columns.map(key));
      if (needs.every((column) => names.has(key(column)))) {
        return { delimiter, columns, line, start, end: lines.lastIndex };
      }
    }
  }
  return undefined;
}

/** Returns the fields of all rows of a text. */
function fieldsOf(text: string, delimiter: string): string[] {
  const found: string[] = [];
  readCsvRows(text, { delimiter, onFault: () => {} }, (fields) => {
    for (const field of fields) found.push(field?.trim() ?? "");
  });
  return found;
}

/** Returns the index of each column; the second of two columns `x` is `x 2`, in pandas `x.1`. */
function placesOf(columns: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [place, column] of columns.entries()) {
    let name = key(column);
    const [, own, mangled] = /^(.+)\.(\d)$/.exec(name) ?? [];
    if (own !== undefined && places.has(own)) name = `${own} ${Number(mangled) + 1}`;
    for (let copy = 2; places.has(name); copy++) name = `${key(column)} ${copy}`;
    places.set(name, place);
  }
  return places;
}

function key(column: string): string {
  return column.trim().toLowerCase();
}
