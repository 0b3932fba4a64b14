import { fromMicros } from "../../time/instant.ts";
import { NO_ZONE } from "../../time/zones.ts";
import { type Columns, rowCount } from "../../frame/columns/columns.ts";
import { NIGHT_TOTAL_NAMES, NightTotals } from "../../frame/columns/nightTotals.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { makePause, type Pause } from "../../options/pause.ts";
import { suggest } from "../../options/suggest.ts";
import { stackFrames, toFrame } from "../../frame/polars/toFrame.ts";
import { keptInterval } from "./keptInterval.ts";
import { type CoarseRow, countedRows } from "./coarseRows.ts";
import { distinctWorkouts, type FileWorkout, type WorkoutSpan } from "./distinctWorkouts.ts";
import { type ExportRow, ExportRows } from "./exportRows.ts";
import {
  type ExportEvent,
  type ExportLocation,
  type ExportSample,
  type ExportStage,
  type ExportWorkout,
  SAMPLE,
  TABLES,
} from "./exportTables.ts";
import type { ExportOptions, ExportProblem, ExportReport, MakerExport } from "./makerExport.ts";
import { eachInTurns } from "./pause.ts";
import { showExport } from "./showExport.ts";
import { Texts } from "./texts.ts";

const MOST_PROBLEMS = 100;

/** Number of rows that become a frame in one turn. */
const AT_ONCE = 1 << 15;

/**
 * Times are numbers here: within these years a microsecond is exact, and a wrong clock is noticed.
 */
const FIRST = Date.UTC(1900, 0) * 1000, LAST = Date.UTC(2200, 0) * 1000;

/** A record that cannot be read, with `strict`. */
export class StrictError extends TypeError {}

/** Collects the rows that a reader finds in an export, and reports what it skipped. */
export class ExportCollector {
  readonly #reader: string;
  readonly #tz: string;
  readonly #texts = new Texts();
  readonly #metrics = new Map<string, ExportRows>();
  readonly #others = new Map<string, ExportRows>();
  readonly #tables: Readonly<Record<keyof typeof TABLES, ExportRows>>;
  readonly #skipped: Record<string, number> = {};
  readonly #ignored: Record<string, number> = {};
  readonly #problems: ExportProblem[] = [];
  readonly #notes = new Set<string>();
  #coarse: CoarseRow[] = [];
  #workouts: FileWorkout[] = [];
  readonly #earlier: readonly WorkoutSpan[];
  readonly #only: ReadonlySet<string> | undefined;
  readonly #unwanted = new Set<string>();
  readonly #start: number;
  readonly #end: number;
  readonly #strict: boolean;
  #file = "";

