/** An axis of a chart, as its `data-live` says (src/plot/picture/reading.ts). */
export interface Axis {
  /** Its ends, in values. */
  readonly d: readonly [number, number];
  /** Ends of the axis, in pixels of the chart. */
  readonly r: readonly [number, number];
  readonly k: "instant" | "day" | "clock" | "offset" | "number" | "plain" | "rows";
  readonly u?: string;
  /** Name of its numbers. */
  readonly n?: string;
  /** Slots of rows. */
  readonly s?: readonly number[];
  /** Number of days of a row. */
  readonly w?: number;
  /** Hour at which a clock begins. */
  readonly o?: number;
  readonly tz?: string;
  readonly lc?: string;
  readonly h12?: true;
  /** Format of numbers (BCP 47), if it is not English. */
  readonly nf?: string;
  /** Words other than `to`, `Week from`, `Double-click or Esc shows all`. */
  readonly to?: string;
  readonly wk?: string;
  readonly all?: string;
}

/** Both axes. A zoom changes the horizontal one. */
export interface Axes {
  x?: Axis;
  readonly y?: Axis;
}

const HOUR = 36e5;
export const DAY = 24 * HOUR;

/** Returns the pixel of a value. */
export function place({ d, r }: Axis, value: number): number {
  return r[0] + (value - d[0]) / (d[1] - d[0]) * (r[1] - r[0]);
}

/** Returns the value of a pixel. */
export function valueAt({ d, r }: Axis, pixel: number): number {
  return place({ d: r, r: d } as Axis, pixel);
}

/** Returns the zone at an instant: `A; from INSTANT B` (src/time/zones.ts) is A until then, and B from then on. */
function zoneAt(at: number, tz: string): string {
  return tz.split("; from ").findLast((stay, i) => !i || at >= Date.parse(stay.split(" ")[0]!))!
    .split(" ").pop()!;
}

function format(
  at: number,
  { lc = "en-GB", h12 }: Axis,
  tz: string,
  parts: Intl.DateTimeFormatOptions,
): string {
  const hourCycle = h12 ? "h12" : "h23";
  return new Date(at).toLocaleString(lc, { hourCycle, timeZone: zoneAt(at, tz), ...parts });
}

/** Returns `Sat 30 Mar`, with the year if the range is long. */
export function dateText(at: number, axis: Axis, tz: string, days: number): string {
  return format(at, axis, tz, {
    weekday: "short",
    day: "numeric",
    month: "short",
    ...days > 300 ? { year: "numeric" } : {},
  }).replace(/^(\w+),/, "$1");
}

/** Returns `23:10`. */
export function timeText(at: number, axis: Axis, tz = axis.tz ?? "UTC", more = {}): string {
  return format(at, axis, tz, { hour: "2-digit", minute: "2-digit", ...more });
}

/** Returns the word between the ends of a range, with its spaces. */
export function to(axis?: Axis): string {
  return ` ${axis?.to ?? "to"} `;
}

/** Returns hours of a clock as `23:10`, and the end of a day as `24:00`. */
export function clockText(hours: number, axis: Axis, isEnd = false): string {
  const minutes = Math.round((hours + (axis.o ?? 0)) * 60);
  return isEnd && minutes === 1440 && !axis.h12 ? "24:00" : timeText(minutes * 6e4, axis, "UTC");
}

function lengthText(seconds: number): string {
  return ([[3600, "h"], [60, "min"], [1, "s"]] as const).flatMap(([size, unit]) => {
    const count = Math.floor(seconds / size);
    seconds %= size;
    return count ? `${count} ${unit}` : [];
  }).join(" ");
}

/** Returns a number with at most four significant digits, or five from 10,000 on, and its unit. */
export function numberText(value: number, unit?: string, nf = "en-US"): string {
  return unit === "h min"
    ? lengthText(Math.round(value * 60) * 60) || "0 min"
    : value.toLocaleString(nf, { maximumSignificantDigits: Math.abs(value) < 1e4 ? 4 : 5 }).replace(
      "-",
      "\u2212",
    ) +
      (unit ? ` ${unit}` : "");
}

