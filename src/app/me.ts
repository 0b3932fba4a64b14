import { inCell } from "../options/callSignal.ts";
import { loadLate } from "../options/loadLate.ts";
import type { Client } from "../client/client.ts";
import { aboutMembers, type DataWords } from "./aboutMe.ts";
import type { ActivitiesOptions } from "./days/activities.ts";
import type { CompareWithOptions } from "./days/compareWith.ts";
import type { CorrelateOptions } from "./days/correlate.ts";
import type { DailyOptions } from "./days/daily.ts";
import type { DailyTotals, DailyTotalsOptions } from "./days/dailyTotals.ts";
import type { DayOptions } from "./days/day.ts";
import type { DayRecall } from "./days/dayRecall.ts";
import type { Digest, DigestOptions } from "./report/digest.ts";
import type { ErasedType, EraseOptions } from "./export/erase.ts";
import type { Manifest } from "./export/exportFolder.ts";
import type { ExportToOptions } from "./export/exportTo.ts";
import type { NightlyQuestion } from "./nights/nightly.ts";
import type { LastNight, LastNightOptions } from "./nights/lastNight.ts";
import type { Provenance, ProvenanceOptions } from "./days/provenance.ts";
import type { NoNight } from "./nights/noNight.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** The questions that people ask of their data, each one line. */
export interface Questions {
  /**
   * The last night: asleep, stages in percent, efficiency, when to bed and when up in local time,
   * each beside one's own last 30 nights. A night without sleep says so, and its facts are null.
   */
  lastNight(options?: LastNightOptions): Promise<LastNight | NoNight>;
  /** A day recalled: every metric with data, sleep, workouts, calendar, events and places. */
  day(date: string | Temporal.PlainDate, options?: DayOptions): Promise<DayRecall>;
  /** A row a night: when and how long, how well, and how much of it was recorded. */
  nightly(options: NightlyQuestion): Promise<Frame>;
  /** A row a day: metrics, figures of the night before it, workouts, and a frame of one's own. */
  daily(options: DailyOptions): Promise<Frame>;
  /** One metric by local day: total, mean, percentiles, the best day, a calendar. */
  dailyTotals(options: DailyTotalsOptions): Promise<DailyTotals>;
  /** How days go together, one with the same or the next: a row for each pair of their columns. */
  correlate(options: CorrelateOptions): Promise<Frame>;
  /** One's own metric beside that of a person who shares it. */
  compareWith(svc_userid: string, options: CompareWithOptions): Promise<Frame>;
  /** Workouts beside metrics and sleep, a row for each local day. */
  workoutDays(options: DailyOptions): Promise<Frame>;
  /**
   * Days in words, the last seven unless a range says others: a sentence for each measure of nights and
   * days, its median with the middle half of the values, beside the 28 days before (`before`). It
   * gives the difference of the means with its interval, and calls it a change if the interval excludes 0.
   */
  digest(options?: DigestOptions): Promise<Digest>;
  /** Which data, range, zone and version a result came from, so that it can be made again. */
  provenance(options?: ProvenanceOptions): Promise<Provenance>;
  /**
   * Everything that is one's own, written into a folder that is new or empty: records as Parquet by data
   * type and month (of the client's zone, else UTC), files as they are, all the rest as JSON lines, and
   * `manifest.json`, which says what there is. It is whole, or not there.
   *
   * @throws {RangeError} if the folder holds something; an earlier export is replaced with `replace`
   */
  exportTo(folder: string | URL, options?: ExportToOptions): Promise<Manifest>;
  /**
   * Erases one's own records that intersect a range, in all data types or those that are named, and
   * says of each how many there were and are; with `dryRun` it counts alone. It cannot be undone. Tags,
   * files and what else is no record stays; a record that is sent again is there again.
   *
   * @throws {RangeError} if there is no such data type
   */
  erase(options: EraseOptions): Promise<ErasedType[]>;
  /** Workouts by kind of activity: how many, how long, how far, with how much energy. */
  activities(options: ActivitiesOptions): Promise<Frame>;
}

/** A client that also answers the usual questions. */
export type Me = Client & Questions;

type Answers = typeof import("./questions.ts");

/**
 * A client with the questions as methods. What answers them is loaded when it is first asked.
 *
 * @param data What its data is, in words.
 */
export function withQuestions(client: Client, data: DataWords): Me {
  const load = (): Promise<Answers> =>
    loadLate<typeof import("./questions.ts")>("./questions.ts", import.meta);
  const ask = <T>(question: (answers: Answers) => Promise<T>): Promise<T> =>
    inCell(async () => await question(await load()));
  const questions: Questions = {
    lastNight: (options) => ask((answers) => answers.lastNight(client, options)),
    nightly: (options) => ask((answers) => answers.nightly(client, options)),
    day: (date, options) => ask((answers) => answers.day(client, date, options)),
    daily: (options) => ask((answers) => answers.daily(client, options)),
    dailyTotals: (options) => ask((answers) => answers.dailyTotals(client, options)),
    correlate: (options) => ask((answers) => answers.correlate(client, options)),
    compareWith: (userid, options) =>
      ask((answers) => answers.compareWith(client, userid, options)),
    digest: (options) => ask((answers) => answers.digest(client, options)),
    exportTo: (folder, options) => ask((answers) => answers.exportTo(client, folder, options)),
    erase: (options) => ask((answers) => answers.erase(client, options)),
    workoutDays: (options) => ask((answers) => answers.workoutDays(client, options)),
    activities: (options) => ask((answers) => answers.activities(client, options)),
    provenance: (options) =>
      ask(async (answers) => {
        const source = await data.content?.() ?? data.name;
        return answers.readProvenance(client, source, options);
      }),
  };
  return Object.freeze({
    ...client,
    ...questions,
    ...aboutMembers(client, data, Object.keys(questions)),
  });
}
