import type { ExportFile } from "./export/exportFiles.ts";
import type { ExportOptions, ExportSource, MakerExport } from "./export/makerExport.ts";
import { type MakerReader, readExport, rulesFor } from "./export/readExport.ts";
import { FIT } from "./fit/fitReader.ts";
import { FITBIT } from "./fitbit/fitbitReader.ts";
import { GARMIN } from "./garmin/garminReader.ts";
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
  /**
   * Those of the files that it reads, by their names, or where names do not tell by their first bytes; none
   * where nothing shows that they are of its export.
   */
  recognise(files: readonly ExportFile[]): Promise<ReadonlySet<ExportFile>>;
  /** Reads them. */
  read(source: ExportSource, options: ExportOptions): Promise<MakerExport>;
}

/** The readers that `read.any` asks, in this order: makers first, then files that any program writes. */
export const READERS: readonly Reader[] = [
  ofMaker(FITBIT),
  ofMaker(WHOOP),
  ofMaker(WITHINGS),
  ofMaker(OURA),
  ofMaker(GARMIN),
  ofMaker(FIT),
  ofMaker(GPX),
  ofMaker(ICS),
];

function ofMaker(reader: MakerReader): Reader {
  return {
    name: reader.name,
    title: reader.title,
    recognise: async (files) => {
      const { mark } = reader;
      const isThere = mark === undefined || files.some(({ name }) => mark.test(name));
      return new Set(isThere ? (await rulesFor(reader, files)).keys() : []);
    },
    read: (source, options) => readExport(reader, source, options),
  };
}
