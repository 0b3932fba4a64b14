/**
 * Record of activity counts, as stored on a device: a value per step, null while it was not worn.
 */
export interface ActivityRecord {
  readonly name: string;
  /** When it begins, by the clock. */
  readonly start: string;
  /** Seconds between two values. */
  readonly step: number;
  /** Its values. */
  readonly values: readonly (number | null)[];
  /** Threshold above which a value counts as activity; null to use the counts unchanged. */
  readonly threshold: number | null;
}

/** Made activity by minutes, whose days differ: the same numbers in every language. */
export function activity(i: number): number {
  const noise = ((i * i * 7919 + i * 104729) % 1000003) / 1000003;
  const minute = (i + 827) % 1440, day = Math.floor((i + 827) / 1440);
  return (minute + 37 * day) % 1440 > 430
    ? 50 + 200 * noise * (1 + minute / 720)
    : 20 * noise * (1 + Math.abs(minute - 200) / 100);
}

const DAY = 1440;

/** Values of a record by the number of minutes since it began. */
const every = (minutes: number, count: number, isWorn: (i: number) => boolean = () => true) =>
  Array.from({ length: count }, (_, i) => isWorn(i) ? activity(Math.floor(i * minutes)) : null);

const RECORDS: readonly Omit<ActivityRecord, "threshold">[] = [
  {
    name: "a week by minutes that ends within an hour",
    start: "2024-01-10T13:47:00",
    step: 60,
    values: every(1, 7 * DAY + 500),
  },
  {
    name: "fourteen days by minutes from midnight",
    start: "2024-01-01T00:00:00",
    step: 60,
    values: every(1, 14 * DAY),
  },
  {
    name: "the same with a value more",
    start: "2024-01-01T00:00:00",
    step: 60,
    values: every(1, 14 * DAY + 1),
  },
  {
    name: "fifteen days by minutes, not worn for a night and for some minutes",
    start: "2024-01-10T13:47:00",
    step: 60,
    values: every(1, 15 * DAY + 77, (i) => !(i >= 1800 && i < 3000) && i % 1999 > 2),
  },
  {
    name: "five days by half minutes",
    start: "2024-01-10T09:12:30",
    step: 30,
    values: every(0.5, 10 * DAY + 391),
  },
  {
    name: "twenty days by ten minutes",
    start: "2024-01-10T06:20:00",
    step: 600,
    values: every(10, 20 * 144 + 5),
  },
  {
    name: "thirty days by hours",
    start: "2024-01-10T22:00:00",
    step: 3600,
    values: every(60, 30 * 24 + 7),
  },
];

/** Each record as counts, and as activity above a threshold. */
export const ACTIVITY_RECORDS: readonly ActivityRecord[] = RECORDS.flatMap((record) =>
  [null, 60].map((threshold) => ({ ...record, threshold }))
);
