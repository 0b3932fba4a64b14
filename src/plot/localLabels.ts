/** English short names: fixed here, because those of the runtime change with its language data. */
export const MONTHS: readonly string[] = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(
  " ",
);
/** Weekdays from Monday. */
export const WEEKDAYS: readonly string[] = "Mon Tue Wed Thu Fri Sat Sun".split(" ");

/** The parts of a date that a label names. */
export interface DateParts {
  /** Day of the month. */
  readonly day: number;
  /** Month from 1. */
  readonly month: number;
  /** Year. */
  readonly year: number;
  /** Weekday, Monday 1 to Sunday 7. */
  readonly dayOfWeek: number;
}

/** `Sat 26 Oct` */
export function dayLabel(date: DateParts): string {
  return `${WEEKDAYS[date.dayOfWeek - 1]} ${date.day} ${MONTHS[date.month - 1]}`;
}

/** `Sat 26 Oct 2024` */
export function dateLabel(date: DateParts): string {
  return `${dayLabel(date)} ${date.year}`;
}

/** `23:05` */
export function clockLabel(time: { readonly hour: number; readonly minute: number }): string {
  return `${two(time.hour)}:${two(time.minute)}`;
}

/** Two digits. */
export function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** A length of time in words: `7 h 28 min`, `12 min`, `45 s`. */
export function lengthLabel(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0
    ? `${Math.floor(minutes / 60)} h`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** An instant in milliseconds since 1970 on the clock of a zone. */
export function localTime(milliseconds: number, tz: string): Temporal.ZonedDateTime {
  return new Temporal.ZonedDateTime(BigInt(Math.floor(milliseconds * 1000)) * 1000n, tz);
}

/** `Sat 30 Mar 2024 13:00 to 13:01`, or both dates if they differ. */
export function spanLabel(start: number, end: number, tz: string): string {
  const from = localTime(start, tz), to = localTime(end, tz);
  const same = from.toPlainDate().equals(to.toPlainDate());
  return `${dateLabel(from)} ${clockLabel(from)} to ${same ? "" : `${dateLabel(to)} `}${
    clockLabel(to)
  }`;
}
