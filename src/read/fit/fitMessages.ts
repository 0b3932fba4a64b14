import { inSteps } from "../../options/pause.ts";
import type { ExportFile } from "../export/exportFile.ts";
import type { RuleContext } from "../export/readExport.ts";
import { type FitRecords, fitRecords } from "./fitRecords.ts";
import { countText } from "../../options/countText.ts";

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
  { collector, pause }: Pick<RuleContext, "collector" | "pause">,
): Promise<FitMessages> {
  const bytes = await file.bytes(), records = await inSteps(fitRecords(bytes), pause);
  const whole = records?.isWhole ? await parse(records, false, pause) : undefined;
  if (whole !== undefined) return whole;
  const why = faultOf(bytes), messages = records && await parse(records, true, pause);
  if (messages === undefined) {
    throw new TypeError(
      `it is not a complete FIT file: ${why}. Copy it from the device or export it again.`,
    );
  }
  const { isCut, end, count } = records!;
  collector.skip(
    isCut
      ? "the FIT file is cut short; the rest is missing"
      : "the FIT file is damaged; its values may be wrong",
    `from byte ${end} of ${bytes.length}`,
    `${why}; ${countText(count, "record is", "records are")} whole`,
  );
  return messages;
}

/** Returns what is wrong with a FIT file that cannot be parsed. */
function faultOf(bytes: Uint8Array<ArrayBuffer>): string {
  const [header = 0] = bytes;
  if (bytes.length < 14 || (header !== 12 && header !== 14)) return "its header is damaged";
  const expected = header + new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true) + 2;
  return expected > bytes.length
    ? `it has ${bytes.length} bytes, and its header says ${expected}`
    : "its checksum is wrong, or a record is damaged";
}

/**
 * Parses records.
 *
 * @param force Also parses damaged records.
 * @returns `undefined` if the parser rejects them
 */
async function parse(
  { parts }: FitRecords,
  force: boolean,
  pause: RuleContext["pause"],
): Promise<FitMessages | undefined> {
  const { default: FitParser } = await import("fit-file-parser"); // few read such files
  const parser = new FitParser({ force, mode: "list", lengthUnit: "m", speedUnit: "m/s" });
  const all = new Map<string, FitMessage[]>();
  for (const part of parts) {
    const parsed = await parser.parseAsync(part.buffer).catch(() => undefined);
    if (parsed === undefined) return undefined;
    for (const [name, messages] of Object.entries(parsed.messages ?? {})) {
      const found = all.getOrInsertComputed(name, () => []);
      for (const message of messages as readonly FitMessage[]) found.push(message);
    }
    await pause();
  }
  return Object.fromEntries(all);
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
