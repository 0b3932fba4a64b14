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
import type { DayRecall } from "./days/dayRecall.ts";
import type { Digest, DigestOptions } from "./report/digest.ts";
import type { ErasedType, EraseOptions } from "./export/erase.ts";
import type { Manifest } from "./export/exportFolder.ts";
import type { ExportToOptions } from "./export/exportTo.ts";
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
import type { StageColumn, StagesOptions } from "./records/stages.ts";
import type { Report, ReportOptions } from "./report.ts";
import type { Range } from "../time/interval.ts";
import { guideMe } from "./guide/guideMe.ts";
import { wholeNights } from "../time/range.ts";
import type { DayOrMoment } from "../time/day.ts";
import { looksLikeRange, namesDays, type When, whenRange } from "../time/when.ts";
import type { Zones } from "../time/zone.ts";

/** Questions about a person's data, each one call. Ranges are forms of {@linkcode When}. */
export interface Questions {
  /**
   * Raw samples of a metric, by its name or value column.
   *
   * @returns the columns of `me.api.metrics.samples`: `start_date`, `end_date` `datetime[us, tz]`, `value`
   * `f64`, `unit` and `source` `str`, and others
   * @throws {RangeError} if there is no such metric; the nearest is named
   *
   * @example A day of heart rate
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
   * Regular time series of a metric, or of several, a column each: totals of a cumulative metric, means of
   * a discrete one, `null` without data.
   *
   * @returns `time` `datetime[us, tz]`, the start of each window, and a value column `f64` for each metric
   * @throws {RangeError} if there is no such metric, or `every` is no length
   *
   * @example Steps by the hour
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
   * Sleep stages, one source at each instant by the rule of `me.nightly`. A range that is named by days
   * means the nights from which one woke on them, each whole.
   *
   * @returns `start_time`, `end_time` `datetime[us, tz]`, `duration_ms` `i64`, `sleep_stage` `i64`, as
   * `sleep.merge` returns them; in bed (0) shows where no source has a stage. If a sleep without stages
   * has totals of its vendor, they are columns such as `deep_sleep_duration`
   */
  stages(when: When, options?: StagesOptions): Promise<FrameOf<StageColumn>>;
  /**
   * Events of a data type.
   *
   * @returns a row an event in the order of time
   */
  events(type: string, when: When, options?: RecordOptions): Promise<Frame>;
  /** Everything that was noted, a row an event in the order of time. */
  events(when: When, options?: RecordOptions): Promise<Frame>;
  /** Sums of workouts by activity. */
  workouts(
    when: When,
    options: WorkoutsOptions & { readonly by: "activity" },
  ): Promise<FrameOf<ActivityColumn>>;
  /** Workouts, a row each. */
  workouts(when: When, options?: WorkoutsOptions): Promise<FrameOf<WorkoutColumn>>;
  /**
   * Last night: time asleep, stages in percent, efficiency, bedtime and rise in local time, each beside
   * the 30 nights before it. A night without sleep says so, and its facts are null.
   */
  lastNight(options?: LastNightOptions): Promise<LastNight | NoNight>;
  /** A day recalled: every metric with data, sleep, workouts, calendar, events and places. */
  day(date: string | DayOrMoment, options?: DayOptions): Promise<DayRecall>;
  /** A row a night: when and how long, how well, and how much of it was recorded. */
  nightly(when: When, options?: NightlyQuestion): Promise<FrameOf<NightColumn>>;
  /** A row a day: metrics, figures of the night before it, workouts, and a frame of your own. */
  daily(when: When, options: DailyOptions): Promise<Frame>;
  /** One metric by local day: total, mean, percentiles, the best day, a calendar. */
  totals(metric: Measure, when: When, options?: DailyTotalsOptions): Promise<DailyTotals>;
  /** Correlates columns of days, on the same or the next day: a row for each pair. */
  correlate(when: When, options: CorrelateOptions): Promise<Frame>;
  /** Your own metric beside that of a person who shares it. */
  compareWith(
    userid: string,
    metric: Measure,
    when: When,
    options?: CompareWithOptions,
  ): Promise<Frame>;
  /** Workouts beside metrics and sleep, a row for each local day. */
  workoutDays(when: When, options?: DailyOptions): Promise<Frame>;
  /**
   * Days in words: a sentence for each measure of nights and days, its median with the middle half of
   * the values, beside the 28 days before (`before`). It gives the difference of the means with its
   * interval, and calls it a change if the interval excludes 0.
   *
   * @param when Range of days. @default the last seven whole days
   */
  digest(when?: When, options?: DigestOptions): Promise<Digest>;
  /**
   * Report over some days: sleep, heart rate, steps, workouts and events, with pictures and the numbers
   * behind them, and below it the data, range, zone and version that it came from.
   *
   * Its first page is for a doctor: each measure with its course, beside the period before; what changed;
   * what was measured and what not; method and limits. It reads on a phone and prints to A4.
   *
   * It covers whole local days, those that the range touches, and the nights whose date of waking lies
   * among them. Parts without data are left out, and parts that the service does not have (404) or does
   * not share (403) are listed as absent.
   *
   * Where several devices saw a night, one of them counts at each instant, by the rule of `me.lastNight`;
   * the report names the sources, their order, and what each gives alone. Medians are over the nights that
   * are recorded to two thirds at least, means of days over the days that are over; the number of days
   * or nights is given beside each figure.
   *
   * @throws {TypeError} if an option does not exist, or the range has no known form
   * @throws {RangeError} if there is no zone, or the range is empty
   */
  report(when: When, options?: ReportOptions): Promise<Report>;
  /** Data, range, zone and version that a result came from, so that it can be made again. */
  provenance(when?: When, options?: ProvenanceOptions): Promise<Provenance>;
  /**
   * Writes everything that is your own into a folder that is new or empty: records as Parquet by data
   * type and month (of the client's zone, else UTC), files as they are, all the rest as JSON lines, and
   * `manifest.json`, which lists what there is. It is whole, or not there.
   *
   * @throws {RangeError} if the folder holds something; an earlier export is replaced with `replace`
   */
  exportTo(folder: string | URL, options?: ExportToOptions): Promise<Manifest>;
  /**
   * Erases your own records that intersect a range, in all data types or those that are named, and
   * returns for each the number of records before and after; with `dryRun` it only counts. It cannot be
   * undone. Tags, files and other things that are no records stay; a record that is sent again is there
   * again.
   *
   * @throws {RangeError} if there is no such data type
   */
  erase(when: When, options?: EraseOptions): Promise<ErasedType[]>;
  /**
   * Puts a file into the service: the path of an export, or what was read of one: a maker's export
   * (`read.any`, `read.gpx` and the like) or the phone's health export with sleep, workouts, places, events
   * and metrics, or frames by the metric that they are. What is no metric of the catalog, such as HRV as
   * RMSSD, goes into metrics of your own; `own` of the result names them. Rows in a unit that their metric
   * does not take stay out; `left` names them.
   *
   * For a path, the vendor is detected, and the export is read and stored part by part, as
   * `read.parts` gives them: a phone's health export of gigabytes takes the memory of one part.
   *
   * Records get an identifier made from what they hold (see `read.toRecords`), so that a file that was
   * read before, or a newer one that holds the same, stores nothing twice: `stored` counts new records,
   * `alreadyThere` the others, which stay as they are. Metrics go one after the other in batches; a batch
   * is stored as a whole or not at all. Events go into calendars named as the export names them.
   *
   * `me.imports.list()` lists imports, including interrupted ones and imports of earlier sessions.
   * `me.imports.undo({ import_id })` deletes the records that the import stored. Records that were there
   * before stay. Records that another import contained too stay until that import is undone as well. The
   * definitions of own metrics and the list of sources stay. A service that keeps no imports stores the
   * same records; `import` and `alreadyThere` are then `undefined`.
   *
   * @param content the path, URL, bytes or the like of an export, or a list of them as `read.any` takes it; the
   * parts that `read.parts` gives; what another reader gives; or frames as `read.toRecords` takes them:
   * `{ SleepStage: await read.fitbitSleep(...), StepCount: await read.csv(...) }`
   * @returns numbers of new, known and omitted records, with reasons; it shows itself as text
   * @throws {TypeError} if there is no content, an option does not exist or says how to read what is
   * read already, the export cannot be read, or a frame has no column of times or values
   * @throws {ApiError} if a batch fails; what was stored before stays, as an import without an end
   *
   * @example An export of any size into your own store
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
   * @example A second import stores nothing, and an import can be undone
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
   * @example A takeout, looked at before it is stored
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
   * @example Steps of a table, twice
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

/** Catalog of data types and imports, as parts of the client of their own. */
export interface QuestionParts {
  /** Catalog of data types. */
  readonly catalog: ApiMethods["catalog"];
  /** Imports of files: listed, and undone. */
  readonly imports: ApiMethods["imports"];
}

/** A client that also answers the usual questions. */
export type Me = Client & Questions & QuestionParts;

/** Arguments of a question about events of a type, and about all. */
type Typed = [type: string, when: When, options?: RecordOptions | undefined];
type Untyped = [when: When, options?: RecordOptions | undefined];

type Answers = typeof import("./questions.ts");

/** Arguments of the questions that take a range, for messages about one that has no known form. */
const FORMS = {
  samples: '("HeartRate", when)',
  series: '("HeartRate", when, { every: "1h" })',
  stages: "(when)",
  events: "(type, when) or me.events(when)",
  workouts: "(when)",
  nightly: "(when)",
  daily: '(when, { metrics: ["StepCount"] })',
  totals: '("StepCount", when)',
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
 * A client with the questions as methods. The code that answers them is loaded with the first question.
 *
 * @param data Its data, in words.
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
      `Cannot ask for a metric: its name is ${
        describeValue(metric)
      }. The metric comes first, then ` +
        `the range: me.${question}("StepCount", { days: 30 }).`,
    );
  };
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
    totals: (metric, when, options) =>
      ask((answers) =>
        answers.totals(client, metric, ofMetric("totals", metric, when, options), options)
      ),
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
  return looksLikeRange(given[1]);
}
