import { countersOf } from "../fit/dayCounters.ts";
import { dayStart, localDay } from "../../time/day.ts";
import type { SampleTaker, TakerContext } from "./gadgetbridgeTaker.ts";

/** Column that counts from midnight. */
interface GadgetCounter {
  readonly column: string;
  readonly metric: string;
  readonly unit: string;
  readonly divisor?: number;
}

const STEPS: GadgetCounter = { column: "STEPS", metric: "StepCount", unit: "steps" };
const COUNTERS: Readonly<Record<string, readonly GadgetCounter[]>> = {
  CMF_ACTIVITY_SAMPLE: [STEPS],
  GARMIN_ACTIVITY_SAMPLE: [
    STEPS,
    { column: "DISTANCE_CM", metric: "DistanceTraveledOnFoot", unit: "m", divisor: 100 },
    { column: "ACTIVE_CALORIES", metric: "ActiveCaloriesBurned", unit: "kcal" },
  ],
};

const NO_ZONE = "a counter that restarts at midnight needs a zone; pass tz";

/** Reads columns that count from midnight of the watch's clock, as the increase from row to row. */
export function takeCounters(
  table: string,
  { collector, tz }: TakerContext,
): SampleTaker | undefined {
  const counters = COUNTERS[table];
  if (counters === undefined) return undefined;
  const midnights = tz === undefined ? undefined : midnightsOf(tz);
  const row: SampleTaker["row"] = (sample) => {
    const { time, source, where } = sample;
    for (const { column, metric, unit, divisor = 1 } of counters) {
      const value = sample.value(column);
      if (value === undefined || value <= 0) continue; // the row contains something else
      if (midnights === undefined) collector.omit(NO_ZONE);
      else {
        countersOf(collector).add(metric, unit, {
          ...midnights(time),
          time,
          value: value / divisor,
          kind: table,
          source,
          where,
        });
      }
    }
  };
  return { columns: counters.map(({ column }) => column), row };
}

/**
 * Returns a function that gives the last midnight before a time, and the clock's offset from UTC.
 */
function midnightsOf(tz: string): (time: number) => { begun: number; offset: number } {
  let from = Infinity, until = -Infinity, day = 0;
  return (time) => {
    if (time <= from || time > until) {
      day = localDay(BigInt(time) - 1n, tz); // a reading at midnight belongs to the day before
      from = Number(dayStart(day, tz));
      until = Number(dayStart(day + 1, tz));
    }
    // any offset that puts the time into its day works; the zone handles daylight saving changes
    return { begun: from, offset: day * 86_400e6 + Math.min(time - from, 86_400e6) - time };
  };
}
