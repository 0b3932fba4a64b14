import type { Zone } from "../../time/zone.ts";
import type { Client } from "../../client/client.ts";
import { INGEST_OPTIONS, type IngestOptions } from "../../client/ingestRecords.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import type { ExportOptions, ExportSource, MakerExport } from "../../read/export/makerExport.ts";
import { isExportSource, parts } from "../../read/parts.ts";
import { checkClient, checkFunction } from "../ask/checkInput.ts";
import { FileSender, type ReadContent } from "./fileSender.ts";
import type { IngestedFile } from "./showIngested.ts";

/**
 * Options of {@linkcode Questions.ingest}; `tz`, `only`, `range` and `strict` apply if the call
 * reads the export itself.
 */
export interface IngestFileOptions
  extends Omit<IngestOptions, "import">, Pick<ExportOptions, "tz" | "only" | "range" | "strict"> {
  /** IANA zone of times in the file that have none. @default the client's */
  tz?: Zone;
  /**
   * Stores values that have no metric in the catalog, such as HRV as RMSSD, as metrics of your own.
   * They are defined if they do not exist yet. @default true
   */
  own?: boolean;
  /** Name of the import in `me.imports.list()`. @default the name of the file */
  name?: string;
}

const { import: _, ...SENDING } = INGEST_OPTIONS;

const OPTIONS = optionNames<IngestFileOptions>()(SENDING, "own name tz only range strict");

/** Content to import: an export, its parts, or the result of a reader. */
export type IngestContent = ExportSource | AsyncIterable<MakerExport> | ReadContent;

/** Imports a file: see {@linkcode Questions.ingest}. */
export async function ingestFile(
  client: Client,
  content: IngestContent,
  options: IngestFileOptions = {},
): Promise<IngestedFile> {
  const action = "put a file into the service";
  checkClient(action, client);
  checkOptions(action, options, OPTIONS);
  checkFunction(action, "onProgress", options.onProgress);
  const { own: storesOwn = true, name = nameOf(content), ...reading } = options;
  const { tz = client.tz, only, range, strict, ...sending } = reading;
  const file = new FileSender(client, sending, storesOwn, name);
  const { signal, onProgress } = sending;
  const given = Object.entries({ tz, only, range, strict, signal, onProgress })
    .filter(([, value]) => value !== undefined);
  if (isExportSource(content)) return await file.addAll(parts(content, Object.fromEntries(given)));
  for (const name of ["tz", "only", "range", "strict"] as const) {
    if (options[name] === undefined) continue;
    throw new TypeError(
      `Cannot ${action}: ${name} only applies to files that are yet to be read; this content has been read`,
    );
  }
  if (isParts(content)) return await file.addAll(content);
  if (isRecord(content)) return await file.addAll([content]);
  throw new TypeError(
    `Cannot ${action}: content is ${describeValue(content)}, expected the path of an export, ` +
      "the result of read.any(), or frames by metric such as { StepCount: frame }",
  );
}

/** Returns a name for the list of imports. */
function nameOf(content: IngestContent): string {
  const [first, ...more] = Array.isArray(content) ? content : [content];
  const name = typeof first === "string"
    ? first.replace(/[/\\]+$/, "").replace(/^.*[/\\]/, "")
    : first instanceof File
    ? first.name
    : first instanceof URL
    ? decodeURIComponent(first.pathname.replace(/^.*\//, ""))
    : "";
  const rest = more.length === 0 ? "" : ` and ${more.length} more`;
  return (name || (isRecord(content) && !isParts(content) ? "frames" : "a file")) + rest;
}

function isParts(content: unknown): content is AsyncIterable<MakerExport> {
  return typeof content === "object" && content !== null && Symbol.asyncIterator in content;
}

/** Returns whether a value is an object with frames by name, not a list, promise or text. */
function isRecord(value: unknown): value is ReadContent {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof Promise);
}
