/**
 * Experiments with one person: plans them in random order, and judges the result. Also computes the
 * power of studies with several people.
 * @module
 */
import "../frame/inNotebook.ts";
export {
  type ExperimentResult,
  type ExperimentStatistic,
  judge,
  type JudgeOptions,
} from "./judge.ts";
export { type ExperimentPlan, plan, type PlanStatistic } from "./plan.ts";
export { power, type PowerOptions, type PowerStatistic } from "./power.ts";
export { type Planned, type PlanOptions } from "./readPlan.ts";
