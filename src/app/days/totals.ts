import { zonedTime, zoneLabel, zonesWithin } from "../../time/zones.ts";
import { openFrame } from "../../frame/open.ts";
import { quantileSorted } from "d3-array";
import type { Client } from "../../client/client.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { guided, noField } from "../../options/guided.ts";
import { calendar } from "../../plot/calendar.ts";
import { Displayable, partHtml } from "../../display/displayable.ts";
import { unitsOf } from "../../frame/polars/displays.ts";
import { table } from "../../frame/polars/table.ts";
import type { TableDisplay } from "../../frame/table/tableDisplay.ts";
import { type Range, toInterval } from "../../time/interval.ts";
import type { TimeTextOptions } from "../../time/textPatterns.ts";
import type { KnownMetric } from "../ask/checkMetrics.ts";
import {
  MEASURE_OPTIONS,
  measuredDays,
  type MeasureName,
  type MeasureOptions,
  WORKOUTS,
} from "./measuredDays.ts";
import { isSleepFigure } from "./sleepDays.ts";
import { dayCountText } from "./dayCount.ts";
import { type PageLabels, pageLabels } from "../page/pageLabels.ts";
import { CLOCK_UNIT } from "../../time/units.ts";
import { wholeDays } from "../ask/wholeDays.ts";
import { inLanguage, languageCode, numberText, say, term } from "../../words/language.ts";
import { zoneOf } from "../ask/zoneOf.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Options of {@linkcode Questions.totals}. */
export interface DailyTotalsOptions extends MeasureOptions {
  /**
   * Language and order of dates: a BCP 47 name such as `de`, or a locale of date-fns.
   * @default English
   */
  locale?: TimeTextOptions["locale"] | undefined;
  /**
   * Format of dates, as a pattern of date-fns such as `dd.MM.yyyy`. @default yyyy-MM-dd, or the
   * locale's
   */
  timeFormat?: string | undefined;
}

const OPTIONS = optionNames<DailyTotalsOptions>()(MEASURE_OPTIONS, "locale timeFormat");

/** A measure in a table of days. */
export interface MeasuredColumn {
  /** Name by which it was requested, or the metric's name. */
  readonly name: string;
  readonly column: string;
  readonly unit: string;
  /** Kind of aggregation; null if unknown. */
  readonly kind: KnownMetric["kind"];
  /** `true` if each day is the mean of samples. */
  readonly isSampled: boolean;
  /** `true` for a number of `own` that may be a scale, such as a mood. */
  readonly mayBeScale: boolean;
}

/** Context of {@linkcode DailyTotals}. */
export interface DailyTotalsFacts {
  /** Measure, in the unit of the frame. */
  readonly metric: MeasuredColumn;
  /** IANA zone of the days. */
  readonly tz: string;
  /** Current time of the client's clock. */
  readonly now: Temporal.Instant;
  /** `true` to count days that are not over or are only partly in the range. */
  readonly includePartial: boolean;
  /** Formats of dates. */
  readonly labels: PageLabels;
}

/** Returns the name of a column for the title: in English, the column itself. */
function nameOf(column: string): string {
  return languageCode() === "en" ? column : term(column.replaceAll("_", " "));
}

/** A metric by day, and its summary. */
export class DailyTotals extends Displayable {
  /**
   * `time` `datetime[us, tz]`, the metric's value column `f64`, a row per day, null without data,
   * and `whole` `bool`, false for a day that is not over or only partly in the range.
   */
  readonly frame: Frame;
  /** Value column of the metric. */
  readonly column: string;
  /** Unit of each value. */
  readonly unit: Readonly<Record<"total" | "mean" | "percentile", string>>;
  /** Reason why a value is missing; null if it has a value. */
  readonly reason: Readonly<Record<"total" | "mean" | "percentile", string | null>>;
  /** IANA zone of the days. */
  readonly tz: string;
  /** Number of days in the range. */
  readonly days: number;
  /** Number of days that count: they have data and are complete. */
  readonly measured: number;
  readonly #metric: MeasuredColumn;
  readonly #sorted: number[];
  readonly #best: string | null;
  readonly #count: string;
  readonly #labels: PageLabels;
  readonly #now: Temporal.Instant;

