import { parseSteps } from "../../options/parseJson.ts";
import type { Pause } from "../../options/pause.ts";
import type { ExportCollector } from "./exportCollector.ts";
import { readDamagedJson } from "./damagedJson.ts";
import { type ExportFile, readText } from "./exportFile.ts";
import { inSteps } from "./pause.ts";

/**
 * Reads a JSON file. If it is damaged or truncated, the intact entries of its lists are read, and
 * the others are reported.
 *
 * @throws {TypeError} if it is not JSON and no entry of a list is intact
 */
export async function readExportJson(
  file: ExportFile,
  { collector, pause }: {
    readonly collector: Pick<ExportCollector, "skip" | "note">;
    readonly pause: Pause;
  },
): Promise<unknown> {
  const text = await readText(file, collector);
  return await parseInTurns(text, pause, (where, reason) => collector.skip(reason, where));
}

/**
 * Parses a JSON text in turns, and reports entries of its lists that are not intact.
 *
 * @throws {TypeError} as {@linkcode readExportJson}
 */
export async function parseInTurns(
  text: string,
  pause: Pause,
  onProblem: (where: string, reason: string) => void,
): Promise<unknown> {
  try {
    return await inSteps(parseSteps(text), pause);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    const { value, problems } = await inSteps(readDamagedJson(text, cause), pause);
    for (const { where, reason } of problems) onProblem(where, reason);
    return value;
  }
}
