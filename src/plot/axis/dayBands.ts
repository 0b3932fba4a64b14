import { hourTicks } from "./hourTicks.ts";
import type { Labels } from "../picture/labels.ts";
import { category } from "../picture/theme.ts";
import type { TimeTicks } from "./timeTicks.ts";
import { shortNumber } from "./valueTicks.ts";
import type { Frame } from "../../frame/polars/frame.ts";

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

/** Ticks of an axis from midnight to midnight, as closely as they fit, in hours. */
export function hoursOfDay(pixels: number, labels: Labels, note?: string): TimeTicks {
  return {
    ticks: hourTicks(24, pixels, labels),
    parts: [],
    changes: [],
    label: `Time of day, ${labels.tz}${note === undefined ? "" : ` (${note})`}`,
  };
}
