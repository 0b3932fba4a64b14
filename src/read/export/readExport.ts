import { makePause, type Pause } from "../../options/pause.ts";
import { pausing } from "./pause.ts";
import { callSignal } from "../../options/callSignal.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { startProgress } from "../../progress/progress.ts";
import { progressBar } from "../../progress/progressBar.ts";
import { zone } from "../../time/zone.ts";
import type { WorkoutSpan } from "./distinctWorkouts.ts";
import { ExportCollector, kindOf } from "./exportCollector.ts";
import { damagedHead, type ExportFile, headText } from "./exportFile.ts";
import { exportFiles } from "./exportFiles.ts";
import type { ExportOptions, ExportSource, MakerExport } from "./makerExport.ts";

export const EXPORT_OPTIONS = optionNames<ExportOptions>()(
  "tz only range strict signal onProgress",
);

/** Context of a rule, in addition to the file. */
export interface RuleContext {
  readonly collector: ExportCollector;
  /** Zone of times without one, from the caller or the export. */
  readonly tz: string | undefined;
  /** Lets other work run; await it in every loop that may be long. */
  readonly pause: Pause;
}

/** Recognizes files of an export. */
export interface FileTest {
  /** Pattern of paths in the export. */
  readonly name: RegExp;
  /**
   * The name does not identify the vendor, so a file cut in its header row may belong to another
   * one. @default false
   */
  readonly hasAnyName?: boolean;
  /** Returns whether the content of a file of that name fits too. @default the name decides */
  isOurs?(file: ExportFile): Promise<boolean>;
}

/** Reads the files that it recognizes. */
export interface FileRule extends FileTest {
  /**
   * Names of everything in the files, as in `only`. Files without a requested name are not opened.
   * @default unknown
   */
  readonly gives?: readonly string[];
  /**
   * Pattern of files with the same data in a better format. If one exists, the files of this rule
   * are skipped, and `notes` names them. @default none
   */
  readonly unless?: RegExp;
  /**
   * Reads a file. Rows that cannot be read go to `collector.skip`; throws a TypeError if the whole
   * file has another format.
   */
  read(file: ExportFile, context: RuleContext): Promise<void>;
}

interface NamedReader {
  /** Name of the function in `read`. */
  readonly name: string;
  /** Display name of the export, such as `Fitbit export`. */
  readonly title: string;
  /** Rules for files; the first rule that accepts a file counts. */
  readonly rules: readonly FileTest[];
  /**
   * Pattern of a file that identifies the vendor, if other vendors write files that fit these rules.
   * @default any file that fits a rule
   */
  readonly mark?: RegExp;
}

/** A reader that reads files by rules, and returns the export as one part. */
export interface MakerReader extends NamedReader {
  readonly rules: readonly FileRule[];
  /** Pattern of files without data, such as a readme, that are not reported. @default none */
  readonly unread?: RegExp;
  /** Adds rows that depend on all files, after the last one. @default nothing */
  finish?(context: RuleContext): void | Promise<void>;
  /** Returns the zone that the export itself names, if any. @default none */
  zoneIn?(files: readonly ExportFile[]): Promise<string | undefined>;
}

/** A reader that yields an export in parts. */
export interface PartsReader extends NamedReader {
  /** Yields at least one part of about `rows` rows. Each report covers everything so far. */
  parts(
    files: readonly [ExportFile, ...ExportFile[]],
    options: ExportOptions,
    rows: number,
  ): AsyncGenerator<MakerExport, void, void>;
}

/** A reader of exports. */
export type Reader = MakerReader | PartsReader;

/** Files that a reader reads, with the index of the rule of each. */
export type FoundFiles = ReadonlyMap<ExportFile, number>;

/**
 * Reads an export by the rules of its vendor, file by file.
 *
 * @throws {TypeError} if an option does not exist, the file does not exist, the zip file is broken,
 * no file belongs to the vendor, or the only such file cannot be read
 * @throws {RangeError} if the zone does not exist
 */
