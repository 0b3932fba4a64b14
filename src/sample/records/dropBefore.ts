import { toIso } from "./toRecord.ts";

/**
 * Keeps the records that reach into the time from `from` (milliseconds UTC) on: intervals that end after
 * it, instants at it or later. Their times are texts as `iso` writes them, which sort as instants do.
 */
export function dropBefore<T extends { start_time: string; end_time?: string }>(
  records: readonly T[],
  from: number,
): T[] {
  if (from < 0) return [...records]; // none is before 1970
  const first = toIso(from);
  return records.filter(({ start_time, end_time }) =>
    end_time === undefined ? start_time >= first : end_time > first
  );
}
