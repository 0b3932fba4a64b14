import type { Frame } from "./frame.ts";
import { columnNames, seriesOf, variantOf } from "./seriesOf.ts";

type Row = Record<string, unknown>;

/**
 * Writes the days of a frame's records as text, such as `2025-03-01`. A `Date` cannot be a key, and
 * it has a time and a zone.
 */
export function textDays(frame: Frame, records: readonly Row[]): readonly Row[] {
  const days = columnNames(frame).filter((name) => variantOf(seriesOf(frame, name)) === "Date");
  if (days.length === 0) return records;
  return records.map((record) => ({
    ...record,
    ...Object.fromEntries(days.map((name) => [name, textDay(record[name])])),
  }));
}

function textDay(value: unknown): unknown {
  if (!(value instanceof Date)) return value;
  return Temporal.Instant.fromEpochMilliseconds(value.getTime()).toZonedDateTimeISO("UTC")
    .toPlainDate().toString();
}
