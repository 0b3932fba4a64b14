import type { Client } from "../../client/client.ts";
import type { UnitSystem } from "../../client/connectOptions.ts";
import { readNights, type SleepNights } from "../nights/readNights.ts";
import type { Dates } from "./changes.ts";
import { dayMeasures, type MeasuredDays, nightMeasures } from "./measures.ts";

/** Zone, sources, units and nights of measures. */
export interface MeasuresQuery {
  readonly tz: string;
  /** Sources of sleep, highest priority first. */
  readonly sourcePriority: readonly string[] | undefined;
  readonly units: UnitSystem;
  /** Nights of the first period, if they have already been read. */
  readonly sleep?: SleepNights | undefined;
}

/** Reads the measures of periods in parallel. They are always in the same order: nights first. */
export async function readMeasures(
  me: Client,
  periods: readonly Dates[],
  { tz, sourcePriority, units, sleep }: MeasuresQuery,
): Promise<MeasuredDays[]> {
  const read = await Promise.all(periods.map(async (period, i) => {
    const range = { ...period, tz };
    const [nights, days] = await Promise.all([
      i === 0 && sleep !== undefined ? sleep : readNights(me, { ...range, sourcePriority }),
      dayMeasures(me, { ...range, units }),
    ]);
    return [...nightMeasures(nights, range), ...days];
  }));
  return joined(...read);
}

/** Joins the values of the same measures in several periods. */
export function joined(...periods: readonly (readonly MeasuredDays[])[]): MeasuredDays[] {
  const byLabel = new Map<string, MeasuredDays>();
  for (const measure of periods.flat()) {
    const known = byLabel.get(measure.label);
    const values = [...known?.values ?? [], ...measure.values];
    const vendor = [...known?.vendor ?? [], ...measure.vendor];
    byLabel.set(measure.label, { ...measure, values: new Map(values), vendor: new Set(vendor) });
  }
  return [...byLabel.values()];
}
