import { decodeText, parseJson } from "../../options/parseJson.ts";
import { makePause } from "../../options/pause.ts";
import { int64Column, textColumn, timeColumn } from "../../frame/columns/columns.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { type Zone, zone } from "../../time/zone.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { isFileSource } from "../zip/fileSource.ts";
import { type TextSource, wholeText } from "../zip/wholeFile.ts";
import { parseInTurns } from "../export/damagedJson.ts";
import { eachInTurns } from "../export/pause.ts";
import { FITBIT_LEVELS, type FitbitLog, type LogStage, logStages } from "./sleepLogs.ts";

const ACTION = "read Fitbit sleep logs";

/** Options of {@linkcode fitbitSleep}. */
export interface FitbitSleepOptions {
  /** IANA zone of the logs' times. */
  tz: Zone;
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
  /**
   * Throws if a log or an entry of it cannot be read. By default, it is skipped and reported, as
   * long as anything can be read. @default false
   */
  strict?: boolean;
  /** Called once with the skipped entries. @default console.warn */
  onProblem?: (problems: string) => void;
}

const OPTIONS = optionNames<FitbitSleepOptions>()(
  "tz",
  { sources: { base: true, short: true } },
  "levels strict onProblem",
);

/**
 * Reads Fitbit sleep logs (a sleep JSON file of the export or the web API) into stage intervals.
 *
 * Both layers of a log become separate sources: the base layer (`levels.data`) and the short wakes
 * on top of it (`levels.shortData`). Where they overlap, the short layer is right: give it the
 * higher priority when you merge the sources.
 *
 * Times have no zone and are read in `tz`. The offset at the start of a log applies to the whole
 * log, since the vendor's clock does not change within one. A start that is ambiguous in `tz` is
 * the earlier instant; a start that the zone skips is read with the offset before the gap. Each
 * interval ends `seconds` after it starts.
 *
 * @param source a path, a URL, bytes, a Blob or a stream of JSON; the JSON itself as `{ text }`; or
 * the parsed value: an array of logs, or an object with that array in `sleep`
 * @returns a stage frame in the order of the file, with each log's base layer before its short
 * layer: `start_time`, `end_time` `datetime[us, tz]`, `sleep_stage` `i64`, `source` `str`, and the
 * vendor's number of the log as `id` `str`; then, in the vendor's own words, `level` `str` (which
 * distinguishes `restless` from `awake`), `main` `bool` and `date` `str` of the log, null if
 * unknown
 * @throws {TypeError} if the text is not JSON or a log lacks a field (names the log and the row)
 * @throws {RangeError} if a time, a level, a length or the zone is invalid (names the log and the
 * row)
 *
 * @example A night of two layers
 * ```ts
 * import { read, sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const data = [{ dateTime: "2024-10-27T02:30:00.000", level: "deep", seconds: 3600 }];
 * const shortData = [{ dateTime: "2024-10-27T02:40:00.000", level: "wake", seconds: 120 }];
 * const log = { logId: 7, startTime: "2024-10-27T02:30:00.000", levels: { data, shortData } };
 * const stages = await read.fitbitSleep([log], { tz: "Europe/Berlin" });
 * const merged = sleep.merge(stages, { sourcePriority: ["fitbit-short"] });
 * assertEquals(merged.getColumn("duration_ms").toArray(), [600_000, 120_000, 2_880_000]);
 * ```
 */
export async function fitbitSleep(
  source: TextSource | readonly FitbitLog[] | { readonly sleep: readonly FitbitLog[] },
  options: FitbitSleepOptions,
): Promise<Frame> {
  checkOptions(
    ACTION,
    options,
    OPTIONS,
    'a zone, such as { tz: "Europe/Berlin" }',
  );
  const { sources = { base: "fitbit-base", short: "fitbit-short" } } = options;
  const tz = zone(options.tz);
  const levels = new Map(Object.entries(options.levels ?? FITBIT_LEVELS));
  const start: bigint[] = [];
  const end: bigint[] = [];
  const stage: bigint[] = [];
  const layers: string[] = [];
  const logId: string[] = [];
  const level: string[] = [];
  const main: (boolean | undefined)[] = [];
  const date: (string | null)[] = [];
  const problems: Error[] = [];
  const onProblem = options.strict ? undefined : (error: Error): void => void problems.push(error);
  const pause = makePause(undefined);
  const stagesOf = async (log: FitbitLog, id: string): Promise<LogStage[]> => {
    const stages: LogStage[] = [];
    try {
      await eachInTurns(logStages(log, { tz, levels, id, onProblem }), pause, (stage) => {
        if (stage !== undefined) stages.push(stage);
      });
      return stages;
    } catch (error) {
      if (onProblem === undefined) throw error;
      onProblem(error as Error);
      return [];
    }
  };
  await eachInTurns(await logsOf(source, onProblem), pause, async (log, index) => {
    const id = String(log?.logId ?? `at index ${index}`);
    await eachInTurns(await stagesOf(log, id), pause, (piece) => {
      start.push(piece.start);
      end.push(piece.end);
      stage.push(piece.stage);
      layers.push(sources[piece.layer]);
      logId.push(id);
      level.push(piece.level);
      main.push(log.isMainSleep ?? log.mainSleep);
      date.push(log.dateOfSleep ?? null);
    });
  });
  if (problems.length > 0) {
    if (start.length === 0) throw problems[0]!;
    const reasons = problems.slice(0, SHOWN)
      .map(({ message }) => `  ${message.replace(`Cannot ${ACTION}: `, "")}`);
    const more = problems.length > SHOWN ? [`  and ${problems.length - SHOWN} more`] : [];
    const text = ["read.fitbitSleep skipped:", ...reasons, ...more].join("\n");
    // deno-lint-ignore no-console -- a notebook shows it in the cell
    (options.onProblem ?? console.warn)(text);
  }
  return toFrame({
    start_time: timeColumn(BigInt64Array.from(start), tz),
    end_time: timeColumn(BigInt64Array.from(end), tz),
    sleep_stage: int64Column(BigInt64Array.from(stage)),
    source: textColumn(layers),
    id: textColumn(logId),
    level: textColumn(level),
    main: {
      type: "bool",
      values: Uint8Array.from(main, (is) => is === true ? 1 : 0),
      valid: Uint8Array.from(main, (is) => typeof is === "boolean" ? 1 : 0),
    },
    date: textColumn(date),
  });
}

/** Maximum number of problems in a warning. */
const SHOWN = 5;

async function logsOf(
  source: Parameters<typeof fitbitSleep>[0],
  onProblem: ((error: Error) => void) | undefined,
): Promise<readonly FitbitLog[]> {
  let value: unknown = source;
  if (!isParsed(source)) {
    const content = await wholeText(source, ACTION);
    try {
      const text = typeof content === "string" ? content : decodeText(content);
      value = onProblem === undefined ? parseJson(text) : await parseInTurns(
        text,
        makePause(undefined),
        (where, reason) => onProblem(new TypeError(`${where}: ${reason}`)),
      );
    } catch (cause) {
      throw new TypeError(`Cannot ${ACTION}: the text is not JSON`, { cause });
    }
  }
  if (typeof value === "object" && value !== null && "sleep" in value) value = value.sleep;
  if (!Array.isArray(value)) throw new TypeError(`Cannot ${ACTION}: expected a list of logs`);
  return value;
}

function isParsed(
  source: Parameters<typeof fitbitSleep>[0],
): source is readonly FitbitLog[] | { readonly sleep: readonly FitbitLog[] } {
  return typeof source === "object" && !isFileSource(source) && !("text" in source);
}