export async function readExport(
  reader: MakerReader,
  source: ExportSource,
  options: ExportOptions,
): Promise<MakerExport> {
  const action = actionOf(reader);
  checkOptions(action, options, EXPORT_OPTIONS);
  if (options.tz !== undefined) zone(options.tz);
  checkOnly(action, options.only);
  const signal = callSignal(options.signal);
  const files = await exportFiles(source, action, signal);
  const [found = new Map()] = await recognizeFiles([reader], files, signal);
  const [fault] = files.flatMap(({ fault }) => fault ?? []);
  if (found.size === 0) {
    if (fault !== undefined) throw fault;
    const names = files.slice(0, 10).map(({ name }) => name).join(", ");
    throw new TypeError(
      `Cannot ${action}: none of its files was found, only ${names || "an empty folder"}`,
    );
  }
  return await readFiles([{ reader, files: found }], files, options);
}

/** A reader with the files that it reads. */
export interface FoundReader<R extends Reader = Reader> {
  readonly reader: R;
  readonly files: FoundFiles;
}

/**
 * Reads files of an export by the rules of one reader or several, one by one. Each file belongs to
 * the first reader that recognizes it.
 *
 * @param earlier Workouts that were read already, from other files.
 * @throws {TypeError} if the only file cannot be read
 */
