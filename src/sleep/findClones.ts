import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { type Columns, int64Column, textColumn, timeColumn } from "../frame/columns/columns.ts";
import type { FrameLike } from "../frame/open.ts";
import { CLONE_OPTIONS, type ClonedRows, type CloneOptions, clones } from "./clones/clones.ts";
import type { StageRows } from "./stages/readStages.ts";
import { STAGE_FRAME_OPTIONS, type StageFrameOptions } from "./stages/stageFrameOptions.ts";
import { computeByGroup } from "./stages/stageGroups.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** Options of {@linkcode findClones}. */
export interface FindClonesOptions extends CloneOptions, StageFrameOptions {}

const ACTION = "find clones";

const OPTIONS = optionNames<FindClonesOptions>()(STAGE_FRAME_OPTIONS, CLONE_OPTIONS);

/**
 * Finds sleep that was delivered more than once, each time with another zone's offset. Such
 * sessions agree row by row in stage, length and source. All rows are shifted by the same time, a
 * multiple of 15 minutes of at most 14 hours. Any number of them may overlap. They must be whole
 * sessions, of all sources or of one, without another row of those sources among them. Two naps can
 * be equal by chance. Sessions that do not overlap are therefore clones only if they last three
 * hours, or have three rows that are not all equal. Nothing is removed: look at the report, then
 * use `sleep.withoutClones`.
 *
 * Equal rows that are not shifted are not clones; `sleep.mergeReport` reports them.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code); optional `source`.
 * @returns a row for each pair, ordered by start: `start_time`, `end_time` of the earlier session,
 * `clone_start_time`, `clone_end_time` `datetime[us]` in the zone of the input, `shift_ms` `i64`,
 * `rows` `i64` (per session), `source` `str` (several separated by commas). Three copies give two
 * pairs, each with the next copy.
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if an interval ends before it starts, a stage is not in the table, or an
 * option is not a duration
 *
 * @example A night that occurs again two hours later
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const found = sleep.findClones([
 *   { start_time: "2024-01-01T22:00Z", end_time: "2024-01-02T01:00Z", sleep_stage: 3 },
 *   { start_time: "2024-01-02T01:00Z", end_time: "2024-01-02T05:00Z", sleep_stage: 4 },
 *   { start_time: "2024-01-02T00:00Z", end_time: "2024-01-02T03:00Z", sleep_stage: 3 },
 *   { start_time: "2024-01-02T03:00Z", end_time: "2024-01-02T07:00Z", sleep_stage: 4 },
 * ]);
 * assertEquals(found.getColumn("shift_ms").toArray(), [2 * 3_600_000]);
 * assertEquals(found.getColumn("rows").toArray(), [2]);
 * ```
 */
export function findClones(frame: FrameLike, options: FindClonesOptions = {}): Frame {
  checkOptions(ACTION, options, OPTIONS);
  return computeByGroup(frame, options, ACTION, (rows) => pairsOf(rows, options));
}

function pairsOf(rows: StageRows, options: CloneOptions): Columns {
  const found = clones(rows, options), sources = rows.source?.codes();
  const first = (of: (pair: ClonedRows) => readonly number[]) =>
    timeColumn(BigInt64Array.from(found, (pair) => rows.start[of(pair)[0]!]!), rows.zone);
  const last = (of: (pair: ClonedRows) => readonly number[]) =>
    timeColumn(
      BigInt64Array.from(found, (pair) =>
        of(pair).reduce(
          (most, row) => rows.end[row]! > most ? rows.end[row]! : most,
          rows.end[of(pair)[0]!]!,
        )),
      rows.zone,
    );
  return {
    start_time: first((pair) => pair.rows),
    end_time: last((pair) => pair.rows),
    clone_start_time: first((pair) => pair.clones),
    clone_end_time: last((pair) => pair.clones),
    shift_ms: int64Column(BigInt64Array.from(found, ({ shift }) => shift / 1000n)),
    rows: int64Column(BigInt64Array.from(found, ({ rows }) => BigInt(rows.length))),
    source: textColumn(
      found.map((pair) => {
        const codes = [...new Set(pair.rows.map((row) => sources?.codes[row] ?? 0))].sort((a, b) =>
          a - b
        );
        const names = codes.flatMap((code) => sources?.names[code] ?? []);
        return names.length === 0 ? null : names.join(", ");
      }),
    ),
  };
}
