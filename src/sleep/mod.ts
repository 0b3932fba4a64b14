export { aggregate, type AggregateFunction, type AggregateOptions } from "./aggregate.ts";
export { type CycleOptions } from "./cycleOptions.ts";
export { cycles } from "./cycles.ts";
export { fromSamples } from "./fromSamples.ts";
export { merge, type MergeOptions } from "./merge.ts";
export { stages, type StagesOptions } from "./stages.ts";
export {
  AASM_STAGES,
  CONSUMER_STAGES,
  type Stage,
  type Stages,
  type StageTable,
} from "./stageTables.ts";
