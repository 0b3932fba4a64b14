import { callSignal } from "../../options/callSignal.ts";
import { type Progress, startProgress } from "../../progress/progress.ts";
import { progressBar } from "../../progress/progressBar.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { type Zone, zoneOrOwn } from "../../time/zone.ts";
import { NO_ZONE } from "../../time/zones.ts";
import { type FileSource, isZip, type OpenFile, openFile } from "../zip/fileSource.ts";
import { makePause } from "../../options/pause.ts";
import { HealthCollector } from "./healthCollector.ts";
import type { AppleHealthExport, HealthTables } from "./healthReport.ts";
import type { Columns } from "../../frame/columns/columns.ts";
import { guideExport } from "../export/showExport.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import type { StampsAs } from "./healthSpans.ts";
import { healthXml } from "./healthXml.ts";
import { openZip, type ZipEntry } from "../zip/openZip.ts";

/** Options of {@linkcode appleHealth}. */
export interface AppleHealthOptions {
  /** IANA zone of the frames' times. @default none: local days need `tz` */
  tz?: Zone;
  /**
   * Types of records to keep, as in the file, with or without `HKQuantityTypeIdentifier`. @default
   * all
   */
  types?: readonly string[];
  /**
   * Meaning of times in the file: an `instant`, or the local (`wall`) time in the record's own
   * zone, by default `tz`. @default "instant"
   */
  stamps?: StampsAs;
  /** Maximum bytes of XML that a zip file may decompress to. @default 34_359_738_368 (32 GiB) */
  maxBytes?: number;
  /**
   * Throws if the file is damaged. By default, records before the damaged place are read, and
   * `report.problems` names that place. Damage in a stream is always an error, since more may
   * arrive.
   * @default false
   */
  strict?: boolean;
  /**
   * Called after each chunk with the bytes of XML; the total of a stream is unknown. @default the
   * bar of `show.progressBar`
   */
  onProgress?: (progress: Progress) => void;
  /** Stops reading. @default none */
  signal?: AbortSignal;
}

export interface HealthContent {
  readonly pieces: AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** Number of bytes; undefined for a stream. */
  readonly total: number | undefined;
  /** `true` for a stream, which may break off. */
  readonly isStream?: boolean;
}

const ACTION = "read the health export";

/** Default maximum of decompressed bytes: 32 GiB. */
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
 * Yields the XML of a health export in parts: after every `rows` rows, and the rest at the end,
 * which may be empty. `make` creates each table. The report of each part covers everything so far.
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
      `Cannot ${ACTION}: stamps ${JSON.stringify(stamps)} is not one of instant, wall`,
    );
  }
  if (types !== undefined && !Array.isArray(types)) {
    throw new TypeError(`Cannot ${ACTION}: types is ${typeof types}, expected a list of types`);
  }
  const collector = new HealthCollector({ tz: zoneOrOwn(options.tz, NO_ZONE), stamps, types });
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
  // Reads the chunk to its end, so the file is closed.
  const [head = new Uint8Array()] = await Array.fromAsync(bytes.read(0, Math.min(4, bytes.size)));
  if (!isZip(head)) return { pieces: bytes.read(0, bytes.size), total: bytes.size };
  const entry = exportIn(await openZip(bytes, ACTION));
  checkUnpacked(entry, maxBytes);
  return { pieces: entry.content(), total: entry.size };
}

/** @throws {RangeError} if a file in a zip file decompresses to more bytes than the maximum */
export function checkUnpacked(
  { name, size }: { readonly name: string; readonly size: number },
  maxBytes: number = MOST_BYTES,
): void {
  if (size <= maxBytes) return;
  throw new RangeError(
    `Cannot ${ACTION}: ${name} unpacks to ${size} bytes; maxBytes is ${maxBytes}`,
  );
}

/**
 * Returns the export in a zip file: `export.xml`, or with another language on the phone the only
 * such XML file.
 */
function exportIn(entries: readonly ZipEntry[]): ZipEntry {
  const isXml = ({ name }: ZipEntry): boolean =>
    /^(?:[^/]+\/)?[^/]+\.xml$/i.test(name) && !/_cda\.xml$/i.test(name);
  const found = entries.filter(isXml);
  const named = found.find(({ name }) => /(?:^|\/)export\.xml$/i.test(name));
  const entry = named ?? (found.length === 1 ? found[0] : undefined);
  if (entry !== undefined) return entry;
  const names = entries.slice(0, 10).map(({ name }) => name).join(", ");
  throw new TypeError(
    `Cannot ${ACTION}: the zip file ${
      names === "" ? "is empty" : `contains no export.xml, only ${names}`
    }`,
  );
}
