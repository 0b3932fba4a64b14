import { hourTicks } from "../axis/hourTicks.ts";
import { type Labels, zoneText } from "../picture/labels.ts";
import { INK_2, INK_3 } from "../picture/theme.ts";
import { bareText } from "../axis/valueTicks.ts";
import type { Statistics } from "../groups/readStatistics.ts";
import type { XAxis } from "../picture/chart.ts";
import { axisBelow } from "../axis/axisBelow.ts";
// @ts-types="@types/d3-array"
import { quantileSorted } from "d3-array";
import type { binByClock } from "../../series/statistics/binByClock.ts";
import { dependentMean } from "../../series/statistics/dependentMean.ts";
import { say } from "../../words/language.ts";

/** A time of day, over all days. */
export interface DaySlot {
  /** Middle, in hours after midnight. */
  readonly x: number;
  /** Median or mean of the days, NaN if missing. */
  readonly middle: number;
  /** Lower end of the band. */
  readonly low: number;
  readonly high: number;
}

/** Returns line and band for each time of day; values at both ends of the day repeat. */
export function daySlots(
  { value: mean, slot, perDay }: ReturnType<typeof binByClock>,
  minutes: number,
  { average, band }: { average: "median" | "mean"; band: number },
): DaySlot[] {
  const days: number[][] = Array.from({ length: perDay }, () => []);
  const when: number[][] = days.map(() => []);
  mean.forEach((value, i) => {
    if (slot[i]! < 0) return;
    days[slot[i]!]!.push(value);
    when[slot[i]!]!.push(i / perDay);
  });
  const found = days.map((own, i) => {
    const middle = average === "mean" ? meanOf(own, when[i]!, band) : undefined;
    own.sort((a, b) => a - b);
    return {
      x: (i + 0.5) * minutes / 60,
      ...(middle ?? {
        middle: quantileSorted(own, 0.5) ?? NaN,
        low: quantileSorted(own, (1 - band) / 2) ?? NaN,
        high: quantileSorted(own, (1 + band) / 2) ?? NaN,
      }),
    };
  });
  const first = found[0]!, last = found.at(-1)!;
  const edge = (x: number): DaySlot => ({
    x,
    middle: (first.middle + last.middle) / 2,
    low: (first.low + last.low) / 2,
    high: (first.high + last.high) / 2,
  });
  return [edge(0), ...found, edge(24)];
}

/** Returns the mean of the days and its interval, which allows for dependent days. */
function meanOf(
  values: readonly number[],
  days: readonly number[],
  confidence: number,
): Omit<DaySlot, "x"> {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const half = dependentMean(days, values, confidence) ?? NaN;
  return { middle: mean, low: mean - half, high: mean + half };
}

/** A marked interval of the mean day. */
export interface DayBand {
  /** `L5` or `M10`. */
  readonly name: string;
  /** Name, times and mean. */
  readonly text: string;
  /** Start in hours after midnight. */
  readonly from: number;
  /** End in hours; above 24 if it crosses midnight. */
  readonly to: number;
  readonly color: string;
  /** `01:10 to 06:10` */
  readonly said: string;
  /** Mean, rounded. */
  readonly mean: string;
}

/** Returns L5 and M10 from the statistics of a rhythm, if they are defined. */
export function dayBands(
  value: Statistics,
  labels: Labels,
  unit: string | undefined,
): DayBand[] {
  return ([["L5", 5, INK_3], ["M10", 10, INK_2]] as const).flatMap(
    ([name, hours, color]) => {
      const mean = value(name), from = value(`${name}_onset`);
      if (mean === null || from === null) return [];
      const to = from + hours;
      const number = bareText(mean, unit, 3);
      const said = say("{from} to {to}", { from: labels.hour(from), to: labels.hour(to) });
      return [{
        name,
        from,
        to,
        color,
        said,
        mean: number,
        text: say("{name} {times}, mean {mean}", { name, times: said, mean: number }),
      }];
    },
  );
}

/** Returns an axis from midnight to midnight in hours, with an optional note after its title. */
export function dayHoursAxis(
  labels: Labels,
  span: { readonly start: number; readonly end: number },
  note?: string,
): XAxis {
  const domain = [0, 24] as const;
  const time = say("Time of day, {zone}", { zone: zoneText(labels.tz, span) });
  const label = note === undefined ? time : `${time} (${note})`;
  return {
    domain,
    reading: { kind: "clock", labels, origin: 0 },
    layout: (pixels) => axisBelow({ ticks: hourTicks(domain, pixels, labels), source: label }),
  };
}
