import type { DaySpan } from "../export/localDay.ts";
import type { RuleContext } from "../export/readExport.ts";
import type { GarminRecord } from "./garminRecord.ts";

/** The source of what no device is named for. */
export const SOURCE = "Garmin";

/** A figure: where it stands, what it is, its unit; what stands for none; by what it is divided. */
export interface GarminFigure {
  /** The keys that lead to it. */
  readonly path: readonly string[];
  /** The metric of the catalog. */
  readonly metric?: string;
  /** The word for it in `others`, where the catalog has none. */
  readonly other?: string;
  /** Its unit. */
  readonly unit: string;
  /** The least that stands for something. @default 0 */
  readonly least?: number;
  /** By what it is divided. @default 1 */
  readonly divisor?: number;
  /** Whether it counts only where there is nothing finer. @default false */
  readonly coarse?: boolean;
}

/** Adds the figures that a record has, over a span. */
export function addFigures(
  figures: readonly GarminFigure[],
  record: GarminRecord,
  span: DaySpan,
  { collector }: RuleContext,
): void {
  for (const { path, metric, other, unit, least = 0, divisor = 1, coarse } of figures) {
    const value = record.number(...path);
    if (value === undefined || value < least) continue; // nothing was measured
    const sample = { ...span, value: value / divisor, unit, source: SOURCE };
    if (metric === undefined) collector.other(other!, sample, record.where);
    else if (coarse) collector.coarseSample(metric, sample, record.where);
    else collector.sample(metric, sample, record.where);
  }
}
