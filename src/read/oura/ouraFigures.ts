import { type ExportTimes, exportTimes } from "../export/exportTimes.ts";
import type { DaySpan } from "../export/localDay.ts";
import type { RuleContext } from "../export/readExport.ts";
import type { OuraRecord } from "./ouraRecord.ts";
import type { OuraFigure } from "./ouraTables.ts";

/** Source of all rows. */
export const SOURCE = "Oura";

/** Context of the records of a file. */
export interface OuraContext extends RuleContext {
  /** Reads times. */
  readonly times: ExportTimes;
  /** Topic of `score`, from the name of the file: `sleep`, `readiness` or `activity`. */
  readonly topic: string | undefined;
}

/** Creates the context of a file. */
export function ouraContext(context: RuleContext, fileName: string): OuraContext {
  const times = exportTimes(context.collector, context.tz);
  return { ...context, times, topic: topicOf(fileName.replace(/^.*\//, "")) };
}

/** Returns the topic of a score by the name of a file or list. */
export function topicOf(name: string): string | undefined {
  return /sleep|readiness|activity/i.exec(name)?.[0].toLowerCase();
}

/** Adds the values of a record, over an interval. */
export function addFigures(
  figures: readonly OuraFigure[],
  record: OuraRecord,
  span: DaySpan,
  { collector }: RuleContext,
): void {
  for (const [field, name, unit, divisor = 1] of figures) {
    const value = record.number(field);
    if (value === undefined) continue;
    const sample = { ...span, value: value / divisor, unit, source: SOURCE };
    collector.other(name, sample, record.where);
  }
}
