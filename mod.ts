/**
 * Personal data as data frames, in a notebook.
 *
 * `demo()` returns a client of the embedded service with sample data, `connect()` a client of a remote
 * service; both have the same methods. `sleep` and `series` compute on their frames, `plot` draws them,
 * and `range` makes ranges of time.
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
export { connect } from "./src/app/connect.ts";
export { demo } from "./src/app/demo.ts";
export { demoCohort, type DemoCohortOptions } from "./src/app/demoCohort.ts";
export type { DemoPerson } from "./src/app/sample/demoPerson.ts";
export { demoExport } from "./src/app/demoExport.ts";
export { demoPeople } from "./src/app/demoPeople.ts";
export type { DemoOptions, DemoPeople } from "./src/app/demoOptions.ts";
export { type Local, local, type LocalOptions } from "./src/app/local.ts";
export { type Mirror, mirror, type MirrorOptions } from "./src/app/mirror.ts";
export { ifThere } from "./src/app/ask/ifThere.ts";
export type { Me, QuestionParts, Questions } from "./src/app/me.ts";
export type { MetricSeriesOptions } from "./src/app/records/metricSeries.ts";
export type { RecordOptions } from "./src/app/records/samples.ts";
export type { WatchedChange, WatchOptions } from "./src/app/records/watch.ts";
export type { StagesOptions } from "./src/app/records/stages.ts";
export type { CompareWithOptions } from "./src/app/days/compareWith.ts";
export type { CorrelateOptions } from "./src/app/days/correlate.ts";
export type { DayMeasure, MeasureName, MeasureOptions } from "./src/app/days/measuredDays.ts";
export type { Influences, InfluencesOptions } from "./src/app/days/influences.ts";
export type {
  MeasureChangePointOptions,
  MeasureChangePointsOptions,
  MeasureDecomposeOptions,
  MeasureInterruptedOptions,
  MeasureTrendOptions,
  StreaksQuestion,
  UnusualQuestion,
} from "./src/app/days/seriesQuestions.ts";
export type { DailyOptions } from "./src/app/days/daily.ts";
export type { DailyTotals, DailyTotalsOptions } from "./src/app/days/totals.ts";
export type { DayOptions } from "./src/app/days/day.ts";
export type { DiaryOptions } from "./src/app/days/diary.ts";
export type { Note, NoteOptions } from "./src/app/days/note.ts";
export type { DayRecall } from "./src/app/days/dayRecall.ts";
export type { Provenance, ProvenanceOptions } from "./src/app/days/provenance.ts";
export type { WorkoutsOptions } from "./src/app/days/workouts.ts";
export type { LastNight, LastNightOptions } from "./src/app/nights/lastNight.ts";
export type { NightFields, NightFigureName } from "./src/app/nights/nightFields.ts";
export type { NightlyQuestion } from "./src/app/nights/nightly.ts";
export type { NoNight } from "./src/app/nights/noNight.ts";
export type { Digest, DigestOptions } from "./src/app/report/digest.ts";
export type { Report, ReportOptions } from "./src/app/report.ts";
export type { ErasedType, EraseOptions } from "./src/app/export/erase.ts";
export type { Manifest } from "./src/app/export/exportFolder.ts";
export type { ExportToOptions } from "./src/app/export/exportTo.ts";
export type { IngestContent, IngestFileOptions } from "./src/app/health/ingestFile.ts";
export type { IngestedFile } from "./src/app/health/showIngested.ts";
export { cohort } from "./src/cohort/cohort.ts";
export type { Cohort, CohortOptions } from "./src/cohort/cohortOptions.ts";
export { IncompleteError, PersonError } from "./src/cohort/cohortError.ts";
export { SparkError } from "./src/cohort/spark/sparkError.ts";
export type { CohortTable, SumOptions } from "./src/cohort/table.ts";
export type { PersonOptions, RunOptions, WriteToOptions } from "./src/cohort/backEnd.ts";
export { withdrawPeople } from "./src/cohort/withdrawPeople.ts";
export { writeCohort } from "./src/cohort/writeCohort.ts";
export type { CohortData, PersonData, WriteCohortOptions } from "./src/cohort/layout/cohortData.ts";
export {
  ApiError,
  type ApiErrorInit,
  type ApiErrorName,
  BodyError,
  ForbiddenError,
  InvalidError,
  isApiError,
  NetworkError,
  NotFoundError,
  RateLimitError,
  SignInError,
  type SignInFailure,
  TimeoutError,
  UnauthorizedError,
} from "./src/client/errors/mod.ts";
export type { Client } from "./src/client/client.ts";
export type { CallOptions } from "./src/client/call.ts";
export type { ConnectOptions, UnitSystem } from "./src/client/connectOptions.ts";
export { Credentials, type CredentialsInit } from "./src/client/auth/credentials.ts";
export {
  type CredentialsStore,
  credentialsStore,
  type CredentialsStoreOptions,
} from "./src/client/auth/credentialsStore.ts";
export { signIn, type SignInOptions } from "./src/client/auth/signIn.ts";
export type { SignInPrompt } from "./src/client/auth/signInPrompt.ts";
export type { DescribeTypeOptions } from "./src/client/describeType.ts";
export type { GroupPeopleOptions } from "./src/client/groupPeople.ts";
export type { IngestOptions } from "./src/client/ingestRecords.ts";
export type { UploadOptions } from "./src/client/uploadFile.ts";
export type { RetryOptions } from "./src/client/http/send.ts";
export type {
  Frame,
  FrameLike,
  Length,
  Measure,
  MetricName,
  Progress,
  Range,
  Statistics,
  When,
  Zones,
} from "./types.ts";
export {
  experiment,
  places,
  plot,
  range,
  read,
  series,
  show,
  sleep,
} from "./src/app/guide/namespaces.ts";
