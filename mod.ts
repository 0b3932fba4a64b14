/**
 * Personal data, as data frames, in a notebook.
 *
 * `demo()` gives a client of the embedded service with sample data, `connect()` one of a real service;
 * both have the same methods. `sleep` and `series` compute on the frames that they give, `plot` draws
 * them, `range` makes the ranges that they are asked for.
 *
 * @example Thirty nights, from samples to statistics
 * ```ts
 * import { demo, sleep } from "@lifeframe/lifeframe";
 * import { assert } from "@std/assert";
 *
 * const me = await demo({ days: 40 });
 * const nights = me.range.lastNights(30);
 * const stages = await me.stages(nights, { allSources: true });
 * const here = sleep.cycles(stages, { clipTo: nights });
 * const there = await me.api.sleep.cycles(nights);
 * assert(here.frameEqual(there), "computed here and by the service it is the same");
 * ```
 * @module
 */

import "./src/frame/inNotebook.ts";
export type { WorkoutsOptions } from "./src/app/days/workouts.ts";
export type { MetricSeriesOptions } from "./src/app/records/metricSeries.ts";
export type { RecordOptions } from "./src/app/records/samples.ts";
export type { StagesOptions } from "./src/app/records/stages.ts";
export type { CompareWithOptions } from "./src/app/days/compareWith.ts";
export { connect } from "./src/app/connect.ts";
export type { CorrelateOptions } from "./src/app/days/correlate.ts";
export type { DailyOptions } from "./src/app/days/daily.ts";
export type { Combination } from "./src/app/days/ownDays.ts";
export type { NamedSleepFigure, SleepFigure, StageStatistic } from "./src/app/days/sleepDays.ts";
export type { NightlyQuestion } from "./src/app/nights/nightly.ts";
export { demo } from "./src/app/demo.ts";
export { type DemoOptions } from "./src/app/demoOptions.ts";
export type { SampleOptions } from "./src/sample/life/options.ts";
export { demoPeople } from "./src/app/demoPeople.ts";
export { type DemoPeople } from "./src/app/demoOptions.ts";
export type { DailyTotals, DailyTotalsOptions } from "./src/app/days/totals.ts";
export type { DayOptions } from "./src/app/days/day.ts";
export type { DayFacts, DayRecall } from "./src/app/days/dayRecall.ts";
export type { Digest, DigestFigure, DigestOptions } from "./src/app/report/digest.ts";
export type { Judgement, Usual } from "./src/app/report/changes.ts";
export type { ErasedType, EraseOptions } from "./src/app/export/erase.ts";
export type { ExportedFile, Manifest } from "./src/app/export/exportFolder.ts";
export type { ExportToOptions } from "./src/app/export/exportTo.ts";
export { type Local, local, type LocalOptions } from "./src/app/local.ts";
export { type Mirror, mirror, type MirrorOptions } from "./src/app/mirror.ts";
export type { MirroredType } from "./src/app/mirror/syncMirror.ts";
export type { LastNight, LastNightOptions, NightFacts } from "./src/app/nights/lastNight.ts";
export { ifThere, type Part } from "./src/app/ask/ifThere.ts";
export type { NoNight } from "./src/app/nights/noNight.ts";
export type { SleepSources } from "./src/app/nights/sleepSources.ts";
export type { SourceOrder, SourceRule } from "./src/app/nights/sourceOrder.ts";
export type { Provenance, ProvenanceOptions } from "./src/app/days/provenance.ts";
export type { Report, ReportOptions } from "./src/app/report.ts";
export type { Me, QuestionParts, Questions } from "./src/app/me.ts";
export type { IngestContent, IngestFileOptions } from "./src/app/health/ingestFile.ts";
export type { ReadContent } from "./src/app/health/fileSender.ts";
export type { IngestedFile } from "./src/app/health/showIngested.ts";
export type { PageContent, PageSection } from "./src/app/page/page.ts";
export { cohort } from "./src/cohort/cohort.ts";
export { IncompleteError, PersonError } from "./src/cohort/cohortError.ts";
export { SparkError } from "./src/cohort/spark/sparkError.ts";
export type { Cohort, CohortOptions } from "./src/cohort/cohortOptions.ts";
export type { CohortTable, SumOptions } from "./src/cohort/table.ts";
export type {
  PersonOptions,
  RunOptions,
  WriteToOptions,
  WrittenResult,
} from "./src/cohort/backEnd.ts";
export type { Cell, CellRange, Conditions } from "./src/cohort/conditions.ts";
export type { Written } from "./src/cohort/layout/appendData.ts";
export type { Failure } from "./src/cohort/worker/trailer.ts";
export { writeCohort } from "./src/cohort/writeCohort.ts";
export type { CohortData, PersonData, WriteCohortOptions } from "./src/cohort/layout/cohortData.ts";
export type {
  AppleHealthExport,
  ExportOptions,
  ExportProblem,
  ExportReport,
  ExportSource,
  FileSource,
  HealthProblem,
  HealthReport,
  HealthTables,
  MakerExport,
  PartName,
} from "./src/read/mod.ts";
export type { NightStatistic, StatisticName } from "./src/sleep/mod.ts";
export type {
  Adjust,
  CorrelationMethod,
  CorrelationsOptions,
  StepOptions,
} from "./src/series/mod.ts";
export type { Displayable, DisplayBundle, TableDisplay } from "./src/frame/show.ts";
export * from "./src/client/mod.ts";
export type * from "./src/api/mod.ts";
export type * from "./src/frame/mod.ts";
export type * from "./src/time/mod.ts";
export { places, plot, range, read, series, show, sleep } from "./src/app/guide/namespaces.ts";
