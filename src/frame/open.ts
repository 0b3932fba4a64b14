import type { Table } from "apache-arrow";
import { type CodedText, type TextReader, textReader } from "./columns/codedText.ts";
import { checkColumnNames } from "./columns/columnNames.ts";
import type { Column, Columns } from "./columns/columns.ts";
import type { Groups } from "./columns/groups.ts";
import type { ColumnType, Schema } from "./columns/schema.ts";
import { describeValue } from "../options/describeValue.ts";
import { meantName } from "../options/suggest.ts";
import { fitColumn } from "./fitColumn.ts";
import { groupByColumns } from "./groupByColumns.ts";
import { labelZone, zonesText } from "../time/zones.ts";
import { zone, type Zones } from "../time/zone.ts";
import type { AskedRange } from "./polars/askedRange.ts";
import type { Frame } from "./polars/frame.ts";
import type { GroupedWindows, GroupWindowsOptions } from "./polars/groupWindows.ts";
import type { Row } from "./polars/rows.ts";
import { columnsSource, renamedSource, rowsSources, type Source, sourceOf } from "./sources.ts";
import type { ColumnOf, ReadColumns, ReadOptions, WantedColumns } from "./wantedColumns.ts";

/**
 * Input of a verb: a Polars frame, an Arrow table or its bytes (Arrow IPC, file or stream, from any
 * copy or version of Arrow), an array of records, a value with a `frame`, such as the totals of
 * days, or a frame that another verb has opened.
 */
export type FrameLike =
  | Frame
  | Table
  | Uint8Array
  | readonly Row[]
  | { readonly frame: Frame }
  | OpenFrame;

/** Name of the column that says in which IANA zone the person was. */
const ZONE_COLUMN = "tz";

/** Options of {@linkcode openFrame}. */
export interface OpenOptions {
  /** Action for messages, such as `merge stages`. @default "read the frame" */
  action?: string | undefined;
  /**
   * Zone of times without one, and of the local days of dates. @default none: UTC in a frame,
   * rejected in records
   */
  tz?: Zones | undefined;
}

/**
 * Opens what a caller gave, once: the one way from there to columns. Every verb begins with it, and
 * hands on what is open, not what it was given.
 *
 * ```ts ignore
 * const data = openFrame(frame, { action: "merge stages", tz: options.tz });
 * const { start_time, source } = data.read(
 *   { start_time: "time", "source?": "text" },
 *   { full: ["start_time"], columns: options.columns },
 * );
 * const values = data.numbers("value"); // Float64Array, NaN for null
 * const groups = data.groups(options.by); // undefined if no column is named
 * ```
 *
 * What is open already is not read again; another action or zone may be given to it.
 *
 * @throws {TypeError} if it is neither a Polars frame, nor an Arrow table, nor an array of records
 * @throws {RangeError} if the zone does not exist
 */
export function openFrame(input: FrameLike, options: OpenOptions = {}): OpenFrame {
  if (input instanceof OpenFrame) return input.with(options);
  const tz = options.tz === undefined ? undefined : zone(options.tz);
  return new OpenFrame(sourceOf(input, options.action ?? "read the data"), { ...options, tz });
}

/**
 * Opens columns that were computed, so that a verb takes them without a frame in between.
 *
 * @param range The range that they were asked for; `undefined` if it is not known.
 */
export function openColumns(
  columns: Columns,
  options: OpenOptions = {},
  range?: AskedRange,
): OpenFrame {
  return new OpenFrame({ ...columnsSource(columns), range }, options);
}

/** Columns that say when a row was, in the order in which they count. */
const TIME_NAMES = [
  "time",
  "night",
  "date",
  "start_time",
  "start_date",
  "period_start_time",
  "recorded_at",
] as const;

/** A frame that is open: its columns as typed arrays, read when they are asked for. */
export class OpenFrame {
  readonly #source: Source;
  /** What is being done, for messages. */
  readonly action: string;
  /** The zone in which times without one are read. */
  readonly tz: string | undefined;

  /** Opens a source; use {@linkcode openFrame}. */
  constructor(source: Source, { action = "read the frame", tz }: OpenOptions) {
    this.#source = source;
    this.action = action;
    this.tz = tz === undefined ? undefined : zone(tz);
  }

