import type { Frame } from "../../src/frame/polars/frame.ts";
import { HOUR, type Life, mean, type Span, sum } from "./rawLives.ts";

// Statistics of raw records by brute force, for the laws of titles and captions.

export const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** Quantile by linear interpolation (R's type 7). */
export function quantile(values: readonly number[], share: number): number {
  const order = sorted(values), at = share * (order.length - 1), low = Math.floor(at);
  return order[low]! + (at - low) * (order[Math.ceil(at)]! - order[low]!);
}

/** Options of the windows of `aroundEvents`. */
export const AROUND = { before: "3h", after: "3h", every: "1h" } as const;

/** Returns some events, and the mean of the values at each hour around them that has any. */
export function aroundEvents({ hours }: Life): {
  events: { time: Temporal.Instant }[];
  means: { offset: number; mean: number; n: number }[];
} {
  const events = hours.filter((_, i) => i % 37 === 12).map(({ at }) => ({ time: at }));
  const valueAt = new Map(hours.map(({ at, value }) => [at.epochMilliseconds, value]));
  const means = [-3, -2, -1, 0, 1, 2].flatMap((offset) => {
    const own = events.flatMap(({ time }) =>
      valueAt.get(time.epochMilliseconds + offset * HOUR) ?? []
    );
    return own.length === 0 ? [] : [{ offset, mean: mean(own), n: own.length }];
  });
  return { events, means };
}

/** Means of stretches of the mean day; a stretch counts if nine tenths of its hours are known. */
export function dayStretches({ hours, tz }: Life): {
  over: (from: number, count: number) => number;
  each: (count: number) => number[];
} {
  const byHour = Map.groupBy(
    hours.filter(({ value }) => value !== null),
    ({ at }) => at.toZonedDateTimeISO(tz).hour,
  );
  const profile = Array.from(
    { length: 24 },
    (_, hour) => mean(byHour.get(hour)?.map(({ value }) => value!) ?? []),
  );
  const over = (from: number, count: number): number => {
    const own = Array.from({ length: count }, (_, i) => profile[(from + i) % 24]!);
    const there = own.filter((value) => !Number.isNaN(value));
    return there.length < 0.9 * count ? NaN : mean(there);
  };
  const each = (count: number): number[] =>
    profile.map((_, from) => over(from, count)).filter((value) => !Number.isNaN(value));
  return { over, each };
}

/** Returns the stages of the first night, without time in bed. */
export function firstNight({ spans }: Life): Span[] {
  const staged = spans.filter(({ stage }) => stage !== 0);
  const limit = (staged[0]?.start.epochMilliseconds ?? 0) + 14 * HOUR;
  return staged.filter(({ start }) => start.epochMilliseconds < limit);
}

/** Returns the stages as visits, a place for each stage, and the minutes in each. */
export function visitsOf({ spans }: Life): {
  rows: Record<string, unknown>[];
  names: string[];
  minutes: Map<string, number>;
} {
  const visits = spans.filter(({ stage }) => stage !== 0);
  const rows = visits.map(({ start, end, stage }) => ({
    kind: "visit",
    start_time: start,
    end_time: end,
    lat: 50 + stage,
    long: 10,
    place: stage,
  }));
  const names = ["Nowhere", "Home", "Work", "Park", "School", "Shop"];
  const minutes = new Map<string, number>();
  for (const { start, end, stage } of visits) {
    const own = (end.epochMilliseconds - start.epochMilliseconds) / 60_000;
    minutes.set(names[stage]!, (minutes.get(names[stage]!) ?? 0) + own);
  }
  return { rows, names, minutes };
}

/** Returns the index over the minutes whose state is recorded, and recorded 24 hours later. */
export function regularityIndex(life: Life): number {
  const days = minuteDays(life);
  let same = 0, all = 0;
  for (const [i, day] of days.slice(0, -1).entries()) {
    for (const [minute, state] of day.entries()) {
      const next = days[i + 1]![minute]!;
      if (state < 0 || next < 0) continue;
      all++;
      if (state === next) same++;
    }
  }
  return 200 * same / all - 100;
}

/** Minutes of each day from noon to noon: asleep 1, awake 0, unrecorded -1. */
function minuteDays(life: Life): Int8Array[] {
  const edges = sorted(life.spans.flatMap(({ start, end }) => [
    start.epochMilliseconds,
    end.epochMilliseconds,
  ]));
  const noon = (ms: number): number =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(life.tz)
      .subtract({ hours: 12 }).startOfDay().add({ hours: 12 }).epochMilliseconds;
  const first = noon(edges[0]!), count = Math.ceil((edges.at(-1)! - first) / (24 * HOUR));
  return Array.from({ length: count }, (_, day) => {
    const states = new Int8Array(1440).fill(-1);
    for (const { start, end, stage } of life.spans) {
      if (stage === 0) continue;
      const from = (start.epochMilliseconds - first) / 60_000 - 1440 * day;
      const to = (end.epochMilliseconds - first) / 60_000 - 1440 * day;
      states.fill(stage === 2 ? 0 : 1, Math.max(0, from), Math.max(0, Math.min(1440, to)));
    }
    return states;
  });
}

/** Returns the period of a periodogram that explains most, and the share of the variance. */
export function strongest({ hours }: Life, periodogram: Frame): [period: number, power: number] {
  const there = hours.filter(({ value }) => value !== null);
  const times = there.map(({ at }) => at.epochMilliseconds / HOUR);
  const values = there.map(({ value }) => value!);
  return periodogram.toRecords().filter(({ power }) => power !== null)
    .map(({ period_h }): [number, number] => {
      const period = Number(period_h);
      return [period, cosinePower(times, values, period)];
    }).reduce((a, b) => b[1] > a[1] ? b : a);
}

/** Share of the variance that a cosine with a fitted mean explains (Zechmeister and Kürster). */
function cosinePower(times: readonly number[], values: readonly number[], period: number): number {
  const angle = times.map((hours) => 2 * Math.PI * hours / period);
  const center = (all: readonly number[]): number[] => all.map((one) => one - mean(all));
  const [y, c, s] = [values, angle.map(Math.cos), angle.map(Math.sin)].map(center);
  const dot = (a: readonly number[], b: readonly number[]): number =>
    sum(a.map((one, i) => one * b[i]!));
  const [yc, ys, cc, ss, cs, yy] = [
    dot(y!, c!),
    dot(y!, s!),
    dot(c!, c!),
    dot(s!, s!),
    dot(c!, s!),
    dot(y!, y!),
  ];
  return (ss * yc ** 2 + cc * ys ** 2 - 2 * cs * yc * ys) / (yy * (cc * ss - cs ** 2));
}

/** A NREM period and its REM period, in minutes after the start of a night. */
export interface MinuteCycle {
  readonly nrem: readonly [from: number, to: number];
  readonly rem: readonly [from: number, to: number] | null;
}

/**
 * Returns the first stages without a pause of a life, up to a long wake, and their cycles by the
 * rule of Feinberg and Floyd, found letter by letter in a text with a letter per minute: `W` awake,
 * `L` light, `D` deep, `R` REM.
 */
export function minuteCycles({ spans }: Life): { night: Span[]; cycles: MinuteCycle[] } {
  const night: Span[] = [];
  let text = "";
  for (const { start, end, stage } of spans.filter(({ stage }) => stage !== 0)) {
    const minutes = (end.epochMilliseconds - start.epochMilliseconds) / 60_000;
    const known = stage === 1 ? 3 : stage, letter = "  WLDR"[known]!;
    const isNext = night.at(-1)?.end.equals(start) ?? true, wake = /W*$/.exec(text)![0].length;
    if (!isNext || text.length + minutes > 660 || letter === "W" && wake + minutes > 60) break;
    night.push({ start, end, stage: known });
    text += letter.repeat(minutes);
  }
  if (!text.includes("R")) return { night, cycles: [] };
  const before = (from: number, to: number): number | undefined => {
    const first = text.slice(from, to).search(/[LD]/);
    if (first < 0) return undefined;
    const part = text.slice(from + first, to).replaceAll("R", "");
    const own = to < text.length ? part : part.replace(/W*$/, "");
    return own.length < 15 ? undefined : from + first;
  };
  const pairs: { from: number; rem: [number, number]; length: number }[] = [];
  let reached = 0;
  for (const { 0: run, index } of text.matchAll(/R+/g)) {
    const from = before(reached, index), last = pairs.at(-1), to = index + run.length;
    if (from !== undefined) pairs.push({ from, rem: [index, to], length: run.length });
    else if (last !== undefined) {
      last.rem[1] = to;
      last.length += run.length;
    }
    reached = to;
  }
  const cycles: MinuteCycle[] = [];
  let open: number | undefined, after = 0;
  pairs.forEach(({ from, rem, length }, i) => {
    open ??= from;
    if (i > 0 && length < 5) return; // too short: the NREM period goes on
    cycles.push({ nrem: [open, rem[0]], rem });
    open = undefined;
    after = rem[1];
  });
  const rest = before(pairs.length === 0 ? reached : after, text.length);
  if (rest !== undefined) {
    cycles.push({ nrem: [rest, text.replace(/[WR]*$/, "").length], rem: null });
  }
  return { night, cycles: cycles.flatMap((cycle) => splitCycle(text, cycle)) };
}

/** Splits a NREM period of over two hours where deep sleep resumes after twelve lighter minutes. */
function splitCycle(text: string, { nrem: [from, to], rem }: MinuteCycle): MinuteCycle[] {
  let lighter = -Infinity;
  for (let at = from; at < to && to - from > 120; at++) {
    const isDeep = text[at] === "D";
    if (isDeep && lighter >= 12 && at - from >= 15 && to - at >= 15) {
      return [{ nrem: [from, at], rem: null }, ...splitCycle(text, { nrem: [at, to], rem })];
    }
    if (isDeep) lighter = 0;
    else if (text[at] !== "W") lighter++;
  }
  return [{ nrem: [from, to], rem }];
}

/** Returns the great-circle distance of two places in meters, by the chord between them. */
export function arcBetween(
  a: { readonly lat: number; readonly long: number },
  b: { readonly lat: number; readonly long: number },
): number {
  const point = ({ lat, long }: { lat: number; long: number }): number[] => {
    const [north, east] = [lat * Math.PI / 180, long * Math.PI / 180];
    return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
  };
  const [one, other] = [point(a), point(b)];
  const chord = Math.hypot(...one.map((own, i) => own - other[i]!));
  return 6_371_008.8 * 2 * Math.asin(Math.min(1, chord / 2));
}
