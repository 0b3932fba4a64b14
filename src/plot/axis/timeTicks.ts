import { every } from "../../time/every.ts";
import { windows } from "../../time/windows.ts";
import { localTime } from "../../time/localText.ts";
import { changeText, clockChanges } from "./clockChanges.ts";
import type { Labels } from "../picture/labels.ts";
import { textWidth } from "../picture/textWidth.ts";
import { DAY_SECONDS } from "../../time/units.ts";
import type { AxisLabel, AxisLabels } from "./axisBelow.ts";

export interface TimeTicks extends Required<Omit<AxisLabels, "label">> {
  /** Unit that the ticks name. */
  readonly format: Format;
  /** Year of all parts, if no part shows it: the axis title then does. */
  readonly year?: string | undefined;
}

export type Format = "second" | "minute" | "day" | "week" | "month" | "year";

interface Step {
  readonly every: string;
  /** Approximate length in seconds. */
  readonly seconds: number;
  readonly format: Format;
  /** Longest axis in seconds; a longer one has enough months. @default no limit */
  readonly most?: number;
}

/** Ascending. */
const STEPS: readonly Step[] = [
  ...([1, 5, 15, 30] as const).map((n) => ({
    every: `${n}s`,
    seconds: n,
    format: "second" as const,
  })),
  ...([1, 2, 5, 10, 15, 30] as const).map((n) => ({
    every: `${n}m`,
    seconds: n * 60,
    format: "minute" as const,
  })),
  ...([1, 2, 3, 6, 12] as const).map((n) => ({
    every: `${n}h`,
    seconds: n * 3600,
    format: "minute" as const,
  })),
  { every: "1d", seconds: DAY_SECONDS, format: "day" },
  { every: "2d", seconds: 2 * DAY_SECONDS, format: "day" },
  { every: "1w", seconds: 7 * DAY_SECONDS, format: "week" },
  { every: "2w", seconds: 14 * DAY_SECONDS, format: "week", most: 62 * DAY_SECONDS },
  { every: "1mo", seconds: 30.4 * DAY_SECONDS, format: "month" },
  { every: "3mo", seconds: 91.3 * DAY_SECONDS, format: "month" },
  ...([1, 2, 5, 10, 50, 100, 500, 1000] as const).map((n) => ({
    every: `${n}y`,
    seconds: n * 365.25 * DAY_SECONDS,
    format: "year" as const,
  })),
];

const FIRST_DAY = STEPS.findIndex(({ every }) => every === "1d");

/** Unit of the parts in the second row. */
const PARTS: Readonly<Record<Format, string | undefined>> = {
  second: "1d",
  minute: "1d",
  day: "1mo",
  week: "1y",
  month: "1y",
  year: undefined,
};

/** Distance that the name of the last part may extend into the margin, in pixels. */
const BEYOND = 10;
/** Minimum gap between two labels, in pixels. */
const SPACE = 12;

/**
 * Returns the labels of a time axis: as many ticks at round local times as fit, and a second row
 * with their days, months or years.
 *
 * @param pixels Length of the axis.
 * @param labels Formats of the times, and the zone.
 * @param options With `finest`, ticks are at least a day apart.
 */
export function timeTicks(
  { start, end }: { readonly start: number; readonly end: number },
  pixels: number,
  labels: Labels,
  options: { finest?: "1d" } = {},
): TimeTicks {
  const span = { start, end, labels }, widest = widths(labels);
  const seconds = Math.max((end - start) / 1000, 1);
  const allowed = options.finest === undefined ? STEPS : STEPS.slice(FIRST_DAY);
  const step =
    allowed.find(({ seconds: length, format, most = Infinity }) =>
      seconds <= most && seconds / length * (widest(format) + SPACE) <= pixels
    ) ?? STEPS.at(-1)!;
  const byClock = step.format === "second" || step.format === "minute";
  const ticks = boundaries(span, step.every)
    .filter(({ at, time }) => at >= start && at <= end && (!byClock || isRound(time, step)))
    .map(({ at }) => ({ at, text: tickText(at, step.format, labels) }));
  // A repeated hour brings two ticks closer together than the others.
  const room = (widest(step.format) + 4) * (end - start) / pixels;
  const { parts, year } = partLabels(span, step.format, pixels);
  return {
    ticks: keepApart(ticks, room),
    parts,
    changes: byClock ? changesOf(span) : [],
    source: axisLabel(span, byClock, year),
    format: step.format,
    year,
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly labels: Labels;
}

/** Returns the maximum width of the labels of a format. */
function widths(labels: Labels): (format: Format) => number {
  const known = new Map<Format, number>();
  return (format) =>
    known.getOrInsertComputed(format, () => {
      const times = format === "day"
        ? Array.from({ length: 7 }, (_, day) => Date.UTC(2024, 9, 24 + day))
        : format === "second" || format === "minute"
        ? [0, 10, 12, 22].map((hour) => Date.UTC(2024, 0, 1, hour))
        : Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 28));
      return Math.max(...times.map((at) => textWidth(tickText(at, format, labels.in("UTC")))));
    });
}

