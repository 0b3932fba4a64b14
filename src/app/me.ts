import { inCell } from "../options/callSignal.ts";
import { describeValue } from "../options/describeValue.ts";
import { loadLate } from "../options/loadLate.ts";
import type { Measure } from "../api/fields/metricTable.ts";
import type { ApiMethods, Client } from "../client/client.ts";
import { aboutMembers, type DataWords } from "./aboutMe.ts";
import type { ActivityColumn, WorkoutColumn, WorkoutsOptions } from "./days/workouts.ts";
import type { CompareWithOptions } from "./days/compareWith.ts";
import type { CorrelateOptions } from "./days/correlate.ts";
import type { DailyOptions } from "./days/daily.ts";
import type { DailyTotals, DailyTotalsOptions } from "./days/totals.ts";
import type { DayOptions } from "./days/day.ts";
import type { DiaryOptions } from "./days/diary.ts";
import type { Note, NoteOptions } from "./days/note.ts";
import type { DayRecall } from "./days/dayRecall.ts";
import type { Digest, DigestOptions } from "./report/digest.ts";
import type { ErasedType, EraseOptions } from "./export/erase.ts";
import type { Manifest } from "./export/exportFolder.ts";
import type { ExportToOptions } from "./export/exportTo.ts";
import type { DayMeasure, MeasureName } from "./days/measuredDays.ts";
import type {
  MeasureChangePointOptions,
  MeasureChangePointsOptions,
  MeasureDecomposeOptions,
  MeasureInterruptedOptions,
  MeasureTrendOptions,
  StreaksQuestion,
  UnusualQuestion,
} from "./days/seriesQuestions.ts";
import type { Influences, InfluencesOptions } from "./days/influences.ts";
import type { ChangePoint } from "../series/changePoint.ts";
import type { ChangePoints } from "../series/changePoints.ts";
import type { Decomposed } from "../series/decompose.ts";
import type { Interrupted } from "../series/interrupted.ts";
import type { Streaks } from "../series/streaks.ts";
import type { Trend } from "../series/trend.ts";
import type { Unusual } from "../series/unusual.ts";
import type { NightlyQuestion } from "./nights/nightly.ts";
import type { NightColumn } from "../sleep/nightly.ts";
import type { LastNight, LastNightOptions } from "./nights/lastNight.ts";
import type { Provenance, ProvenanceOptions } from "./days/provenance.ts";
import type { NoNight } from "./nights/noNight.ts";
import type { Frame, FrameOf } from "../frame/polars/frame.ts";
import type { IngestContent, IngestFileOptions } from "./health/ingestFile.ts";
import type { IngestedFile } from "./health/showIngested.ts";
import type { MetricSeriesOptions } from "./records/metricSeries.ts";
import type { RecordOptions, SampleColumn } from "./records/samples.ts";
import type { WatchedChange, WatchOptions } from "./records/watch.ts";
import type { StageColumn, StagesOptions } from "./records/stages.ts";
import type { Report, ReportOptions } from "./report.ts";
import type { Range } from "../time/interval.ts";
import { guideMe } from "./guide/guideMe.ts";
import { wholeNights } from "../time/range.ts";
import type { DayOrMoment } from "../time/day.ts";
import { looksLikeRange, namesDays, type When, whenRange } from "../time/when.ts";
import type { Zones } from "../time/zone.ts";

