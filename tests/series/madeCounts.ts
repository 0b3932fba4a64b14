/** Counts of a wrist device by the minute, from a linear congruential generator. */
export function madeCounts(minutes: number): number[] {
  let state = 12345n;
  return Array.from({ length: minutes }, (_, i) => {
    state = (state * 1103515245n + 12345n) % 2147483648n;
    const busy = (i % 1440) / 1440 < 0.3 ? 0.15 : 0.75;
    const isBusy = Number((state >> 8n) % 1000n) / 1000 < busy;
    return isBusy ? Math.floor(Number(state) / 2147483648 * 400) : 0;
  });
}

/** Rows of values by the minute; null for a gap. */
export const minuteRows = (
  values: readonly (number | null)[],
  start = Date.UTC(2024, 2, 30, 12),
): { time: Date; counts: number | null }[] =>
  values.map((counts, i) => ({ time: new Date(start + i * 60_000), counts }));

/** Counts of a week with nights of many zeros, from 14:00, and a gap of zeros by day. */
export const WEEK_OF_COUNTS = Array.from({ length: 7 * 1440 + 300 }, (_, i) => {
  const noise = (i * i * 7919 + i * 104729) % 1000003, minute = (i + 840) % 1440;
  const day = Math.floor((i + 840) / 1440);
  if (i >= 3000 && i < 3150) return 0;
  const isRest = minute >= 1350 + (day * 17) % 40 || minute < 390 + (day * 23) % 50;
  return isRest ? (noise % 5 === 0 ? noise % 40 : 0) : 60 + noise % 300;
});
