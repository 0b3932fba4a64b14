/**
 * Keeps the records that reach into the time from `from` (milliseconds UTC) on: spans that end after
 * it, moments at it or later.
 */
export function since<T extends { start_time: string; end_time?: string }>(
  records: readonly T[],
  from: number,
): T[] {
  return records.filter(({ start_time, end_time }) =>
    end_time === undefined ? Date.parse(start_time) >= from : Date.parse(end_time) > from
  );
}