  /** Summarizes a frame of `daily`. */
  constructor(frame: Frame, { metric, tz, now, includePartial, labels }: DailyTotalsFacts) {
    super();
    const { time } = openFrame(frame).read({ time: "time" });
    const { values, rows, partial } = wholeDays(frame, metric.column, { tz, includePartial });
    const best = values.reduce(
      (top, value, day) => value > (values[top] ?? -Infinity) ? day : top,
      -1,
    );
    this.frame = frame;
    this.column = metric.column;
    const fields = <T>(
      value: (name: "total" | "mean" | "percentile") => T,
    ): Record<"total" | "mean" | "percentile", T> => ({
      total: value("total"),
      mean: value("mean"),
      percentile: value("percentile"),
    });
    this.unit = guided(fields(() => metric.unit), noField("the units of daily totals"));
    this.reason = guided(
      fields((name) =>
        name === "total" && metric.kind === "discrete"
          ? metric.mayBeScale
            ? `${metric.name} may be a scale; combine: "sum" adds up its days`
            : `the days of ${metric.name} do not add up`
          : values.length === 0
          ? "no day has data"
          : null
      ),
      noField("the reasons of daily totals"),
    );
    this.tz = tz;
    this.days = time.values.length;
    this.measured = values.length;
    this.#metric = metric;
    this.#sorted = [...values.toSorted()];
    this.#best = best < 0 ? null : labels.date(
      zonedTime(time.values[rows[best]!]!, tz).toPlainDate(),
    );
    this.#count = inLanguage(
      labels.options,
      () => dayCountText({ days: this.days, counted: this.measured, partial, now, tz }, labels),
    );
    this.#labels = labels;
    this.#now = now;
  }

  /**
   * Sum of the days that count; null if none has data.
   *
   * @throws {TypeError} if the metric is discrete: the days of a rate, such as heart rate, do not
   * add up; or if the measure is a number of `own` that may be a scale
   */
  get total(): number | null {
    if (this.#metric.mayBeScale) {
      throw new TypeError(
        `Cannot add up the days of ${this.#metric.name}: it may be a scale, such as a mood from 1 ` +
          'to 10. Use mean or percentile(50), or pass combine: "sum" if its numbers are amounts.',
      );
    }
    if (this.#metric.kind === "discrete") {
      throw new TypeError(
        `Cannot add up the days of ${this.#metric.name}: it is a discrete ${
          this.#metric.isSampled ? "metric" : "measure"
        } (${this.unit.mean})${
          this.#metric.isSampled ? ", and each day is the mean of its samples" : ""
        }. Use mean or percentile(50).`,
      );
    }
    return this.measured === 0 ? null : sum(this.#sorted);
  }

  /** Mean of the days that count; null if none has data. */
  get mean(): number | null {
    return this.measured === 0 ? null : sum(this.#sorted) / this.measured;
  }

  /**
   * Returns the value that `p` percent of the counted days do not exceed, interpolated linearly
   * (Hyndman and Fan 1996, type 7); null if no day has data.
   *
   * @throws {RangeError} if `p` is not from 0 to 100
   */
  percentile(p: number): number | null {
    if (!(p >= 0 && p <= 100)) {
      throw new RangeError(`Cannot find percentile ${p}: expected a number from 0 to 100`);
    }
    return quantileSorted(this.#sorted, p / 100) ?? null;
  }

  /** Returns the summary as a table. */
  summary(): TableDisplay {
    return inLanguage(this.#labels.options, () => this.#table());
  }

  #table(): TableDisplay {
    const isDiscrete = this.#metric.kind === "discrete";
    const isClock = this.unit.mean === CLOCK_UNIT, best = this.#best;
    const rows: (readonly [label: string, value: number | null])[] = [
      ...isDiscrete ? [] : [[say("Total"), this.total] as const],
      [say("Mean of a day"), this.mean],
      [say("Median"), this.percentile(50)],
      [say("90th percentile"), this.percentile(90)],
      [
        isClock
          ? best === null ? say("Latest") : say("Latest, on {day}", { day: best })
          : best === null
          ? say("Most")
          : say("Most, on {day}", { day: best }),
        this.percentile(100),
      ],
    ];
    const title = { name: nameOf(this.column), count: this.#count, zone: zoneLabel(this.tz) };
    return table(
      rows.map(([label, value]) => ({
        [say("what")]: label,
        [say("value")]: value === null ? null : this.#amount(value),
        ...(isClock || this.unit.mean === "" ? {} : { [say("unit")]: term(this.unit.mean) }),
      })),
      {
        types: false,
        ...this.#labels.options,
        title: isDiscrete && this.#metric.isSampled
          ? say("{name}: {count}, {zone}; each day is the mean of its samples", title)
          : `${title.name}: ${title.count}, ${title.zone}`,
      },
    );
  }

  /** Formats a value: a time of day, or a number with separators and at most three decimals. */
  #amount(value: number): string {
    if (this.unit.mean === CLOCK_UNIT) return this.#labels.hour(value);
    return numberText(value, { maximumFractionDigits: Math.abs(value) < 1000 ? 3 : 0 });
  }

  /** Returns the table, and the days as a calendar. */
  override html(): Promise<string> {
    return this.#fragment(false);
  }

  /** Returns the fragment with the chart's drawing for a phone. */
  protected override notebookHtml(): Promise<string> {
    return this.#fragment(true);
  }

  async #fragment(isNotebook: boolean): Promise<string> {
    const days = calendar(this.frame, {
      now: this.#now,
      y: this.column,
      ...(this.#metric.kind === "discrete" ? { aggregate: "mean" } : {}),
      unit: this.unit.mean,
      tz: this.tz,
      ...this.#labels.options,
    });
    return `${await this.summary().html()}<div style="margin-top:1em">${await partHtml(
      days,
      isNotebook,
    )}</div>`;
  }

  /** Returns the table as text. */
  override toString(): string {
    return this.summary().toString();
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Units of measures of nights and workouts that add up over days. */
const ADDS_UP: readonly string[] = ["min", "km", "mi", "count", ""];

/**
 * Summarizes a measure by local day: total, mean, percentiles, the best day, and a calendar. A
 * measure is a metric, a measure of the night before (`asleep`, `bedtime`), `workouts`,
 * `worked_out`, `workout_min`, `workout_distance`, or a column of `own`. The value of a discrete
 * metric, such as heart rate, is the mean of its samples, and it has no total; nor do clock times
 * and percentages of nights.
 *
 * A column of `own` has a total if it is boolean (the number of days), if a diary adds it up, or if
 * `combine` is `"sum"` or `"count"` for it. Other numbers may be a scale, such as a mood from 1 to 10.
 *
 * Days that are not over at the client's `now()`, or only partly in the range, are not `whole` in
 * the frame. They only count with `includePartial`; the table lists them. Nights with less than two
 * thirds recorded are null without `includePartial`.
 *
 * @throws {TypeError} if the metric's numbers are codes, such as `SleepStage`
 * @throws {RangeError} if the zone is missing, or the measure (with the nearest name) or the system
 * of units does not exist
 */
export async function totals(
  me: Client,
  measure: MeasureName,
  range: Range,
  options: DailyTotalsOptions = {},
): Promise<DailyTotals> {
  const action = "sum up days";
  checkOptions(action, options, OPTIONS);
  const { includePartial = false, locale: _, timeFormat: __, ...asked } = options;
  const tz = zoneOf(me, options.tz, action);
  const { days: frame, columns, metrics, own, added } = await measuredDays(
    me,
    range,
    [measure],
    asked,
    action,
  );
  const [column = measure] = columns, [metric] = metrics, unit = unitsOf(frame)[column] ?? "";
  const isYours = metric === undefined && own.includes(column) && !isSleepFigure(column) &&
    !WORKOUTS.includes(column);
  const addsUp = isYours ? added.includes(column) : ADDS_UP.includes(unit);
  return new DailyTotals(frame, {
    metric: {
      name: metric?.name ?? measure,
      column,
      unit,
      kind: metric?.kind ?? (addsUp ? "cumulative" : "discrete"),
      isSampled: metric !== undefined,
      mayBeScale: isYours && !addsUp,
    },
    tz: zonesWithin(toInterval(range, { tz }), tz),
    now: me.now(),
    includePartial,
    labels: pageLabels(options, tz),
  });
}
