import { type Columns, int64Column, textColumn, timeColumn } from "../frame/columns/columns.ts";
import type { FrameLike } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { type TimeLike, toMicros } from "../time/instant.ts";
import type { Length } from "../time/length.ts";
import { isoMicros } from "../time/iso.ts";
import { epochMicros, spanAt } from "./kernel/epochs.ts";
import { otherStages, rejectOverlaps, selectSpans } from "./kernel/stageLayers.ts";
import { STAGE_FRAME_OPTIONS, type StageFrameOptions } from "./stages/stageFrameOptions.ts";
import { computeByGroup } from "./stages/stageGroups.ts";
import { stageTableColumn } from "./stages/stageTableOf.ts";
import type { StageRows } from "./stages/readStages.ts";

/** Options of {@linkcode toEpochs}. */
export interface ToEpochsOptions extends StageFrameOptions {
  /** Length of an epoch. @default "PT30S" */
  epoch?: Length;
  /** Start of the first epoch; earlier than the frame to pad it, later to crop it. @default its start */
  start_time?: TimeLike;
  /** Limit of the last epoch. @default the end of the frame */
  end_time?: TimeLike;
}

const ACTION = "lay epochs";

const OPTIONS = optionNames<ToEpochsOptions>()(STAGE_FRAME_OPTIONS, "epoch start_time end_time");

/** Maximum number of epochs of a frame. */
const MOST = 5_000_000;

/**
 * Converts a stage frame to a row per epoch. The stage at the middle of an epoch is the stage of the
 * epoch, and an epoch counts if its middle is before the end.
 *
 * This crops (`start_time`, `end_time` inside the frame), pads (outside it) and upsamples (a
 * shorter `epoch`). Epochs without a stage are `unscored` if the stage table has such a stage, as
 * `aasm` does; otherwise they have no row. Time in bed is left out. `sleep.fromHypnogram` and
 * `sleep.merge` join epochs again.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code); stages must not overlap.
 * @returns a stage frame with a row per epoch: the columns of `by`; `start_time`, `end_time`
 * `datetime[us, tz]`, `sleep_stage` `i64`; `source` `str` if the frame has it, null without a stage;
 * `stage_table` `str` unless codes are consumer's
 * @throws {TypeError} if a column is missing or of another type, or a time has no zone
 * @throws {RangeError} if stages overlap, a stage is not in the table, the epoch is not a duration,
 * `end_time` is not after `start_time`, or there are more than 5 million epochs
 *
 * @example Four minutes by the minute
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const night = sleep.fromHypnogram(["W", "W", "N2", "N2", "R", "R"], {
 *   start: "2024-01-01T22:00Z",
 *   tz: "UTC",
 * });
 * const minutes = sleep.toEpochs(night, { epoch: "1m", end_time: "2024-01-01T22:04Z" });
 * assertEquals(minutes.getColumn("sleep_stage").toArray(), [0, 2, 4, -1]);
 * ```
 */
export function toEpochs(frame: FrameLike, options: ToEpochsOptions = {}): Frame {
  checkOptions(ACTION, options, OPTIONS);
  return computeByGroup(frame, options, ACTION, (rows) => epochColumns(rows, options));
}

function epochColumns(rows: StageRows, options: ToEpochsOptions): Columns {
  const { table, zone } = rows, epoch = epochMicros(options.epoch ?? "PT30S");
  const spans = selectSpans(rows, { stages: otherStages(table) });
  rejectOverlaps(spans, rows, ACTION);
  const edge = (what: "start_time" | "end_time", own: bigint | undefined): bigint => {
    const given = options[what];
    return given === undefined ? own ?? 0n : toMicros(given, { tz: zone, what });
  };
  const start = edge("start_time", spans.start[0]);
  const end = edge("end_time", spans.end.at(-1) ?? start);
  const isEmpty = spans.start.length === 0 && options.start_time === undefined;
  if (end < start || end === start && !isEmpty) {
    throw new RangeError(
      `Cannot ${ACTION}: end_time ${isoMicros(end, zone)} is not after start_time ` +
        isoMicros(start, zone),
    );
  }
  const length = Number(end - start) / epoch;
  if (length > MOST) {
    throw new RangeError(
      `Cannot ${ACTION}: there would be ${Math.ceil(length)}, and the maximum is ${MOST}. ` +
        "Pass a longer epoch or less time.",
    );
  }
  const count = isEmpty ? 0 : Math.ceil(length - 0.5);
  const from = new BigInt64Array(count), to = new BigInt64Array(count), step = BigInt(epoch);
  for (let i = 0, at = start; i < count; i++) {
    from[i] = at;
    at = BigInt.asIntN(64, at + step);
    to[i] = at;
  }
  const at = spanAt(spans, { from, to, half: step / 2n });
  const unscored = table.findIndex(({ name }) => name === "unscored");
  const codes = table.map(({ stage }) => BigInt(stage)), sources = rows.source?.codes();
  const stages = new BigInt64Array(count), texts: (string | null)[] = [];
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const span = at[i]!;
    if (span < 0 && unscored < 0) continue;
    from[kept] = from[i]!;
    to[kept] = to[i]!;
    stages[kept++] = codes[span < 0 ? unscored : spans.stage[span]!]!;
    if (sources === undefined) continue;
    texts.push(span < 0 ? null : sources.names[sources.codes[spans.row[span]!]!] ?? null);
  }
  return {
    start_time: timeColumn(from.slice(0, kept), zone),
    end_time: timeColumn(to.slice(0, kept), zone),
    sleep_stage: int64Column(stages.slice(0, kept)),
    ...(sources === undefined ? {} : { source: textColumn(texts) }),
    ...stageTableColumn(rows, kept),
  };
}