  constructor(
    reader: string,
    { tz: given, range, only, strict = false }: ExportOptions,
    earlier: readonly WorkoutSpan[] = [],
  ) {
    this.#earlier = earlier;
    const tz = given ?? NO_ZONE, kept = keptInterval(range, given);
    this.#strict = strict;
    this.#only = only === undefined ? undefined : new Set(only);
    this.#reader = reader;
    this.#tz = tz;
    this.#start = kept === undefined ? -Infinity : Number(kept.start);
    this.#end = kept === undefined ? Infinity : Number(kept.end);
    this.#tables = Object.fromEntries(
      Object.entries(TABLES).map(([name, columns]) => [name, new ExportRows(columns, this.#texts)]),
    ) as Record<keyof typeof TABLES, ExportRows>;
  }

  /** End of the range in microseconds since 1970; infinite without one. */
  get end(): number {
    return this.#end;
  }

  /**
   * Returns whether any of the names is requested; otherwise a file with only these names need not
   * be read.
   */
  wants(names: readonly string[]): boolean {
    if (this.#only === undefined || names.some((name) => this.#only!.has(name))) return true;
    for (const name of names) this.#unwanted.add(name);
    return false;
  }

  /** Sets the file of the next rows. */
  startFile(name: string): void {
    this.#file = name;
  }

  /** Adds a sample of a metric of the catalog; `where` is its place in the file. */
  sample(metric: string, { start, end = start, ...rest }: ExportSample, where?: string): void {
    if (!this.#isWanted(metric)) return;
    this.#add(this.#metric(metric), { start_time: start, end_time: end, ...rest }, where);
  }

  /** Adds a sample that counts only if no finer sample of its metric starts within it, in any file. */
  coarseSample(metric: string, sample: ExportSample, where?: string): void {
    this.#addTo(metric, sample, { where, measure: undefined });
  }

  /**
   * Adds a total, such as the steps of a day. Of the total and the finer samples within it, in any
   * file, the more complete ones count: see `countedRows`. A total of 0 is omitted: vendors write it
   * for days on which the device was not worn.
   */
  total(metric: string, sample: ExportSample, where?: string): void {
    if (sample.value === 0) return this.omit("a total of 0: nothing was measured");
    this.#addTo(metric, sample, { where, measure: "sum" });
  }

  #addTo(
    metric: string,
    { start, end = start, ...rest }: ExportSample,
    how: Pick<CoarseRow, "where" | "measure">,
  ): void {
    if (!this.#isWanted(metric)) return;
    const row = { start_time: start, end_time: end, ...rest };
    this.#addCoarseRow({ rows: this.#metric(metric), row, file: this.#file, ...how });
  }

  /** Adds a sample without a metric in the catalog, by the vendor's own word. */
  other(name: string, { start, end = start, ...rest }: ExportSample, where?: string): void {
    if (!this.#isWanted(name)) return;
    const rows = this.#others.getOrInsertComputed(name, () => new ExportRows(SAMPLE, this.#texts));
    this.#add(rows, { start_time: start, end_time: end, ...rest }, where);
  }

  stage({ start, end = start, stage, source, known }: ExportStage, where?: string): void {
    if (!this.#isWanted("sleep")) return;
    const row = {
      start_time: start,
      end_time: end,
      sleep_stage: stage,
      source,
      stages_known: known,
    };
    this.#add(this.#tables.sleep, row, where);
  }

  /** Adds a night as one stage, which counts only if finer stages within it are less complete. */
  coarseStage({ start, end = start, stage, source }: ExportStage, where?: string): void {
    if (!this.#isWanted("sleep")) return;
    const row = { start_time: start, end_time: end, sleep_stage: stage, source };
    const { sleep: rows } = this.#tables;
    this.#addCoarseRow({ rows, row, file: this.#file, where, measure: "time" });
  }

  /** Adds a total if it is valid: an invalid one must not replace finer rows. */
  #addCoarseRow(total: CoarseRow): void {
    if (this.#isValid(total.row, total.where)) this.#coarse.push(total);
  }

  workout({ start, end = start, ...rest }: ExportWorkout, where?: string): void {
    if (!this.#isWanted("workouts")) return;
    const row = { start_time: start, end_time: end, ...rest };
    this.#workouts.push({ start, end, row, file: this.#file, where, isCoarse: false });
  }

  /**
   * Adds a workout that counts only if none from another file, such as a device's own, starts
   * within it.
   */
  coarseWorkout({ start, end = start, ...rest }: ExportWorkout, where?: string): void {
    if (!this.#isWanted("workouts")) return;
    const row = { start_time: start, end_time: end, ...rest };
    this.#workouts.push({ start, end, row, file: this.#file, where, isCoarse: true });
  }

  location(location: ExportLocation, where?: string): void {
    if (!this.#isWanted("locations")) return;
    const { latitude_degrees: latitude, longitude_degrees: longitude } = location;
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) {
      return this.skip("the place is not on Earth", where);
    }
    this.#tables.locations.startFile(this.#file);
    this.#add(this.#tables.locations, { ...location }, where);
  }

  event({ start, end = start, ...rest }: ExportEvent, where?: string): void {
    if (!this.#isWanted("events")) return;
    this.#add(this.#tables.events, { start_time: start, end_time: end, ...rest }, where);
  }

  /**
   * Skips a row, or without `where` the rest of a file. The reason is counted, so pass values as
   * `detail`.
   *
   * @throws {StrictError} with the option `strict`
   */
  skip(reason: string, where?: string, detail?: string): void {
    this.leave(reason, where, detail);
    if (!this.#strict) return;
    const what = [where, reason, detail].filter((part) => part !== undefined).join(": ");
    throw new StrictError(`${this.#file}: ${what}`);
  }

  /** Skips and lists an intact row or file without data that is read. */
  leave(reason: string, where?: string, detail?: string): void {
    this.omit(reason);
    if (this.#problems.length >= MOST_PROBLEMS) return;
    this.#problems.push({
      file: this.#file,
      where: where ?? null,
      reason: detail === undefined ? reason : `${reason}: ${detail}`,
    });
  }

  /** Skips and counts, but does not list, a row without meaning, such as a day filled with 0. */
  omit(reason: string): void {
    this.#skipped[reason] = (this.#skipped[reason] ?? 0) + 1;
  }

  /** Counts a file that is not read. */
  ignore(file: string): void {
    const kind = kindOf(file);
    this.#ignored[kind] = (this.#ignored[kind] ?? 0) + 1;
  }

  /** Adds an assumption to the report, once. */
  note(text: string): void {
    this.#notes.add(text);
  }

  /** Returns everything as frames. */
  async collected(
    files: ExportReport["files"],
    pause: Pause = makePause(undefined),
  ): Promise<MakerExport> {
    await this.#addWorkouts(pause);
    await this.#addCoarse(pause);
    const read: Record<string, number> = {};
    let repeated = 0;
    const ordered = async (name: string, table: ExportRows): Promise<Uint32Array> => {
      const found = await table.ordered(pause);
      if (found.rows.length > 0) read[name] = found.rows.length;
      repeated += found.repeated;
      return found.rows;
    };
    const frame = async (name: string, table: ExportRows): Promise<Frame> => {
      const parts: Frame[] = [];
      for await (const part of this.#parts(table, await ordered(name, table), pause)) {
        parts.push(toFrame(part));
      }
      return stackFrames(parts);
    };
    const frames = async (
      all: ReadonlyMap<string, ExportRows>,
    ): Promise<Record<string, Frame>> => {
      const made: Record<string, Frame> = {};
      for (const [name, table] of all) if (table.length > 0) made[name] = await frame(name, table);
      return made;
    };
    const { sleep, workouts, locations, events } = this.#tables;
    const content = {
      metrics: await frames(this.#metrics),
      others: await frames(this.#others),
      sleep: await this.#sleep(await ordered("sleep", sleep), pause),
      workouts: await frame("workouts", workouts),
      locations: await frame("locations", locations),
      events: await frame("events", events),
    };
    for (const name of this.#only ?? []) {
      if (read[name] === undefined) {
        this.note(`there is nothing of ${name}${suggest(name, [...this.#unwanted])}`);
      }
    }
    return showExport({
      ...content,
      report: {
        reader: this.#reader,
        files,
        read,
        repeated,
        skipped: this.#skipped,
        ignored: this.#ignored,
        problems: this.#problems,
        notes: [...this.#notes],
      },
    });
  }

  /** Yields the columns of some rows, a chunk at a time. There is at least one chunk. */
  async *#parts(rows: ExportRows, order: Uint32Array, pause: Pause): AsyncGenerator<Columns> {
    let from = 0;
    do {
      yield rows.columns(order.subarray(from, from += AT_ONCE), this.#tz);
      await pause();
    } while (from < order.length);
  }

  /**
   * Returns stages with the vendor's totals of sleeps that have no stages, without empty columns.
   */
  async #sleep(order: Uint32Array, pause: Pause): Promise<Frame> {
    const parts: Columns[] = [], frames: Frame[] = [], totals = new NightTotals();
    let isKnown = false, first = 0;
    for await (const part of this.#parts(this.#tables.sleep, order, pause)) {
      const { stages_known: known } = part;
      isKnown ||= known?.type === "text" && known.values.some((words) => words !== null);
      totals.addStages(part);
      parts.push(part);
    }
    for (const name of NIGHT_TOTAL_NAMES) {
      const table = this.#others.get(name);
      if (table === undefined) continue;
      const { rows } = await table.ordered(pause);
      for await (const part of this.#parts(table, rows, pause)) totals.addTotal(name, part);
    }
    for (const { stages_known: known, ...stages } of parts) {
      const last = first + rowCount(stages);
      frames.push(
        toFrame({
          ...stages,
          ...isKnown && { stages_known: known! },
          ...totals.columns(first, last),
        }),
      );
      first = last;
      await pause();
    }
    return stackFrames(frames);
  }

  #isWanted(name: string): boolean {
    if (this.#only === undefined || this.#only.has(name)) return true;
    this.#unwanted.add(name);
    this.omit("not asked for");
    return false;
  }

  #metric(name: string): ExportRows {
    return this.#metrics.getOrInsertComputed(name, () => new ExportRows(SAMPLE, this.#texts));
  }

  /** Adds each workout once, without the locations that another file has of it too. */
  async #addWorkouts(pause: Pause): Promise<void> {
    const workouts = this.#workouts;
    this.#workouts = [];
    const { kept, copies } = await distinctWorkouts(workouts, this.#earlier, pause);
    if (copies.length > 0) {
      this.#skipped[SAME_WORKOUT] = copies.length;
      const removed = await this.#tables.locations.removeWithin(copies, pause);
      if (removed > 0) this.#skipped[SAME_LOCATIONS] = removed;
    }
    await eachInTurns(kept, pause, ({ row, file, where }) => {
      this.#file = file;
      this.#add(this.#tables.workouts, row, where);
    });
  }

  async #addCoarse(pause: Pause): Promise<void> {
    const range = { start: this.#start, end: this.#end };
    const coarse = this.#coarse;
    this.#coarse = [];
    const { uncovered, restored, covered } = await countedRows(coarse, range, pause);
    if (covered > 0) this.#skipped[FINER] = covered;
    await eachInTurns(restored, pause, ({ total: { row, file, where }, share }) => {
      this.#file = file;
      const start = fromMicros(BigInt(Number(row["start_time"])));
      this.leave(PARTIAL, where, `${Math.floor(100 * share)} % from ${start}`);
    });
    const add = ({ rows, row, file, where }: CoarseRow): void => {
      this.#file = file;
      this.#add(rows, row, where);
    };
    await eachInTurns(uncovered, pause, add);
    await eachInTurns(restored, pause, ({ total }) => add(total));
  }

  /** Returns whether a row is valid; otherwise skips it. */
  #isValid(row: ExportRow, where: string | undefined): boolean {
    const { start, end } = spanOf(row);
    if (!(start >= FIRST && end < LAST)) {
      this.skip("its time is invalid, or not in 1900 to 2199", where);
      return false;
    }
    if (end < start) {
      this.skip("it ends before it starts", where);
      return false;
    }
    for (const name in row) { // all columns: an invalid number would otherwise become null
      if (typeof row[name] === "number" && !Number.isFinite(row[name])) {
        this.skip("its value is not a number", where, name === "value" ? undefined : name);
        return false;
      }
    }
    return true;
  }

  #add(rows: ExportRows, row: ExportRow, where: string | undefined): void {
    if (!this.#isValid(row, where)) return;
    const { start, end } = spanOf(row);
    if (start >= this.#end || (end <= this.#start && start < this.#start)) {
      return this.omit("outside of the range");
    }
    rows.add(row);
  }
}

function spanOf(row: ExportRow): { start: number; end: number } {
  const start = Number(row["start_time"] ?? row["time"]);
  return { start, end: Number(row["end_time"] ?? start) };
}

const SAME_WORKOUT = "the same workout is in another file";
const SAME_LOCATIONS = "locations of a workout that another file has too";
const PARTIAL = "detailed rows with only a part of a total, which counts instead";
const FINER = "a total whose detailed rows are in the export as well";

/**
 * Replaces the digits of a path with `#`, so that the files of a hundred days have the same path.
 */
export function kindOf(file: string): string {
  return file.replace(/\d/g, "#");
}
