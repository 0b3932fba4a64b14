/** An interval of made-up nights with realistic cycles, the same in every run. */
export interface SampleSpan {
  [name: string]: unknown;
  start_time: string;
  end_time: string;
  sleep_stage: number;
}

/** Stage and minutes of each interval of a night with five cycles. */
const NIGHT: readonly (readonly [stage: number, minutes: number])[] = [
  [2, 9],
  [3, 14],
  [4, 31],
  [3, 18],
  [2, 1],
  [3, 16],
  [5, 8], // first cycle
  [3, 21],
  [4, 22],
  [3, 25],
  [2, 2],
  [3, 9],
  [5, 17],
  [2, 4],
  [3, 38],
  [4, 11],
  [3, 20],
  [5, 24],
  [3, 29],
  [2, 3],
  [3, 19],
  [5, 31],
  [2, 12],
  [3, 22],
  [5, 14],
  [2, 6],
];

/** Returns a night from an instant on, with intervals lengthened by up to `shift` minutes. */
export function sampleNight(start: string, shift = 0): SampleSpan[] {
  let at = Temporal.Instant.from(start);
  return NIGHT.map(([sleep_stage, minutes], i) => {
    const end = at.add({
      minutes: minutes + (sleep_stage === 2 ? 0 : (i * 7 + shift * 5) % (shift + 1)),
    });
    const span = { start_time: at.toString(), end_time: end.toString(), sleep_stage };
    at = end;
    return span;
  });
}

/** Returns consecutive nights that start late in the evening of local days, at varying minutes. */
export function sampleNights(first: string, count: number, tz: string): SampleSpan[] {
  const day = Temporal.PlainDate.from(first);
  return Array.from({ length: count }, (_, i) => {
    const evening = day.add({ days: i }).toPlainDateTime({ hour: 23 }).add({
      minutes: (i * 37) % 110,
    });
    return sampleNight(evening.toZonedDateTime(tz).toInstant().toString(), i % 4);
  }).flat();
}

/**
 * Returns realistic nights, the same in every run: later at weekends and in July, with some short
 * and some missing nights.
 */
export function variedNights(first: string, count: number, tz: string): SampleSpan[] {
  const day = Temporal.PlainDate.from(first);
  const noise = (i: number): number => (Math.imul(i + 1, 2_654_435_761) >>> 8) / 2 ** 24;
  return Array.from({ length: count }, (_, i) => {
    const date = day.add({ days: i });
    if (noise(3 * i) < 0.04 || (i > 140 && i < 161)) return [];
    const season = 40 * Math.sin((date.dayOfYear - 100) / 58);
    const weekend = date.dayOfWeek === 5 || date.dayOfWeek === 6 ? 70 : 0;
    const minutes = Math.round(season + weekend + 90 * noise(3 * i + 1));
    const evening = date.toPlainDateTime({ hour: 22, minute: 20 }).add({ minutes });
    const start = evening.toZonedDateTime(tz).toInstant().toString();
    const night = sampleNight(start, Math.round(8 * noise(3 * i + 2)));
    return noise(3 * i + 7) < 0.1 ? night.slice(0, 18) : night;
  }).flat();
}
