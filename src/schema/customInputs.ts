import { z } from "zod";
import { EXAMPLE_ID, EXAMPLE_USER, id, instant, name } from "./parts/parts.ts";

/** Maximum number of default tags. */
const MAX_TAGS = 10;

const DOCS = {
  name: "Its name.",
  description: "Description of the incoming data.",
  svc_data_type: "Data type of its records.",
  svc_source: "Sources of its records.",
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
  description: "Contents of a custom input.",
  examples: [{ name: "Mood" }],
});

/** Contents of a custom input. */
export interface CustomInputBody extends z.infer<typeof customInputBody> {}
/** Schema of the contents of a custom input. */
export const CustomInputBody: z.ZodType<CustomInputBody, CustomInputBody> = customInputBody;

const customInputChange = fields.partial().meta({
  description: "Changed fields of a custom input.",
  examples: [{ name: "Mood at noon" }],
});

/** Changed fields of a custom input. */
export interface CustomInputChange extends z.infer<typeof customInputChange> {}
/** Schema of the changed fields of a custom input. */
export const CustomInputChange: z.ZodType<CustomInputChange, CustomInputChange> = customInputChange;

const customInput = z.object({
  id: id.describe("Identifier."),
  svc_userid: id.describe("User who owns it."),
  created_at: instant.describe("Creation time."),
  name: z.string().describe(DOCS.name),
  url: z.string().meta({ format: "uri", description: "Address for posting records." }),
  deleted: z.boolean().describe("`true` if it was deleted."),
  description: z.string().describe(DOCS.description),
  svc_data_type: z.string().describe(DOCS.svc_data_type),
  svc_source: z.array(z.string()).nullable().describe(DOCS.svc_source),
  default_event_tags: z.array(z.string()).nullable().describe(DOCS.default_event_tags),
}).meta({
  description: "Custom input: an address that accepts records.",
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

/** Custom input: an address that accepts records. */
export interface CustomInput extends z.infer<typeof customInput> {}
/** Stored custom input. */
export type StoredCustomInput = Pick<
  CustomInput,
  "name" | "description" | "svc_data_type" | "svc_source" | "default_event_tags"
>;
/** Schema of a custom input. */
export const CustomInput: z.ZodType<CustomInput, CustomInput> = customInput;
