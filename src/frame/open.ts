import type { Table } from "apache-arrow";
import { type CodedText, type TextReader, textReader } from "./columns/codedText.ts";
import { checkColumnNames } from "./columns/columnNames.ts";
import type { Column, Columns } from "./columns/columns.ts";
import type { Groups } from "./columns/groups.ts";
import type { ColumnType, Schema } from "./columns/schema.ts";
import { describeValue } from "../options/describeValue.ts";
import { meantName } from "../options/suggest.ts";
import { fitColumn } from "./fitColumn.ts";
import { groupByColumns } from "./takeRows.ts";
import { labelZone, NO_ZONE, zonesText } from "../time/zones.ts";
import { zone, type Zones } from "../time/zone.ts";
import type { AskedRange } from "./polars/askedRange.ts";
import type { Windows } from "./polars/displays.ts";
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

/** Name of the column with the IANA zone of each row. */
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
 * Opens a caller's input once; the only way from inputs to columns. Each verb starts with it, and
 * passes on the opened frame instead of the input.
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
 * Returns an already opened frame as is, optionally with another action or zone.
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
 * Opens computed columns, so that a verb can read them without creating a frame.
 *
 * @param range Requested range of the columns; `undefined` if unknown.
 */
export function openColumns(
  columns: Columns,
  options: OpenOptions = {},
  range?: AskedRange,
): OpenFrame {
  return new OpenFrame({ ...columnsSource(columns), range }, options);
}

/** Columns with the end of a row, which do not count as its time. */
const ENDS: ReadonlySet<string> = new Set(["end_time", "end_date"]);

/** Columns with the time of a row, by priority. */
const TIME_NAMES = [
  "time",
  "night",
  "date",
  "start_time",
  "start_date",
  "period_start_time",
  "recorded_at",
] as const;

/** Columns that identify people: the rows of several must not become one person's. */
const PEOPLE = /^(?:svc_)?(?:user|person|participant|subject|patient)[ _]?(?:id)?$/i;

/** Opened frame, whose columns are read on demand as typed arrays. */
export class OpenFrame {
  readonly #source: Source;
  /** Action for messages. */
  readonly action: string;
  /** Zone of times without one. */
  readonly tz: string | undefined;

  /** Opens a source; use {@linkcode openFrame}. */
  constructor(source: Source, { action = "read the frame", tz }: OpenOptions) {
    this.#source = source;
    this.action = action;
    this.tz = tz === undefined ? undefined : zone(tz);
  }

