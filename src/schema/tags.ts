import { z } from "zod";
import { EXAMPLE_ID, id } from "./parts/parts.ts";

/** The most characters of a name. */
const LONGEST = 30;

const tag = z.object({
  id: id.describe("Identifier."),
  name: z.string().describe(`Its name, 1 to ${LONGEST} characters.`),
}).meta({
  description: "A tag, which marks annotations and records.",
  examples: [{ id: EXAMPLE_ID, name: "holiday" }],
});

/** A tag, which marks annotations and records. */
export interface Tag extends z.infer<typeof tag> {}
/** The schema of a tag. */
export const Tag: z.ZodType<Tag, Tag> = tag;

const tagBody = z.strictObject({
  name: z.string().min(1)
    // Counted in characters, as JSON Schema does, not in UTF-16 units.
    .refine((name) => [...name].length <= LONGEST, `has more than ${LONGEST} characters`)
    .meta({ maxLength: LONGEST, description: `Its name, 1 to ${LONGEST} characters.` }),
}).meta({ description: "What a tag is made of.", examples: [{ name: "holiday" }] });

/** What a tag is made of. */
export interface TagBody extends z.infer<typeof tagBody> {}
/** The schema of what a tag is made of. */
export const TagBody: z.ZodType<TagBody, TagBody> = tagBody;
