import { z } from "zod";
import { anything, EXAMPLE_ID, id, textOrNull } from "./parts/parts.ts";

const dataSource = z.object({
  id: id.describe("Identifier."),
  vendor_id: z.string().describe("The vendor's identifier."),
  name: textOrNull.describe("Its name."),
  parent_id: id.nullable().describe("Source that it belongs to."),
  metadata: anything.nullable().describe("Further properties."),
}).meta({
  description: "Source of data.",
  examples: [{
    id: EXAMPLE_ID,
    vendor_id: "com.example.watch",
    name: "Watch",
    parent_id: null,
    metadata: {},
  }],
});

/** Source of data. */
export interface DataSource extends z.infer<typeof dataSource> {}
/** Schema of a source of data. */
export const DataSource: z.ZodType<DataSource, DataSource> = dataSource;
