import { type ExportCollector, StrictError } from "../export/exportCollector.ts";
import type { ExportFile } from "../export/exportFile.ts";
import { wholeRecords } from "./wholeRecords.ts";

/** Message of a FIT file: its scaled fields, by their names in the profile. */
export type FitMessage = Readonly<Record<string, unknown>>;

/** Messages of a FIT file by name, in the order of the file. */
export type FitMessages = Readonly<Record<string, readonly FitMessage[] | undefined>>;

/**
 * Reads the messages of a FIT file. If its checksum is wrong or it is truncated, the complete
 * records are read and the rest is reported.
 *
 * Uses fit-file-parser (MIT): the licence of the vendor's own library (2.c and 2.d) does not allow
 * passing it on with a program that others can change.
 *
 * @throws {TypeError} if it is not a FIT file, or no record is complete
 */
export async function readFitMessages(
  file: ExportFile,
  collector: Pick<ExportCollector, "skip">,
): Promise<FitMessages> {
  const bytes = await file.bytes();
  try {
    return await parse(bytes, false);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const whole = wholeRecords(bytes);
    try {
      if (whole === undefined) throw cause;
      const messages = await parse(whole.bytes, true);
      collector.skip(
        whole.isCut
          ? "the FIT file is cut short; the rest is missing"
          : "the FIT file is damaged; its values may be wrong",
        `from byte ${whole.end} of ${bytes.length}`,
        `${why}; ${whole.records} records are whole`,
      );
      return messages;
    } catch (error) {
      if (error instanceof StrictError) throw error;
      throw new TypeError(`it is not a complete FIT file: ${why}`, { cause });
    }
  }
}

async function parse(bytes: Uint8Array<ArrayBuffer>, force: boolean): Promise<FitMessages> {
  const { default: FitParser } = await import("fit-file-parser"); // few read such files
  const parser = new FitParser({ force, mode: "list", lengthUnit: "m", speedUnit: "m/s" });
  const { messages } = await parser.parseAsync(bytes.buffer);
  return (messages ?? {}) as FitMessages;
}

/** Returns whether a file starts like a FIT file. */
export async function isFit(file: ExportFile): Promise<boolean> {
  return new TextDecoder().decode((await file.head()).subarray(8, 12)) === ".FIT";
}

/** Returns the number of a field; `undefined` if it has none. */
export function numberOf(message: FitMessage, ...fields: readonly string[]): number | undefined {
  for (const field of fields) {
    const value = message[field];
    if (typeof value === "number" && Number.isFinite(value)) return value;
  }
  return undefined;
}

/** Returns the time of a field in microseconds since 1970; `undefined` if it has none. */
export function timeOf(message: FitMessage, field = "timestamp"): number | undefined {
  const value = message[field];
  return value instanceof Date ? value.getTime() * 1000 : undefined;
}
