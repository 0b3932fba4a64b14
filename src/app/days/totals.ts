import type { Measure } from "../../api/fields/metricTable.ts";
import type { Zones } from "../../time/zone.ts";
import { zonedTime, zoneLabel } from "../../time/zones.ts";
import { openFrame } from "../../frame/open.ts";
import { quantileSorted } from "d3-array";
import type { Client } from "../../client/client.ts";
import type { UnitSystem } from "../../client/connectOptions.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { calendar } from "../../plot/calendar.ts";
import { Displayable } from "../../display/displayable.ts";
import { unitsOf } from "../../frame/polars/displays.ts";
import { table } from "../../frame/polars/table.ts";
import type { TableDisplay } from "../../frame/table/tableDisplay.ts";
import type { Range } from "../../time/interval.ts";
import type { TimeTextOptions } from "../../time/textPatterns.ts";
import { checkMetrics, type KnownMetric } from "../ask/checkMetrics.ts";
import { daily } from "./daily.ts";
import { dayCountText } from "./dayCount.ts";
import { type PageLabels, pageLabels } from "../page/pageLabels.ts";
import { wholeDays } from "../ask/wholeDays.ts";
import { zoneOf } from "../ask/zoneOf.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Which metric is summed up. */
export interface DailyTotalsOptions {
  /**
   * System of units of metrics: kcal and kilometres, or kcal and miles. `"catalog"` leaves each metric in
   * the unit of the catalog, such as `cal` and `mi`.
   * @default the client's
   */
  units?: UnitSystem | "catalog" | undefined;
  /** IANA zone of the days. @default the client's */
  tz?: Zones | undefined;
  /** Whether days count that are not over, or that the range cuts. @default false */
  includePartial?: boolean | undefined;
  /** The language and order of dates: a BCP 47 name such as `de`, or a locale of date-fns. @default English */
  locale?: TimeTextOptions["locale"] | undefined;
  /** How dates are written, as a pattern of date-fns such as `dd.MM.yyyy`. @default yyyy-MM-dd, or the locale's */
  timeFormat?: string | undefined;
}

const OPTIONS = optionNames<DailyTotalsOptions>()("units tz includePartial locale timeFormat");

/** What is known of a metric and its days. */
export interface DailyTotalsFacts {
  /** The metric, in the unit of the frame. */
  readonly metric: KnownMetric;
  /** IANA zone of the days. */
  readonly tz: string;
  /** The present, by the client's clock. */
  readonly now: Temporal.Instant;
  /** Whether days count that are not over, or that the range cuts. */
  readonly includePartial: boolean;
  /** How dates are written. */
  readonly labels: PageLabels;
}

/** A metric day by day, and what it comes to. */
export class DailyTotals extends Displayable {
  /**
   * `time` `datetime[us, tz]`, the metric's value column `f64`, a row for each day, null without data,
   * and `whole` `bool`, false of a day that is not over or cut by the range.
   */
  readonly frame: Frame;
  /** The metric's value column. */
  readonly column: string;
  /** The metric's unit. */
  readonly unit: string;
  /** IANA zone of the days. */
  readonly tz: string;
  /** The days of the range. */
  readonly days: number;
  /** The days that count: those that have data and are whole. */
  readonly measured: number;
  readonly #metric: KnownMetric;
  readonly #sorted: number[];
  readonly #best: string | null;
  readonly #count: string;
  readonly #labels: PageLabels;
  readonly #now: Temporal.Instant;

