/** The answers to the questions of a client, loaded when the first is asked. @module */
export { activities } from "./days/activities.ts";
export { compareWith } from "./days/compareWith.ts";
export { correlate } from "./days/correlate.ts";
export { daily } from "./days/daily.ts";
export { dailyTotals } from "./days/dailyTotals.ts";
export { day } from "./days/day.ts";
export { readProvenance } from "./days/provenance.ts";
export { workoutDays } from "./days/workoutDays.ts";
export { nightly } from "./nights/nightly.ts";
export { lastNight } from "./nights/lastNight.ts";
export { erase } from "./export/erase.ts";
export { exportTo } from "./export/exportTo.ts";
export { digest } from "./report/digest.ts";