export async function readFiles(
  found: readonly FoundReader<MakerReader>[],
  files: readonly ExportFile[],
  options: ExportOptions,
  earlier: readonly WorkoutSpan[] = [],
): Promise<MakerExport> {
  const zones = await Promise.all(found.map(async ({ reader }) => {
    return options.tz ?? await reader.zoneIn?.(files);
  }));
  const tz = options.tz ?? zones.find((zone) => zone !== undefined);
  const names = found.map(({ reader }) => reader.name).join(", ");
  const collector = new ExportCollector(names, { ...options, ...tz && { tz } }, earlier);
  if (options.tz === undefined) {
    for (const zone of new Set(zones.filter((zone) => zone !== undefined))) {
      collector.note(`times without a zone are read in ${zone}, which the export names`);
    }
  }
  const signal = callSignal(options.signal), pause = makePause(signal);
  const contexts = zones.map((tz) => ({ collector, tz, pause }));
  const betterOf = new Map<FileRule, ExportFile | undefined>();
  const known = found.reduce((sum, { files }) => sum + files.size, 0);
  const total = found.flatMap(({ files }) => [...files.keys()])
    .reduce((sum, { size }) => sum + size, 0);
  const progress = known === 0 ? undefined : startProgress(options.onProgress ?? progressBar(), {
    action: "read the export",
    unit: "bytes",
  });
  let read = 0, before = 0;
  const readOne = async (file: ExportFile, at: number): Promise<void> => {
    if (file.isUnfinished) return collector.leave("the file is still being downloaded");
    if (file.fault !== undefined) {
      return collector.skip("the file cannot be read", undefined, file.fault.message);
    }
    const own = found[at];
    if (own === undefined) {
      const fault = await stumpFault(file);
      if (fault !== undefined && found.some(({ reader }) => isNamed(file, reader.rules))) {
        return collector.skip(fault);
      }
      if (found.some(({ reader }) => reader.unread?.test(file.name))) return;
      const where = await damagedHead(file);
      return where === undefined
        ? collector.ignore(file.name)
        : collector.skip(DAMAGED_HEAD, where);
    }
    const rule = own.reader.rules[own.files.get(file)!]!;
    if (rule.unless !== undefined && !betterOf.has(rule)) {
      betterOf.set(rule, files.find(({ name }) => rule.unless!.test(name)));
    }
    const better = betterOf.get(rule);
    if (better !== undefined) {
      const [left, kept] = [file, better].map(({ name }) => kindOf(name.replace(/^.*\//, "")));
      return collector.note(`${left} is skipped: ${kept} has the same data`);
    }
    if (rule.gives !== undefined && !collector.wants(rule.gives)) {
      return collector.omit("the file has no requested data");
    }
    const pieces = async function* (): ReturnType<ExportFile["pieces"]> {
      let done = 0; // a rule may read a file twice
      for await (const piece of pausing(file.pieces(), pause)) {
        yield piece;
        progress?.report(before + Math.min(done += piece.length, file.size), total);
      }
    };
    await rule.read({ ...file, pieces }, contexts[at]!);
    read++;
  };
  try {
    for (const file of files) {
      signal?.throwIfAborted();
      collector.startFile(file.name);
      const at = found.findIndex(({ files }) => files.has(file)), { reader } = found[at] ?? {};
      try {
        await readOne(file, at);
      } catch (cause) {
        if (!(cause instanceof TypeError || cause instanceof RangeError)) throw cause;
        if (known === 1 || options.strict) {
          throw fileError(
            reader === undefined ? "read the export" : actionOf(reader),
            file.name,
            cause,
          );
        }
        collector.skip("the file cannot be read", undefined, cause.message);
      }
      if (reader !== undefined) progress?.report(before += file.size, total);
    }
    for (const [at, { reader }] of found.entries()) await reader.finish?.(contexts[at]!);
    return await collector.collected({ seen: files.length, read }, pause);
  } finally {
    progress?.end();
  }
}

const DAMAGED_HEAD =
  "the file is not recognized, and a character of its first lines is damaged or not UTF-8";

function actionOf({ title }: MakerReader): string {
  return `read the ${title}`;
}

/** @throws {TypeError} if it is not a list of names */
export function checkOnly(action: string, only: unknown): void {
  if (
    only === undefined || (Array.isArray(only) && only.every((name) => typeof name === "string"))
  ) {
    return;
  }
  throw new TypeError(
    `Cannot ${action}: only is ${describeValue(only)}, expected a list of names such as ["sleep"]`,
  );
}

/**
 * Returns the files that each reader reads. The head of a file is read at most once, since unpacking
 * it from a zip file takes long.
 */
export async function recognizeFiles(
  readers: readonly Reader[],
  files: readonly ExportFile[],
  signal: AbortSignal | undefined,
): Promise<readonly FoundFiles[]> {
  const found = readers.map(({ rules }) => ({ rules, files: new Map<ExportFile, number>() }));
  const pause = makePause(signal);
  for (const file of files) {
    signal?.throwIfAborted();
    if (file.fault !== undefined || file.isUnfinished) continue;
    let head: ReturnType<ExportFile["head"]> | undefined;
    const opened: ExportFile = { ...file, head: () => head ??= file.head() };
    try {
      for (const { rules, files } of found) {
        const index = await findRule(rules, opened);
        if (index !== undefined) files.set(file, index);
      }
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause;
      file.fault = cause; // in an archive: encrypted or damaged
      for (const { files } of found) files.delete(file);
    }
    await pause();
  }
  return found.map(({ files }) => files);
}

/** Returns the reason why the start of a file does not identify it; `undefined` if it does. */
async function stumpFault(file: ExportFile): Promise<string | undefined> {
  if (file.size === 0) return "the file is empty";
  if (file.size > SHORT || !/\.csv$/i.test(file.name)) return undefined;
  const text = await headText(file), lines = text.split(/\r\n|\r|\n/);
  return lines.length <= 2 && lines.at(-1) !== "" ? "the file ends in its header row" : undefined;
}

/** Maximum number of bytes of the first two lines of a table. */
const SHORT = 4096;

function isNamed(file: ExportFile, rules: readonly FileTest[]): boolean {
  return rules.some(({ name, hasAnyName }) => !hasAnyName && name.test(file.name));
}

async function findRule(
  rules: readonly FileTest[],
  file: ExportFile,
): Promise<number | undefined> {
  for (const [index, { name, isOurs }] of rules.entries()) {
    if (name.test(file.name) && (await isOurs?.(file) ?? true)) return index;
  }
  return undefined;
}

function fileError(action: string, name: string, cause: Error): Error {
  const why = cause.message.replace(/^Cannot read [^:]+: /, "");
  const message = why.includes(name)
    ? `Cannot ${action}: ${why}`
    : `Cannot ${action}: ${name}: ${why}`;
  return new (cause instanceof RangeError ? RangeError : TypeError)(message, { cause });
}
