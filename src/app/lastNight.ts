import type { Client } from "../client/client.ts";
import { readColumns } from "../frame/readColumns.ts";
import type { Frame } from "../frame/toFrame.ts";
import { hypnogram } from "../plot/hypnogram.ts";
import { Displayable } from "../show/displayable.ts";
import { escapeHtml } from "../show/escapeHtml.ts";
import { table } from "../show/table.ts";
import { fromSamples } from "../sleep/fromSamples.ts";
import { merge } from "../sleep/merge.ts";
import { nights as findNights } from "../sleep/nights.ts";
import { statistics } from "../sleep/statistics.ts";
import { lastNights } from "../time/range.ts";
import { spansWithin } from "./lastSleep.ts";
import { type MainSleep, NIGHT_FIGURES, nightFigures } from "./nightFigures.ts";
import { zoneOf } from "./zoneOf.ts";

/** Which night is meant, and what it is held against. */
export interface LastNightOptions {
  /** IANA zone of night and labels. @default the client's */
  tz?: string | undefined;
  /** Sources of sleep from the highest to the lowest. @default none */
  sourcePriority?: readonly string[] | undefined;
  /** The local date of waking. @default that of the client's `now()` */
  date?: string | Temporal.PlainDate | undefined;
  /** How many nights before it are its own person's usual ones. @default 30 */
  before?: number | undefined;
}

/** What is known of one night. */
export interface NightFacts {
  /** The local date of waking. */
  readonly night: string;
  /** IANA zone of night and labels. */
  readonly tz: string;
  /** When the bed period began. */
  readonly bedtime: Temporal.ZonedDateTime;
  /** When it ended. */
  readonly waketime: Temporal.ZonedDateTime;
  /** The merged stages of the main sleep: `start_time`, `end_time`, `duration_ms`, `sleep_stage`. */
  readonly stages: Frame;
  /**
   * A row for each figure: `name` `str`, `value` `f64`, `unit` `str`, and of the nights before it
   * `usual`, `low`, `high` `f64` (median, 10th and 90th percentile, null without any) and `nights`
   * `i64`. Clock times are hours since the local midnight before the day of waking.
   */
  readonly figures: Frame;
}

/** A night, beside one's own nights before it. */
export class LastNight extends Displayable {
  /** Of what is known of a night. */
  constructor(readonly facts: NightFacts) {
    super();
  }

  /** In one sentence: how long asleep, from when to when. */
  get summary(): string {
    const { night, tz, bedtime, waketime, figures } = this.facts;
    const { name, value } = readColumns(figures, { name: "text", value: "float64" });
    const asleep = value.values[name.values.indexOf("TST")]!;
    const clock = (at: Temporal.ZonedDateTime): string => at.toPlainTime().toString().slice(0, 5);
    return `Night to ${night}: ${NIGHT_FIGURES["TST"]!.text(asleep)} asleep, ` +
      `in bed ${clock(bedtime)} to ${clock(waketime)}, ${tz}`;
  }

  /** The figures as they are read: durations as 7 h 12 min, clock times as 23:40. */
  private get rows(): Record<string, string | null>[] {
    const columns = readColumns(this.facts.figures, {
      name: "text",
      value: "float64",
      usual: "float64",
      low: "float64",
      high: "float64",
    });
    return columns.name.values.map((name, i) => {
      const { label, text } = NIGHT_FIGURES[name!]!;
      const shown = (column: { values: Float64Array; valid?: Uint8Array | undefined }) =>
        column.valid?.[i] === 0 ? null : text(column.values[i]!);
      const low = shown(columns.low), high = shown(columns.high);
      return {
        figure: label,
        "this night": shown(columns.value),
        usual: shown(columns.usual),
        "most nights": low === null || high === null ? null : `${low} to ${high}`,
      };
    });
  }

  /** The figures as a table. */
  private get shown(): ReturnType<typeof table> {
    const { nights } = readColumns(this.facts.figures, { nights: "int64" });
    const count = nights.values.reduce((most, value) => value > most ? value : most, 0n);
    return table(this.rows, {
      head: 20,
      tail: 0,
      types: false,
      title: `Usual: the median of the ${count} nights with data before it; most nights: 8 of 10`,
    });
  }

  /** The sentence, the figures, and the hypnogram. */
  override async html(): Promise<string> {
    const picture = hypnogram(this.facts.stages, { tz: this.facts.tz });
    return `<div class="lifeframe-night"><p><strong>${escapeHtml(this.summary)}</strong></p>` +
      `${await this.shown.html()}${await picture.html()}</div>`;
  }

  /** The sentence and the figures. */
  override toString(): string {
    return `${this.summary}\n${this.shown}`;
  }
}

/**
 * The last night beside one's own nights before it: asleep, stages in percent, efficiency, when to
 * bed and when up. A night is that of `sleep.nights`: of several sleeps the main one.
 *
 * @returns null if there is no sleep in that night
 * @throws {RangeError} if there is no zone, or the date does not exist
 */
export async function lastNight(
  me: Client,
  options: LastNightOptions = {},
): Promise<LastNight | null> {
  const { sourcePriority = [], before = 30 } = options;
  const tz = zoneOf(me, options.tz, "find the last night");
  const date = options.date === undefined
    ? me.now().toZonedDateTimeISO(tz).toPlainDate()
    : Temporal.PlainDate.from(options.date);
  const until = date.toZonedDateTime({ timeZone: tz, plainTime: "12:00" });
  const range = lastNights(before + 1, tz, { until });
  const samples = await me.metrics.samples({ metric: "SleepStage", ...range });
  const stages = merge(fromSamples(samples), { sourcePriority });
  const found = readColumns(findNights(stages, { tz }), {
    night: "text",
    start_time: "time",
    end_time: "time",
    main: "bool",
  });
  const night = date.toString();
  const mains = found.night.values
    .map((name, i): MainSleep => ({
      night: name!,
      start: new Temporal.ZonedDateTime(found.start_time.values[i]! * 1000n, tz),
      end: new Temporal.ZonedDateTime(found.end_time.values[i]! * 1000n, tz),
    }))
    .filter((_, i) => found.main.values[i] === 1);
  const main = mains.find((one) => one.night === night);
  if (main === undefined) return null;
  return new LastNight({
    night,
    tz,
    bedtime: main.start,
    waketime: main.end,
    stages: spansWithin(
      stages,
      main.start.epochNanoseconds / 1000n,
      main.end.epochNanoseconds / 1000n,
    ),
    figures: nightFigures(statistics(stages, { tz }), mains, {
      night,
      first: date.subtract({ days: before }).toString(),
    }),
  });
}
