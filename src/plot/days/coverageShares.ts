import { every } from "../../time/every.ts";
import { windows } from "../../time/windows.ts";
import type { Lane } from "./coverageLanes.ts";
import { DAY_MS } from "../../time/units.ts";

/** How much of a local day, week or month is covered. */
export interface Share {
  /** Its start, not before that of the span. */
  readonly x1: number;
  /** Its end, not after that of the span. */
  readonly x2: number;
  /** The covered part of what lies between, from 0 to 1. */
  readonly share: number;
}

/** Windows by how many days the span may have. */
const LENGTHS = [
  { most: 500, every: "1d", unit: "day" },
  { most: 3660, every: "1w", unit: "week" },
  { most: Infinity, every: "1mo", unit: "month" },
] as const;

/** How much of each local day, or in long spans of each week or month, lanes cover. */
export function shareBars(
  span: { start: number; end: number },
  tz: string,
  pixels: number,
): { unit: string; of: (lane: Lane) => Share[] } {
  const days = (span.end - span.start) / DAY_MS;
  // A bar that is narrower than a pixel would not be seen.
  const length = LENGTHS.find(({ most }) =>
    days <= Math.min(most, Math.max(1, pixels) * (most / 500))
  )!;
  const interval = {
    start: BigInt(Math.floor(span.start * 1000)),
    end: BigInt(Math.ceil(span.end * 1000)),
  };
  const edges = Array.from(
    windows(interval, every(length.every), { tz }),
    (at) => Math.min(span.end, Math.max(span.start, Number(at) / 1000)),
  );
  return {
    unit: length.unit,
    of: (lane) => {
      let first = 0;
      return edges.slice(1).flatMap((x2, i) => {
        const x1 = edges[i]!;
        if (x1 >= x2) return [];
        while (first < lane.start.length && lane.end[first]! <= x1) first++;
        let sum = 0;
        for (let at = first; at < lane.start.length && lane.start[at]! < x2; at++) {
          sum += Math.min(lane.end[at]!, x2) - Math.max(lane.start[at]!, x1);
        }
        return [{ x1, x2, share: sum / (x2 - x1) }];
      });
    },
  };
}
