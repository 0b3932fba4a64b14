import { hourTicks } from "../axis/hourTicks.ts";
import type { Labels } from "../picture/labels.ts";
import { category } from "../picture/theme.ts";
import { shortNumber } from "../axis/valueTicks.ts";
import type { Statistics } from "../groups/readStatistics.ts";
import type { XAxis } from "../picture/chart.ts";
import { axisBelow } from "../axis/axisBelow.ts";

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
export function dayBands(value: Statistics, labels: Labels): DayBand[] {
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
