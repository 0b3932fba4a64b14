import { ALL_STAGES, SLEEP_AND_WAKE } from "../export/exportTables.ts";
import { toMicros } from "../../time/instant.ts";

/** One piece of a Fitbit sleep log: a level that lasts for `seconds` from the stamp `dateTime`. */
export interface FitbitLevel {
  /** Local time without a zone, such as `2024-03-31T03:00:00.000`. */
  readonly dateTime: string;
  /** Name of the level, such as `light`. */
  readonly level: string;
  /** Length of the piece in seconds. */
  readonly seconds: number;
}

/** The part of a Fitbit sleep log that {@linkcode fitbitSleep} reads; further fields are ignored. */
export interface FitbitLog {
  /** The vendor's number of the log. */
  readonly logId: number | string;
  /** Local time without a zone at which the log starts. */
  readonly startTime: string;
  /** `true` if the vendor considers it the main sleep of its day. */
  readonly isMainSleep?: boolean;
  /** Name of `isMainSleep` in exports. */
  readonly mainSleep?: boolean;
  /** Wake-up date such as `2024-03-31`; the vendor assigns the log to it. */
  readonly dateOfSleep?: string;
  /** Base layer and, in logs with stages, the short wakes on top of it. */
  readonly levels: {
    /** Base layer: consecutive pieces. */
    readonly data: readonly FitbitLevel[];
    /** Short wakes. */
    readonly shortData?: readonly FitbitLevel[];
  };
}

/**
 * Stage codes (table `consumer`) for the vendor's level names, both in logs with stages and in
 * classic logs.
 */
export const FITBIT_LEVELS: Readonly<Record<string, number>> = {
  wake: 2,
  light: 3,
  deep: 4,
  rem: 5,
  asleep: 1,
  restless: 2,
  awake: 2,
};

/** Levels of classic logs, which only distinguish sleep from wake. */
const CLASSIC: ReadonlySet<string> = new Set(["asleep", "restless", "awake"]);

/** Returns the stages that a log with this level detects. */
export function fitbitKnown(level: string): string {
  return CLASSIC.has(level.toLowerCase()) ? SLEEP_AND_WAKE : ALL_STAGES;
}

const TASK = "Cannot read Fitbit sleep logs";
const LAYERS = [["base", "data"], ["short", "shortData"]] as const;

/** Piece of a log, as an interval. */
export interface LogStage {
  /** Inclusive start in microseconds since 1970. */
  readonly start: bigint;
  readonly end: bigint;
  readonly stage: bigint;
  /** Vendor's word for the stage. */
  readonly level: string;
  readonly layer: "base" | "short";
}

/** Options of {@linkcode logStages}. */
export interface LogOptions {
  /** Zone of its times. */
  readonly tz: string;
  /** Codes of levels. */
  readonly levels: ReadonlyMap<string, number>;
  /** Name of the log in messages. */
  readonly id: string;
  /** Called with each invalid piece, which is skipped. @default throws */
  readonly onProblem?: ((error: Error) => void) | undefined;
}

/**
 * Yields the pieces of a log, its base layer before its short layer, and `undefined` for invalid
 * ones.
 *
 * @throws {TypeError} if the log lacks a field, naming the log and the row
 * @throws {RangeError} if a time, a level or a length is invalid, naming the log and the row, and
 * `onProblem` is missing
 */
export function* logStages(
  log: FitbitLog,
  options: LogOptions,
): Generator<LogStage | undefined, void> {
  const { tz, levels, id, onProblem } = options;
  const offset = offsetAt(log?.startTime, tz, id);
  for (const [layer, key] of LAYERS) {
    const pieces = log.levels?.[key] ?? (layer === "short" ? [] : undefined);
    if (!Array.isArray(pieces)) {
      throw new TypeError(`${TASK}: log ${id} has no list levels.${key}`);
    }
    for (const [row, piece] of pieces.entries()) {
      const where = `log ${id}, levels.${key} row ${row}`;
      let stage: LogStage | undefined;
      try {
        const start = instant(piece?.dateTime, offset, where);
        const end = start + length(piece.seconds, where);
        stage = { start, end, stage: code(piece.level, levels, where), level: piece.level, layer };
      } catch (error) {
        if (onProblem === undefined) throw error;
        onProblem(error as Error);
      }
      yield stage;
    }
  }
}

function offsetAt(stamp: unknown, tz: string, id: string): string {
  if (typeof stamp !== "string") throw new TypeError(`${TASK}: log ${id} has no startTime`);
  try {
    // A time with its own zone would be read without it, so it is rejected here.
    if (/(Z|[+-]\d\d(:?\d\d)?|\])$/i.test(stamp.slice(10))) throw new RangeError("it has a zone");
    return Temporal.PlainDateTime.from(stamp).toZonedDateTime(tz).offset;
  } catch (cause) {
    throw new RangeError(
      `${TASK}: startTime "${stamp}" of log ${id} is not a local time in "${tz}"`,
      {
        cause,
      },
    );
  }
}

function instant(stamp: unknown, offset: string, where: string): bigint {
  try {
    return toMicros(`${stamp}${offset}`, { what: "dateTime" });
  } catch (cause) {
    throw new RangeError(`${TASK}: dateTime "${stamp}" is not a local time (${where})`, { cause });
  }
}

function length(seconds: unknown, where: string): bigint {
  if (Number.isSafeInteger(seconds) && Number(seconds) > 0) {
    return BigInt(Number(seconds)) * 1_000_000n;
  }
  throw new RangeError(
    `${TASK}: seconds must be an integer above 0, got ${seconds} (${where})`,
  );
}

function code(level: string, levels: ReadonlyMap<string, number>, where: string): bigint {
  const stage = levels.get(level);
  if (stage !== undefined) return BigInt(stage);
  const known = [...levels.keys()].join(", ");
  throw new RangeError(`${TASK}: level "${level}" is not one of ${known} (${where})`);
}
