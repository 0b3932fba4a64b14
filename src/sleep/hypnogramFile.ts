import { float64Column, int64Column, textColumn, timeColumn } from "../frame/columns/columns.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { type TimeLike, toMicros } from "../time/instant.ts";
import { isoMicros } from "../time/iso.ts";
import type { Length } from "../time/length.ts";
import { localZone, zoneOrOwn, type Zones } from "../time/zone.ts";
import { NO_ZONE, zonedTime } from "../time/zones.ts";
import { epochMicros } from "./kernel/epochs.ts";
import { type ReadSpans, readSpans } from "./kernel/spans.ts";
import { type Annotation, readEdfHypnogram, writeEdfHypnogram } from "./stages/edfHypnogram.ts";
import { indexOfCode } from "./stages/hypnogramWords.ts";
import type { StageFrameOptions } from "./stages/stageFrameOptions.ts";
import { namePrefixOf, UNSCORED } from "./stages/stageKinds.ts";
import { stageTableColumn } from "./stages/stageTableOf.ts";
import { type Stages, type StageTable, stageTable, stageTableName } from "./stages/stageTables.ts";
import { toEpochs } from "./toEpochs.ts";

/** Format of a hypnogram: EDF+ annotations, a BIDS events table, or the JSON of yasa's Hypnogram. */
export type HypnogramFormat = "edf" | "bids" | "yasa";

/** Options of {@linkcode toHypnogramFile}. */
export interface ToHypnogramFileOptions<F extends HypnogramFormat = HypnogramFormat>
  extends Omit<StageFrameOptions, "by"> {
  /** Format of the file. */
  format: F;
  /** Length of an epoch. @default "PT30S" */
  epoch?: Length;
}

/** Options of {@linkcode fromHypnogramFile}. */
export interface FromHypnogramFileOptions {
  /** Start of a BIDS table, or of a yasa file without one. @default the start in the file */
  start?: TimeLike;
  /** Stage table of the frame's codes. @default "aasm"; "consumer" for yasa's light and deep sleep */
  stages?: Stages;
  /** IANA zone of the times. @default the zone in the file, or of `start` */
  tz?: Zones;
}

const WRITE = "write a hypnogram", READ = "read a hypnogram file";

const TO_OPTIONS = optionNames<ToHypnogramFileOptions>()("format epoch stages tz columns");
const FROM_OPTIONS = optionNames<FromHypnogramFileOptions>()("start stages tz");

/** Words of stages by format; a format refuses stages without a word. */
const WORDS: Readonly<Record<HypnogramFormat, Readonly<Record<string, string>>>> = {
  edf: {
    wake: "Sleep stage W",
    awake: "Sleep stage W",
    n1: "Sleep stage N1",
    n2: "Sleep stage N2",
    n3: "Sleep stage N3",
    rem: "Sleep stage R",
    unscored: "Sleep stage ?",
  },
  bids: {
    wake: "W",
    awake: "W",
    n1: "N1",
    n2: "N2",
    n3: "N3",
    core: "LIGHT",
    deep: "DEEP",
    asleep: "SLEEP",
    rem: "R",
    unscored: "n/a",
  },
  yasa: {
    wake: "WAKE",
    awake: "WAKE",
    n1: "N1",
    n2: "N2",
    n3: "N3",
    core: "LIGHT",
    deep: "DEEP",
    asleep: "SLEEP",
    rem: "REM",
    unscored: "UNS",
  },
};

/**
 * Writes a hypnogram as a file that other programs read.
 *
 * | format | content                                                                              |
 * | ------ | ------------------------------------------------------------------------------------ |
 * | `edf`  | EDF+ annotations: local start, scorer as technician, an annotation per run of epochs |
 * | `bids` | tab-separated `onset`, `duration` (s), `trial_type`: a row per epoch, no start       |
 * | `yasa` | JSON of `yasa.Hypnogram`: start with offset and zone, scorer, a word per epoch       |
 *
 * The stages are divided into the epochs of `sleep.toEpochs`. `sleep.fromHypnogramFile` reads all three and returns the
 * same epochs; an EDF+ file starts at a whole second and has no zone, a BIDS table has no start and
 * no scorer. The scorer is the column `source`, if it has a single one. For `yasa`, columns with the
 * probability of each stage, named as in `sleep.hypnodensity`, become `proba` if each epoch has a row.
 *
 * @param frame a stage frame of one person; stages must not overlap
 * @returns text, or bytes for `edf`
 * @throws {TypeError} if a column is missing or of another type, or the frame has no zone
 * @throws {RangeError} if the frame is empty, stages overlap, the format is unknown or has no word
 * for a stage: EDF+ has no light and deep sleep and no sleep of unknown stage, yasa not both known and
 * unknown stages
 *
 * @example A table for BIDS
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const night = sleep.fromHypnogram([0, 2], { start: "2024-01-01T22:00Z", tz: "UTC" });
 * assertEquals(
 *   sleep.toHypnogramFile(night, { format: "bids" }),
 *   "onset\tduration\ttrial_type\n0\t30\tW\n30\t30\tN2\n",
 * );
 * ```
 */
