import { parseJson } from "../../options/parseJson.ts";
import type { Pause } from "../../options/pause.ts";
import type { ExportCollector } from "./exportCollector.ts";
import { readDamagedJson } from "./damagedJson.ts";
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
  await pause();
  try {
    return parseJson(text);
  } catch (cause) {
    const { value, problems } = readDamagedJson(text, cause as Error);
    for (const { where, reason } of problems) collector.skip(reason, where);
    return value;
  } finally {
    await pause();
  }
}
