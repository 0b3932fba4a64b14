import { toMicros } from "../time/instant.ts";
import { zone } from "../time/zone.ts";

/** One piece of a Fitbit sleep log: a level that lasts for `seconds` from the stamp `dateTime`. */
export interface FitbitLevel {
  /** Local time without a zone, such as `2024-03-31T03:00:00.000`. */
  readonly dateTime: string;
  /** Name of the level, such as `light`. */
  readonly level: string;
  /** Length of the piece in seconds. */
  readonly seconds: number;
}

/** The part of a Fitbit sleep log that {@linkcode readFitbit} reads; further fields are ignored. */
export interface FitbitLog {
  /** The vendor's number of the log. */
  readonly logId: number | string;
  /** Local time without a zone at which the log starts. */
  readonly startTime: string;
  /** The base layer and, in logs with stages, the short wakes laid over it. */
  readonly levels: {
    /** The base layer: pieces that follow each other. */
    readonly data: readonly FitbitLevel[];
    /** The short wakes. */
    readonly shortData?: readonly FitbitLevel[];
  };
}

/** Stage intervals as columns of equal length, one row per piece of a log. */
export interface FitbitStages {
  /** Start of each interval, microseconds UTC. */
  readonly start_time: BigInt64Array;
  /** End of each interval, exclusive, microseconds UTC. */
  readonly end_time: BigInt64Array;
  /** Stage code of each interval in the table `consumer`. */
  readonly sleep_stage: BigInt64Array;
  /** Name of the source: one for the base layer, one for the short layer. */
  readonly source: string[];
  /** The vendor's number of the log that each interval comes from. */
  readonly log_id: string[];
  /** The layer of the log that each interval comes from. */
  readonly layer: ("base" | "short")[];
}

/** Options of {@linkcode readFitbit}. */
export interface ReadFitbitOptions {
  /** IANA zone in which the logs' stamps are read. */
  tz: string;
  /**
   * Names of the two sources.
   * @default { base: "fitbit-base", short: "fitbit-short" }
   */
  sources?: {
    /** Source of `levels.data`. */
    base: string;
    /** Source of `levels.shortData`. */
    short: string;
  };
  /**
   * Stage code of each level name.
   * @default FITBIT_LEVELS
   */
  levels?: Readonly<Record<string, number>>;
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

const TASK = "Cannot read Fitbit sleep logs";
const LAYERS = [["base", "data"], ["short", "shortData"]] as const;

/**
 * Reads Fitbit sleep logs (a sleep JSON file of the vendor's export or web API) into stage intervals.
 *
 * Both layers of a log are kept as two sources: the base layer (`levels.data`) and the short wakes
 * laid over it (`levels.shortData`). Wherever they overlap the short layer is right, so give it the
 * higher priority when the sources are merged.
 *
 * The stamps carry no zone and are read in `tz`. The offset in force when a log starts holds for the
 * whole log, as the vendor's clock does not change within one; a start that is ambiguous in `tz` is
 * the earlier instant, one that the zone skips is read with the offset before the gap. Each interval ends
 * `seconds` after it starts.
 *
 * @param logs JSON text, or the parsed value: an array of logs, or an object that holds it in `sleep`
 * @returns columns in the order of the file, each log's base layer before its short layer
 * @throws {TypeError} if the text is not JSON or a log lacks a field, naming the log and the row
 * @throws {RangeError} if a stamp, a level, a length or the zone is unknown, naming the log and the row
 *
 * @example Read one log
 * ```ts
 * import { readFitbit } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const data = [{ dateTime: "2024-10-27T02:30:00.000", level: "deep", seconds: 3600 }];
 * const log = { logId: 7, startTime: "2024-10-27T02:30:00.000", levels: { data } };
 * const stages = readFitbit([log], { tz: "Europe/Berlin" });
 *
 * assertEquals(stages.start_time[0], 1_729_989_000_000_000n); // 00:30 UTC
 * assertEquals(stages.end_time[0], 1_729_992_600_000_000n); // one hour later
 * assertEquals(stages.sleep_stage[0], 4n);
 * assertEquals(stages.source, ["fitbit-base"]);
 * ```
 */
export function readFitbit(
  logs: string | readonly FitbitLog[] | { readonly sleep: readonly FitbitLog[] },
  options: ReadFitbitOptions,
): FitbitStages {
  const { sources = { base: "fitbit-base", short: "fitbit-short" } } = options;
  const tz = zone(options.tz);
  const levels = new Map(Object.entries(options.levels ?? FITBIT_LEVELS));
  const start: bigint[] = [];
  const end: bigint[] = [];
  const stage: bigint[] = [];
  const source: string[] = [];
  const logId: string[] = [];
  const layers: ("base" | "short")[] = [];
  for (const [index, log] of listOf(logs).entries()) {
    const id = String(log?.logId ?? `at index ${index}`);
    const offset = offsetAt(log?.startTime, tz, id);
    for (const [layer, key] of LAYERS) {
      const pieces = log.levels?.[key] ?? (layer === "short" ? [] : undefined);
      if (!Array.isArray(pieces)) {
        throw new TypeError(`${TASK}: log ${id} has no list levels.${key}`);
      }
      for (const [row, piece] of pieces.entries()) {
        const where = `log ${id}, levels.${key} row ${row}`;
        const from = instant(piece?.dateTime, offset, where);
        start.push(from);
        end.push(from + length(piece.seconds, where));
        stage.push(code(piece.level, levels, where));
        source.push(sources[layer]);
        logId.push(id);
        layers.push(layer);
      }
    }
  }
  return {
    start_time: BigInt64Array.from(start),
    end_time: BigInt64Array.from(end),
    sleep_stage: BigInt64Array.from(stage),
    source,
    log_id: logId,
    layer: layers,
  };
}

function listOf(logs: Parameters<typeof readFitbit>[0]): readonly FitbitLog[] {
  let value: unknown = logs;
  if (typeof logs === "string") {
    try {
      value = JSON.parse(logs);
    } catch (cause) {
      throw new TypeError(`${TASK}: the text is not JSON`, { cause });
    }
  }
  if (typeof value === "object" && value !== null && "sleep" in value) value = value.sleep;
  if (!Array.isArray(value)) throw new TypeError(`${TASK}: expected a list of logs`);
  return value;
}

function offsetAt(stamp: unknown, tz: string, id: string): string {
  if (typeof stamp !== "string") throw new TypeError(`${TASK}: log ${id} has no startTime`);
  try {
    // A stamp with a zone of its own would be read without it, so it is refused here.
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
    `${TASK}: seconds must be a whole number above 0, got ${seconds} (${where})`,
  );
}

function code(level: string, levels: ReadonlyMap<string, number>, where: string): bigint {
  const stage = levels.get(level);
  if (stage !== undefined) return BigInt(stage);
  const known = [...levels.keys()].join(", ");
  throw new RangeError(`${TASK}: level "${level}" is none of ${known} (${where})`);
}