  /** The same, for another action or with times read in another zone; what is not given stays. */
  with({ action = this.action, tz: given = this.tz }: OpenOptions): OpenFrame {
    const tz = given === undefined ? undefined : zone(given);
    return action === this.action && tz === this.tz
      ? this
      : new OpenFrame(this.#source, { action, tz });
  }

  /**
   * Returns the same frame with some columns under other names, and with columns that were computed.
   *
   * @param renamed The present names, by the new ones.
   */
  rename(renamed: { readonly [name: string]: string }, added: Columns = {}): OpenFrame {
    const { action, tz } = this;
    return new OpenFrame(renamedSource(this.#source, renamed, added), { action, tz });
  }

  /** The names of the columns, in order. */
  get names(): readonly string[] {
    return this.#source.names;
  }

  /** The units of columns, as far as the frame is known to have them; none of records and Arrow. */
  get units(): Readonly<Record<string, string>> {
    return this.#source.units ?? {};
  }

  /** The range that the data was asked for; `undefined` if it is not known, as of records and Arrow. */
  get range(): AskedRange | undefined {
    return this.#source.range;
  }

  /** The number of rows. */
  get rowCount(): number {
    return this.#source.rowCount;
  }

  /** Whether there is such a column; records of which there are none lack no column. */
  has(name: string): boolean {
    return this.#source.lacksNothing || this.names.includes(name);
  }

  /**
   * The columns that a verb needs, of the types that it needs. Integers are widened where numbers are
   * wanted, and numbers that are integers are narrowed; text is read as times and dates; dates are
   * the first instants of local days where times are wanted, and ISO text where text is.
   *
   * @throws {TypeError} if a column is missing, has another type, or has nulls where none may be, or
   * `columns` names one that is not wanted
   */
  read<const W extends WantedColumns>(wanted: W, options: ReadOptions = {}): ReadColumns<W> {
    const { full = [], columns: names = {} } = options;
    checkColumnNames(names, Object.keys(wanted), this.action);
    const columns: Record<string, Column> = {};
    for (const [key, type] of Object.entries(wanted)) {
      const optional = key.endsWith("?"), usual = optional ? key.slice(0, -1) : key;
      const name = names[usual] ?? usual;
      // A name that was given must be there.
      if (optional && names[usual] === undefined && !this.has(name)) continue;
      const column = this.#fitted(name, type), row = full.includes(usual) ? firstNull(column) : -1;
      if (row >= 0) throw new TypeError(`Cannot ${this.action}: ${name} is null in row ${row}`);
      columns[usual] = column.type === "time" ? this.#inOwnZones(column) : column;
    }
    return columns as Columns as ReadColumns<W>;
  }

  /**
   * A column of times in the zones that a column `tz` of text names row by row, or in those of the
   * range that the frame was asked for, unless the caller names a zone.
   */
  #inOwnZones(column: ColumnOf<"time">): ColumnOf<"time"> {
    if (this.tz !== undefined) return column;
    if (!this.names.includes(ZONE_COLUMN)) {
      const { tz = column.zone } = this.range ?? {};
      return labelZone(tz) === column.zone ? { ...column, zone: tz } : column;
    }
    const zones = this.#source.column(ZONE_COLUMN, undefined, this);
    return zones.type === "text" ? { ...column, zone: zoneOfRows(column, zones.values) } : column;
  }

  /** Returns whether the zones of the rows come from a column, or from the range that was asked for. */
  #zonesChange(): boolean {
    if (this.tz !== undefined) return false;
    const { tz = "" } = this.range ?? {};
    return this.names.includes(ZONE_COLUMN) || labelZone(tz) !== tz;
  }

  /**
   * A column of the type that it has; records' columns have that of their first value.
   *
   * @throws {TypeError} if there is no such column, or its type has no column here
   */
  column(name: string): Column {
    this.check(name);
    if (this.#source.lacksNothing) return { type: "text", values: [] };
    return this.#source.column(name, undefined, this);
  }

  /**
   * Returns the name of the column that says when each row was: the given one, else the first that
   * there is of `time`, `night`, `date`, `start_time`, `start_date`, `period_start_time` and
   * `recorded_at`. Of a table of nights that is the date of waking, not the time of going to bed.
   */
  timeName(given?: string): string {
    return given ?? TIME_NAMES.find((name) => this.has(name)) ?? "time";
  }

  /**
   * A column of instants, in microseconds UTC, with the zone that it is shown in.
   *
   * @throws {TypeError} if it is missing or of another type, or an instant is null
   */
  times(name: string): ColumnOf<"time"> {
    return this.read({ time: "time" }, { full: ["time"], columns: { time: name } }).time;
  }

  /**
   * A column of numbers, NaN for null.
   *
   * @throws {TypeError} if it is missing or holds no numbers
   */
  numbers(name: string): Float64Array {
    const { values, valid } = this.#fitted(name, "float64") as ColumnOf<"float64">;
    if (valid === undefined) return values;
    const known = values.slice();
    for (let row = 0; row < known.length; row++) if (valid[row] === 0) known[row] = NaN;
    return known;
  }

  /**
   * A column of text to be read later; undefined if there is no such column.
   *
   * @throws {TypeError} at once, if it has another type
   */
  text(name: string): TextReader | undefined {
    if (!this.has(name)) return undefined;
    const reader = this.#source.lacksNothing ? undefined : this.#source.text(name);
    if (reader !== undefined) return reader;
    const { values } = this.#fitted(name, "text") as ColumnOf<"text">;
    return textReader(() => values);
  }

  /**
   * The groups of rows that have the same values in some columns; undefined if none is named. Rows
   * with null are a group, too.
   *
   * @throws {TypeError} if a column is missing, or of lists or structs
   */
  groups(by: string | readonly string[] | undefined): Groups | undefined {
    const names = [by ?? []].flat();
    if (names.length === 0) return undefined;
    const columns = Object.fromEntries(names.map((name) => [name, this.#codedColumn(name)]));
    return groupByColumns(columns, this.action);
  }

  /** Whether a column of numbers has any value; NaN is none. */
  hasValues(name: string): boolean {
    return this.numbers(name).some((value) => !Number.isNaN(value));
  }

  /** The names of the columns that hold numbers, in order; of records those with a number in any row. */
  numberNames(): string[] {
    return this.names.filter((name) => this.#source.holdsNumbers(name));
  }

  /**
   * The name of the only column of numbers, apart from those that are set aside; `coverage`, which
   * `series.resample` adds to values, counts as one only where it is alone.
   *
   * @throws {TypeError} if there is none, or more than one: the message names them
   */
  onlyNumberName(aside: readonly string[] = []): string {
    const numbers = this.numberNames().filter((name) => !aside.includes(name));
    const found = numbers.length === 1 ? numbers : numbers.filter((name) => name !== "coverage");
    if (found.length === 1) return found[0]!;
    if (this.#source.lacksNothing) return "value";
    throw new TypeError(
      found.length === 0
        ? `Cannot ${this.action}: the frame has no numeric column`
        : `Cannot ${this.action}: the frame has several numeric columns, ${
          found.join(", ")
        }; pass one of them as y`,
    );
  }

  /**
   * All columns, of the types that they have; records' columns have that of their first value.
   *
   * @param known Types of records' columns that are known, such as that times given as text are times.
   * @throws {TypeError} if a value has not its column's type, or a type has no column here
   */
  columns(known: Schema = {}): Columns {
    const names = new Set([
      ...this.names,
      ...(this.#source.lacksNothing ? Object.keys(known) : []),
    ]);
    return Object.fromEntries(
      Array.from(names, (name) => [
        name,
        this.#source.column(name, Object.hasOwn(known, name) ? known[name] : undefined, this),
      ]),
    );
  }

  /**
   * Some rows, several times, with some of the columns; what they have in common is read once.
   *
   * @param times The columns of records that are times.
   */
  takeParts(
    parts: readonly Uint32Array[],
    names: readonly string[],
    times: readonly string[] = [],
  ): OpenFrame[] {
    const known = Object.fromEntries(times.map((name) => [name, "time" as const]));
    return rowsSources(this.#source, parts, { names, known })
      .map((source) => new OpenFrame(source, { action: this.action, tz: this.tz }));
  }

  /**
   * Rows in windows, reduced, where the frame can do that itself sooner than its columns are read;
   * undefined where it cannot.
   *
   * @throws {RangeError} if a time is outside the years 1 to 9999
   */
  groupWindows(options: GroupWindowsOptions): GroupedWindows | undefined {
    if (this.#zonesChange()) return undefined;
    return this.#source.groupWindows?.(options);
  }

  /**
   * All of it as a Polars frame; a frame is given back as it is.
   *
   * @param times The columns of records that are times, as far as they are there.
   * @throws {TypeError} if a value of a record has not its column's type
   */
  frame(times: readonly string[] = []): Frame {
    const known = times.filter((name) => this.has(name)).map((name) => [name, "time"] as const);
    return this.#source.frame(Object.fromEntries(known), this);
  }

  /** A column, one of text as numbers: a million texts take longer to read than to group. */
  #codedColumn(name: string): Column | CodedText {
    this.check(name);
    const reader = this.#source.lacksNothing ? undefined : this.#source.text(name);
    if (reader !== undefined) return reader.codes();
    const column = this.column(name);
    return column.type === "text" ? this.text(name)!.codes() : column;
  }

  #fitted(name: string, type: ColumnType): Column {
    this.check(name);
    const { action } = this, column = this.#source.column(name, type, this);
    const tz = column.type === "date" && type === "time" ? this.#zoneOfDates() : this.tz;
    return fitColumn(column, type, { name, action, tz });
  }

  /** Zone whose local days the dates are: the given one, else that of the range, else of the first time column. */
  #zoneOfDates(): string | undefined {
    if (this.tz !== undefined) return this.tz;
    if (this.range?.tz !== undefined) return labelZone(this.range.tz);
    for (const name of TIME_NAMES) {
      if (!this.names.includes(name)) continue;
      const column = this.#source.column(name, undefined, this);
      if (column.type === "time") return column.zone;
    }
    return undefined;
  }

  /**
   * Checks that there is a column.
   *
   * @throws {TypeError} if there is none of that name
   */
  check(name: string): void {
    if (this.has(name)) return;
    if (typeof name !== "string") {
      throw new TypeError(
        `Cannot ${this.action}: the name of a column is ${describeValue(name)}; the columns are ${
          this.names.join(", ") || "none"
        }`,
      );
    }
    const meant = meantName(name, this.names), hint = HINTS[name];
    throw new TypeError(
      `Cannot ${this.action}: column ${JSON.stringify(name)} is missing; the columns are ${
        this.names.join(", ") || "none"
      }${
        hint !== undefined
          ? `. ${hint}`
          : meant === undefined
          ? ""
          : `; did you mean ${JSON.stringify(meant)}?`
      }`,
    );
  }
}

const DATE_PARTS =
  "series.dateParts(frame) adds parts of the local time, such as weekday and hour.";

/** What to do about a column that verbs make, or that another frame has. */
const HINTS: Readonly<Record<string, string>> = {
  sleep_stage: "Give a frame of stages, such as me.stages(when).",
  weekday: DATE_PARTS,
  weekend: DATE_PARTS,
  hour: DATE_PARTS,
  month: DATE_PARTS,
};

function firstNull(column: Column): number {
  if (column.type === "text") return column.values.indexOf(null);
  return "valid" in column ? column.valid?.indexOf(0) ?? -1 : -1;
}

/** The zones of rows as one, each from the first row in it. Rows without a zone are in that of the row before. */
function zoneOfRows(
  { values, valid, zone: shown }: ColumnOf<"time">,
  names: readonly (string | null)[],
): string {
  const known = new Set(names);
  known.delete(null);
  if (known.size < 2) return known.size === 0 ? shown : zone([...known][0]!);
  const rows = [...names.keys()].filter((row) => names[row] !== null && valid?.[row] !== 0)
    .sort((a, b) => values[a]! < values[b]! ? -1 : values[a]! > values[b]! ? 1 : 0);
  const stays = rows.map((row) => ({ start: values[row]!, tz: zone(names[row]!) }))
    .filter(({ tz }, i, all) => i === 0 || tz !== all[i - 1]!.tz);
  return stays.length === 0 ? shown : zonesText(stays);
}
