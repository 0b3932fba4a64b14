/**
 * Returns made-up heart rates every 10 minutes: low at night, a dip at noon, variation between
 * days.
 */
export function heartRates(
  days: number,
  start = Date.UTC(2024, 2, 20),
): { time: Date; heart_rate: number }[] {
  return Array.from({ length: days * 144 }, (_, i) => {
    const hour = (i % 144) / 6, day = Math.floor(i / 144);
    const noise = ((i * i * 7919 + i * 104729) % 1000003) / 1000003;
    const late = (day * 5) % 7 / 4;
    const awake = 1 / (1 + Math.exp(-(hour - 6.5 - late) * 1.6)) /
      (1 + Math.exp((hour - 21.5 - late) * 1.4));
    return {
      time: new Date(start + i * 600_000),
      heart_rate: Math.round(
        54 + 26 * awake - 6 * Math.exp(-((hour - 12.5) ** 2)) + 12 * (noise - 0.5),
      ),
    };
  });
}

/** Hours of sleep of the nights of two periods. */
export const NIGHTS = [
  7.1,
  6.8,
  7.4,
  6.9,
  7.7,
  7.0,
  6.5,
  7.2,
  7.3,
  6.6,
  7.9,
  7.5,
  8.1,
  7.4,
  7.8,
  8.4,
  7.6,
  7.2,
]
  .map((sleep_hours, i) => ({
    time: new Date(Date.UTC(2024, i < 10 ? 0 : 1, 1 + (i < 10 ? i : i - 10), 12)),
    sleep_hours,
  }));

export const PERIODS = {
  a: { start_time: "2024-01-01", end_time: "2024-01-13" },
  b: { start_time: "2024-02-01", end_time: "2024-02-09" },
  tz: "Europe/Berlin",
};
