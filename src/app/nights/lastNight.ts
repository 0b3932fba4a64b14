import type { DayOrMoment } from "../../time/day.ts";
import type { Zones } from "../../time/zone.ts";
import { zoneAt, zonedTime, zoneLabel, zonesWithin } from "../../time/zones.ts";
import { openFrame } from "../../frame/open.ts";
import type { Client } from "../../client/client.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { nightChanges } from "../../plot/axis/clockChanges.ts";
import { hypnogram } from "../../plot/hypnogram.ts";
import { labelsOf } from "../../plot/picture/labels.ts";
import { Displayable, partHtml } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import { table } from "../../frame/polars/table.ts";
import { countNights } from "./nightCount.ts";
import { addNightFields, type NightFields } from "./nightFields.ts";
import { type MainSleep, NIGHT_FIGURES, nightFigures } from "./nightFigures.ts";
import { NoNight } from "./noNight.ts";
import { type PageLabels, pageLabels } from "../page/pageLabels.ts";
import { intervalsWithin, readNights } from "./readNights.ts";
import { type SleepSources, sleepSources, sourcesText } from "./sleepSources.ts";
import { toInterval } from "../../time/interval.ts";
import { day as dayRange } from "../../time/range.ts";
import type { TimeTextOptions } from "../../time/textPatterns.ts";
import { inLanguage, say, term } from "../../words/language.ts";
import { zoneOf } from "../ask/zoneOf.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Options of {@linkcode Questions.lastNight}. */
export interface LastNightOptions {
  /** IANA zone of the night and labels. @default the client's */
  tz?: Zones | undefined;
  /**
   * Sources of sleep, highest priority first; unlisted sources come last.
   * @default sources with stages before those without, then in the order of the service's data
   * sources
   */
  sourcePriority?: readonly string[] | undefined;
  /** Wake-up date. @default the date of the client's `now()` */
  date?: string | DayOrMoment | undefined;
  /**
   * Number of nights before it that show what is usual. Only nights with at least two thirds
   * recorded count. @default 30
   */
  before?: number | undefined;
  /**
   * Language and order of dates: a BCP 47 name such as `de`, or a locale of date-fns.
   * @default English
   */
  locale?: TimeTextOptions["locale"] | undefined;
  /**
   * Format of times, as a pattern of date-fns such as `dd.MM.yyyy HH:mm`. @default HH:mm, or the
   * locale's
   */
  timeFormat?: string | undefined;
}

const OPTIONS = optionNames<LastNightOptions>()("tz sourcePriority date before locale timeFormat");

/** Percentage of the night from which a measure counts as known for the whole night. */
const FULLY_KNOWN = 95;

/** Data of one night. */
export interface NightFacts {
  /** Wake-up date. */
  readonly night: string;
  /** IANA zone of the night and labels. */
  readonly tz: string;
  /** Start of the bed period. */
  readonly bedtime: Temporal.ZonedDateTime;
  /** End of the bed period. */
  readonly rise: Temporal.ZonedDateTime;
  /** Merged stages of the main sleep: `start_time`, `end_time`, `duration_ms`, `sleep_stage`. */
  readonly stages: Frame;
  /**
   * A row per measure: `name` `str`, `value` `f64`, `unit` `str`, and for the nights before it
   * `usual`, `low`, `high` `f64` (median, 10th and 90th percentile, null without any) and `nights`
   * `i64`. Clock times are hours since the local midnight that starts the wake-up date. If needed,
   * `reason` `str` says why a value is null because the source does not record it, `basis` `str` is
   * `vendor` for a vendor's total, and `coverage` `f64` is the share of the time in bed for which a
   * value is known. The text names shares below 95 %.
   */
  readonly figures: Frame;
  /** `true` if the night may not be over: its sleep ended less than an hour before it was read. */
  readonly mayGoOn: boolean;
  /** Sources that recorded the night, their order, and the record of each. */
  readonly sources: SleepSources;
}

/** A night compared with the usual ones, with a field per measure: `night.TST`. */
export interface LastNight extends NightFields {}

/** A night compared with the nights before it. */
export class LastNight extends Displayable {
  readonly #labels: PageLabels;

  /** Creates a night with formats of its dates and times. */
  constructor(readonly facts: NightFacts, labels: PageLabels) {
    super();
    this.#labels = labels;
    addNightFields(this, facts.figures);
  }

