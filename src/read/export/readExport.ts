import { makePause, type Pause, pausing } from "./pause.ts";
import { callSignal } from "../../options/callSignal.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { zone } from "../../time/zone.ts";
import { ExportCollector, kindOf } from "./exportCollector.ts";
import { type ExportFile, exportFiles } from "./exportFiles.ts";
import type { ExportOptions, ExportSource, MakerExport } from "./makerExport.ts";

/** Which options the readers of makers have. */
export const EXPORT_OPTIONS = optionNames<ExportOptions>()("tz only range strict signal");

/** What a rule is handed beside the file. */
export interface RuleContext {
  /** What gathers rows. */
  readonly collector: ExportCollector;
  /** The zone of times that name none, given by the caller or found in the export. */
  readonly tz: string | undefined;
  /** Lets others run: to be awaited in every loop that may be long. */
  readonly pause: Pause;
}

/** Which files of an export are read, and how. */
export interface FileRule {
  /** Which, by the path in the export. */
  readonly name: RegExp;
  /** Whether a file of that name is the maker's. @default it is: the name says so */
  isOurs?(file: ExportFile): Promise<boolean>;
  /** The names of all that they hold, as `only` names it: not asked for, they are not opened. @default not known */
  readonly gives?: readonly string[];
  /**
   * Files that hold the same in a better form: where one of them is there, those of this rule are left
   * out, and `notes` says so. @default none
   */
  readonly unless?: RegExp;
  /**
   * Reads one. Rows that cannot be read go to `collector.skip`; throws a TypeError where the file as a
   * whole is not of the form.
   */
  read(file: ExportFile, context: RuleContext): Promise<void>;
}

/** A reader of a maker's export: a name, the files that it takes, and what it takes from all of them first. */
export interface MakerReader {
  /** Its name in `read`. */
  readonly name: string;
  /** What it reads, for messages: `Fitbit export`. */
  readonly title: string;
  /** Which files it reads; the first rule that takes a file reads it. */
  readonly rules: readonly FileRule[];
  /**
   * A file that shows whose export it is, where other makers write files of these rules too. @default any
   * file of a rule does
   */
  readonly mark?: RegExp;
  /** Files that are always there and hold nothing to read, such as a readme: they are not reported. @default none */
  readonly unread?: RegExp;
  /** Adds what takes all files to know, after the last one. @default nothing */
  finish?(context: RuleContext): void;
  /** The zone that the export itself names, if it does. @default none */
  zoneIn?(files: readonly ExportFile[]): Promise<string | undefined>;
}

/**
 * Reads an export by the rules of its maker, file after file.
 *
 * @throws {TypeError} if an option does not exist, there is no such file, the zip file is broken, no
 * file is one of the maker's, or the only file of them cannot be read
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
  return await readFiles(reader, await exportFiles(source, action), options);
}

/**
 * Reads files of an export by the rules of its maker, one after the other.
 *
 * @throws {TypeError} if no file is one of the maker's, or the only file of them cannot be read
 */
export async function readFiles(
  reader: MakerReader,
  files: readonly ExportFile[],
  options: ExportOptions,
): Promise<MakerExport> {
  const action = actionOf(reader);
  const found = await rulesFor(reader, files);
  if (found.size === 0) {
    const names = files.slice(0, 10).map(({ name }) => name).join(", ");
    throw new TypeError(
      `Cannot ${action}: no file of it is there; there ${files.length === 1 ? "is" : "are"} ${
        names || "none"
      }`,
    );
  }
  const tz = options.tz ?? await reader.zoneIn?.(files);
  const collector = new ExportCollector(reader.name, { ...options, ...tz && { tz } });
  if (tz !== undefined && options.tz === undefined) {
    collector.note(`times that name no zone are read in ${tz}, which the export names`);
  }
  const signal = callSignal(options.signal);
  const context = { collector, tz, pause: makePause(signal) };
  const betterOf = new Map<FileRule, ExportFile | undefined>();
  let read = 0;
  for (const file of files) {
    signal?.throwIfAborted();
    const rule = found.get(file);
    if (rule?.unless !== undefined && !betterOf.has(rule)) {
      betterOf.set(rule, files.find(({ name }) => rule.unless!.test(name)));
    }
    const better = rule && betterOf.get(rule);
    if (better !== undefined) {
      const [left, kept] = [file, better].map(({ name }) => kindOf(name.replace(/^.*\//, "")));
      collector.note(`${left} is left out: ${kept} holds the same`);
      continue;
    }
    if (rule === undefined) {
      if (reader.unread?.test(file.name) !== true) collector.ignore(file.name);
      continue;
    }
    if (rule.gives !== undefined && !collector.wants(rule.gives)) {
      collector.omit("a file of what was not asked for");
      continue;
    }
    collector.startFile(file.name);
    try {
      const pieces = (): ReturnType<ExportFile["pieces"]> => pausing(file.pieces(), context.pause);
      await rule.read({ ...file, pieces }, context);
      read++;
    } catch (cause) {
      if (!(cause instanceof TypeError || cause instanceof RangeError)) throw cause;
      if (found.size === 1 || options.strict) throw fileError(action, file.name, cause);
      collector.skip("the file cannot be read", undefined, cause.message);
    }
  }
  reader.finish?.(context);
  return collector.collected({ seen: files.length, read });
}

function actionOf({ title }: MakerReader): string {
  return `read the ${title}`;
}

/** @throws {TypeError} if it is no list of names */
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

/** The rule that reads each file; files that none takes are left out. */
export async function rulesFor(
  { rules }: Pick<MakerReader, "rules">,
  files: readonly ExportFile[],
): Promise<Map<ExportFile, FileRule>> {
  const found = new Map<ExportFile, FileRule>();
  for (const file of files) {
    for (const rule of rules) {
      if (rule.name.test(file.name) && (await rule.isOurs?.(file) ?? true)) {
        found.set(file, rule);
        break;
      }
    }
  }
  return found;
}

function fileError(action: string, name: string, cause: Error): Error {
  const why = cause.message.replace(/^Cannot read [^:]+: /, "");
  const message = cause.message.includes(name)
    ? cause.message
    : `Cannot ${action}: ${name}: ${why}`;
  return new (cause instanceof RangeError ? RangeError : TypeError)(message, { cause });
}
