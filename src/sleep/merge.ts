import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { argSort } from "../frame/columns/argSort.ts";
import type { FrameLike } from "../frame/open.ts";
import { type Column, type Columns, textColumn } from "../frame/columns/columns.ts";
import { rowsWhere } from "../frame/rowsWhere.ts";
import { takeRows } from "../frame/takeRows.ts";
import type { Priority } from "./stages/ranks.ts";
import { joinKeys, type Resolved, resolveOverlaps } from "./kernel/resolveOverlaps.ts";
import type { OnInvalid, StageRows } from "./stages/readStages.ts";
import { spanColumns } from "./kernel/spanColumns.ts";
import { joinSpans, type Spans, takeSpans } from "./kernel/spans.ts";
import { nullable } from "../frame/columns/nullable.ts";
import { rowsApart } from "./kernel/stageLayers.ts";
import { ALL_KNOWN, KNOWN_WORDS, knownStages } from "./stages/knownStages.ts";
import { STAGE_FRAME_OPTIONS, type StageFrameOptions } from "./stages/stageFrameOptions.ts";
import { computeByGroup } from "./stages/stageGroups.ts";
import { STAGES_KNOWN, stageTableColumn } from "./stages/stageTableOf.ts";
import type { StageTable } from "./stages/stageTables.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** Options of {@linkcode merge}. */
export interface MergeOptions extends StageFrameOptions {
  /** Sources from the highest to the lowest rank; all others rank below. @default none */
  sourcePriority?: readonly string[];
  /**
   * Priority where intervals of one source rank overlap; the higher number wins. By stage code
   * (missing codes rank lowest), or by a function of the interval. @default the priority in the stage table
   */
  priority?: Priority;
  /** Joins touching intervals of one stage. @default true */
  mergeContiguous?: boolean;
  /**
   * Adds a column `source` with the source of each interval, and `overrode` with the sources that
   * it overrides. @default false
   */
  provenance?: boolean;
  /**
   * Time in bed either competes with the stages and fills their gaps, or is a separate layer:
   * merged only with itself, and kept whole under the stages. @default "competes"
   */
  inBed?: "competes" | "layer";
  /**
   * Rejects or skips rows that end before they start, or have no start, end or known stage;
   * `sleep.mergeReport` lists them. @default "throw"
   */
  onInvalid?: OnInvalid;
}

const ACTION = "merge stages";

const OPTIONS = optionNames<MergeOptions>()(
  STAGE_FRAME_OPTIONS,
  "sourcePriority priority mergeContiguous provenance inBed onInvalid",
);

/**
 * Merges overlapping sleep stages into intervals that never overlap, and together cover exactly
 * what the input covers.
 *
 * Where intervals overlap, the first source in `sourcePriority` wins. Then the stage of higher
 * priority wins: in bed ranks lowest, then awake, then all others equally, unless `priority` says
 * otherwise. Then the latest start wins. If all of that is equal, the interval that ends first
 * wins, then the more specific stage, then the source and id in alphabetical order. By default this
 * is the rule of the platform (interface 4.3, rules 1 to 3). The order of rows never matters.
 * Intervals are half-open; empty ones are skipped, and duplicate rows count once.
 *
 * With `inBed: "layer"`, in-bed intervals stay below the stages and overlap them, so that
 * `sleep.cycles` of the result still has the bedtime.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code); optional `source`, `id`.
 * Like every verb of sleep, it also accepts raw samples: `start_date`, `end_date`, `value`;
 * optional `source`, `uuid`, `extras`, as `me.samples("SleepStage", range)` returns them.
 * @returns `start_time`, `end_time` `datetime[us]` in the zone of the input, `duration_ms` and
 * `sleep_stage` `i64`; with `provenance`, also `source` `str` and `overrode` `list[str]`;
 * `stage_table` `str` unless codes are consumer's; `stages_known` `str` if the merged stages do not
 * show what their sources detect (see `sleep.knownStages`); a vendor's totals; ordered by start.
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if an interval ends before it starts, a stage is not in the table, or
 * `priority` has an unknown stage or a number that is not finite
 *
 * @example A short wake on top of a night
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const merged = sleep.merge([
 *   { start_time: "2024-01-01T22:00Z", end_time: "2024-01-02T06:00Z", sleep_stage: 3, source: "base" },
 *   { start_time: "2024-01-02T01:00Z", end_time: "2024-01-02T01:10Z", sleep_stage: 2, source: "short" },
 * ], { sourcePriority: ["short"] });
 * assertEquals(merged.getColumn("sleep_stage").toArray(), [3, 2, 3]);
 * assertEquals(merged.getColumn("duration_ms").toArray(), [10_800_000, 600_000, 17_400_000]);
 * ```
 */
export function merge(frame: FrameLike, options: MergeOptions = {}): Frame {
  checkOptions(ACTION, options, OPTIONS);
  return computeByGroup(frame, options, ACTION, (rows) => _merge(rows, options));
}

