import type { ExportFile } from "../export/exportFiles.ts";

/** A message of a FIT file: its fields by the names of the profile, scaled; numbers, texts, dates and lists. */
export type FitMessage = Readonly<Record<string, unknown>>;

/** The messages of a FIT file by their names, each in the order of the file. */
export type FitMessages = Readonly<Record<string, readonly FitMessage[] | undefined>>;

/**
 * The messages of a FIT file, the check sum proved.
 *
 * They are read by fit-file-parser (MIT), since the maker's own library may not be passed on with a
 * program that others can change (its licence, 2.c and 2.d).
 *
 * @throws {TypeError} if it is no FIT file, cut short, or its check sum is another
 */
export async function readFitMessages(file: ExportFile): Promise<FitMessages> {
  const { default: FitParser } = await import("fit-file-parser"); // few read such files
  const bytes = await file.bytes();
  const parser = new FitParser({ force: false, mode: "list", lengthUnit: "m", speedUnit: "m/s" });
  try {
    const { messages } = await parser.parseAsync(bytes.buffer);
    return (messages ?? {}) as FitMessages;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`it is no whole FIT file: ${why}`, { cause });
  }
}

/** Whether a file begins as a FIT file does. */
export async function isFit(file: ExportFile): Promise<boolean> {
  return new TextDecoder().decode((await file.head()).subarray(8, 12)) === ".FIT";
}

/** The number of a field; undefined where it has none. */
export function numberOf(message: FitMessage, ...fields: readonly string[]): number | undefined {
  for (const field of fields) {
    const value = message[field];
    if (typeof value === "number" && Number.isFinite(value)) return value;
  }
  return undefined;
}

/** The time of a field in microseconds since 1970; undefined where it has none. */
export function timeOf(message: FitMessage, field = "timestamp"): number | undefined {
  const value = message[field];
  return value instanceof Date ? value.getTime() * 1000 : undefined;
}
