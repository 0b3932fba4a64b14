import { quantileSorted } from "d3-array";
import type { Client } from "../client/client.ts";
import { readColumns } from "../frame/readColumns.ts";
import { readNumbers } from "../frame/readNumbers.ts";
import { columnNames } from "../frame/seriesOf.ts";
import type { Frame } from "../frame/toFrame.ts";
import { calendar } from "../plot/calendar.ts";
import { Displayable } from "../show/displayable.ts";
import { table } from "../show/table.ts";
import type { TableDisplay } from "../show/tableDisplay.ts";
import type { Range } from "../time/interval.ts";
import { isoMicros } from "../time/iso.ts";
import { daily } from "./daily.ts";
import { zoneOf } from "./zoneOf.ts";

/** Which metric is summed up. */
export interface DailyTotalsOptions extends Range {
  /** Name of the metric, such as `StepCount`. */
  metric: string;
  /** IANA zone of the days. @default the client's */
  tz?: string | undefined;
}

/** A metric day by day, and what it comes to. */
export class DailyTotals extends Displayable {
  /** `time` `datetime[us, tz]` and the metric's value column `f64`, a row for each day, null without data. */
  readonly frame: Frame;
  /** The metric's value column. */
  readonly column: string;
  /** The metric's unit. */
  readonly unit: string;
  /** IANA zone of the days. */
  readonly tz: string;
  /** The days of the range. */
  readonly days: number;
  /** The days that have data. */
  readonly measured: number;
  readonly #sorted: number[];
  readonly #best: string | null;

  /** Sums up a frame that `daily` gave. */
  constructor(frame: Frame, { unit, tz }: { unit: string; tz: string }) {
    super();
    const column = columnNames(frame).find((name) => name !== "time")!;
    const { time } = readColumns(frame, { time: "time" });
    const values = readNumbers(frame, [column], "sum up days")[0]!;
    const best = values.reduce(
      (top, value, day) => value > (values[top] ?? -Infinity) ? day : top,
      -1,
    );
    this.frame = frame;
    this.column = column;
    this.unit = unit;
    this.tz = tz;
    this.days = values.length;
    this.#sorted = [...values.filter((value) => !Number.isNaN(value)).sort()];
    this.measured = this.#sorted.length;
    this.#best = best < 0 ? null : isoMicros(time.values[best]!, tz).slice(0, 10);
  }

  /** All days together; null if none has data. */
  get total(): number | null {
    return this.measured === 0 ? null : this.#sorted.reduce((sum, value) => sum + value, 0);
  }

  /** The mean of the days that have data; null if none has. */
  get mean(): number | null {
    return this.total === null ? null : this.total / this.measured;
  }

  /**
   * The value that `p` percent of the days that have data stay at or below, linear between two days
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
    const rows = [
      { what: "Total", value: this.total },
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
        title: `${this.column}: ${this.measured} of ${this.days} days have data, ${this.tz}`,
      },
    );
  }

  /** The table, and the days as a calendar. */
  override async html(): Promise<string> {
    const days = calendar(this.frame, { y: this.column, unit: this.unit, tz: this.tz });
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

/**
 * A metric by local day: total, mean, percentiles, the best day, and the days as a calendar. Of a
 * discrete metric, such as heart rate, a day's value is the mean of its samples.
 *
 * @throws {TypeError} if there is no such metric in the catalog
 * @throws {RangeError} if there is no zone
 */
export async function dailyTotals(me: Client, options: DailyTotalsOptions): Promise<DailyTotals> {
  const { metric, start_time, end_time } = options;
  const tz = zoneOf(me, options.tz, "sum up days");
  const [catalog, frame] = await Promise.all([
    me.metrics.catalog(),
    daily(me, { metrics: [metric], start_time, end_time, tz }),
  ]);
  return new DailyTotals(frame, {
    unit: catalog.find(({ name }) => name === metric)?.unit ?? "",
    tz,
  });
}
