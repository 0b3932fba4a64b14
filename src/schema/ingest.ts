import { z } from "zod";
import { EXAMPLE_ID, id, isInstant, name, uuid } from "./parts/parts.ts";

const ingestResult = z.object({ upload_id: id.describe("Identifier of the upload.") }).meta({
  description: "What an ingest answers.",
  examples: [{ upload_id: EXAMPLE_ID }],
});

/** What an ingest answers. */
export interface IngestResult extends z.infer<typeof ingestResult> {}
/** The schema of what an ingest answers. */
export const IngestResult: z.ZodType<IngestResult, IngestResult> = ingestResult;

const text = z.string();
const instantText = text.refine(isInstant, "is not a date and time");

const LEGACY_RECORD = {
  data: JSON.stringify({ start_time: "2026-03-01T08:00:00Z", value: 61 }),
  metadata: { data_type: "HeartRate" },
};

const legacyRecord = z.strictObject({
  data: text.describe("The record's payload, as JSON text."),
  metadata: z.strictObject({
    data_type: text.describe("Its data type."),
    content_type: text.nullish().describe("Media type of the payload."),
    id: uuid.nullish().describe("Identifier of the record."),
    recorded_at: z.union([
      instantText,
      z.strictObject({
        start_time: instantText.describe("Inclusive start."),
        end_time: instantText.describe("Exclusive end."),
      }),
    ]).optional().meta({
      deprecated: true,
      description: "When it was recorded; times belong into the payload.",
    }),
    source: z.array(name).default([]).describe("Where it comes from."),
    tags: z.array(uuid)
      .refine((tags) => new Set(tags).size === tags.length, "has a tag twice")
      .default([]).describe("Tags."),
  }).describe("What the payload is."),
  specversion: z.literal(1).default(1).describe("Version of the wrapping."),
}).meta({ description: "A record in its old wrapping.", examples: [LEGACY_RECORD] });

/** A record in its old wrapping, as it is read. */
export interface LegacyRecord extends z.output<typeof legacyRecord> {}
/** A record in its old wrapping, as it is sent. */
export interface NewLegacyRecord extends z.input<typeof legacyRecord> {}
/** The schema of a record in its old wrapping. */
export const LegacyRecord: z.ZodType<LegacyRecord, NewLegacyRecord> = legacyRecord;

/** Records in their old wrapping. */
export type LegacyBatch = LegacyRecord[];
/** The schema of records in their old wrapping. */
export const LegacyBatch: z.ZodType<LegacyBatch, NewLegacyRecord[]> = z.array(LegacyRecord).min(1)
  .meta({ description: "Records in their old wrapping.", examples: [[LEGACY_RECORD]] });
