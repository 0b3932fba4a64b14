/**
 * Types that signatures of the public API refer to: models and tables of the interface, frames and their
 * columns, times, and parts of answers. `mod.ts` exports the options and answers of its functions and a
 * few everyday types; the module of a namespace, such as `@lifeframe/lifeframe/sleep`, exports its own.
 *
 * @example A function for a model of the interface
 * ```ts
 * import { demo } from "@lifeframe/lifeframe";
 * import type { UserTotals } from "@lifeframe/lifeframe/types";
 * import { assert } from "@std/assert";
 *
 * const count = (totals: UserTotals): number => totals.total_records;
 * const me = await demo({ days: 1 });
 * assert(count(await me.api.user.totals()) > 0);
 * ```
 * @module
 */
export type * from "./src/api/mod.ts";
export type * from "./src/frame/mod.ts";
export type * from "./src/time/mod.ts";
export type { SampleColumn } from "./src/app/records/samples.ts";
export type { StageColumn } from "./src/app/records/stages.ts";
export type { ActivityColumn, WorkoutColumn } from "./src/app/days/workouts.ts";
export type { Combination } from "./src/app/days/ownDays.ts";
export type { NamedSleepFigure, SleepFigure, StageStatistic } from "./src/app/days/sleepDays.ts";
export type { InfluencesStatistic } from "./src/app/days/influences.ts";
export type { DayFacts } from "./src/app/days/dayRecall.ts";
export type { DigestFigure } from "./src/app/report/digest.ts";
export type { Judgement, Usual } from "./src/app/report/changes.ts";
export type { ExportedFile } from "./src/app/export/exportFolder.ts";
export type { ReadContent } from "./src/app/health/fileSender.ts";
export type { MirroredType } from "./src/app/mirror/syncMirror.ts";
export type { NightFacts } from "./src/app/nights/lastNight.ts";
export type { SleepSources } from "./src/app/nights/sleepSources.ts";
export type { SourceOrder, SourceRule } from "./src/app/nights/sourceOrder.ts";
export type { Part } from "./src/app/ask/ifThere.ts";
export type { PageContent, PageSection } from "./src/app/page/page.ts";
export type {
  ApiMethods,
  CatalogMethods,
  ClientFacts,
  FileMethods,
  GroupMethods,
  IngestMethods,
} from "./src/client/client.ts";
export type {
  CallResult,
  CatalogMetric,
  ClientMethod,
  ClientMethods,
  Nouns,
} from "./src/client/nouns.ts";
export type { OwnRangeOptions, OwnRanges, OwnUntilOptions } from "./src/client/ownRanges.ts";
export type { TypeDescription } from "./src/client/describeType.ts";
export type { GroupPerson } from "./src/client/groupPeople.ts";
export type { Ingested } from "./src/client/ingestRecords.ts";
export type { Content } from "./src/client/uploadFile.ts";
export type { Fetch } from "./src/client/http/receive.ts";
export type { ApiErrors, ErrorDetail, Fault, RequestSummary } from "./src/client/errors/mod.ts";
export type { WrittenResult } from "./src/cohort/backEnd.ts";
export type { Cell, CellRange, Conditions } from "./src/cohort/conditions.ts";
export type { Written } from "./src/cohort/layout/appendData.ts";
export type { Compacted } from "./src/cohort/local/compactFolder.ts";
export type { CohortCheck } from "./src/cohort/local/checkFolder.ts";
export type { ResultOrigin } from "./src/cohort/layout/manifest.ts";
export type { Withdrawn, WithdrawOptions } from "./src/cohort/layout/removePeople.ts";
export type { Failure } from "./src/cohort/worker/trailer.ts";
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
  CompareStatistic,
  Correlation,
  CorrelationMethod,
  CorrelationOptions,
  CorrelationStatistic,
  CosinorStatistic,
  OnePair,
  RhythmStatistic,
  SeveralPairs,
  Statistics,
  StatisticsMembers,
  StepOptions,
} from "./src/series/mod.ts";
export type { Displayable, DisplayBundle, TableDisplay } from "./src/show/mod.ts";
export type { MOLAR_MASS } from "./src/series/units/unitTables.ts";
export type { CALCULATION_PREFIX } from "./src/frame/columns/calculations.ts";
export type { SampleOptions } from "./src/sample/life/options.ts";