/** Returns the labels with at least the given distance from the one before. */
function keepApart(labels: readonly AxisLabel[], distance: number): AxisLabel[] {
  let last = -Infinity;
  return labels.filter(({ at }) => {
    if (at - last < distance) return false;
    last = at;
    return true;
  });
}

interface Boundary {
  readonly at: number;
  readonly time: Temporal.ZonedDateTime;
}

function boundaries({ start, end, labels: { tz } }: Span, length: string): Boundary[] {
  const interval = {
    start: BigInt(Math.floor(start)) * 1000n,
    end: BigInt(Math.ceil(end)) * 1000n + 1n,
  };
  return Array.from(windows(interval, every(length), { tz }), (micros) => {
    const at = Number(micros) / 1000;
    return { at, time: localTime(at, tz) };
  });
}

/** A window that starts within a step, because the clock jumps, does not start at a round time. */
function isRound(time: Temporal.ZonedDateTime, step: Step): boolean {
  return (time.hour * 3600 + time.minute * 60 + time.second) % step.seconds === 0;
}

function tickText(at: number, format: Format, labels: Labels): string {
  switch (format) {
    case "second":
      return labels.second(at);
    case "minute":
      return labels.clock(at);
    case "day":
      return labels.shortDay(at);
    case "week":
      return labels.dayMonth(at);
    case "month":
      return labels.month(at);
    case "year":
      return labels.year(at);
  }
}

interface PartLabels {
  readonly parts: AxisLabel[];
  /** Year of all parts, if no part shows it. */
  readonly year?: string;
}

/**
 * Returns the second row: the name of each part, in one format that fits all complete parts. Cut
 * parts at the ends get a shorter name or none. The year is shown once, at the first named part or
 * at the first complete one. If it fits neither and all parts are in the same year, the axis title
 * shows it.
 */
function partLabels(span: Span, format: Format, pixels: number): PartLabels {
  const length = PARTS[format];
  if (length === undefined) return { parts: [] };
  const inner = boundaries(span, length).map(({ at }) => at)
    .filter((at) => at > span.start && at < span.end);
  const starts = [span.start, ...inner];
  const scale = pixels / (span.end - span.start || 1);
  const parts = starts.map((at, i) => ({
    at,
    room: ((starts[i + 1] ?? span.end) - at) * scale + (i + 1 < starts.length ? -6 : BEYOND),
    year: localTime(at, span.labels.tz).year,
    forms: partForms(at, length, span.labels),
  }));
  const whole = parts.length > 2 ? parts.slice(1, -1) : parts;
  const fits = (form: number): boolean =>
    whole.every(({ forms, room }) => textWidth(forms[form]!) <= room);
  const count = parts[0]!.forms.length;
  const common = Math.max(1, Array.from({ length: count }, (_, i) => i).findIndex(fits));
  const isOneYear = parts[0]!.year === localTime(span.end - 1, span.labels.tz).year;
  let year: number | undefined;
  const named = parts.flatMap(({ at, room, forms, year: own }, i) => {
    const mayHaveYear = year !== own && !(isOneYear && i > 1);
    const wanted = [...(mayHaveYear ? [forms[0]!] : []), ...forms.slice(common)];
    const text = wanted.find((form) => textWidth(form) <= room);
    if (text === undefined) return [];
    if (text === forms[0]) year = own;
    return [{ at, text }];
  });
  const isLeft = year === undefined && isOneYear && named.length > 0;
  return { parts: named, ...(isLeft ? { year: span.labels.year(span.start) } : {}) };
}

/** Returns formats of a part's name, the one with the year first. */
function partForms(at: number, length: string, labels: Labels): string[] {
  if (length === "1d") return [labels.date(at), labels.day(at), labels.dayMonth(at)];
  return length === "1mo" ? [labels.monthYear(at), labels.month(at)] : [labels.year(at)];
}

function changesOf({ start, end, labels }: Span): AxisLabel[] {
  return clockChanges(start, end, labels.tz)
    .map((change) => ({ at: change.at, text: changeText(change, labels) }));
}

function axisLabel(span: Span, byClock: boolean, year: string | undefined): string {
  const timesLabel = [span.labels.timesLabel(span), ...(year === undefined ? [] : [year])].join(
    ", ",
  );
  const [change] = byClock ? changesOf(span) : [];
  return change === undefined ? timesLabel : `${timesLabel} (${change.text})`;
}
