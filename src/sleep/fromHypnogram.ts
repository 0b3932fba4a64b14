import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { int64Column, timeColumn } from "../frame/columns/columns.ts";
import { MAX_MICROS, type TimeLike, toMicros } from "../time/instant.ts";
import { zoneOrOwn, type Zones } from "../time/zone.ts";
import { NO_ZONE } from "../time/zones.ts";
import { epochMicros } from "./kernel/epochs.ts";
import { type HypnogramCodes, indexOfCode } from "./stages/hypnogramWords.ts";
import { UNSCORED } from "./stages/stageKinds.ts";
import { stageTableColumn } from "./stages/stageTableOf.ts";
import { type Stages, type StageTable, stageTable, stageTableName } from "./stages/stageTables.ts";
import type { Frame } from "../frame/polars/frame.ts";
import type { Length } from "../time/length.ts";

/** Options of {@linkcode fromHypnogram}. */
export interface FromHypnogramOptions {
  /** Start of the first epoch; text without a zone is read in `tz`. */
  start: TimeLike;
  /** Length of an epoch. @default "PT30S" */
  epoch?: Length;
  /** Stage table of the frame's codes. @default "aasm" */
  stages?: Stages;
  /**
   * Meaning of numbers: codes of the stage table, or with `"nsrr"` codes of the NSRR, Physionet and
   * other EDF collections: 0 wake, 1, 2, 3 and 4 (both N3), 5 REM, 6 to 9 not scored. @default
   * "table"
   */
  codes?: HypnogramCodes;
  /** IANA zone of the times. @default the zone of `start`, if it is a `Temporal.ZonedDateTime` */
  tz?: Zones;
}

/** A stage or its absence: a number, a word such as `N2`, or null. */
export type HypnogramCode = number | bigint | string | null | undefined;

const ACTION = "read a hypnogram";

const OPTIONS = optionNames<FromHypnogramOptions>()("start epoch stages codes tz");

/**
 * Converts a hypnogram, with one code per epoch, to a stage frame. Consecutive epochs of one stage
 * become one interval.
 *
 * Numbers are codes of the stage table: for `aasm`, 0 is wake, 1 to 3 are N1 to N3, 4 is REM, and
 * -1 and -2 are not scored. In the numbers of the NSRR, 4 is deep sleep: pass `codes: "nsrr"`.
 * Words such as `W`, `WAKE`, `N1`, `S1`, `R` and `REM` are accepted in any case, and also the
 * annotations of EDF+ (`Sleep stage W`) and the NSRR (`Stage 1 sleep|1`). S3 and S4 are N3; in the
 * table `consumer`, N1 and N2 are light sleep and N3 is deep. `MT`, `ART`, `UNS`, `?`, null and NaN
 * are not scored: never sleep, never wake. They become intervals if the table has a stage
 * `unscored`, otherwise gaps. The column `stage_table` names the table for all other verbs. Only
 * codes of `consumer` need no such column, since frames from the wire have none.
 *
 * @param codes An array or typed array.
 * @returns `start_time`, `end_time` `datetime[us, tz]`, `sleep_stage` `i64`; `stage_table` `str`
 * unless codes are consumer's; ordered by time.
 * @throws {RangeError} if a code is unknown, the epoch is not a duration, the zone does not exist,
 * or the last epoch ends after the year 9999
 * @throws {TypeError} if `start` is not an instant, or has no zone and `tz` is missing
 *
 * @example Three minutes
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const stages = sleep.fromHypnogram([0, 0, 1, 2, 2, 2], { start: "2024-01-01T22:00Z" });
 * assertEquals(stages.getColumn("sleep_stage").toArray(), [0, 1, 2]);
 * const ends = stages.getColumn("end_time").dt.strftime("%H:%M:%S").toArray();
 * assertEquals(ends, ["22:01:00", "22:01:30", "22:03:00"]);
 * ```
 */
export function fromHypnogram(
  codes: ArrayLike<HypnogramCode>,
  options: FromHypnogramOptions,
): Frame {
  checkOptions(
    ACTION,
    options,
    OPTIONS,
    'start, such as { start: "2025-03-10T22:30", tz: "Europe/Berlin" }',
  );
  if (typeof (codes as ArrayLike<HypnogramCode> | null | undefined)?.length !== "number") {
    throw new TypeError(`Cannot read a hypnogram: expected an array of codes, got ${typeof codes}`);
  }
  const stages = options.stages ?? "aasm", table = stageTable(stages);
  const tz = zoneOrOwn(
    options.tz,
    options.start instanceof Temporal.ZonedDateTime ? options.start.timeZoneId : NO_ZONE,
  );
  const start = toMicros(options.start, { ...options.tz !== undefined && { tz }, what: "start" });
  const epoch = BigInt(epochMicros(options.epoch ?? "PT30S"));
  if (start + epoch * BigInt(codes.length) >= MAX_MICROS) {
    throw new RangeError(`Cannot read a hypnogram: its end is outside the years 1 to 9999`);
  }
  const from: bigint[] = [], to: bigint[] = [], stage: bigint[] = [];
  const indexes = indexesOf(codes, table, options.codes ?? "table");
  for (let i = 0; i < indexes.length;) {
    const first = i, index = indexes[i]!;
    while (i < indexes.length && indexes[i] === index) i++;
    if (index === UNSCORED) continue;
    from.push(start + epoch * BigInt(first));
    to.push(start + epoch * BigInt(i));
    stage.push(BigInt(table[index]!.stage));
  }
  return toFrame({
    start_time: timeColumn(BigInt64Array.from(from), tz),
    end_time: timeColumn(BigInt64Array.from(to), tz),
    sleep_stage: int64Column(BigInt64Array.from(stage)),
    ...stageTableColumn({ table, tableName: stageTableName(stages) }, stage.length),
  });
}

function indexesOf(
  codes: ArrayLike<HypnogramCode>,
  table: StageTable,
  kind: HypnogramCodes,
): Uint8Array {
  if (kind !== "table" && kind !== "nsrr") {
    throw new RangeError(
      `Cannot read a hypnogram: codes ${JSON.stringify(kind)} is not one of table, nsrr`,
    );
  }
  const known = new Map<HypnogramCode, number>();
  const indexes = new Uint8Array(codes.length);
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i];
    const index = known.get(code) ?? indexOfCode(code, table, kind);
    if (index === undefined) {
      throw new RangeError(
        `Cannot read a hypnogram: epoch ${i} is ${
          typeof code === "string" ? JSON.stringify(code) : code
        }; ` +
          `the stage table has ${table.map(({ stage, label }) => `${stage} ${label}`).join(", ")}` +
          (code === 5 ? ', and codes: "nsrr" reads 5 as REM' : ""),
      );
    }
    known.set(code, index);
    indexes[i] = index;
  }
  return indexes;
}
