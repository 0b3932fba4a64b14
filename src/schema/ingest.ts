import { z } from "zod";
import { EXAMPLE_ID, id, isInstant, name, uuid } from "./parts/parts.ts";

const ingestResult = z.object({ upload_id: id.describe("Identifier of the upload.") }).meta({
  description: "Result of an ingest.",
  examples: [{ upload_id: EXAMPLE_ID }],
});

/** Result of an ingest. */
export interface IngestResult extends z.infer<typeof ingestResult> {}
/** Schema of the result of an ingest. */
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
    data_type: text.describe("Data type."),
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
      description: "Time of the recording; start and end belong in the payload.",
    }),
    source: z.array(name).default([]).describe("Sources."),
    tags: z.array(uuid)
      .refine((tags) => new Set(tags).size === tags.length, "has a tag twice")
      .default([]).describe("Tags."),
  }).describe("Description of the payload."),
  specversion: z.literal(1).default(1).describe("Version of the envelope."),
}).meta({ description: "Record in the old envelope.", examples: [LEGACY_RECORD] });

/** Record in the old envelope, as read. */
export interface LegacyRecord extends z.output<typeof legacyRecord> {}
/** Record in the old envelope, as sent. */
export interface NewLegacyRecord extends z.input<typeof legacyRecord> {}
/** Schema of a record in the old envelope. */
export const LegacyRecord: z.ZodType<LegacyRecord, NewLegacyRecord> = legacyRecord;

/** Records in the old envelope. */
export type LegacyBatch = LegacyRecord[];
/** Schema of records in the old envelope. */
export const LegacyBatch: z.ZodType<LegacyBatch, NewLegacyRecord[]> = z.array(LegacyRecord).min(1)
  .meta({ description: "Records in the old envelope.", examples: [[LEGACY_RECORD]] });