  /**
   * Returns the same frame for another action or with another zone; omitted options stay unchanged.
   */
  with({ action = this.action, tz: given = this.tz }: OpenOptions): OpenFrame {
    const tz = given === undefined ? undefined : zone(given);
    return action === this.action && tz === this.tz
      ? this
      : new OpenFrame(this.#source, { action, tz });
  }

  /**
   * Returns the same frame with renamed columns and with added columns.
   *
   * @param renamed Current names, by the new names.
   */
  rename(renamed: { readonly [name: string]: string }, added: Columns = {}): OpenFrame {
    const { action, tz } = this;
    return new OpenFrame(renamedSource(this.#source, renamed, added), { action, tz });
  }

  /** Names of the columns, in order. */
  get names(): readonly string[] {
    return this.#source.names;
  }

  /** Known units of columns; empty for records and Arrow. */
  get units(): Readonly<Record<string, string>> {
    return this.#source.units ?? {};
  }

  /** Requested range of the data; `undefined` if unknown, as for records and Arrow. */
  get range(): AskedRange | undefined {
    return this.#source.range;
  }

  /** Windows of resampled data; `undefined` if unknown, as for records and Arrow. */
  get windows(): Windows | undefined {
    return this.#source.windows;
  }

  /** Number of rows. */
  get rowCount(): number {
    return this.#source.rowCount;
  }

  /** Returns whether the frame has a column. An empty list of records has every column. */
  has(name: string): boolean {
    return this.#source.lacksNothing || this.names.includes(name);
  }

  /**
   * Returns the columns that a verb needs, in the required types. Integers are widened to numbers,
   * and whole numbers are narrowed to integers. Text is read as times and dates. Dates become the
   * first instants of local days, or ISO text.
   *
   * @throws {TypeError} if a column is missing, has another type or has disallowed nulls, or
   * `columns` has a name that the verb does not read
   */
  read<const W extends WantedColumns>(wanted: W, options: ReadOptions = {}): ReadColumns<W> {
    const { full = [], columns: names = {} } = options;
    checkColumnNames(names, Object.keys(wanted), this.action);
    const columns: Record<string, Column> = {};
    for (const [key, type] of Object.entries(wanted)) {
      const optional = key.endsWith("?"), usual = optional ? key.slice(0, -1) : key;
      const name = names[usual] ?? usual;
      // A given name must exist.
      if (optional && names[usual] === undefined && !this.has(name)) continue;
      const column = this.#fitted(name, type), row = full.includes(usual) ? firstNull(column) : -1;
      if (row >= 0) throw new TypeError(`Cannot ${this.action}: ${name} is null in row ${row}`);
      columns[usual] = column.type === "time" ? this.#inOwnZones(column) : column;
    }
    return columns as Columns as ReadColumns<W>;
  }

  /**
   * Returns times in the zones of a text column `tz` or of the requested range, unless the caller
   * gave a zone.
   */
  #inOwnZones(column: ColumnOf<"time">): ColumnOf<"time"> {
    if (this.tz !== undefined) return column;
    if (!this.names.includes(ZONE_COLUMN)) {
      const { tz = column.zone } = this.range ?? {};
      const isOwn = column.zone === NO_ZONE || labelZone(tz) === column.zone;
      return isOwn ? { ...column, zone: tz } : column;
    }
    const zones = this.#source.column(ZONE_COLUMN, undefined, this);
    return zones.type === "text" ? { ...column, zone: zoneOfRows(column, zones.values) } : column;
  }

  /** Returns whether the zones of the rows come from a column or from the requested range. */
  #zonesChange(): boolean {
    if (this.tz !== undefined) return false;
    const { tz = "" } = this.range ?? {};
    return this.names.includes(ZONE_COLUMN) || labelZone(tz) !== tz;
  }

  /**
   * Returns a column in its own type; a column of records has the type of its first value.
   *
   * @throws {TypeError} if the column is missing or its type is not supported
   */
  column(name: string): Column {
    this.check(name);
    if (this.#source.lacksNothing) return { type: "text", values: [] };
    return this.#source.column(name, undefined, this);
  }

  /**
   * Returns the name of the column with the time of each row. This is the given name, or else the
   * first of `time`, `night`, `date`, `start_time`, `start_date`, `period_start_time` and
   * `recorded_at`, or else {@linkcode ownTimeName}. For a table of nights, it is the wake-up date,
   * not the bedtime.
   */
  timeName(given?: string): string {
    return given ?? TIME_NAMES.find((name) => this.has(name)) ?? this.ownTimeName() ?? "time";
  }

  /**
   * Returns the name of the time column in the caller's own table: a column with a usual name in
   * another spelling, such as `Date`, or else the only column of times, or the only column of
   * dates. Returns `undefined` if a column has a usual name, or if the choice is ambiguous.
   */
  ownTimeName(): string | undefined {
    if (TIME_NAMES.some((name) => this.has(name))) return undefined;
    const texts = this.names.filter((name) => !this.#source.holdsNumbers(name));
    const spelled = [...TIME_NAMES, "day", "timestamp", "datetime"]
      .map((usual) => texts.find((name) => usualSpelling(name) === usual))
      .find((name) => name !== undefined);
    if (spelled !== undefined) return spelled;
    const [times, dates] = [this.#namesOf("time"), this.#namesOf("date")];
    return times.length === 1
      ? times[0]
      : times.length === 0 && dates.length === 1
      ? dates[0]
      : undefined;
  }

  /**
   * Returns the columns of a type, except ends of intervals. For records, the first value of a
   * column determines its type.
   */
  #namesOf(type: "time" | "date"): string[] {
    return this.names.filter((name) =>
      !ENDS.has(name) && !this.#source.holdsNumbers(name) &&
      this.#source.column(name, undefined, this).type === type
    );
  }

  /**
   * Returns a column of instants in microseconds UTC, with its zone for display.
   *
   * @throws {TypeError} if it is missing, has another type, or has a null
   */
  times(name: string): ColumnOf<"time"> {
    return this.read({ time: "time" }, { full: ["time"], columns: { time: name } }).time;
  }

  /**
   * Returns a numeric column, with NaN for null.
   *
   * @throws {TypeError} if it is missing or not numeric
   */
  numbers(name: string): Float64Array {
    const { values, valid } = this.#fitted(name, "float64") as ColumnOf<"float64">;
    if (valid === undefined) return values;
    const known = values.slice();
    for (let row = 0; row < known.length; row++) if (valid[row] === 0) known[row] = NaN;
    return known;
  }

  /**
   * Returns a reader of a text column; `undefined` if the column is missing.
   *
   * @throws {TypeError} immediately if it has another type
   */
  text(name: string): TextReader | undefined {
    if (!this.has(name)) return undefined;
    const reader = this.#source.lacksNothing ? undefined : this.#source.text(name);
    if (reader !== undefined) return reader;
    const { values } = this.#fitted(name, "text") as ColumnOf<"text">;
    return textReader(() => values);
  }

  /**
   * Groups rows by the values of columns; returns `undefined` if no column is given. Null is a
   * group of its own.
   *
   * @throws {TypeError} if a column is missing, or has lists or structs
   */
  groups(by: string | readonly string[] | undefined): Groups | undefined {
    const names = [by ?? []].flat();
    if (names.length === 0) return undefined;
    const columns = Object.fromEntries(names.map((name) => [name, this.#codedColumn(name)]));
    return groupByColumns(columns, this.action);
  }

  /**
   * Groups rows like {@linkcode groups}, for functions that take one person's rows unless they are
   * given columns of groups: an empty list takes all rows as one person's.
   *
   * @throws {TypeError} if a column is missing, or has lists or structs
   * @throws {RangeError} like {@linkcode rejectPeople}
   */
  personGroups(by: string | readonly string[] | undefined): Groups | undefined {
    this.rejectPeople(by);
    return this.groups(by);
  }

  /**
   * Rejects rows of several people.
   *
   * @param advice Returns a remedy, given the column in quotes.
   * @throws {RangeError} without `by`, if a column that identifies people has several values
   */
  rejectPeople(
    by: string | readonly string[] | undefined,
    advice = (column: string): string =>
      `pass the rows of one, or where a function has by, by: ${column} (by: [] takes all as one)`,
  ): void {
    if (by !== undefined) return;
    for (const name of this.names.filter((name) => PEOPLE.test(name))) {
      const { values, valid } = this.groups(name)!.columns[name] as {
        values: ArrayLike<unknown>;
        valid?: Uint8Array;
      };
      const people = Array.from(values).filter((one, row) => one !== null && valid?.[row] !== 0);
      if (people.length < 2) continue;
      const quoted = JSON.stringify(name);
      throw new RangeError(
        `Cannot ${this.action}: column ${quoted} has ${people.length} values, such as ${
          people.slice(0, 2).join(" and ")
        }; ${advice(quoted)}`,
      );
    }
  }

  /** Returns whether a numeric column has at least one value other than NaN. */
  hasValues(name: string): boolean {
    return this.numbers(name).some((value) => !Number.isNaN(value));
  }

  /**
   * Returns the names of the numeric columns, in order; for records, those with a number in any
   * row.
   */
  numberNames(): string[] {
    return this.names.filter((name) => this.#source.holdsNumbers(name));
  }

  /**
   * Returns the name of the only numeric column outside `aside`, or else of the only one without any
   * value. Ignores `coverage`, which `series.resample` adds to values, if there is another numeric
   * column.
   *
   * @throws {TypeError} unless exactly one column fits; the message lists the candidates
   */
  onlyNumberName(aside: readonly string[] = []): string {
    const numbers = this.numberNames().filter((name) => !aside.includes(name));
    const found = numbers.length === 1 ? numbers : numbers.filter((name) => name !== "coverage");
    if (found.length === 1) return found[0]!;
    if (this.#source.lacksNothing) return "value";
    const empty = found.length > 0
      ? []
      : this.names.filter((name) => !aside.includes(name) && this.#isEmpty(name));
    if (empty.length === 1) return empty[0]!;
    throw new TypeError(
      found.length === 0
        ? `Cannot ${this.action}: the frame has no numeric column; the columns are ${
          this.names.join(", ")
        }. Pass a column of numbers as y.`
        : `Cannot ${this.action}: the frame has several numeric columns, ${
          found.join(", ")
        }; pass one of them as y`,
    );
  }

  /** Returns whether a column has rows and all of them are null. */
  #isEmpty(name: string): boolean {
    const column = this.#source.column(name, undefined, this);
    if (this.#source.rowCount === 0 || column.type === "list" || column.type === "struct") {
      return false;
    }
    return column.type === "text"
      ? column.values.every((value) => value === null)
      : column.valid?.includes(1) === false;
  }

  /**
   * Returns all columns in their own types; a column of records has the type of its first value.
   *
   * @param known Known types of columns of records, such as times given as text.
   * @throws {TypeError} if a value does not have its column's type, or a type is not supported
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
   * Returns selections of rows with some of the columns; reads shared columns once.
   *
   * @param times Columns of records that are times.
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
   * Reduces rows in windows if the frame can do that faster than its columns can be read; otherwise
   * returns `undefined`.
   *
   * @throws {RangeError} if a time is outside the years 1 to 9999
   */
  groupWindows(options: GroupWindowsOptions): GroupedWindows | undefined {
    if (this.#zonesChange()) return undefined;
    return this.#source.groupWindows?.(options);
  }

  /**
   * Returns everything as a Polars frame; returns a Polars frame as is.
   *
   * @param times Columns of records that are times; missing ones are ignored.
   * @throws {TypeError} if a value of a record does not have its column's type
   */
  frame(times: readonly string[] = []): Frame {
    const known = times.filter((name) => this.has(name)).map((name) => [name, "time"] as const);
    return this.#source.frame(Object.fromEntries(known), this);
  }

  /**
   * Returns a column, with text as indexes: reading a million texts takes longer than grouping
   * them.
   */
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

  /**
   * Returns the zone of dates: the given one, else the zone of the range, else the zone of
   * the first time column.
   */
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

  /** Returns advice if several columns could be the time. */
  #timeHint(): string | undefined {
    const names = [...this.#namesOf("time"), ...this.#namesOf("date")];
    return names.length < 2
      ? undefined
      : `Pass one of ${
        names.map((name) => JSON.stringify(name)).join(", ")
      } as time, or in a chart as x`;
  }

  /**
   * Checks that a column exists.
   *
   * @throws {TypeError} if it does not
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
    const meant = meantName(name, this.names),
      hint = name === "time" ? this.#timeHint() : HINTS[name];
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

/** Returns the spelling of a name in frames: `Start time` becomes `start_time`. */
function usualSpelling(name: string): string {
  return name.trim().toLowerCase().replaceAll(/[\s-]+/g, "_");
}

const DATE_PARTS =
  "series.dateParts(frame) adds parts of the local time, such as weekday and hour.";

/** Advice on columns that a verb creates or that another frame has. */
const HINTS: Readonly<Record<string, string>> = {
  sleep_stage: "Pass a frame of stages, such as me.stages(when).",
  weekday: DATE_PARTS,
  weekend: DATE_PARTS,
  hour: DATE_PARTS,
  month: DATE_PARTS,
};

function firstNull(column: Column): number {
  if (column.type === "text") return column.values.indexOf(null);
  return "valid" in column ? column.valid?.indexOf(0) ?? -1 : -1;
}

/**
 * Combines the zones of rows into one with changes. A row without a zone has the zone of the
 * previous row.
 */
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
