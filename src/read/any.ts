import { loadLate } from "../options/loadLate.ts";
import type { ExportOptions, ExportSource, MakerExport } from "./export/makerExport.ts";

/**
 * Detects the vendors of an export from its file names and the first bytes of its files, and reads
 * all files that it recognizes. `report.reader` names the readers; `report.ignored` counts files
 * that are not read, and `report.problems` lists what was skipped, and why.
 *
 * Archives (`.zip`, `.tar`, `.gz`) are opened, even if they are nested. A workout that several
 * files contain appears once: records that share two thirds of the longer one are the same. Samples
 * and sleep stages of several devices remain, with their `source`; `sleep.merge` and `me.totals`
 * choose among them. Files that are still being downloaded are skipped.
 *
 * @param source a path to a file, an archive or a folder; a URL, bytes, a Blob or a stream; or a
 * list of them
 * @throws {TypeError} if no reader recognizes a file (names the files), or as the reader itself
 * throws
 * @throws {RangeError} if the zone does not exist
 *
 * @example A track of a walk
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const track = `<gpx version="1.1" creator="Watch" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
 *   <trkpt lat="52.52" lon="13.40"><time>2024-05-01T08:00:00Z</time></trkpt></trkseg></trk></gpx>`;
 * const { report, locations } = await read.any(new File([track], "walk.gpx"));
 * assertEquals([report.reader, locations.height], ["gpx", 1]);
 * ```
 */
export async function any(source: ExportSource, options: ExportOptions = {}): Promise<MakerExport> {
  const [{ readParts }, { joinExports }] = await Promise.all([ // few scripts read an export
    loadLate<typeof import("./readParts.ts")>("./readParts.ts", import.meta),
    loadLate<typeof import("./export/joinExports.ts")>("./export/joinExports.ts", import.meta),
  ]);
  const [first, ...others] = await Array.fromAsync(readParts(source, options, Infinity));
  return joinExports([first!, ...others]);
}
