import { z } from "zod";
import { EXAMPLE_ID, id } from "./parts/parts.ts";

/** Maximum length of a name in characters. */
const LONGEST = 30;

const tag = z.object({
  id: id.describe("Identifier."),
  name: z.string().describe(`Its name, 1 to ${LONGEST} characters.`),
}).meta({
  description: "Tag for annotations and records.",
  examples: [{ id: EXAMPLE_ID, name: "holiday" }],
});

/** Tag for annotations and records. */
export interface Tag extends z.infer<typeof tag> {}
/** Schema of a tag. */
export const Tag: z.ZodType<Tag, Tag> = tag;

const tagBody = z.strictObject({
  name: z.string().min(1)
    // Counts characters, as JSON Schema does, not UTF-16 units.
    .refine((name) => [...name].length <= LONGEST, `has more than ${LONGEST} characters`)
    .meta({ maxLength: LONGEST, description: `Its name, 1 to ${LONGEST} characters.` }),
}).meta({ description: "Contents of a tag.", examples: [{ name: "holiday" }] });

/** Contents of a tag. */
export interface TagBody extends z.infer<typeof tagBody> {}
/** Schema of the contents of a tag. */
export const TagBody: z.ZodType<TagBody, TagBody> = tagBody;