  /** Sums up a frame that `daily` gave. */
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
    this.unit = metric.unit;
    this.tz = tz;
    this.days = time.values.length;
    this.measured = values.length;
    this.#metric = metric;
    this.#sorted = [...values.toSorted()];
    this.#best = best < 0 ? null : labels.date(
      zonedTime(time.values[rows[best]!]!, tz).toPlainDate(),
    );
    this.#count = dayCountText(
      { days: this.days, counted: this.measured, partial, now, tz },
      labels,
    );
    this.#labels = labels;
    this.#now = now;
  }

  /**
   * All days that count together; null if none has data.
   *
   * @throws {TypeError} if the metric is discrete: the days of a rate, such as heart rate, do not add up
   */
  get total(): number | null {
    if (this.#metric.kind === "discrete") {
      throw new TypeError(
        `Cannot add up the days of ${this.#metric.name}: it is a discrete metric (${this.unit}), and ` +
          "each day is the mean of its samples; use mean or percentile(50)",
      );
    }
    return this.measured === 0 ? null : sum(this.#sorted);
  }

  /** The mean of the days that count; null if none has data. */
  get mean(): number | null {
    return this.measured === 0 ? null : sum(this.#sorted) / this.measured;
  }

  /**
   * The value that `p` percent of the days that count stay at or below, linear between two days
   * (Hyndman and Fan 1996, type 7); null if none has data.
   *
   * @throws {RangeError} if `p` is not from 0 to 100
   */
  percentile(p: number): number | null {
    if (!(p >= 0 && p <= 100)) {
      throw new RangeError(`Cannot find percentile ${p}: give a number from 0 to 100`);
    }
    return quantileSorted(this.#sorted, p / 100) ?? null;
  }

  /** What it comes to, as a table. */
  summary(): TableDisplay {
    const isDiscrete = this.#metric.kind === "discrete";
    const rows = [
      ...isDiscrete ? [] : [{ what: "Total", value: this.total }],
      { what: "Mean of a day", value: this.mean },
      { what: "Median", value: this.percentile(50) },
      { what: "90th percentile", value: this.percentile(90) },
      {
        what: this.#best === null ? "Most" : `Most, on ${this.#best}`,
        value: this.percentile(100),
      },
    ];
    return table(
      rows.map(({ what, value }) => ({
        what,
        value: value === null ? null : amount(value),
        unit: this.unit,
      })),
      {
        types: false,
        title: `${this.column}: ${this.#count}, ${zoneLabel(this.tz)}${
          isDiscrete ? "; each day is the mean of its samples" : ""
        }`,
      },
    );
  }

  /** The table, and the days as a calendar. */
  override async html(): Promise<string> {
    const days = calendar(this.frame, {
      now: this.#now,
      y: this.column,
      unit: this.unit,
      tz: this.tz,
      ...this.#labels.options,
    });
    return `${await this.summary().html()}${await days.html()}`;
  }

  /** The table as text. */
  override toString(): string {
    return this.summary().toString();
  }
}

/** A value with thousands set apart and at most three digits after the point. */
function amount(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: Math.abs(value) < 1000 ? 3 : 0 });
}

function sum(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/**
 * A metric by local day: total, mean, percentiles, the best day, and the days as a calendar. Of a
 * discrete metric, such as heart rate, a day's value is the mean of its samples, and there is no total.
 *
 * Days that are not over at the client's `now()`, or that the range cuts, are not `whole` in the frame and do
 * not count, unless `includePartial` is set; the table says which they are.
 *
 * @throws {TypeError} if the metric's numbers are codes, such as those of `SleepStage`
 * @throws {RangeError} if there is no zone, no such metric (the nearest is named) or no such system of units
 */
export async function totals(
  me: Client,
  metric: Measure,
  range: Range,
  options: DailyTotalsOptions = {},
): Promise<DailyTotals> {
  const action = "sum up days";
  checkOptions(action, options, OPTIONS);
  const { units, includePartial = false } = options;
  const tz = zoneOf(me, options.tz, action);
  const [known] = await checkMetrics(me, [metric], action);
  const frame = await daily(me, range, { metrics: [metric], units, tz });
  return new DailyTotals(frame, {
    metric: { ...known!, unit: unitsOf(frame)[known!.column]! },
    tz,
    now: me.now(),
    includePartial,
    labels: pageLabels(options, tz),
  });
}
