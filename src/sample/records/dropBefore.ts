import { toIso } from "./toRecord.ts";

/**
 * Keeps the records that reach into the time from `from` (milliseconds UTC): intervals that end
 * after it, and instants at or after it. Their times are text from `iso`, which sorts like
 * instants.
 */
export function dropBefore<T extends { start_time: string; end_time?: string }>(
  records: readonly T[],
  from: number,
): T[] {
  if (from < 0) return [...records]; // no record is before 1970
  const first = toIso(from);
  return records.filter(({ start_time, end_time }) =>
    end_time === undefined ? start_time >= first : end_time > first
  );
}