/** Computes {@linkcode merge} on columns. */
export function _merge(rows: StageRows, options: MergeOptions): Columns {
  const { mergeContiguous = true, provenance = false, inBed = "competes" } = options;
  const { table } = rows;
  const layers = inBed === "layer" ? inBedFirst(rows, table) : [rows];
  const join = !mergeContiguous ? "nothing" : provenance ? "stage and source" : "stage";
  const { sourcePriority = [], priority } = options, known = knownStages(rows);
  const apart = rowsApart(rows, known);
  const pieces = layers.map((layer) =>
    resolveOverlaps(layer, table, { sourcePriority, priority, join, apart })
  );
  const bits = new Uint8Array(pieces.reduce((sum, { row }) => sum + row.length, 0));
  let count = 0;
  const keys = joinKeys(rows, { join, apart: rowsApart(rows, undefined) });
  const resolved = known === undefined ? pieces : pieces.map((own) => {
    const joined = joinPieces(own, keys, known, bits.subarray(count));
    count += joined.row.length;
    return joined;
  });
  const spans = joinSpans(resolved);
  const columns: Columns = {
    ...spanColumns(spans, table, rows.zone),
    ...(provenance ? provenanceColumns(resolved, layers) : {}),
    ...stageTableColumn(rows, spans.start.length),
    ...knownColumn(rows, spans, known && bits.subarray(0, count)),
    ...totalsColumns(rows, resolved),
  };
  const order = layers.length > 1 ? argSort(spans.start) : undefined;
  return order === undefined ? columns : takeRows(columns, order);
}

/**
 * Joins touching intervals of one key, and sets the bits of the stages that all sources of each
 * joined interval detect.
 */
function joinPieces(
  pieces: Resolved,
  keys: ArrayLike<number> | undefined,
  known: Uint8Array,
  bits: Uint8Array,
): Resolved {
  const { start, row } = pieces, end = new BigInt64Array(row.length);
  const firsts = new Uint32Array(row.length);
  let count = 0;
  for (let i = 0; i < row.length; i++) {
    const own = row[i]!, last = count === 0 ? undefined : row[firsts[count - 1]!]!;
    const joins = keys !== undefined && last !== undefined && end[count - 1] === start[i] &&
      keys[last] === keys[own];
    if (joins) bits[count - 1]! &= known[own]!;
    else {
      bits[count] = known[own]!;
      firsts[count++] = i;
    }
    end[count - 1] = pieces.end[i]!;
  }
  const first = firsts.subarray(0, count), spans = takeSpans(pieces, first);
  return { ...spans, end: end.subarray(0, count), row: first.map((i) => row[i]!) };
}

/**
 * Returns the stages that the sources of merged intervals detect; no column if the merged stages
 * show them.
 */
function knownColumn(
  { table, tableName, zone, known }: StageRows,
  spans: Spans,
  bits: Uint8Array | undefined,
): Columns {
  const shown = knownStages({
    ...spans,
    table,
    tableName,
    zone,
    order: argSort(spans.start),
    source: undefined,
    id: undefined,
    known: undefined,
    totals: () => undefined,
  });
  const own = bits ?? new Uint8Array(spans.stage.length).fill(ALL_KNOWN);
  const isShown = own.every((bits, i) => bits === (shown === undefined ? ALL_KNOWN : shown[i]));
  if (isShown && known === undefined) return {};
  const words: string[] = [];
  for (let i = 0; i < own.length; i++) words.push(KNOWN_WORDS[own[i]!]!); // an iterator takes longer
  return { [STAGES_KNOWN]: textColumn(words) };
}

/** Returns a vendor's totals of merged intervals. */
function totalsColumns(rows: StageRows, resolved: readonly Resolved[]): Columns {
  const totals = rows.totals();
  if (totals === undefined) return {};
  const row = Uint32Array.from(resolved.flatMap(({ row }) => [...row]));
  return Object.fromEntries(
    Object.entries(totals).map(([name, values]) => [
      name,
      nullable(Float64Array.from(row, (row) => values[row]!)),
    ]),
  );
}

/** Separates time in bed from all other stages. */
function inBedFirst(rows: StageRows, table: StageTable): StageRows[] {
  const isInBed = table.map(({ name }) => name === "in_bed");
  return [true, false].map((inBed) => {
    const counts = (row: number): boolean => isInBed[rows.stage[row]!] === inBed;
    return {
      ...rows,
      order: rows.order?.filter(counts) ?? rowsWhere(rows.start.length, counts),
    };
  });
}

function provenanceColumns(resolved: readonly Resolved[], layers: readonly StageRows[]): Columns {
  const sources = layers[0]!.source?.codes();
  return {
    source: textColumn(
      resolved.flatMap(({ row }) =>
        Array.from(row, (row) => sources?.names[sources.codes[row]!] ?? null)
      ),
    ),
    overrode: textLists(resolved.flatMap((layer, i) => overriddenSources(layer, layers[i]!))),
  };
}

/**
 * Returns the other sources that each resolved interval overrides at any time, in alphabetical
 * order; a source without a name is null and comes first.
 */
function overriddenSources(resolved: Resolved, rows: StageRows): (string | null)[][] {
  const { codes, names } = rows.source?.codes() ?? { codes: undefined, names: [null] };
  const codeOf = (row: number): number => codes?.[row] ?? 0;
  const found = Array.from(resolved.row, () => new Set<number>());
  let first = 0; // rows ascend by start: intervals that end before a row are done
  for (const row of rows.order ?? rows.start.keys()) {
    const start = rows.start[row]!, end = rows.end[row]!;
    while (first < resolved.end.length && resolved.end[first]! <= start) first++;
    for (let i = first; i < resolved.start.length && resolved.start[i]! < end; i++) {
      if (start < end && codeOf(row) !== codeOf(resolved.row[i]!)) found[i]!.add(codeOf(row));
    }
  }
  return found.map((sources) => [...sources].sort((a, b) => a - b).map((code) => names[code]!));
}

function textLists(lists: readonly (readonly (string | null)[])[]): Column {
  const offsets = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => offsets[i + 1] = offsets[i]! + list.length);
  return { type: "list", offsets, item: textColumn(lists.flat()) };
}
