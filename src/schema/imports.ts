import { z } from "zod";
import { anything, EXAMPLE_ID, id, instant, integer, name, textOrNull } from "./parts/parts.ts";

const counts = z.record(z.string(), integer);

const imported = z.object({
  id: id.describe("Identifier."),
  name: z.string().describe("Name of the imported file or folder."),
  reader: textOrNull.describe("Reader of the file; null if frames were imported."),
  started_at: instant.describe("Start time."),
  finished_at: instant.nullable().describe("End time; null if it was interrupted."),
  stored: counts.describe("Number of new records by data type."),
  already_there: counts.describe("Number of records that were already stored, by data type."),
  report: anything.nullable().describe(
    "Report of the reader: data read and skipped, with reasons.",
  ),
}).meta({
  description: "Import of a file.",
  examples: [{
    id: EXAMPLE_ID,
    name: "export.zip",
    reader: "appleHealth",
    started_at: "2026-03-01T08:00:00.000000Z",
    finished_at: "2026-03-01T08:01:00.000000Z",
    stored: { HeartRate: 120 },
    already_there: { StepCount: 40 },
    report: null,
  }],
});

/** Import of a file. */
export interface Import extends z.infer<typeof imported> {}
/** Schema of an import. */
export const Import: z.ZodType<Import, Import> = imported;

const importBody = z.strictObject({
  name: name.describe("Name of the file or folder to import."),
  reader: name.nullish().describe("Reader of the file."),
}).meta({
  description: "Contents of a new import.",
  examples: [{ name: "export.zip", reader: "appleHealth" }],
});

/** Contents of a new import. */
export interface ImportBody extends z.infer<typeof importBody> {}
/** Schema of a new import. */
export const ImportBody: z.ZodType<ImportBody, ImportBody> = importBody;

const importEnd = z.strictObject({
  reader: name.nullish().describe("Reader of the file, if it was not known at the start."),
  report: anything.nullish().describe("Report of the reader."),
}).meta({ description: "End of an import.", examples: [{ report: { read: { HeartRate: 160 } } }] });

/** End of an import. */
export interface ImportEnd extends z.infer<typeof importEnd> {}
/** Schema of the end of an import. */
export const ImportEnd: z.ZodType<ImportEnd, ImportEnd> = importEnd;

const undone = z.object({
  removed: counts.describe("Number of deleted records by data type."),
  kept: counts.describe("Number of records that stay because another import contained them too."),
}).meta({
  description: "Result of undoing an import.",
  examples: [{ removed: { HeartRate: 120 }, kept: {} }],
});

/** Result of undoing an import. */
export interface UndoneImport extends z.infer<typeof undone> {}
/** Schema of the result of undoing an import. */
export const UndoneImport: z.ZodType<UndoneImport, UndoneImport> = undone;