  /** One sentence: time asleep, start and end. */
  get summary(): string {
    const { night, tz, bedtime, rise, figures, mayGoOn } = this.facts;
    const { name, value } = openFrame(figures).read({ name: "text", value: "float64" });
    const asleep = value.values[name.values.indexOf("TST")]!;
    const labels = this.#labels;
    const values = {
      date: labels.date(night),
      length: NIGHT_FIGURES["TST"]!.text(asleep, labels),
      from: labels.clock(bedtime),
      to: labels.clock(rise),
      zone: zoneLabel(tz),
    };
    return inLanguage(
      labels.options,
      () =>
        (mayGoOn
          ? say("Night to {date}: {length} asleep so far, in bed {from} to {to}, {zone}", values)
          : say("Night to {date}: {length} asleep, in bed {from} to {to}, {zone}", values)) +
        nightChanges(
          bedtime.epochMilliseconds,
          rise.epochMilliseconds,
          labelsOf(labels.options, tz),
        ),
    );
  }

  /** Returns formatted measures: durations as 7 h 12 min, clock times as 23:40. */
  private get rows(): Record<string, string | null>[] {
    const columns = openFrame(this.facts.figures).read({
      name: "text",
      value: "float64",
      usual: "float64",
      low: "float64",
      high: "float64",
    });
    return columns.name.values.map((name, i) => {
      const { label, text } = NIGHT_FIGURES[name!]!;
      const shown = (column: { values: Float64Array; valid?: Uint8Array | undefined }) =>
        column.valid?.[i] === 0 ? null : text(column.values[i]!, this.#labels);
      const low = shown(columns.low), high = shown(columns.high);
      const own = { [say("figure")]: term(label), [say("this night")]: shown(columns.value) };
      return this.nightsBefore === 0 ? own : {
        ...own,
        [say("usual")]: shown(columns.usual),
        [say("most nights")]: low === null || high === null
          ? null
          : say("{from} to {to}", { from: low, to: high }),
      };
    });
  }

  /**
   * Lists totals given by the vendor, measures that are known for a part of the night, and unknown
   * measures with the reason; empty if all are from stages of the whole night.
   */
  private get basis(): string {
    const { name, reason, basis, coverage } = openFrame(this.facts.figures).read({
      name: "text",
      "reason?": "text",
      "basis?": "text",
      "coverage?": "float64",
    });
    const labels = (is: (row: number) => boolean): string =>
      name.values.filter((_, row) => is(row)).map((name) => term(NIGHT_FIGURES[name!]!.label)).join(
        ", ",
      );
    const vendor = labels((row) => basis?.values[row] === "vendor");
    const reasons = new Set((reason?.values ?? []).filter((text) => text !== null));
    const share = (row: number): number | undefined =>
      coverage === undefined || coverage.valid?.[row] === 0
        ? undefined
        : Math.round(100 * coverage.values[row]!);
    const parts = new Set(
      name.values.map((_, row) => share(row) ?? 100).filter((of) => of < FULLY_KNOWN),
    );
    return [
      ...vendor === "" ? [] : [say("The vendor's totals of the night: {list}.", { list: vendor })],
      ...[...parts].map((of) =>
        say("Known for {share} of the night: {list}.", {
          share: `${of} %`,
          list: labels((row) => share(row) === of),
        })
      ),
      ...[...reasons].map((text) =>
        say("Unknown, since {reason}: {list}.", {
          reason: term(text),
          list: labels((row) => reason?.values[row] === text),
        })
      ),
    ].join(" ");
  }

  /** Number of nights before it with data. */
  private get nightsBefore(): number {
    const { nights } = openFrame(this.facts.figures).read({ nights: "int64" });
    return nights.values.reduce((most, value) => Math.max(most, Number(value)), 0);
  }

  /** Returns the measures as a table. */
  private get shown(): ReturnType<typeof table> {
    const count = this.nightsBefore;
    const usual = say(
      "Usual: the median of the {n} {n|night|nights} with data before it; most nights: 8 of 10",
      { n: count },
    );
    return table(this.rows, {
      head: 20,
      tail: 0,
      types: false,
      ...this.#labels.options,
      ...(count === 0 ? {} : { title: usual }),
    });
  }

  /** Returns the sentence, the sources, the measures and the hypnogram. */
  override html(): Promise<string> {
    return inLanguage(this.#labels.options, () => this.#fragment(false));
  }

  /** Returns the fragment with the chart's drawing for a phone. */
  protected override notebookHtml(): Promise<string> {
    return inLanguage(this.#labels.options, () => this.#fragment(true));
  }

  async #fragment(isNotebook: boolean): Promise<string> {
    const picture = hypnogram(this.facts.stages, { tz: this.facts.tz, ...this.#labels.options });
    return `<div class="lifeframe-night"><p><strong>${escapeHtml(this.summary)}</strong></p>\n` +
      `<p>${escapeHtml(sourcesText(this.facts.sources, this.#labels))}</p>\n` +
      (this.basis === "" ? "" : `<p>${escapeHtml(this.basis)}</p>\n`) +
      `${await this.shown.html()}\n<div style="margin-top:1em">${await partHtml(
        picture,
        isNotebook,
      )}</div></div>`;
  }

  /** Returns the sentence, the sources and the measures. */
  override toString(): string {
    return inLanguage(this.#labels.options, () => {
      const basis = this.basis === "" ? "" : `${this.basis}\n`;
      const sources = sourcesText(this.facts.sources, this.#labels);
      return `${this.summary}\n${sources}\n${basis}${this.shown}`;
    });
  }
}

/**
 * Compares the last night with the nights before it: time asleep, stages in percent, efficiency,
 * bedtime and rise. The night is the main sleep according to `sleep.sessions`.
 *
 * If several devices recorded the night, one of them counts at each instant: the first in
 * `sourcePriority`. By default, the order of the service's data sources counts
 * (`me.api.sources.list()`), then the finer resolution. `me.day` and `me.report` use the same rule.
 * The records of each source are shown too, and are in `facts.sources`. The service's own
 * `me.api.sleep` has no such order (interface 4.3, rule 3), unless it was started with one.
 *
 * @returns the night; without sleep, an object that says so, with `facts` null
 * @throws {TypeError} if an option does not exist, or `sourcePriority` is not a list of names
 * @throws {RangeError} if the zone is missing, the date does not exist, or `before` is not an
 * integer of at least 0
 */
export async function lastNight(
  me: Client,
  options: LastNightOptions = {},
): Promise<LastNight | NoNight> {
  const action = "find the last night";
  checkOptions(action, options, OPTIONS);
  const { sourcePriority, before = 30 } = options;
  if (!Number.isInteger(before) || before < 0) {
    throw new RangeError(
      `Cannot ${action}: before is ${before}, expected an integer of at least 0`,
    );
  }
  const tz = zoneOf(me, options.tz, action);
  const date = options.date === undefined
    ? zonedTime(me.now().epochNanoseconds / 1000n, tz).toPlainDate()
    : dayRange(options.date, tz).start_time.toPlainDate();
  const first = date.subtract({ days: before });
  const read = await readNights(me, { first, last: date, tz, sourcePriority });
  const { raw, stages, sessions, statistics, ranked, absent, unfinished } = read;
  const night = date.toString(), labels = pageLabels(options, tz);
  const mains = sessions.filter((session) => session.main).map((session): MainSleep => ({
    night: session.night,
    // In the zone where the person woke up.
    start: zonedTime(session.start, zoneAt(session.end, tz)),
    end: zonedTime(session.end, tz),
  }));
  const main = mains.find((one) => one.night === night);
  if (main === undefined) {
    const zones = zonesWithin(toInterval(dayRange(date, tz)), tz);
    const naps = sessions.filter((session) => session.night === night)
      .map(({ start, end }) => ({ start: zonedTime(start, tz), end: zonedTime(end, tz) }));
    const nearest = mains.at(-1)?.night ?? null;
    return new NoNight({ night, tz: zones, absent, naps, nearest }, labels);
  }
  const { counted } = countNights(read, { first, last: date, today: date });
  const own = sessions.filter((session) => session.main && session.night === night);
  return new LastNight({
    night,
    tz: main.end.timeZoneId,
    bedtime: main.start,
    rise: main.end,
    mayGoOn: unfinished === night,
    stages: intervalsWithin(stages, own),
    figures: nightFigures(
      statistics,
      mains.filter((one) => one === main || counted.has(one.night)),
      { night, first: first.toString() },
    ),
    sources: sleepSources(intervalsWithin(raw, own), ranked, tz),
  }, labels);
}
