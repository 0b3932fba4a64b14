import { z } from "zod";
import { EXAMPLE_ID, EXAMPLE_USER, id, instant, name } from "./parts/parts.ts";

/** The most default tags. */
const MAX_TAGS = 10;

const DOCS = {
  name: "Its name.",
  description: "What comes in by it.",
  svc_data_type: "The data type of its records.",
  svc_source: "The sources of its records.",
  default_event_tags: `Tags of its records, at most ${MAX_TAGS}.`,
};

const fields = z.strictObject({
  name: z.string().min(1).describe(DOCS.name),
  description: z.string().nullish().describe(DOCS.description),
  svc_data_type: z.string().nullish().describe(DOCS.svc_data_type),
  svc_source: z.array(name).nullish().describe(DOCS.svc_source),
  default_event_tags: z.array(z.string()).max(MAX_TAGS).nullish()
    .describe(DOCS.default_event_tags),
});

const customInputBody = fields.meta({
  description: "What a custom input is made of.",
  examples: [{ name: "Mood" }],
});

/** What a custom input is made of. */
export interface CustomInputBody extends z.infer<typeof customInputBody> {}
/** The schema of what a custom input is made of. */
export const CustomInputBody: z.ZodType<CustomInputBody, CustomInputBody> = customInputBody;

const customInputChange = fields.partial().meta({
  description: "The fields of a custom input that change.",
  examples: [{ name: "Mood at noon" }],
});

/** The fields of a custom input that change. */
export interface CustomInputChange extends z.infer<typeof customInputChange> {}
/** The schema of the fields of a custom input that change. */
export const CustomInputChange: z.ZodType<CustomInputChange, CustomInputChange> = customInputChange;

const customInput = z.object({
  id: id.describe("Identifier."),
  svc_userid: id.describe("Whose it is."),
  created_at: instant.describe("When it was made."),
  name: z.string().describe(DOCS.name),
  url: z.string().meta({ format: "uri", description: "Where its records are posted." }),
  deleted: z.boolean().describe("Whether it was deleted."),
  description: z.string().describe(DOCS.description),
  svc_data_type: z.string().describe(DOCS.svc_data_type),
  svc_source: z.array(z.string()).nullable().describe(DOCS.svc_source),
  default_event_tags: z.array(z.string()).nullable().describe(DOCS.default_event_tags),
}).meta({
  description: "An address that takes records.",
  examples: [{
    id: EXAMPLE_ID,
    svc_userid: EXAMPLE_USER,
    created_at: "2026-03-01T08:00:00Z",
    name: "Mood",
    url: `http://127.0.0.1:8390/input/v1/custom/${EXAMPLE_ID}`,
    deleted: false,
    description: "",
    svc_data_type: "MomentAnnotation",
    svc_source: null,
    default_event_tags: null,
  }],
});

/** An address that takes records. */
export interface CustomInput extends z.infer<typeof customInput> {}
/** A custom input as it is kept. */
export type StoredCustomInput = Pick<
  CustomInput,
  "name" | "description" | "svc_data_type" | "svc_source" | "default_event_tags"
>;
/** The schema of an address that takes records. */
export const CustomInput: z.ZodType<CustomInput, CustomInput> = customInput;
