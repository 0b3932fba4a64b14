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
  power: {
    args: () => [{
      people: 8,
      x: [0, 1],
      effect: 1,
      residualSD: 1,
      levelSD: 2,
      slopeSD: 0.5,
      missing: 0.1,
      significance: 0.1,
      simulations: 100,
      seed: 3,
      confidence: 0.9,
    }],
    options: 0,
  },
};
