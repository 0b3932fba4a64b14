/** An axis of a picture, as its `data-live` says (src/plot/picture/reading.ts). */
export interface Axis {
  /** Its ends, in values. */
  readonly d: readonly [number, number];
  /** Its ends, in pixels of the picture. */
  readonly r: readonly [number, number];
  readonly k: "instant" | "day" | "clock" | "offset" | "number" | "plain" | "rows";
  readonly u?: string;
  /** What its numbers are. */
  readonly n?: string;
  /** The slots of rows. */
  readonly s?: readonly number[];
  /** How many days a row has. */
  readonly w?: number;
  /** The hour at which a clock begins. */
  readonly o?: number;
  readonly tz?: string;
  readonly lc?: string;
  readonly h12?: true;
}

/** Both axes. A zoom changes the horizontal one. */
export interface Axes {
  x?: Axis;
  readonly y?: Axis;
}

const HOUR = 3_600_000, DAY = 24 * HOUR;

/** Where a value lies, in pixels. */
export function place({ d, r }: Axis, value: number): number {
  return r[0] + (value - d[0]) / (d[1] - d[0]) * (r[1] - r[0]);
}

/** The value of a pixel. */
export function valueAt({ d, r }: Axis, pixel: number): number {
  return d[0] + (pixel - r[0]) / (r[1] - r[0]) * (d[1] - d[0]);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(
  zone: string,
  { lc = "en-GB", h12 }: Axis,
  parts: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([zone, lc, h12, parts]);
  let found = formats.get(key);
  if (found === undefined) {
    const options = { ...parts, hourCycle: h12 ? "h12" : "h23" } as const;
    try {
      found = new Intl.DateTimeFormat(lc, { ...options, timeZone: zone });
    } catch {
      found = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
    }
    formats.set(key, found);
  }
  return found;
}

/** The zone at an instant: `A; from INSTANT B` (src/time/zones.ts) is A until then, and B from then on. */
export function zoneAt(at: number, tz = "UTC"): string {
  const [first = "", ...later] = tz.split("; from ");
  return later.reduce((zone, stay) => {
    const [from = "", next = ""] = stay.split(" ");
    return at < Date.parse(from) ? zone : next;
  }, first);
}

const CLOCK = { hour: "2-digit", minute: "2-digit" } as const;
const DATE = { weekday: "short", day: "numeric", month: "short" } as const;

/** `Sat 30 Mar` */
export function dateText(at: number, zone: string, axis: Axis, year: boolean): string {
  return format(zone, axis, year ? { ...DATE, year: "numeric" } : DATE).format(at)
    .replace(/^(\w+), /, "$1 ");
}

/** `Sat 30 Mar 13:00` */
export function instantText(at: number, axis: Axis): string {
  const zone = zoneAt(at, axis.tz), year = axis.d[1] - axis.d[0] > 300 * DAY;
  const seconds = axis.d[1] - axis.d[0] < HOUR / 4 ? { second: "2-digit" } as const : {};
  return `${dateText(at, zone, axis, year)} ${
    format(zone, axis, { ...CLOCK, ...seconds }).format(at)
  }`;
}

/** The time of day of an instant: `23:10`. */
export function timeText(at: number, axis: Axis): string {
  return format(zoneAt(at, axis.tz), axis, CLOCK).format(at);
}

/** Hours of a clock: `23:10`; the end of a day is `24:00`. */
export function clockText(hours: number, axis: Axis, isEnd = false): string {
  const minutes = Math.round((hours + (axis.o ?? 0)) * 60);
  if (isEnd && minutes === 1440 && !axis.h12) return "24:00";
  return format("UTC", axis, CLOCK).format((minutes % 1440 + 1440) % 1440 * 60_000);
}

function offsetText(at: number): string {
  const size = Math.round(Math.abs(at) / 1000), parts: string[] = [];
  const add = (count: number, unit: string): void => {
    if (count > 0) parts.push(`${count} ${unit}`);
  };
  add(Math.floor(size / 3600), "h");
  add(Math.floor(size / 60) % 60, "min");
  add(size % 60, "s");
  return parts.length === 0 ? "0" : `${at < 0 ? "\u2212" : "+"}${parts.join(" ")}`;
}

/** A number in at most five digits that count, with its unit. */
export function numberText(value: number, unit?: string): string {
  if (unit === "h min") return lengthText(value);
  const text = value.toLocaleString("en-US", { maximumSignificantDigits: 5 });
  return text.replace("-", "\u2212") + (unit ? ` ${unit}` : "");
}

function lengthText(hours: number): string {
  const minutes = Math.round(hours * 60), h = Math.floor(minutes / 60);
  return [h > 0 ? `${h} h` : "", h === 0 || minutes % 60 > 0 ? `${minutes % 60} min` : ""]
    .filter(Boolean).join(" ");
}

/** A value of a line or a band: on an axis of times of day a time. */
export function pointText(value: number, axis: Axis, unit?: string): string {
  return axis.k === "clock" ? clockText(value, axis) : numberText(value, unit);
}

/** A value of an axis in words; empty where the axis only places things. */
export function axisText(value: number, axis: Axis): string {
  switch (axis.k) {
    case "instant":
      return instantText(value, axis);
    case "day":
      return dateText(value, "UTC", axis, axis.d[1] - axis.d[0] > 300 * DAY);
    case "clock":
      return clockText(value, axis);
    case "offset":
      return offsetText(value);
    case "number":
      return (axis.n === undefined ? "" : `${axis.n}: `) + numberText(value, axis.u);
    case "rows":
    case "plain":
      return "";
  }
}

/** The day of a row: `Sat 30 Mar`. */
export function rowText(row: number, rows: Axis, clock: Axis): string {
  const text = dateText(rows.s![row]!, "UTC", clock, rows.s!.length * rows.w! > 300);
  return rows.w === 1 ? text : `Week from ${text}`;
}

/** How many milliseconds the clocks of a zone are ahead of UTC at an instant. */
export function offsetAt(at: number, zone: string): number {
  const parts = format(zoneAt(at, zone), { lc: "en-GB" } as Axis, {
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const wall = Date.UTC(
    of("year"),
    of("month") - 1,
    of("day"),
    of("hour"),
    of("minute"),
    of("second"),
  );
  return wall - Math.floor(at / 1000) * 1000;
}

/** The instant at which a zone's clocks show a time; where they show it twice the first. */
export function instantOf(wall: number, zone: string): number {
  const at = wall - offsetAt(wall - offsetAt(wall, zone), zone);
  const earlier = wall - offsetAt(wall - DAY, zone);
  return earlier + offsetAt(earlier, zone) === wall ? Math.min(at, earlier) : at;
}

/** Where rows begin, in hours from the midnight of their day: nights begin on the day before. */
function rowStart({ o = 0 }: Axis): number {
  return o >= 12 ? o - 24 : o;
}

/** The instant that lies at a pixel; undefined where a picture has no time. */
export function instantAt({ x, y }: Axes, px: number, py: number): number | undefined {
  if (x === undefined) return undefined;
  const at = valueAt(x, px), zone = x.tz ?? "UTC";
  if (x.k === "instant") return at;
  if (x.k === "day") return instantOf(Math.floor(at / DAY) * DAY + 12 * HOUR, zone);
  if (x.k !== "clock" || y?.s === undefined) return undefined;
  const slot = y.s[Math.floor(valueAt(y, py))];
  return slot === undefined || y.w !== 1
    ? undefined
    : instantOf(slot + (rowStart(x) + at) * HOUR, zone);
}

/** Where an instant lies: a line over the whole height, or of rows over the height of its row. */
export function placeOf(
  { x, y }: Axes,
  at: number,
): { x: number; y1: number; y2: number } | undefined {
  if (x === undefined || y === undefined) return undefined;
  const [low, high] = y.r, inside = (value: number): boolean => value >= x.d[0] && value <= x.d[1];
  const zone = x.tz ?? "UTC", wall = x.k === "instant" ? at : at + offsetAt(at, zone);
  if (x.k === "instant" || x.k === "day") {
    const value = x.k === "instant" ? at : Math.floor(wall / DAY) * DAY + 12 * HOUR;
    return inside(value) ? { x: place(x, value), y1: low, y2: high } : undefined;
  }
  if (x.k !== "clock" || y.s === undefined) return undefined;
  const start = rowStart(x) * HOUR;
  const slot = Math.floor((wall - start) / DAY) * DAY;
  const row = y.s.findIndex((first) => slot >= first && slot < first + y.w! * DAY);
  const hours = (wall - start - slot) / HOUR;
  if (row < 0 || !inside(hours)) return undefined;
  return { x: place(x, hours), y1: place(y, row), y2: place(y, row + 1) };
}
