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
  /** Whether the vendor takes it for the main sleep of its day. */
  readonly isMainSleep?: boolean;
  /** The same, as exports name it. */
  readonly mainSleep?: boolean;
  /** The date to which the vendor counts it, that of waking, such as `2024-03-31`. */
  readonly dateOfSleep?: string;
  /** The base layer and, in logs with stages, the short wakes laid over it. */
  readonly levels: {
    /** The base layer: pieces that follow each other. */
    readonly data: readonly FitbitLevel[];
    /** The short wakes. */
    readonly shortData?: readonly FitbitLevel[];
  };
}

/** Stage codes (table `consumer`) of the vendor's level names, of logs with stages and of classic logs. */
export const FITBIT_LEVELS: Readonly<Record<string, number>> = {
  wake: 2,
  light: 3,
  deep: 4,
  rem: 5,
  asleep: 1,
  restless: 2,
  awake: 2,
};

/** Levels of classic logs, which only tell sleep from wake. */
const CLASSIC: ReadonlySet<string> = new Set(["asleep", "restless", "awake"]);

/** What a log tells apart that has a level. */
export function fitbitKnown(level: string): string {
  return CLASSIC.has(level.toLowerCase()) ? SLEEP_AND_WAKE : ALL_STAGES;
}

const TASK = "Cannot read Fitbit sleep logs";
const LAYERS = [["base", "data"], ["short", "shortData"]] as const;

/** A piece of a log, placed in time. */
export interface LogStage {
  /** Inclusive start in microseconds since 1970. */
  readonly start: bigint;
  /** Exclusive end. */
  readonly end: bigint;
  /** The stage's code. */
  readonly stage: bigint;
  /** The vendor's word for it. */
  readonly level: string;
  /** The layer that it is of. */
  readonly layer: "base" | "short";
}

/** How a log is read. */
export interface LogOptions {
  /** The zone of its stamps. */
  readonly tz: string;
  /** Codes of levels. */
  readonly levels: ReadonlyMap<string, number>;
  /** What it is called in messages. */
  readonly id: string;
  /** Called with each piece that cannot be read, which is left out. @default it is thrown */
  readonly onProblem?: ((error: Error) => void) | undefined;
}

/**
 * The pieces of a log, its base layer before its short layer.
 *
 * @throws {TypeError} if the log lacks a field, naming the log and the row
 * @throws {RangeError} if a stamp, a level or a length is unknown, naming the log and the row, and there
 * is no `onProblem`
 */
export function logStages(log: FitbitLog, options: LogOptions): LogStage[] {
  const { tz, levels, id, onProblem } = options;
  const offset = offsetAt(log?.startTime, tz, id);
  return LAYERS.flatMap(([layer, key]) => {
    const pieces = log.levels?.[key] ?? (layer === "short" ? [] : undefined);
    if (!Array.isArray(pieces)) {
      throw new TypeError(`${TASK}: log ${id} has no list levels.${key}`);
    }
    return pieces.flatMap((piece, row): LogStage[] => {
      const where = `log ${id}, levels.${key} row ${row}`;
      try {
        const start = instant(piece?.dateTime, offset, where);
        const end = start + length(piece.seconds, where);
        return [{ start, end, stage: code(piece.level, levels, where), level: piece.level, layer }];
      } catch (error) {
        if (onProblem === undefined) throw error;
        onProblem(error as Error);
        return [];
      }
    });
  });
}

function offsetAt(stamp: unknown, tz: string, id: string): string {
  if (typeof stamp !== "string") throw new TypeError(`${TASK}: log ${id} has no startTime`);
  try {
    // A stamp with a zone of its own would be read without it, so it is rejected here.
    if (/(Z|[+-]\d\d(:?\d\d)?|\])$/i.test(stamp.slice(10))) throw new RangeError("it has a zone");
    return Temporal.PlainDateTime.from(stamp).toZonedDateTime(tz).offset;
  } catch (cause) {
    throw new RangeError(`${TASK}: startTime "${stamp}" of log ${id} is no local time in "${tz}"`, {
      cause,
    });
  }
}

function instant(stamp: unknown, offset: string, where: string): bigint {
  try {
    return toMicros(`${stamp}${offset}`, { what: "dateTime" });
  } catch (cause) {
    throw new RangeError(`${TASK}: dateTime "${stamp}" is no local time (${where})`, { cause });
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
  throw new RangeError(`${TASK}: level "${level}" is none of ${known} (${where})`);
}
