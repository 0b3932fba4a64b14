import type { ExportOptions, ExportSource, MakerExport } from "./export/makerExport.ts";

/**
 * Detects the vendor of an export from its file names and the first bytes of its files, and reads
 * it. Returns the same as the vendor's own reader, such as `read.fitbit`; `report.reader` names it.
 * If other readers recognize files of the export too, `report.notes` names them. Apple Health
 * exports have the same form as all others.
 *
 * @param source a path to a file, a zip file or a folder; a URL, bytes, a Blob or a stream; or a
 * list of them that belong together, such as the parts of a large download
 * @throws {TypeError} if no reader recognizes it (names the files), or as the reader itself throws
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
  const { readParts } = await import("./readParts.ts"); // few scripts read an export
  return (await readParts(source, options, Infinity).next()).value!;
}
