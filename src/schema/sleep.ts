import { z } from "zod";
import { integer } from "./parts/parts.ts";

const sleepStage = z.object({
  stage: integer.describe("Number on the wire."),
  name: z.string().describe("Name in code."),
  label: z.string().describe("Display name."),
  depth: integer.nullable()
    .describe("Depth: 0 awake, 3 deep; null for time in bed."),
  asleep: z.boolean().describe("`true` if it counts as sleep."),
  priority: integer.describe("Priority; the higher one wins if two stages overlap."),
  color: z.string().describe("Colour in charts."),
}).meta({
  description: "Sleep stage, with its display.",
  examples: [{
    stage: 4,
    name: "deep",
    label: "Deep",
    depth: 3,
    asleep: true,
    priority: 5,
    color: "#3b2f8f",
  }],
});

/** Sleep stage, with its display. */
export interface SleepStage extends z.infer<typeof sleepStage> {}
/** Schema of a sleep stage. */
export const SleepStage: z.ZodType<SleepStage, SleepStage> = sleepStage;
