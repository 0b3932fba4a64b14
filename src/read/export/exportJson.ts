import type { Pause } from "../../options/pause.ts";
import type { ExportCollector } from "./exportCollector.ts";
import { parseInTurns } from "./damagedJson.ts";
import { type ExportFile, readText } from "./exportFile.ts";

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
