import { type ExportTimes, exportTimes } from "../export/exportTimes.ts";
import type { DaySpan } from "../export/localDay.ts";
import type { RuleContext } from "../export/readExport.ts";
import type { OuraRecord } from "./ouraRecord.ts";
import type { OuraFigure } from "./ouraTables.ts";

/** The source of all rows. */
export const SOURCE = "Oura";

/** What the records of a file are read with. */
export interface OuraContext extends RuleContext {
  /** Reads their times. */
  readonly times: ExportTimes;
  /** Whose `score` it is, as the name of the file says: `sleep`, `readiness` or `activity`. */
  readonly topic: string | undefined;
}

/** What the records of a file are read with. */
export function ouraContext(context: RuleContext, fileName: string): OuraContext {
  const times = exportTimes(context.collector, context.tz);
  return { ...context, times, topic: topicOf(fileName.replace(/^.*\//, "")) };
}

/** Whose score it is, by the name of a file or of a list. */
export function topicOf(name: string): string | undefined {
  return /sleep|readiness|activity/i.exec(name)?.[0].toLowerCase();
}

/** Adds the figures that a record has, over a span. */
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
