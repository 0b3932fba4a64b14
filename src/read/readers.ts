import type { ExportFile } from "./export/exportFiles.ts";
import type { ExportOptions, ExportSource, MakerExport } from "./export/makerExport.ts";
import { type MakerReader, readExport, rulesFor } from "./export/readExport.ts";
import { FIT } from "./fit/fitReader.ts";
import { FITBIT } from "./fitbit/fitbitReader.ts";
import { GPX } from "./gpx/gpxReader.ts";
import { ICS } from "./ics/icsReader.ts";
import { OURA } from "./oura/ouraReader.ts";
import { WHOOP } from "./whoop/whoopReader.ts";
import { WITHINGS } from "./withings/withingsReader.ts";

/** A reader of exports that can tell whether an export is one of those that it reads. */
export interface Reader {
  /** Its name in `read`. */
  readonly name: string;
  /** What it reads, such as `Fitbit export`. */
  readonly title: string;
  /** Whether it reads any of the files, by their names, or where names do not tell by their first bytes. */
  recognise(files: readonly ExportFile[]): Promise<boolean>;
  /** Reads them. */
  read(source: ExportSource, options: ExportOptions): Promise<MakerExport>;
}

/** The readers that `read.any` asks, in this order: makers first, then files that any program writes. */
export const READERS: readonly Reader[] = [
  ofMaker(FITBIT),
  ofMaker(WHOOP),
  ofMaker(WITHINGS),
  ofMaker(OURA),
  ofMaker(FIT),
  ofMaker(GPX),
  ofMaker(ICS),
];

function ofMaker(reader: MakerReader): Reader {
  return {
    name: reader.name,
    title: reader.title,
    recognise: async (files) => (await rulesFor(reader, files)).size > 0,
    read: (source, options) => readExport(reader, source, options),
  };
}
