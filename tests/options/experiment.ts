import type { experiment } from "@lifeframe/lifeframe";
import { plan } from "../../src/experiment/plan.ts";
import type { PublicCalls } from "./publicCall.ts";

const PLAN = {
  conditions: ["nothing", "magnesium"],
  outcome: "deep",
  firstDay: "2024-03-01",
  days: 24,
  period: 2,
  washout: 1,
  lag: 1,
  confidence: 0.9,
  seed: 1,
} as const;
const DAYS = Array.from({ length: 25 }, (_, day) => ({
  date: `2024-03-${`${day + 1}`.padStart(2, "0")}`,
  deep: 60 + day % 5,
}));

/** Calls of `experiment`. */
export const EXPERIMENT: PublicCalls<typeof experiment> = {
  judge: { args: () => [DAYS, plan(PLAN), { time: "date", tz: "Europe/Berlin" }], options: 2 },
  plan: { args: () => [PLAN], options: 0 },
};
