import { callSignal } from "../../options/callSignal.ts";
import { type Progress, startProgress } from "../../progress/progress.ts";
import { progressBar } from "../../progress/progressBar.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { type Zone, zone } from "../../time/zone.ts";
import { type FileSource, isZip, type OpenFile, openFile } from "../zip/fileSource.ts";
import { makePause } from "../export/pause.ts";
import { HealthCollector } from "./healthCollector.ts";
import type { AppleHealthExport, HealthTables } from "./healthReport.ts";
import type { Columns } from "../../frame/columns/columns.ts";
import { guideExport } from "../export/showExport.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import type { StampsAs } from "./healthSpans.ts";
import { healthXml } from "./healthXml.ts";
import { openZip, type ZipEntry } from "../zip/openZip.ts";

/** How a health export is read. */
export interface AppleHealthOptions {
  /** The IANA zone that the frames' times are shown in. @default "UTC" */
  tz?: Zone;
  /** Types of records to keep, as on file, with or without `HKQuantityTypeIdentifier`. @default all */
  types?: readonly string[];
  /**
   * What stamps say: an `instant`, or the `wall` clock of the record's own zone, which is `tz` where
   * it names none. @default "instant"
   */
  stamps?: StampsAs;
  /** The most bytes of XML that a zip file may unpack to. @default 34_359_738_368 (32 GiB) */
  maxBytes?: number;
  /**
   * Whether damage is an error. Without it, records before a cut or broken place of a file are read, and
   * `report.problems` says where it stops; a stream may still be arriving, so there damage is always an error.
   * @default false
   */
  strict?: boolean;
  /** Told after each piece, in bytes of XML; of a stream their total is not known. @default the bar of `show.progressBar` */
  onProgress?: (progress: Progress) => void;
  /** Ends the reading. @default none */
  signal?: AbortSignal;
}

/** The XML of a health export: its bytes, and how many there are where that is known. */
export interface HealthContent {
  /** The bytes, in order. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** How many there are; undefined of a stream. */
  readonly total: number | undefined;
  /** Whether it comes as a stream, which may break off. */
  readonly isStream?: boolean;
}

const ACTION = "read the health export";

/** The most that a zip file may unpack to unless the caller says so: 32 GiB. */
const MOST_BYTES = 2 ** 35;

const OPTIONS = optionNames<AppleHealthOptions>()(
  "tz types stamps maxBytes strict onProgress signal",
);

/** Reads a health export as frames: see `read.appleHealth`. */
export async function readHealth(
  source: FileSource,
  options: AppleHealthOptions = {},
): Promise<AppleHealthExport> {
  checkOptions(ACTION, options, OPTIONS);
  const content = await contentOf(await openFile(source, ACTION), options.maxBytes ?? MOST_BYTES);
  const { value } = await healthParts(content, options, { make: toFrame }).next();
  return guideExport(value!);
}

/**
 * Reads the XML of a health export in parts: whenever so many rows are there, those, and at its end the
 * rest, which may be none, each table in the form that `make` gives it. The report of each part is of
 * everything so far.
 *
 * @throws {TypeError | RangeError} as `read.appleHealth` does
 */
export async function* healthParts<T>(
  { pieces, total, isStream = false }: HealthContent,
  options: Omit<AppleHealthOptions, "maxBytes">,
  { make, rows = Infinity }: { make: (columns: Columns) => T; rows?: number },
): AsyncGenerator<HealthTables<T>, void, void> {
  const { types, stamps = "instant", strict = false } = options;
  const signal = callSignal(options.signal);
  if (stamps !== "instant" && stamps !== "wall") {
    throw new RangeError(
      `Cannot ${ACTION}: stamps ${JSON.stringify(stamps)} is none of instant, wall`,
    );
  }
  if (types !== undefined && !Array.isArray(types)) {
    throw new TypeError(`Cannot ${ACTION}: types is ${typeof types}, expected a list of types`);
  }
  const collector = new HealthCollector({ tz: zone(options.tz ?? "UTC"), stamps, types });
  const pause = makePause(signal);
  const progress = startProgress(options.onProgress ?? progressBar(), {
    action: ACTION,
    unit: "bytes",
  });
  try {
    for await (
      const done of healthXml(pieces, collector, { action: ACTION, isStrict: strict || isStream })
    ) {
      signal?.throwIfAborted();
      await pause();
      progress.report(done, total);
      if (collector.rows >= rows) yield collector.take(make);
    }
  } finally {
    progress.end();
  }
  yield collector.take(make);
}

async function contentOf(file: OpenFile, maxBytes: number): Promise<HealthContent> {
  if ("stream" in file) return { pieces: file.stream, total: undefined, isStream: true };
  const { bytes } = file;
  // All that is asked for, to its end: then the file is closed.
  const [head = new Uint8Array()] = await Array.fromAsync(bytes.read(0, Math.min(4, bytes.size)));
  if (!isZip(head)) return { pieces: bytes.read(0, bytes.size), total: bytes.size };
  const entry = exportIn(await openZip(bytes, ACTION));
  checkUnpacked(entry, maxBytes);
  return { pieces: entry.content(), total: entry.size };
}

/** @throws {RangeError} if a file in a zip file unpacks to more than so many bytes */
export function checkUnpacked(
  { name, size }: { readonly name: string; readonly size: number },
  maxBytes: number = MOST_BYTES,
): void {
  if (size <= maxBytes) return;
  throw new RangeError(
    `Cannot ${ACTION}: ${name} unpacks to ${size} bytes; maxBytes is ${maxBytes}`,
  );
}

/** The export in a zip file: `export.xml`, or where the phone speaks another language the only XML like it. */
function exportIn(entries: readonly ZipEntry[]): ZipEntry {
  const isXml = ({ name }: ZipEntry): boolean =>
    /^(?:[^/]+\/)?[^/]+\.xml$/i.test(name) && !/_cda\.xml$/i.test(name);
  const found = entries.filter(isXml);
  const named = found.find(({ name }) => /(?:^|\/)export\.xml$/i.test(name));
  const entry = named ?? (found.length === 1 ? found[0] : undefined);
  if (entry !== undefined) return entry;
  const names = entries.slice(0, 10).map(({ name }) => name).join(", ");
  throw new TypeError(
    `Cannot ${ACTION}: the zip file holds no export.xml; it holds ${names || "nothing"}`,
  );
}
