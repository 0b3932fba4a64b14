import { z } from "zod";
import { integer } from "./parts/parts.ts";

const sleepStage = z.object({
  stage: integer.describe("Its number on the wire."),
  name: z.string().describe("Its name in code."),
  label: z.string().describe("Its name for people."),
  depth: integer.nullable()
    .describe("How deep it is: 0 awake, 3 deep; null for time in bed."),
  asleep: z.boolean().describe("Whether it counts as sleep."),
  priority: integer.describe("Which stage wins where two overlap: the higher."),
  color: z.string().describe("Its colour in pictures."),
}).meta({
  description: "How a stage of sleep is read and shown.",
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

/** How a stage of sleep is read and shown. */
export interface SleepStage extends z.infer<typeof sleepStage> {}
/** The schema of how a stage of sleep is read and shown. */
export const SleepStage: z.ZodType<SleepStage, SleepStage> = sleepStage;
