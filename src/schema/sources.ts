import { z } from "zod";
import { anything, EXAMPLE_ID, id, textOrNull } from "./parts/parts.ts";

const dataSource = z.object({
  id: id.describe("Identifier."),
  vendor_id: z.string().describe("The vendor's identifier."),
  name: textOrNull.describe("Its name."),
  parent_id: id.nullable().describe("The source that it belongs to."),
  metadata: anything.nullable().describe("What else is known."),
}).meta({
  description: "Where data comes from.",
  examples: [{
    id: EXAMPLE_ID,
    vendor_id: "com.example.watch",
    name: "Watch",
    parent_id: null,
    metadata: {},
  }],
});

/** Where data comes from. */
export interface DataSource extends z.infer<typeof dataSource> {}
/** The schema of where data comes from. */
export const DataSource: z.ZodType<DataSource, DataSource> = dataSource;
