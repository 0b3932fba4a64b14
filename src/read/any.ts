import { checkOptions } from "../options/checkOptions.ts";
import { type ExportFile, withExport } from "./export/exportFiles.ts";
import type { ExportOptions, ExportSource, MakerExport } from "./export/makerExport.ts";
import { checkOnly, EXPORT_OPTIONS } from "./export/readExport.ts";
import { showExport } from "./export/showExport.ts";
import { type Reader, READERS } from "./readers.ts";

const ACTION = "read the export";

/**
 * Finds out which maker's export it is, by the names of its files and their first bytes, and reads it:
 * the same as `read.fitbit`, `read.gpx` or whichever it is. `report.reader` says which. What other
 * readers would take of the same export is named in `report.notes`. The phone's health export comes in
 * this form too.
 *
 * @param source a path to a file, a zip file or a folder; a URL, bytes, a Blob, a stream; or a list of
 * them that belong together, such as the parts of a large download
 * @throws {TypeError} if no reader knows it, naming its files, or as the reader itself throws
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
  checkOptions(ACTION, options, EXPORT_OPTIONS);
  checkOnly(ACTION, options.only);
  const [reader, ...further] = await withExport(source, ACTION, async (files) => {
    const found: Reader[] = [], taken = new Set<ExportFile>();
    for (const reader of READERS) {
      const own = await reader.recognise(files);
      if (own.isSubsetOf(taken)) continue;
      found.push(reader);
      for (const file of own) taken.add(file);
    }
    if (found.length > 0) return found;
    const names = files.slice(0, 10).map(({ name }) => name).join(", ");
    const known = READERS.map(({ title }) => title).join(", ");
    throw new TypeError(
      `Cannot ${ACTION}: it is none of ${known}; it holds ${names || "nothing"}` +
        (files.some(({ name }) => /\.[ct]sv$/i.test(name)) ? "; read a table with read.csv" : ""),
    );
  });
  const content = await reader!.read(source, options);
  if (further.length === 0) return content;
  const notes = further.map(({ name, title }) => `there is also a ${title}: read.${name} reads it`);
  const { report } = content;
  return showExport({ ...content, report: { ...report, notes: [...report.notes, ...notes] } });
}
