import type { DaySpan } from "../export/localDay.ts";
import type { RuleContext } from "../export/readExport.ts";
import type { GarminRecord } from "./garminRecord.ts";

/** Source of rows without a device. */
export const SOURCE = "Garmin";

/** Value of a record: its path, name and unit. */
export interface GarminFigure {
  /** Keys that lead to the value. */
  readonly path: readonly string[];
  /** Metric of the catalog. */
  readonly metric?: string;
  /** Word in `others` if the catalog has no metric. */
  readonly other?: string;
  readonly unit: string;
  /** Minimum of a valid value. @default 0 */
  readonly least?: number;
  /** Divisor of the value. @default 1 */
  readonly divisor?: number;
  /** `true` if the value only counts without finer data. @default false */
  readonly coarse?: boolean;
}

/** Adds the values of a record, over an interval. */
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
    else if (coarse) collector.total(metric, sample, record.where);
    else collector.sample(metric, sample, record.where);
  }
}