/** Questions about a person's data, one call each. Ranges are given as {@linkcode When}. */
export interface Questions {
  /**
   * Reads raw samples of a metric, by its name or value column.
   *
   * @returns a row per sample: `uuid` `str`; `start_date`, `end_date` `datetime[us, tz]`, equal for a reading
   * at an instant; `value` `f64`, with a unit if all rows have the same; `unit` `str`; `count` `i64`, the number of
   * readings that it summarizes;
   * `has_undetermined_duration` `bool`, `true` if its end is unknown; `source`, `source_version`,
   * `source_bundle_identifier` `str`, the app or device that produced it; `device`, `device_model`,
   * `device_manufacturer` `str`; `extras` `str`, further properties as JSON
   * @throws {RangeError} if the metric does not exist; the message suggests the nearest name
   *
   * @example Read a day of heart rate
   * ```ts
   * import { demo } from "@lifeframe/lifeframe";
   * import { assert } from "@std/assert";
   *
   * const me = await demo({ days: 3 });
   * const heart = await me.samples("HeartRate", "2025-03-20");
   * assert(heart.height > 100);
   * ```
   */
  samples(
    metric: Measure,
    when: When,
    options?: RecordOptions,
  ): Promise<FrameOf<SampleColumn>>;
  /**
   * Reads a regular time series of one or several metrics, one column each: totals of a cumulative metric,
   * means of a discrete one, `null` without data. In windows of a day or longer, the value of a whole
   * night counts once, on the day you woke, as in `me.daily`.
   *
   * @returns `time` `datetime[us, tz]`, the start of each window, and a value column `f64` for each metric
   * @throws {RangeError} if the metric does not exist, or `every` is not a length
   *
   * @example Read steps by the hour
   * ```ts
   * import { demo } from "@lifeframe/lifeframe";
   * import { assertEquals } from "@std/assert";
   *
   * const me = await demo({ days: 3 });
   * const steps = await me.series("StepCount", { days: 1 }, { every: "1h" });
   * assertEquals([steps.columns, steps.height], [["time", "step_count"], 24]);
   * ```
   */
  series(
    metric: Measure | readonly Measure[],
    when: When,
    options?: MetricSeriesOptions,
  ): Promise<Frame>;
  /**
   * Reads sleep stages, from one source at each instant by the rule of `me.nightly`. A range of
   * days covers the whole nights before you woke on these days.
   *
   * @returns `start_time`, `end_time` `datetime[us, tz]`, `duration_ms` `i64`, `sleep_stage` `i64`, as
   * `sleep.merge` returns them; in bed (0) only shows where no source has a stage. A vendor's totals of
   * sleep without stages are columns such as `deep_sleep_duration`
   */
  stages(when: When, options?: StagesOptions): Promise<FrameOf<StageColumn>>;
  /**
   * Reads events of a data type.
   *
   * @returns a row per event, ordered by time
   */
  events(type: string, when: When, options?: RecordOptions): Promise<Frame>;
  /**
   * Reads everything that was noted, a row per event, ordered by time.
   *
   * @returns `name` `str`; `recorded_at`, `start_time`, `end_time` `datetime[us, tz]`; `value` `f64`;
   * `unit`, `note` `str`; `tags` `str`, the names separated by commas; `source_id` `str`
   */
  events(when: When, options?: RecordOptions): Promise<Frame>;
  /** Sums up workouts by activity. */
  workouts(
    when: When,
    options: WorkoutsOptions & { readonly by: "activity" },
  ): Promise<FrameOf<ActivityColumn>>;
  /** Reads workouts with their pace, one row each. */
  workouts(
    when: When,
    options: WorkoutsOptions & { readonly by?: undefined; readonly pace: true },
  ): Promise<FrameOf<WorkoutColumn | "pace">>;
  /** Reads workouts, one row each. */
  workouts(when: When, options?: WorkoutsOptions): Promise<FrameOf<WorkoutColumn>>;
  /**
   * Compares last night with the 30 nights before it: time asleep, stages in percent, efficiency,
   * bedtime and rise in local time. Without sleep, returns an object that says so, with `facts`
   * null.
   */
  lastNight(options?: LastNightOptions): Promise<LastNight | NoNight>;
  /** Recalls a day: every metric with data, sleep, workouts, calendar, events and places. */
  day(date: string | DayOrMoment, options?: DayOptions): Promise<DayRecall>;
  /** Builds a row per night: times, duration, quality, and how much of it was recorded. */
  nightly(when: When, options?: NightlyQuestion): Promise<FrameOf<NightColumn>>;
  /** Builds a row per day: metrics, measures of the night before, workouts, and your own frame. */
  daily(when: When, options: DailyOptions): Promise<Frame>;
  /**
   * Writes an entry into your diary: a count, an amount with a unit, or a step of a scale. The first
   * note with a name decides which. Later notes only need the name, in any case. Equal notes of
   * the same time are stored once.
   *
   * @param name Name of the entry, such as `coffee`.
   * @returns the entry, as it was stored
   * @throws {TypeError} if an option does not exist, or contradicts the first note with this name
   * @throws {RangeError} if the zone is missing, the time is in the future, or the value is not on
   * the scale
   *
   * @example Note coffee and mood, and read them by day
   * ```ts
   * import { local } from "@lifeframe/lifeframe";
   * import { assertEquals } from "@std/assert";
   *
   * const now = () => Temporal.Instant.from("2025-03-20T17:00Z");
   * await using me = await local({ tz: "Europe/Berlin", now });
   * await me.note("coffee", { at: "08:15" });
   * await me.note("coffee", { at: "14:30", value: 2 });
   * await me.note("mood", { value: 7, scale: [1, 10], text: "sun at last", tags: ["spring"] });
   * const days = await me.daily("2025-03-20", { own: "diary" });
   * assertEquals(days.getColumn("coffee").toArray(), [3]);
   * assertEquals(days.getColumn("mood").toArray(), [7]);
   * ```
   */
  note(name: string, options?: NoteOptions): Promise<Note>;
  /**
   * Reads your diary: a row per local day, and a column per entry. Counts, amounts and moments are
   * added up, scales averaged, and spans are minutes. What adds up is 0 on a day without an entry
   * while the diary was kept: from the first note with this name to the last note of any name in the
   * range. Other days are null.
   *
   * Pass it as `own` to `me.daily` and `me.correlate`, or pass `own: "diary"`.
   *
   * @returns `date` `date`, and a column `f64` per entry, by its name in lower case
   * @throws {RangeError} if the zone is missing, or `names` has a name without entries
   */
  diary(when: When, options?: DiaryOptions): Promise<Frame>;
  /**
   * Watches for changes: new and changed records, files, and everything else, such as tags. It asks
   * the service with one small request at a time, less and less often while nothing changes or the
   * service is not available. Errors that waiting cannot solve, such as a revoked token, end it.
   *
   * Each change has a `cursor`. Pass it to `me.watch` to resume after this change, even in another
   * process. Records that are changed twice between two requests count twice.
   *
   * @returns an async iterator of changes, which ends with `break` or with the signal's reason
   * @throws {TypeError} if an option does not exist, or `cursor` is not one
   * @throws {RangeError} if a length is not valid
   *
   * @example Wait for new records
   * ```ts
   * import { local } from "@lifeframe/lifeframe";
   * import { assertEquals } from "@std/assert";
   *
   * await using me = await local({ tz: "Europe/Berlin" });
   * setTimeout(() => void me.note("coffee"), 200);
   * for await (const { data_types, cursor } of me.watch({ every: "PT0.05S" })) {
   *   assertEquals(typeof cursor, "string");
   *   if (Object.keys(data_types).length === 0) continue; // the kind of the note is new, too
   *   assertEquals(Object.values(data_types), [1]);
   *   break;
   * }
   * ```
   */
  watch(options?: WatchOptions): AsyncGenerator<WatchedChange, never, void>;
  /**
   * Summarizes a measure by local day: total, mean, percentiles, the best day, a calendar. It takes
   * the same measures as `me.trend`: metrics, `"asleep"`, `"workout_min"`,
   * `"workout_distance"`, or a column of `own`.
   */
  totals(
    measure: MeasureName,
    when: When,
    options: DailyTotalsOptions & { readonly own: NonNullable<DailyTotalsOptions["own"]> },
  ): Promise<DailyTotals>;
  /** Summarizes a metric or a measure of nights or workouts by local day. */
  totals(measure: DayMeasure, when: When, options?: DailyTotalsOptions): Promise<DailyTotals>;
  /**
   * Fits a trend to a measure of days: how much it rises or falls per month, with its interval.
   *
   * The measure is a metric (`"RestingHeartRate"`), a measure of the night before (`"deep"`,
   * `"bedtime"`), `"workout_min"`, `"workout_distance"`, or a column of `own`. See
   * `series.trend` for the statistics.
   *
   * @returns the object of `series.trend`; `finding` is a sentence such as `resting heart rate rises
   * by 0.6 bpm per month (0.2 to 1)`
   *
   * @example Is my deep sleep changing?
   * ```ts
   * import { demo } from "@lifeframe/lifeframe";
   * import { assertEquals } from "@std/assert";
   *
   * const me = await demo({ days: 7 });
   * const { finding } = await me.trend("deep", { days: 7 });
   * assertEquals(finding, "too few days to tell a trend of deep: 6 of at least 28");
   * ```
   */
  trend(measure: MeasureName, when: When, options?: MeasureTrendOptions): Promise<Trend>;
  /**
   * Finds the date at which a measure of days changed most. It takes the same measures as `me.trend`.
   *
   * @returns the object of `series.changePoint`; `finding` is a sentence such as `resting heart rate
   * changes from 58 to 54 bpm on 3 March 2025 (interval: 1 to 6 March 2025)`
   *
   * @example When did my deep sleep change?
   * ```ts
   * import { demo } from "@lifeframe/lifeframe";
   * import { assertEquals } from "@std/assert";
   *
   * const me = await demo({ days: 7 });
   * const { finding } = await me.changePoint("deep", { days: 7 });
   * assertEquals(finding, "too few days to find a change of deep: 6 of at least 42");
   * ```
   */
  changePoint(
    measure: MeasureName,
    when: When,
    options?: MeasureChangePointOptions,
  ): Promise<ChangePoint>;
  /**
   * Divides a measure of days into levels: how often did it change, and when? It takes
   * the same measures as `me.trend`.
   *
   * @returns the object of `series.changePoints`; `steps` has the level of each day, for `plot.line`
   *
   * @example The levels of a year
   * ```ts
   * import { demo } from "@lifeframe/lifeframe";
   * import { assertEquals } from "@std/assert";
   *
   * const me = await demo({ days: 7 });
   * const { finding } = await me.changePoints("deep", { days: 7 });
   * assertEquals(finding, "too few days to find changes of deep: 6 of at least 42");
   * ```
   */
  changePoints(
    measure: MeasureName,
    when: When,
    options?: MeasureChangePointsOptions,
  ): Promise<ChangePoints>;
  /**
   * Tests whether a measure of days changed at a date that you know, such as the first day of a
   * treatment. It takes the same measures as `me.trend`.
   *
   * @param options `at` is the date; choose it before you look at the values
   * @returns the object of `series.interrupted`; `finding` is a sentence such as `pulse falls by 5
   * bpm on 1 March 2024 (4 to 6.1); no clear change of its slope`
   *
   * @example Did my deep sleep change on 17 March?
   * ```ts
   * import { demo } from "@lifeframe/lifeframe";
   * import { assert } from "@std/assert";
   *
   * const me = await demo({ days: 7 });
   * const { finding } = await me.interrupted("deep", { days: 7 }, { at: "2025-03-17" });
   * assert(finding.startsWith("too few days"));
   * ```
   */
  interrupted(
    measure: MeasureName,
    when: When,
    options: MeasureInterruptedOptions,
  ): Promise<Interrupted>;
  /**
   * Splits a measure of days into trend, weekly part and remainder. It takes the same measures as
   * `me.trend`.
   *
   * @returns the object of `series.decompose`; `frame` has a row per day, for `plot.line`
   *
   * @example Two weeks of deep sleep
   * ```ts
   * import { demo } from "@lifeframe/lifeframe";
   * import { assert } from "@std/assert";
   *
   * const me = await demo({ days: 15 });
   * const { frame } = await me.decompose("deep", { days: 15 });
   * assert(frame.columns.includes("seasonal"));
   * ```
   */
  decompose(
    measure: MeasureName,
    when: When,
    options?: MeasureDecomposeOptions,
  ): Promise<Decomposed>;
  /**
   * Finds streaks: runs of consecutive days on which a measure is within limits.
   *
   * A day without a value ends a streak, and the answer says so. Today does not count.
   *
   * @param measure a metric, a measure of the night before, `"workout_min"`,
   * `"workout_distance"`, or a column of `own`
   * @param options `atLeast`, `atMost` or both, in the unit of the measure
   * @returns the object of `series.streaks`: `longest`, `current`, a sentence as `finding`, and
   * `frame` with a row per streak
   *
   * @example How many days in a row did I walk 3,000 steps?
   * ```ts
   * import { demo } from "@lifeframe/lifeframe";
   * import { assert } from "@std/assert";
   *
   * const me = await demo({ days: 7 });
   * const { longest, days } = await me.streaks("StepCount", { days: 7 }, { atLeast: 3000 });
   * assert(longest! <= days!);
   * ```
   */
  streaks(measure: MeasureName, when: When, options: StreaksQuestion): Promise<Streaks>;
  /**
   * Finds unusual episodes: runs of 2 to 14 days in which a measure is outside your own usual range,
   * such as an illness or a journey. A range of less than 42 days, such as `"2025-03"`, is compared
   * with the 84 days before it and the 28 days after it.
   *
   * @returns the object of `series.unusual`; `finding` is a sentence such as `1 unusual episode in
   * 180 days: 10 to 14 February 2025: heart rate 10 bpm more, step count 7,500 less`, or `nothing
   * unusual in 180 days`; `frame` has a row per episode and measure
   *
   * @example Was I ill?
   * ```ts
   * import { demo } from "@lifeframe/lifeframe";
   * import { assertEquals } from "@std/assert";
   *
   * const me = await demo({ days: 7 });
   * const { finding } = await me.unusual({ days: 7 }, { measures: ["HeartRate", "StepCount"] });
   * assertEquals(finding, "too few days to find unusual ones: 7 of at least 42");
   * ```
   */
  unusual(when: When, options?: UnusualQuestion): Promise<Unusual>;
  /**
   * Ranks habits and measures by their influence on an outcome: which of them go together with more or
   * less deep sleep, and by how many minutes.
   *
   * A cause comes before its outcome: a day before the night, a night before the day, a day before
   * the next. The bedtime counts for its own night, and a habit in `own` for its own day as well.
   * Trend and weekdays are removed, days count as dependent on their neighbours, and p values are
   * corrected for the whole table (Holm): with no influence at all, 19 of 20 tables name none.
   *
   * @param options `y` is the outcome. By default, causes are the measures of `me.unusual`, `workout_min`,
   * and the columns of `own`.
   * @returns an object with the numbers `tested` and `clear` (pairs with a corrected p below 0.05), the
   * text `finding`, such as `20 min less deep with late coffee, the day after (12 to 28 min less); no
   * clear influence of 9 measures more`, and `caution`, the limits of the finding. `frame` has a row per
   * cause and lag, clear ones first, then by the effect of a usual difference: `rank` `i64`, `cause`
   * `str`, `lag` `i64` days, `effect`, `effect_low`, `effect_high` `f64` in `unit` `str` (95 % interval)
   * for `per` `f64` units `cause_unit` `str` of the cause; `p`, `p_adjusted` `f64`, `n` `i64`,
   * `n_effective` `f64`, `finding` `str`
   *
   * @example What matters for my deep sleep?
   * ```ts
   * import { demo } from "@lifeframe/lifeframe";
   * import { assertEquals } from "@std/assert";
   *
   * const me = await demo({ days: 10 });
   * const { finding } = await me.influences({ days: 10 }, { y: "deep", x: ["StepCount"] });
   * assertEquals(finding, "no clear influence on deep of 1 measure");
   * ```
   */
  influences(when: When, options: InfluencesOptions): Promise<Influences>;
  /** Correlates columns of days, on the same or the next day: a row per pair. */
  correlate(when: When, options: CorrelateOptions): Promise<Frame>;
  /** Compares your own metric with the metric of a person who shares it. */
  compareWith(
    userid: string,
    metric: Measure,
    when: When,
    options?: CompareWithOptions,
  ): Promise<Frame>;
  /** Builds a row per local day with workouts, metrics and sleep. */
  workoutDays(when: When, options?: DailyOptions): Promise<Frame>;
  /**
   * Describes days in words, compared with the 28 days before (`before`): a sentence per change, with
   * the difference of the means and its interval, and one for the measures without a clear change.
   * It calls a difference a change if the interval excludes 0. If nothing changed, it names the three
   * largest differences in units of the usual variation from day to day.
   *
   * @param when Range of days. @default the last seven whole days
   */
  digest(when?: When, options?: DigestOptions): Promise<Digest>;
  /**
   * Creates a report about some days: sleep, heart rate, steps, workouts and events, with charts. At the
   * end it lists method, sources, coverage, data, range, zone and version.
   *
   * Its first page is for a doctor: the finding in a sentence, four tiles, and all measures compared
   * with the period before, the largest change first. It reads well on a phone and prints to A4.
   *
   * It covers the whole local days that the range touches, and the nights with a wake-up date among them.
   * Parts without data are left out, and parts that the service does not have (404) or does not share
   * (403) are listed as absent.
   *
   * If several devices recorded a night, one of them counts at each instant, by the rule of
   * `me.lastNight`. The report lists the sources, their order, and the record of each. Means
   * cover nights with at least two thirds recorded, and days that are over. Each
   * value has its number of days or nights.
   *
   * @throws {TypeError} if an option does not exist, or the range is not a {@linkcode When}
   * @throws {RangeError} if the zone is missing, or the range is empty
   */
  report(when: When, options?: ReportOptions): Promise<Report>;
  /** Describes the origin of a result: data, range, zone and version. */
  provenance(when?: When, options?: ProvenanceOptions): Promise<Provenance>;
  /**
   * Writes all of your own data to a new or empty folder: records as Parquet by data type and local
   * month, files unchanged, everything else as JSON lines, and `manifest.json`,
   * which lists the content. An export is written completely or not at all. `me.ingest(folder)`
   * stores its records again, in any account.
   *
   * @throws {RangeError} if the zone is missing, or the folder is not empty; pass `replace` to
   * replace an earlier export
   */
  exportTo(folder: string | URL, options?: ExportToOptions): Promise<Manifest>;
  /**
   * Erases your own records that intersect a range, in all or only some data types, and returns the
   * number of records before and after for each type. With `dryRun` it only counts. Erasing cannot be
   * undone. Tags, files and other objects stay. A record that is sent again exists again.
   *
   * @throws {RangeError} if a data type does not exist
   */
  erase(when: When, options?: EraseOptions): Promise<ErasedType[]>;
  /**
   * Imports a file into the service. Pass the path of an export, the result of a reader (`read.any`,
   * `read.gpx` and so on), or frames by metric. Values without a metric in the catalog, such as HRV as
   * RMSSD, are stored as metrics of your own, which `own` of the result lists. Rows in a unit that their
   * metric does not accept are left out, which `left` lists.
   *
   * For a path, the vendor is detected, and the export is read and stored part by part (see
   * `read.parts`): a health export of gigabytes only takes the memory of one part.
   *
   * Records get an identifier derived from their content (see `read.toRecords`). Importing the same file
   * again, or a newer one with the same records, therefore stores nothing twice: `stored` counts new
   * records, `alreadyThere` the others, which stay unchanged. Metrics are sent one after the other in
   * batches; a batch is stored completely or not at all. Events are stored in calendars with the names
   * in the export.
   *
   * `me.imports.list()` lists imports, including interrupted ones and imports of earlier sessions.
   * `me.imports.undo({ import_id })` deletes the records that the import stored. Earlier records
   * stay. Records that another import also contained stay until that import is undone as well.
   * User-defined metrics and the list of sources stay. A service without imports stores the same
   * records; `import` and `alreadyThere` are then `undefined`.
   *
   * @param content The path, URL or bytes of an export, or a list of them as in `read.any`; the parts of
   * `read.parts`; the result of another reader; or frames as in `read.toRecords`:
   * `{ SleepStage: await read.fitbitSleep(...), StepCount: await read.csv(...) }`
   * @returns numbers of new, known and omitted records, with reasons; it displays itself as text
   * @throws {TypeError} if the content is missing, an option does not exist or concerns reading although
   * the content is already read, the export cannot be read, or a frame lacks a column of times or values
   * @throws {ApiError} if a batch fails; what was stored before stays, as an unfinished import
   *
   * @example Import an export of any size into your own store
   * ```ts
   * import { local } from "@lifeframe/lifeframe";
   * import { assertEquals } from "@std/assert";
   *
   * const path = await Deno.makeTempFile({ suffix: ".xml" });
   * await Deno.writeTextFile(path, `<HealthData>
   *   <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" value="420"
   *     startDate="2024-03-31 12:00:00 +0200" endDate="2024-03-31 12:10:00 +0200"/></HealthData>`);
   * await using me = await local({ tz: "Europe/Berlin" });
   * const { stored, report } = await me.ingest(path);
   * assertEquals([stored, report?.reader], [{ StepCount: 1 }, "appleHealth"]);
   * ```
   *
   * @example Import twice without duplicates, then undo the import
   * ```ts
   * import { local, read } from "@lifeframe/lifeframe";
   * import { assertEquals } from "@std/assert";
   *
   * await using me = await local({ tz: "UTC" });
   * const text = "time,value\n2024-03-30 08:00,12\n2024-03-30 09:00,250\n";
   * const steps = await read.csv({ text }, { tz: "UTC" });
   * const first = await me.ingest({ StepCount: steps }, { name: "steps.csv" });
   * const again = await me.ingest({ StepCount: steps }, { name: "steps.csv" });
   * assertEquals([first.stored, again.stored], [{ StepCount: 2 }, {}]);
   * assertEquals(again.alreadyThere, { StepCount: 2 });
   *
   * for (const { id } of await me.imports.list()) await me.imports.undo({ import_id: id });
   * assertEquals((await me.api.user.totals()).total_records, 0);
   * ```
   *
   * @example Read a vendor's export before importing it
   * ```ts
   * import { local, read } from "@lifeframe/lifeframe";
   * import { assertEquals } from "@std/assert";
   *
   * const file = new File(
   *   ["timestamp,rmssd,nremhr,entropy\n2024-03-31T00:00:00,41.5,58,2.9\n"],
   *   "Daily Heart Rate Variability Summary - 2024-03-(31).csv",
   * );
   * await using me = await local({ tz: "Europe/Berlin" });
   * const { own } = await me.ingest(await read.any(file, { tz: "Europe/Berlin" }));
   * const range = { start_time: "2024-03-31", end_time: "2024-04-01" };
   * const days = await me.daily(range, { metrics: [own["hrv_rmssd"]!] });
   * assertEquals(days.getColumn("hrv_rmssd").toArray(), [41.5]);
   * ```
   *
   * @example Import steps from a table
   * ```ts
   * import { demo, read } from "@lifeframe/lifeframe";
   * import { assertEquals } from "@std/assert";
   *
   * const me = await demo({ days: 1 });
   * const text = "time,value\n2024-03-30 08:00,12\n2024-03-30 09:00,250\n";
   * const steps = await read.csv({ text }, { tz: "UTC" });
   * for (let i = 0; i < 2; i++) await me.ingest({ StepCount: steps });
   * const range = { start_time: "2024-03-30T00:00Z", end_time: "2024-03-31T00:00Z" };
   * const samples = await me.samples("StepCount", range);
   * assertEquals(samples.shape.height, 2);
   * ```
   */
  ingest(content: IngestContent, options?: IngestFileOptions): Promise<IngestedFile>;
}

