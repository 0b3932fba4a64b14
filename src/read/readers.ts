import type { ExportFile } from "./export/exportFiles.ts";
import type { ExportOptions, MakerExport } from "./export/makerExport.ts";
import { type MakerReader, readFiles, rulesFor } from "./export/readExport.ts";
import { openColumns } from "../frame/open.ts";
import { FIT } from "./fit/fitReader.ts";
import { FITBIT } from "./fitbit/fitbitReader.ts";
import { GADGETBRIDGE } from "./gadgetbridge/gadgetbridgeReader.ts";
import { GARMIN } from "./garmin/garminReader.ts";
import { GPX } from "./gpx/gpxReader.ts";
import { healthAsExport, type HealthCounts } from "./health/healthAsExport.ts";
import { checkUnpacked, healthParts } from "./health/readHealth.ts";
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
  /**
   * Reads them, in parts of about so many rows where the export's form allows that, else in one part; at the
   * least one part. The report of each is of everything so far.
   */
  parts(
    files: readonly ExportFile[],
    options: ExportOptions,
    rows: number,
  ): AsyncGenerator<MakerExport, void, void>;
}

const HEALTH: Reader = {
  name: "appleHealth",
  title: "phone's health export",
  recognise: async (files) => {
    const file = await healthFile(files);
    return new Set(file === undefined ? [] : [file]);
  },
  parts: async function* (files, { signal, ...range }, rows) {
    const file = (await healthFile(files))!, counts: HealthCounts = { read: {}, left: {} };
    if (file.path === undefined) checkUnpacked(file);
    const content = { pieces: file.pieces(), total: file.size };
    const options = {
      ...range.tz !== undefined && { tz: range.tz },
      ...signal && { signal },
      ...range.strict !== undefined && { strict: range.strict },
    };
    for await (const part of healthParts(content, options, { rows, make: openColumns })) {
      const [problem] = range.strict ? part.report.problems : [];
      if (problem !== undefined) {
        const { line, reason } = problem;
        throw new TypeError(`Cannot read the health export: line ${line}: ${reason}`);
      }
      yield healthAsExport(part, range, counts);
    }
  },
};

/** The file that is the phone's health export; its type is told in the first lines, in whichever language its name is. */
async function healthFile(files: readonly ExportFile[]): Promise<ExportFile | undefined> {
  for (const file of files) {
    if (!/\.xml$|^the file$/i.test(file.name) || /_cda\.xml$/i.test(file.name)) continue;
    const head = new TextDecoder().decode(await file.head());
    if (/<(?:!DOCTYPE )?HealthData[\s>[]/.test(head)) return file;
  }
  return undefined;
}

const MAKERS: readonly MakerReader[] = [
  FITBIT,
  WHOOP,
  WITHINGS,
  OURA,
  GARMIN,
  GADGETBRIDGE,
  FIT,
  GPX,
  ICS,
];

/** The readers that `read.any` asks, in this order: makers first, then files that any program writes. */
export const READERS: readonly Reader[] = [HEALTH, ...MAKERS.map(ofMaker)];

function ofMaker(reader: MakerReader): Reader {
  return {
    name: reader.name,
    title: reader.title,
    recognise: async (files) => {
      const { mark } = reader;
      const isThere = mark === undefined || files.some(({ name }) => mark.test(name));
      return new Set(isThere ? (await rulesFor(reader, files)).keys() : []);
    },
    parts: async function* (files, options) {
      yield await readFiles(reader, files, options);
    },
  };
}
