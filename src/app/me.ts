import type { Client } from "../client/client.ts";
import { displayMembers } from "../client/auth/displayMembers.ts";
import { nounLine } from "../client/nounLine.ts";
import { activities, type ActivitiesOptions } from "./days/activities.ts";
import { compareWith, type CompareWithOptions } from "./days/compareWith.ts";
import { correlate, type CorrelateOptions } from "./days/correlate.ts";
import { daily, type DailyOptions } from "./days/daily.ts";
import { type DailyTotals, dailyTotals, type DailyTotalsOptions } from "./days/dailyTotals.ts";
import { day, type DayOptions } from "./days/day.ts";
import type { DayRecall } from "./days/dayRecall.ts";
import { type LastNight, lastNight, type LastNightOptions } from "./nights/lastNight.ts";
import { type Provenance, type ProvenanceOptions, readProvenance } from "./days/provenance.ts";
import type { NoNight } from "./nights/noNight.ts";
import { workoutDays } from "./days/workoutDays.ts";
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
  /** Metrics by local day, a column each: totals of cumulative metrics, means of discrete ones. */
  daily(options: DailyOptions): Promise<Frame>;
  /** One metric by local day: total, mean, percentiles, the best day, a calendar. */
  dailyTotals(options: DailyTotalsOptions): Promise<DailyTotals>;
  /** How metrics go together from day to day: a row for each pair. */
  correlate(options: CorrelateOptions): Promise<Frame>;
  /** One's own metric beside that of a person who shares it. */
  compareWith(svc_userid: string, options: CompareWithOptions): Promise<Frame>;
  /** Workouts beside metrics, a row for each local day. */
  workoutDays(options: DailyOptions): Promise<Frame>;
  /** Which data, range, zone and version a result came from, so that it can be made again. */
  provenance(options?: ProvenanceOptions): Promise<Provenance>;
  /** Workouts by kind of activity: how many, how long, how far, with how much energy. */
  activities(options: ActivitiesOptions): Promise<Frame>;
}

/** A client that also answers the usual questions. */
export type Me = Client & Questions;

/**
 * A client with the questions as methods.
 *
 * @param data What its data is, in words. @default the service's address and the user
 */
export function withQuestions(client: Client, data?: string): Me {
  const questions: Questions = {
    lastNight: (options) => lastNight(client, options),
    day: (date, options) => day(client, date, options),
    daily: (options) => daily(client, options),
    dailyTotals: (options) => dailyTotals(client, options),
    correlate: (options) => correlate(client, options),
    compareWith: (userid, options) => compareWith(client, userid, options),
    workoutDays: (options) => workoutDays(client, options),
    activities: (options) => activities(client, options),
    provenance: async (options) =>
      readProvenance(client, data ?? `${client.baseUrl}, user ${await client.userid()}`, options),
  };
  const text = (): string =>
    `${Deno.inspect(client)}\n` +
    nounLine("questions", Object.keys(questions));
  return Object.freeze({ ...client, ...questions, ...displayMembers(text) });
}
