/** The answers to the questions of a client, loaded with the first question. @module */
export { compareWith } from "./days/compareWith.ts";
export { correlate } from "./days/correlate.ts";
export { daily } from "./days/daily.ts";
export { diary } from "./days/diary.ts";
export { note } from "./days/note.ts";
export { totals } from "./days/totals.ts";
export {
  changePoint,
  changePoints,
  decompose,
  interrupted,
  streaks,
  trend,
  unusual,
} from "./days/seriesQuestions.ts";
export { influences } from "./days/influences.ts";
export { workouts } from "./days/workouts.ts";
export { day } from "./days/day.ts";
export { readProvenance } from "./days/provenance.ts";
export { workoutDays } from "./days/workoutDays.ts";
export { nightly } from "./nights/nightly.ts";
export { lastNight } from "./nights/lastNight.ts";
export { erase } from "./export/erase.ts";
export { exportTo } from "./export/exportTo.ts";
export { digest } from "./report/digest.ts";
export { ingestFile } from "./health/ingestFile.ts";
export { events } from "./records/events.ts";
export { metricSeries } from "./records/metricSeries.ts";
export { samples } from "./records/samples.ts";
export { watch } from "./records/watch.ts";
export { stages } from "./records/stages.ts";
export { report } from "./report.ts";