export function toHypnogramFile(
  frame: FrameLike,
  options: ToHypnogramFileOptions<"edf">,
): Uint8Array;
/** Writes a hypnogram as text. */
export function toHypnogramFile(
  frame: FrameLike,
  options: ToHypnogramFileOptions<"bids" | "yasa">,
): string;
/** Writes a hypnogram in a format that is a variable. */
export function toHypnogramFile(
  frame: FrameLike,
  options: ToHypnogramFileOptions,
): string | Uint8Array;
export function toHypnogramFile(
  frame: FrameLike,
  options: ToHypnogramFileOptions,
): string | Uint8Array {
  checkOptions(WRITE, options, TO_OPTIONS, 'format, such as { format: "edf" }');
  const { format, ...rest } = options, epoch = epochMicros(options.epoch ?? "PT30S");
  if (!Object.hasOwn(WORDS, format)) {
    throw new RangeError(
      `Cannot ${WRITE}: format is ${describeValue(format)}, expected one of ${
        Object.keys(WORDS).join(", ")
      }`,
    );
  }
  const spans = readSpans(
    toEpochs(frame, rest),
    rest.stages === undefined ? {} : { stages: rest.stages },
    WRITE,
  );
  const first = spans.start[0];
  if (first === undefined) throw new RangeError(`Cannot ${WRITE}: the frame has no stages`);
  const tz = localZone(options.tz, spans.zone, WRITE);
  const words = wordsOf(spans, epoch, format);
  const seconds = (micros: number): number => micros / 1e6;
  if (format === "bids") {
    const rows = words.map((word, i) => [seconds(i * epoch), seconds(epoch), word].join("\t"));
    return ["onset\tduration\ttrial_type", ...rows, ""].join("\n");
  }
  const scorer = scorerOf(spans);
  if (format === "yasa") {
    return JSON.stringify({
      values: words,
      n_stages: stageCount(words, spans.table),
      freq: epoch % 1e6 === 0 ? `${seconds(epoch)}s` : `${epoch / 1000}ms`,
      start: isoMicros(first, tz),
      scorer,
      proba: probabilities(frame, options, { table: spans.table, first, epoch, words }),
      tz,
    });
  }
  const local = zonedTime(first, tz).toPlainDateTime(), whole = local.round("second");
  if (!whole.equals(local)) {
    throw new RangeError(
      `Cannot ${WRITE}: an EDF+ file starts at a whole second, and this one at ${
        isoMicros(first, tz)
      }. Pass start_time to sleep.toEpochs first.`,
    );
  }
  const annotations: Annotation[] = [];
  for (let i = 0, next = 0; i < words.length; i = next) {
    while (next < words.length && words[next] === words[i]) next++;
    const [onset, duration] = [seconds(i * epoch), seconds((next - i) * epoch)];
    annotations.push({ onset, duration, text: words[i]! });
  }
  return writeEdfHypnogram({ start: whole.toString(), scorer, annotations });
}

/** Returns the word of each epoch; epochs in gaps are not scored. */
function wordsOf(spans: ReadSpans, epoch: number, format: HypnogramFormat): string[] {
  const { start, stage, table } = spans, first = start[0]!, words = WORDS[format];
  const count = Number(start.at(-1)! - first) / epoch + 1;
  const found = new Array<string>(count).fill(words["unscored"]!);
  start.forEach((at, i) => {
    const { name, label } = table[stage[i]!]!, word = words[name];
    if (word === undefined) {
      throw new RangeError(
        `Cannot ${WRITE}: the format ${format} has no word for ${label}. ` +
          `It has ${[...new Set(Object.values(words))].join(", ")}.`,
      );
    }
    found[Number(at - first) / epoch] = word;
  });
  return found;
}

/** Returns yasa's number of stages: 2 if sleep has no stages. */
function stageCount(words: readonly string[], table: StageTable): number {
  if (!words.includes("SLEEP")) return table.some(({ name }) => name === "n1") ? 5 : 4;
  const staged = words.find((word) => !["WAKE", "SLEEP", "UNS"].includes(word));
  if (staged === undefined) return 2;
  throw new RangeError(
    `Cannot ${WRITE}: yasa cannot hold both ${staged} and sleep of unknown stage. Use format "bids".`,
  );
}

/**
 * Returns the probability of each stage of yasa, from columns that are named as in
 * `sleep.hypnodensity`; null unless each epoch has them.
 */
