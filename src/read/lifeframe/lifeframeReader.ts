import { startProgress } from "../../progress/progress.ts";
import { progressBar } from "../../progress/progressBar.ts";
import { FORMATS } from "../../frame/formats/formats.ts";
import { type Columns, rowCount } from "../../frame/columns/columns.ts";
import { concatColumns } from "../../frame/concatColumns.ts";
import { columnsOf } from "../../frame/polars/columnsOf.ts";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import type { Row } from "../../frame/polars/rows.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { parseJson, parseSteps } from "../../options/parseJson.ts";
import { inSteps, makePause, type Pause } from "../../options/pause.ts";
import { ExportCollector } from "../export/exportCollector.ts";
import { type ExportFile, headText, readText } from "../export/exportFile.ts";
import { keptInterval } from "../export/keptInterval.ts";
import type { ExportOptions, ExportReport, MakerExport } from "../export/makerExport.ts";
import { eachInTurns, inTurns, linesOf } from "../export/pause.ts";
import type { PartsReader } from "../export/readExport.ts";
import { type Definitions, type Original, setOriginal, withReport } from "../export/joinExports.ts";

/** Tables of records: `records/<data type>/<month>.parquet`. */
const TABLE = /(?:^|\/)records\/(.+)\/(?:unknown|-?\d{4,6}-\d\d)(?:\.\d+)?\.parquet$/;
const LISTS = /(?:^|\/)(annotations|data_types|tags)\.jsonl$/;
const MANIFEST = /(?:^|\/)manifest\.json$/;
/** Uploaded files are content, not exports to read. */
const UPLOADED = /(?:^|\/)files\/[\da-f]{8}-[\da-f-]{27}\/[^/]+$/;

const begins = (pattern: RegExp) => async (file: ExportFile): Promise<boolean> =>
  pattern.test(await headText(file));

/**
 * Reads the folders that `me.exportTo` writes. Each table becomes a part, which remembers its
 * original records, so `me.ingest` stores them with their identifiers and all members.
 */
