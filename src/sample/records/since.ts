import { iso } from "./sampleRecord.ts";

/**
 * Keeps the records that reach into the time from `from` (milliseconds UTC) on: spans that end after
 * it, moments at it or later. Their times are texts as `iso` writes them, which sort as moments do.
 */
export function since<T extends { start_time: string; end_time?: string }>(
  records: readonly T[],
  from: number,
): T[] {
  if (from < 0) return [...records]; // none is before 1970
  const first = iso(from);
  return records.filter(({ start_time, end_time }) =>
    end_time === undefined ? start_time >= first : end_time > first
  );
}