function probabilities(
  frame: FrameLike,
  { tz, columns = {} }: ToHypnogramFileOptions,
  { table, first, epoch, words }: {
    readonly table: StageTable;
    readonly first: bigint;
    readonly epoch: number;
    readonly words: readonly string[];
  },
): Readonly<Record<string, readonly number[]>> | null {
  const data = openFrame(frame, { action: WRITE, tz });
  const stages = table.filter((stage) =>
    data.has(namePrefixOf(stage)) && WORDS.yasa[stage.name] !== undefined
  );
  if (stages.length === 0) return null;
  const { start_time } = data.read({ start_time: "time" }, { columns });
  const rows = new Map(Array.from(start_time.values, (at, row) => [at, row]));
  const order = words.map((_, i) => rows.get(first + BigInt(i * epoch)) ?? -1);
  const read = stages.map((stage) => {
    const name = namePrefixOf(stage);
    const { values, valid } = data.read({ y: "float64" }, { columns: { y: name } }).y;
    return [
      WORDS.yasa[stage.name]!,
      order.map((row) => valid?.[row] === 0 ? NaN : values[row] ?? NaN),
    ] as const;
  });
  return read.every(([, values]) => values.every(Number.isFinite))
    ? Object.fromEntries(read)
    : null;
}

function scorerOf({ source }: ReadSpans): string | null {
  const names = new Set(source.filter((one) => one !== null));
  return names.size === 1 ? [...names][0]! : null;
}

/**
 * Reads a hypnogram from EDF+ annotations, a BIDS events table or the JSON of yasa's `Hypnogram`. The
 * content decides which.
 *
 * EDF+ annotations that start with `Sleep stage` are stages; all others are skipped. A BIDS table
 * has `onset`, `duration`, and one of `trial_type`, `description` or `value`, whose words are those
 * of `sleep.fromHypnogram`. Probabilities of yasa become a column per stage, so that
 * `plot.hypnodensity` draws them.
 *
 * @param content text, or the bytes of an EDF+ file
 * @returns a stage frame with a row per epoch or annotation: `start_time`, `end_time` `datetime[us,
 * tz]`, `sleep_stage` `i64`; `source` `str`, the scorer, if known; `stage_table` `str` unless codes are
 * consumer's; with probabilities a column `f64` per stage, such as `W`, `N1`, `N2`, `N3` and `REM`
 * @throws {TypeError} if the content is damaged or in another format, or if it has no start or zone and
 * the options have none either
 * @throws {RangeError} if a stage is unknown or not in the table
 *
 * @example A file of yasa
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const json = JSON.stringify({
 *   values: ["WAKE", "N2"],
 *   n_stages: 5,
 *   freq: "30s",
 *   start: "2024-01-01T22:00:00",
 *   scorer: "AB",
 *   proba: null,
 * });
 * const stages = sleep.fromHypnogramFile(json, { tz: "Europe/Paris" });
 * assertEquals(stages.getColumn("sleep_stage").toArray(), [0, 2]);
 * assertEquals(stages.getColumn("source").toArray(), ["AB", "AB"]);
 * ```
 */
export function fromHypnogramFile(
  content: string | Uint8Array,
  options: FromHypnogramFileOptions = {},
): Frame {
  checkOptions(READ, options, FROM_OPTIONS);
  if (typeof content !== "string" && !(content instanceof Uint8Array)) {
    throw new TypeError(
      `Cannot ${READ}: expected text or bytes, got ${describeValue(content)}. ` +
        "Read the file first, such as with Deno.readFile.",
    );
  }
  const parsed = parse(content), { annotations, start: written, scorer, tz: own } = parsed;
  const stages = options.stages ?? (parsed.isLight ? "consumer" : "aasm"),
    table = stageTable(stages);
  const given = options.start ?? written;
  if (given === undefined) {
    throw new TypeError(
      `Cannot ${READ}: it has no start. Pass start, such as { start: "2025-03-10T22:30" }.`,
    );
  }
  const ownZone = given instanceof Temporal.ZonedDateTime ? given.timeZoneId : own ?? NO_ZONE;
  const tz = zoneOrOwn(options.tz, ownZone);
  const hasZone = options.tz !== undefined || ownZone !== NO_ZONE;
  const start = toMicros(given, { ...hasZone && { tz }, what: "start" });
  const rows = annotations.flatMap(({ onset, duration, text }, i) => {
    const index = indexOfCode(text, table, "table");
    if (index === undefined) {
      throw new RangeError(
        `Cannot ${READ}: annotation ${i} is ${JSON.stringify(text)}; the stage table has ${
          table.map(({ label }) => label).join(", ")
        }`,
      );
    }
    const length = duration ?? (annotations[i + 1]?.onset ?? onset) - onset;
    if (index === UNSCORED || !(length > 0)) return [];
    const from = start + BigInt(Math.round(onset * 1e6));
    return [{ from, to: start + BigInt(Math.round((onset + length) * 1e6)), index, i }];
  });
  return toFrame({
    start_time: timeColumn(BigInt64Array.from(rows, ({ from }) => from), tz),
    end_time: timeColumn(BigInt64Array.from(rows, ({ to }) => to), tz),
    sleep_stage: int64Column(BigInt64Array.from(rows, ({ index }) => BigInt(table[index]!.stage))),
    ...(scorer === null ? {} : { source: textColumn(rows.map(() => scorer)) }),
    ...stageTableColumn({ table, tableName: stageTableName(stages) }, rows.length),
    ...Object.fromEntries(
      Object.entries(parsed.probabilities ?? {}).map(([word, values]) => {
        const stage = table[indexOfCode(word, table, "table") ?? UNSCORED];
        if (stage === undefined) throw damaged(`proba has the stage ${JSON.stringify(word)}`);
        return [namePrefixOf(stage), float64Column(Float64Array.from(rows, ({ i }) => values[i]!))];
      }),
    ),
  });
}