export const LIFEFRAME: PartsReader = {
  name: "lifeframe",
  title: "export of me.exportTo()",
  rules: [
    { name: MANIFEST, isOurs: begins(/^\s*\{\s*"format":\s*"lifeframe export/) },
    { name: TABLE, isOurs: begins(/^PAR1/) },
    { name: LISTS, isOurs: begins(/^\{"id":/) },
    { name: UPLOADED },
  ],
  parts: readTables,
};

async function* readTables(
  files: readonly ExportFile[],
  options: ExportOptions,
): AsyncGenerator<MakerExport, void, void> {
  const pause = makePause(options.signal), reports: ExportReport[] = [];
  const first = new ExportCollector("lifeframe", options);
  const { zone, definitions, read } = await readLists(files, first, pause);
  const tz = options.tz ?? zone, given = { ...options, ...tz !== undefined && { tz } };
  const tables = files.filter(({ name }) => TABLE.test(name)).sort((a, b) => rank(a) - rank(b));
  const calendars = new Map<string, string>();
  const lists = await first.collected({ seen: files.length - tables.length, read });
  reports.push(lists.report);
  yield lists;
  const progress = startProgress(options.onProgress ?? progressBar(), {
    action: "read the export",
    unit: "bytes",
  });
  const total = tables.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  try {
    for (const file of tables) {
      const collector = new ExportCollector("", given);
      collector.startFile(file.name);
      const original = await readTable(file, { collector, definitions, calendars, given, pause });
      const part = await collector.collected({ seen: 1, read: original === undefined ? 0 : 1 });
      reports.push(part.report);
      progress.report(done += file.size, total);
      yield withReport(setOriginal(part, original), reports);
    }
  } finally {
    progress.end();
  }
}

/** Returns 0 for calendars, whose names the events need, else 1. */
function rank({ name }: ExportFile): number {
  return TABLE.exec(name)?.[1] === "calendars" ? 0 : 1;
}

async function readLists(
  files: readonly ExportFile[],
  collector: ExportCollector,
  pause: Pause,
): Promise<{ zone: string | undefined; definitions: Definitions; read: number }> {
  const lists: Record<string, Row[]> = { annotations: [], data_types: [], tags: [] };
  let zone: string | undefined, read = 0;
  for (const file of files) {
    const list = lists[LISTS.exec(file.name)?.[1] ?? ""];
    collector.startFile(file.name);
    if (list !== undefined) {
      read++;
      await eachInTurns(linesOf(await readText(file, collector)), pause, async (line, at) => {
        if (line === "") return;
        try {
          list.push(await inSteps(parseSteps(line), pause) as Row);
        } catch (cause) {
          if (!(cause instanceof SyntaxError)) throw cause;
          collector.skip("the line is not JSON", `line ${at + 1}`, cause.message);
        }
      });
    } else if (MANIFEST.test(file.name)) {
      read++;
      const text = await readText(file, collector);
      try {
        const found = Object(parseJson(text))["zone"];
        if (typeof found === "string") zone = found;
      } catch (cause) {
        collector.skip("it is not JSON", undefined, (cause as Error).message);
      }
    } else if (UPLOADED.test(file.name)) collector.ignore(file.name);
  }
  const { annotations = [], data_types: types = [], tags = [] } = lists;
  return { zone, definitions: { annotations, types, tags }, read };
}

interface TableContext {
  readonly collector: ExportCollector;
  readonly definitions: Definitions;
  /** Names of calendars by their identifiers. */
  readonly calendars: Map<string, string>;
  readonly given: ExportOptions;
  readonly pause: Pause;
}

/** Reads a table. Returns its records, or `undefined` if it is not read. */
async function readTable(
  file: ExportFile,
  { collector, definitions, calendars, given, pause }: TableContext,
): Promise<Original | undefined> {
  const dataType = TABLE.exec(file.name)![1]!, name = nameOf(dataType, definitions);
  if (dataType !== "calendars" && !collector.wants([name])) {
    return void collector.omit("the file has no requested data");
  }
  const parts: Columns[] = [];
  try {
    const bytes = await file.bytes();
    await pause();
    const frame = FORMATS.parquet.decode(bytes, {});
    const height = Math.max(1, frameHeight(frame)); // an empty table has columns, too
    await inTurns(height, pause, (from, to) => {
      parts.push(columnsOf(frame, from, to));
    });
  } catch (cause) {
    if (!(cause instanceof TypeError || cause instanceof RangeError)) throw cause;
    return void collector.skip("the file cannot be read", undefined, cause.message);
  }
  const columns = concatColumns(parts), table = new Table(columns), count = rowCount(columns);
  const range = dataType === "calendars" ? undefined : keptInterval(given.range, given.tz);
  const kept: number[] = [];
  for (let row = 0; row < count; row++) {
    const { start, end } = table.span(row);
    if (range !== undefined) {
      const [from, until] = [Number(range.start), Number(range.end)];
      if (start >= until || (end <= from && start < from)) {
        collector.omit("outside of the range");
        continue;
      }
    }
    kept.push(row);
    addRow(table, row, { dataType, name, collector, calendars });
    if (row % 1000 === 999) await pause();
  }
  const rows = kept.length === count ? columns : takeRows(columns, Uint32Array.from(kept));
  return { dataType, name, columns: rows, definitions };
}

/** Names of types that have tables of their own in an export. */
const TABLES: Readonly<Record<string, string>> = {
  SleepStage: "sleep",
  MobileWorkout: "workouts",
  MobileLocationUpdate: "locations",
  MobileLocationVisit: "locations",
  MapLocationUpdate: "locations",
  calendar_events: "events",
};

function nameOf(dataType: string, { types, annotations }: Definitions): string {
  const known = TABLES[dataType];
  if (known !== undefined || !dataType.includes("/")) return known ?? dataType;
  const id = dataType.slice(dataType.indexOf("/") + 1);
  const found = types.find((type) => type["id"] === dataType) ??
    annotations.find((annotation) => annotation["id"] === id);
  return typeof found?.["name"] === "string" ? found["name"] : dataType;
}

interface RowContext extends Pick<TableContext, "collector" | "calendars"> {
  readonly dataType: string;
  readonly name: string;
}

function addRow(table: Table, row: number, context: RowContext): void {
  const { dataType, name, collector, calendars } = context;
  const where = `row ${row + 1}`, { start, end } = table.span(row);
  const text = (column: string): string | null => table.text(column, row);
  const number = (column: string): number | undefined => table.number(column, row);
  const source = text("source") ?? text("source_name") ?? "";
  switch (dataType) {
    case "calendars":
      return void calendars.set(text("calendar_id") ?? "", text("calendar_name") ?? "");
    case "calendar_events": {
      const calendar = calendars.get(text("calendar_id") ?? "");
      const words = { title: text("title"), notes: text("notes"), location: text("location") };
      const all_day = number("is_all_day") === 1;
      return collector.event({ start, end, ...words, all_day, calendar, source }, where);
    }
    case "MobileWorkout": {
      const extras = objectOf(text("extras")), activity = text("workout_activity_type");
      const figure = (name: string): number | null =>
        typeof extras[name] === "number" ? extras[name] : null;
      return collector.workout({
        start,
        end,
        duration_s: number("duration"),
        distance_m: figure("distance_m"),
        energy_kcal: figure("energy_kcal"),
        activity,
        source,
      }, where);
    }
  }
  const latitude = number("latitude_degrees"), longitude = number("longitude_degrees");
  if (latitude !== undefined && longitude !== undefined) {
    if (start < FIRST) return collector.omit("a visit without a known arrival");
    return collector.location({
      time: start,
      latitude_degrees: latitude,
      longitude_degrees: longitude,
      altitude_meters: number("altitude_meters"),
      horizontal_accuracy_meters: known(number("horizontal_accuracy_meters")),
      speed: known(number("speed")),
      source,
    }, where);
  }
  const value = number("value"), unit = text("unit");
  if (dataType === "SleepStage") {
    if (value === undefined) return collector.skip("it has no value", where);
    const { stages_known: known } = objectOf(text("extras"));
    const words = typeof known === "string" ? known : undefined;
    return collector.stage({ start, end, stage: value, source, known: words }, where);
  }
  if (value !== undefined) {
    const kind = dataType.includes("/") ? "other" : "sample";
    return collector[kind](name, { start, end, value, unit, source }, where);
  }
  const title = text("name") ?? name, notes = text("note");
  collector.event({ start, end, title, notes, calendar: dataType.split("/", 1)[0], source }, where);
}

/** Returns a measure; `undefined` for the wire's -1, which is unknown. */
function known(value: number | undefined): number | undefined {
  return value === -1 ? undefined : value;
}

function objectOf(json: string | null): Readonly<Record<string, unknown>> {
  return json === null ? {} : Object(parseJson(json));
}

/** Arrivals before it, 1900-01-01 in microseconds, are the wire's "unknown". */
const FIRST = Date.UTC(1900, 0) * 1000;

/** Columns that contain the start and the end of a record. */
const STARTS = ["start_date", "start_time", "timestamp", "arrival_date", "recorded_at"];
const ENDS = ["end_date", "end_time", "departure_date"];

/** Access to the cells of a table. */
class Table {
  readonly #columns: Columns;

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  /**
   * Returns the times of a row, in microseconds since 1970; an unknown time equals the other one.
   */
  span(row: number): { start: number; end: number } {
    const start = this.#time([...STARTS, "inserted_at"], row) ?? NaN;
    const end = this.#time(ENDS, row) ?? start;
    return { start, end };
  }

  #time(names: readonly string[], row: number): number | undefined {
    for (const name of names) {
      const column = this.#columns[name];
      if (column?.type === "time" && column.valid?.[row] !== 0) return Number(column.values[row]);
    }
    return undefined;
  }

  text(name: string, row: number): string | null {
    const column = this.#columns[name];
    return column?.type === "text" ? column.values[row] ?? null : null;
  }

  number(name: string, row: number): number | undefined {
    const column = this.#columns[name];
    switch (column?.type) {
      case "float64":
      case "int64":
      case "bool":
        return column.valid?.[row] === 0 ? undefined : Number(column.values[row]);
      default:
        return undefined;
    }
  }
}