/** Returns a value of a line or a band; on an axis of times of day a time. */
export function pointText(value: number, axis: Axis, unit?: string): string {
  return axis.k === "clock" ? clockText(value, axis) : numberText(value, unit, axis.nf);
}

/** Returns a value of an axis in words; empty if the axis only positions marks. */
export function axisText(value: number, axis: Axis): string {
  const { k, n, u, nf, d: [from, to], tz = "UTC" } = axis, days = (to - from) / DAY;
  if (k === "number") return (n ? `${n}: ` : "") + numberText(value, u, nf);
  if (k === "clock") return clockText(value, axis);
  if (k === "day") return dateText(value, axis, "UTC", days);
  if (k === "instant") {
    const seconds = days < 1 / 96 ? { second: "2-digit" } : {};
    return `${dateText(value, axis, tz, days)} ${timeText(value, axis, tz, seconds)}`;
  }
  const length = lengthText(Math.round(Math.abs(value) / 1e3));
  return k !== "offset" ? "" : length ? (value < 0 ? "\u2212" : "+") + length : "0";
}

/** Returns the day of a row: `Sat 30 Mar`. */
export function rowText(row: number, { s, w, wk = "Week from" }: Axis, clock: Axis): string {
  const text = dateText(s![row]!, clock, "UTC", s!.length * w!);
  return w === 1 ? text : `${wk} ${text}`;
}

/** Returns how many milliseconds the clocks of a zone are ahead of UTC at an instant. */
export function offsetAt(at: number, tz: string): number {
  const wall = new Date(at).toLocaleString("sv", { timeZone: zoneAt(at, tz) });
  return Date.parse(`${wall.replace(" ", "T")}Z`) - Math.floor(at / 1e3) * 1e3;
}

/** Returns the instant at which a zone's clocks show a time; the first if they show it twice. */
export function instantOf(wall: number, tz: string): number {
  const at = wall - offsetAt(wall - offsetAt(wall, tz), tz);
  const earlier = wall - offsetAt(wall - DAY, tz);
  return earlier + offsetAt(earlier, tz) === wall ? Math.min(at, earlier) : at;
}

/** Returns where rows begin, in hours from the midnight of their day: nights begin on the day before. */
function rowStart({ o = 0 }: Axis): number {
  return o < 12 ? o : o - 24;
}

/** Returns the instant of a pixel; `undefined` if the chart has no time there. */
export function instantAt({ x, y }: Axes, px: number, py: number): number | undefined {
  if (!x) return undefined;
  const { k, tz = "UTC" } = x, at = valueAt(x, px);
  if (k === "instant") return at;
  if (k === "day") return instantOf((Math.floor(at / DAY) + .5) * DAY, tz);
  const slot = y?.w === 1 ? y.s![Math.floor(valueAt(y, py))] : undefined;
  return k === "clock" && slot !== undefined
    ? instantOf(slot + (rowStart(x) + at) * HOUR, tz)
    : undefined;
}

/** Returns the line that marks an instant: over the whole height, or over the height of its row. */
export function placeOf(
  { x, y }: Axes,
  at: number,
): [x: number, y1: number, y2: number] | undefined {
  if (!x || !y) return undefined;
  const { k, tz = "UTC", d: [from, to] } = x, wall = at + offsetAt(at, tz);
  let value = at, [y1, y2] = y.r;
  if (k === "day") value = (Math.floor(wall / DAY) + .5) * DAY;
  else if (k === "clock" && y.s) {
    const start = rowStart(x) * HOUR, day = Math.floor((wall - start) / DAY);
    const row = y.s.findLastIndex((first) => day >= first / DAY && day < first / DAY + y.w!);
    if (row < 0) return undefined;
    value = (wall - start) / HOUR - day * 24;
    [y1, y2] = [place(y, row), place(y, row + 1)];
  } else if (k !== "instant") return undefined;
  return value >= from && value <= to ? [place(x, value), y1, y2] : undefined;
}