/** Nouns of the interface that are direct members of the client. */
export interface QuestionParts {
  /** Catalog of data types. */
  readonly catalog: ApiMethods["catalog"];
  /** Imports of files: list and undo them. */
  readonly imports: ApiMethods["imports"];
}

/** A client that also answers common questions. */
export type Me = Client & Questions & QuestionParts;

/** Arguments of a question about events of one type, and about all events. */
type Typed = [type: string, when: When, options?: RecordOptions | undefined];
type Untyped = [when: When, options?: RecordOptions | undefined];

type Answers = typeof import("./questions.ts");

/** Arguments of the questions that take a range, for messages about an invalid range. */
const FORMS = {
  samples: '("HeartRate", when)',
  series: '("HeartRate", when, { every: "1h" })',
  stages: "(when)",
  events: "(type, when) or me.events(when)",
  workouts: "(when)",
  nightly: "(when)",
  daily: '(when, { metrics: ["StepCount"] })',
  diary: "(when)",
  totals: '("StepCount", when)',
  trend: '("deep", when)',
  changePoint: '("deep", when)',
  changePoints: '("deep", when)',
  interrupted: '("deep", when, { at: "2025-03-01" })',
  decompose: '("deep", when)',
  streaks: '("StepCount", when, { atLeast: 10_000 })',
  unusual: "(when)",
  influences: '(when, { y: "deep" })',
  correlate: '(when, { metrics: ["StepCount", "HeartRate"] })',
  compareWith: '(userid, "StepCount", when)',
  digest: "(when)",
  report: "(when)",
  erase: "(when)",
  workoutDays: "(when)",
  provenance: "(when)",
} as const;