interface Parsed {
  readonly annotations: readonly Annotation[];
  readonly start?: string | undefined;
  readonly scorer: string | null;
  readonly tz?: string | undefined;
  /** `true` if the stages have light and deep sleep, not N1 to N3. */
  readonly isLight?: boolean;
  /** Probability of each stage, by its word, for each annotation. */
  readonly probabilities?: Readonly<Record<string, readonly number[]>>;
}

const damaged = (what: string): TypeError => new TypeError(`Cannot ${READ}: ${what}.`);

function parse(content: string | Uint8Array): Parsed {
  const text = typeof content === "string" ? content : new TextDecoder().decode(content);
  if (/^0 {7}/.test(text)) {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    try {
      const { annotations, ...edf } = readEdfHypnogram(bytes);
      const stages = annotations.filter(({ text }) => /^sleep stage\b/i.test(text));
      return { ...edf, annotations: stages };
    } catch (error) {
      throw damaged((error as Error).message);
    }
  }
  return /^\s*\{/.test(text) ? parseYasa(text) : parseBids(text);
}

function parseYasa(text: string): Parsed {
  let json: Record<string, unknown>;
  try {
    json = JSON.parse(text);
  } catch {
    throw damaged("its JSON is damaged");
  }
  const { values, freq, start, scorer, n_stages, tz, proba } = json;
  if (!Array.isArray(values) || typeof freq !== "string") {
    throw damaged("its JSON has no values and freq, as yasa's Hypnogram.to_json writes");
  }
  const [, number = "1", unit] = /^(\d*)(ms|s|min|h)$/.exec(freq) ?? [];
  const length = unit === undefined ? NaN : Number(number || 1) *
    ({ ms: 0.001, s: 1, min: 60, h: 3600 })[unit as "ms" | "s" | "min" | "h"];
  if (!(length > 0)) throw damaged(`freq is ${describeValue(freq)}, expected a text such as "30s"`);
  const isProbabilities = (one: unknown): one is readonly number[] =>
    Array.isArray(one) && one.length === values.length &&
    one.every((value) => typeof value === "number" && value >= 0 && value <= 1);
  const probabilities: Record<string, readonly number[]> = {};
  for (const [word, own] of Object.entries(proba ?? {})) {
    if (!isProbabilities(own)) {
      throw damaged(`proba of ${word} is not ${values.length} numbers from 0 to 1`);
    }
    probabilities[word] = own;
  }
  return {
    probabilities,
    annotations: values.map((value, i) => ({
      onset: i * length,
      duration: length,
      text: value === "ART" ? "UNS" : String(value),
    })),
    start: typeof start === "string" ? start : undefined,
    scorer: typeof scorer === "string" ? scorer : null,
    tz: typeof tz === "string" ? tz : undefined,
    isLight: typeof n_stages === "number" && n_stages < 5,
  };
}

function parseBids(text: string): Parsed {
  const [head = "", ...lines] = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const names = head.split("\t"), at = (name: string): number => names.indexOf(name);
  const word = ["trial_type", "description", "value"].map(at).find((place) => place >= 0) ?? -1;
  const [onset, duration] = [at("onset"), at("duration")];
  if (onset < 0 || duration < 0 || word < 0) {
    throw damaged(
      "it is no EDF+ file, no JSON, and no table with onset, duration and trial_type by tabs",
    );
  }
  const annotations = lines.filter((line) => line.trim() !== "").map((line, i) => {
    const cells = line.split("\t"), from = Number(cells[onset]), length = Number(cells[duration]);
    if (!Number.isFinite(from) || !(length >= 0)) {
      throw damaged(`line ${i + 2} has no onset and duration in seconds: ${JSON.stringify(line)}`);
    }
    return { onset: from, duration: length, text: cells[word] ?? "" };
  });
  return { annotations, scorer: null };
}
