import type { Frame } from "../frame/toFrame.ts";
import { hourTicks } from "./hourTicks.ts";
import { two } from "./localLabels.ts";
import { category } from "./theme.ts";
import type { TimeTicks } from "./timeTicks.ts";
import { shortNumber } from "./valueTicks.ts";

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
export function dayBands(statistics: Frame): DayBand[] {
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
        text: `${name} ${hourLabel(from)} to ${hourLabel(to)}, mean ${number}`,
      }];
    },
  );
}

/** Hours after midnight as a time of day: 25.5 is `01:30`. */
export function hourLabel(hours: number): string {
  const minutes = Math.round(hours * 60) % 1440;
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Ticks of an axis from midnight to midnight, as closely as they fit, in hours. */
export function hoursOfDay(pixels: number, tz: string): TimeTicks {
  return {
    ticks: hourTicks(24, pixels),
    parts: [],
    changes: [],
    label: `Time of day, ${tz}`,
  };
}