/** Number of days of a digest without a range. */
const DIGEST_DAYS = 7;

/**
 * Adds the questions to a client as methods. The code that answers them is loaded with the first question.
 *
 * @param data Description of the data.
 */
export function withQuestions(client: Client, data: DataWords): Me {
  const load = (): Promise<Answers> =>
    loadLate<typeof import("./questions.ts")>("./questions.ts", import.meta);
  const ask = <T>(question: (answers: Answers) => Promise<T>): Promise<T> =>
    inCell(async () => await question(await load()));
  const range = (
    question: keyof typeof FORMS,
    when: When,
    options?: { tz?: Zones | undefined },
  ): Range => {
    try {
      return whenRange(when, { tz: options?.tz ?? client.tz, now: client.now });
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
      const Kind = error instanceof TypeError ? TypeError : RangeError;
      const reason = error.message.replace(/(?<![.?!])$/, ".");
      throw new Kind(`${reason} Call me.${question}${FORMS[question]}.`, { cause: error });
    }
  };
  const ofMetric = (
    question: keyof typeof FORMS,
    metric: unknown,
    when: When,
    options?: { tz?: Zones | undefined },
  ): Range => {
    if (typeof metric === "string" || Array.isArray(metric)) return range(question, when, options);
    throw new TypeError(
      `Cannot read a metric: its name is ${describeValue(metric)}. The metric comes first, then ` +
        `the range: me.${question}("StepCount", { days: 30 }).`,
    );
  };
  const ofDays = <Options extends { tz?: Zones | undefined } | undefined, Result>(
    question: keyof typeof FORMS,
    answer: (
      answers: Answers,
    ) => (me: Client, measure: string, range: Range, options: Options) => Promise<Result>,
  ) =>
  (measure: string, when: When, options: Options): Promise<Result> =>
    ask((answers) =>
      answer(answers)(client, measure, ofMetric(question, measure, when, options), options)
    );
  const source = async (): Promise<string> => await data.content?.() ?? data.name;
  const questions: Questions = {
    samples: (metric, when, options) =>
      ask((answers) =>
        answers.samples(client, metric, ofMetric("samples", metric, when, options), options)
      ),
    series: (metric, when, options) =>
      ask((answers) =>
        answers.metricSeries(client, metric, ofMetric("series", metric, when, options), options)
      ),
    stages: (when, options) =>
      ask((answers) => {
        const asked = range("stages", when, options), tz = options?.tz ?? client.tz;
        const nights = namesDays(when) && tz !== undefined ? wholeNights(asked, tz) : asked;
        return answers.stages(client, nights, options);
      }),
    events: (...given: Typed | Untyped) =>
      ask((answers) => {
        const [type, when, options] = isTyped(given) ? given : [undefined, ...given] as const;
        return answers.events(client, type, range("events", when, options), options);
      }),
    workouts:
      ((when: When, options?: WorkoutsOptions) =>
        ask((answers) =>
          answers.workouts(client, range("workouts", when, options), options)
        )) as Questions["workouts"],
    lastNight: (options) => ask((answers) => answers.lastNight(client, options)),
    nightly: (when, options) =>
      ask((answers) => answers.nightly(client, range("nightly", when, options), options)),
    day: (date, options) => ask((answers) => answers.day(client, date, options)),
    daily: (when, options) =>
      ask((answers) => answers.daily(client, range("daily", when, options), options)),
    watch: async function* (options) {
      return yield* (await load()).watch(client, options);
    },
    note: (name, options) => ask((answers) => answers.note(client, name, options)),
    diary: (when, options) =>
      ask((answers) => answers.diary(client, range("diary", when, options), options)),
    totals: (measure: MeasureName, when: When, options?: DailyTotalsOptions) =>
      ask((answers) =>
        answers.totals(client, measure, ofMetric("totals", measure, when, options), options)
      ),
    trend: ofDays("trend", (answers) => answers.trend),
    streaks: ofDays("streaks", (answers) => answers.streaks),
    unusual: (when, options) =>
      ask((answers) => answers.unusual(client, range("unusual", when, options), options)),
    influences: (when, options) =>
      ask((answers) => answers.influences(client, range("influences", when, options), options)),
    correlate: (when, options) =>
      ask((answers) => answers.correlate(client, range("correlate", when, options), options)),
    compareWith: (userid, metric, when, options) =>
      ask((answers) =>
        answers.compareWith(client, userid, metric, range("compareWith", when, options), options)
      ),
    digest: (when = { days: DIGEST_DAYS }, options) =>
      ask((answers) => answers.digest(client, range("digest", when, options), options)),
    report: (when, options) =>
      ask(async (answers) =>
        await answers.report(client, range("report", when, options), options ?? {}, await source())
      ),
    exportTo: (folder, options) => ask((answers) => answers.exportTo(client, folder, options)),
    erase: (when, options) =>
      ask((answers) => answers.erase(client, range("erase", when), options)),
    workoutDays: (when, options) =>
      ask((answers) => answers.workoutDays(client, range("workoutDays", when, options), options)),
    provenance: (when, options) =>
      ask(async (answers) => {
        const asked = when === undefined ? undefined : range("provenance", when, options);
        return answers.readProvenance(client, await source(), asked, options);
      }),
    ingest: (content, options) => ask((answers) => answers.ingestFile(client, content, options)),
    changePoint: ofDays("changePoint", (answers) => answers.changePoint),
    changePoints: ofDays("changePoints", (answers) => answers.changePoints),
    interrupted: ofDays("interrupted", (answers) => answers.interrupted),
    decompose: ofDays("decompose", (answers) => answers.decompose),
  };
  return guideMe({
    ...client,
    ...questions,
    catalog: client.api.catalog,
    imports: client.api.imports,
    ...aboutMembers(client, data, Object.keys(questions)),
  });
}

/** Returns whether a type comes before the range. */
function isTyped(given: Typed | Untyped): given is Typed {
  return typeof given[1] === "string" || looksLikeRange(given[1]);
}
