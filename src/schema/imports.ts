import { z } from "zod";
import { anything, EXAMPLE_ID, id, instant, integer, name, textOrNull } from "./parts/parts.ts";

const counts = z.record(z.string(), integer);

const imported = z.object({
  id: id.describe("Identifier."),
  name: z.string().describe("Name of the file, or of what else was imported."),
  reader: textOrNull.describe("Reader of the file; null if frames were imported."),
  started_at: instant.describe("When it began."),
  finished_at: instant.nullable().describe("When it ended; null if it was interrupted."),
  stored: counts.describe("Number of new records by data type."),
  already_there: counts.describe("Number of records that were stored before, by data type."),
  report: anything.nullable().describe("Report of the reader: what was read, skipped and why."),
}).meta({
  description: "An import of a file.",
  examples: [{
    id: EXAMPLE_ID,
    name: "export.zip",
    reader: "appleHealth",
    started_at: "2026-03-01T08:00:00Z",
    finished_at: "2026-03-01T08:01:00Z",
    stored: { HeartRate: 120 },
    already_there: { StepCount: 40 },
    report: null,
  }],
});

/** An import of a file. */
export interface Import extends z.infer<typeof imported> {}
/** The schema of an import. */
export const Import: z.ZodType<Import, Import> = imported;

const importBody = z.strictObject({
  name: name.describe("Name of the file, or of what else is imported."),
  reader: name.nullish().describe("Reader of the file."),
}).meta({
  description: "Contents of a new import.",
  examples: [{ name: "export.zip", reader: "appleHealth" }],
});

/** Contents of a new import. */
export interface ImportBody extends z.infer<typeof importBody> {}
/** The schema of a new import. */
export const ImportBody: z.ZodType<ImportBody, ImportBody> = importBody;

const importEnd = z.strictObject({
  reader: name.nullish().describe("Reader of the file, if it was not known at the beginning."),
  report: anything.nullish().describe("Report of the reader."),
}).meta({ description: "End of an import.", examples: [{ report: { read: { HeartRate: 160 } } }] });

/** The end of an import. */
export interface ImportEnd extends z.infer<typeof importEnd> {}
/** The schema of the end of an import. */
export const ImportEnd: z.ZodType<ImportEnd, ImportEnd> = importEnd;

const undone = z.object({
  removed: counts.describe("Number of deleted records by data type."),
  kept: counts.describe("Number of records that stay because another import contained them too."),
}).meta({
  description: "Result of undoing an import.",
  examples: [{ removed: { HeartRate: 120 }, kept: {} }],
});

/** The result of undoing an import. */
export interface UndoneImport extends z.infer<typeof undone> {}
/** The schema of the result of undoing an import. */
export const UndoneImport: z.ZodType<UndoneImport, UndoneImport> = undone;
