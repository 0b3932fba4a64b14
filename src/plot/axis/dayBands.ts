import { hourTicks } from "./hourTicks.ts";
import type { Labels } from "../picture/labels.ts";
import { category } from "../picture/theme.ts";
import { shortNumber } from "./valueTicks.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import type { XAxis } from "../picture/chart.ts";
import { axisBelow } from "./axisBelow.ts";

/** A stretch of the mean day that is marked. */
export interface DayBand {
  /** `L5` or `M10`. */
  readonly name: string;
  /** Its name, its times and its mean. */
  readonly text: string;
  /** Where it begins, in hours after midnight. */
  readonly from: number;
  /** Where it ends, past 24 if over midnight. */
  readonly to: number;
  /** Its colour. */
  readonly color: string;
}

/** L5 and M10, as far as they are defined, of the statistics of a rhythm. */
export function dayBands(statistics: Frame, labels: Labels): DayBand[] {
  const rows = statistics.toRecords();
  const value = (name: string): number | null =>
    rows.find((row) => row["name"] === name)!["value"] as number | null;
  return ([["L5", 5, category(4)], ["M10", 10, category(1)]] as const).flatMap(
    ([name, hours, color]) => {
      const mean = value(name), from = value(`${name}_onset`);
      if (mean === null || from === null) return [];
      const to = from + hours;
      const number = shortNumber(Number(mean.toPrecision(3)));
      return [{
        name,
        from,
        to,
        color,
        text: `${name} ${labels.hour(from)} to ${labels.hour(to)}, mean ${number}`,
      }];
    },
  );
}

/** An axis from midnight to midnight, in hours; with a note behind its label. */
export function dayHoursAxis(labels: Labels, note?: string): XAxis {
  const domain = [0, 24] as const;
  const label = `Time of day, ${labels.tz}${note === undefined ? "" : ` (${note})`}`;
  return {
    domain,
    layout: (pixels) => axisBelow({ ticks: hourTicks(domain, pixels, labels), label }),
  };
}
