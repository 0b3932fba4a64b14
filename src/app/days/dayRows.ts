import { zonedTime } from "../../time/zones.ts";
import type { UnitSystem } from "../../client/connectOptions.ts";
import { openFrame } from "../../frame/open.ts";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { amountText, durationText, inSystem, lengthIn, metricLabel } from "../ask/amounts.ts";
import { numberText, say } from "../../words/language.ts";
import type { PageLabels } from "../page/pageLabels.ts";

/** Row of a day's table: texts by column name. */
export type DayRow = Readonly<Record<string, string | null>>;

/** Formats of a day's times and amounts. */
export interface DayLabels {
  readonly units: UnitSystem;
  /** Formats an instant in microseconds UTC as a time of day, with the date on another day. */
  readonly clock: (at: bigint) => string;
  /** Formats an interval: `13:54 to 14:37`, or `all day`. */
  readonly span: (start: bigint, end: bigint | null) => string;
}

/** Creates formats of times and amounts from the labels of a page. */
export function dayLabels(
  { date, tz, units }: { readonly date: string; readonly tz: string; readonly units: UnitSystem },
  labels: PageLabels,
): DayLabels {
  const local = (at: bigint): Temporal.ZonedDateTime => zonedTime(at, tz);
  const day = Temporal.PlainDate.from(date);
  const isMidnight = (at: Temporal.ZonedDateTime): boolean => at.equals(at.startOfDay());
  const clock = (at: bigint): string => {
    const there = local(at), text = labels.clock(there);
    return there.toPlainDate().equals(day) ? text : `${labels.date(there.toPlainDate())} ${text}`;
  };
  const span = (start: bigint, end: bigint | null): string => {
    if (end === null || end === start) return clock(start);
    const [from, to] = [local(start), local(end)], next = day.add({ days: 1 });
    const isAllDay = isMidnight(from) && isMidnight(to) &&
      Temporal.PlainDate.compare(from.toPlainDate(), day) <= 0 &&
      Temporal.PlainDate.compare(to.toPlainDate(), next) >= 0;
    if (isAllDay) return say("all day");
    // The midnight at the end of the day is 24:00.
    const until = isMidnight(to) && to.toPlainDate().equals(next) ? "24:00" : clock(end);
    return say("{from} to {to}", { from: clock(start), to: until });
  };
  return { units, clock, span };
}

/** Formats metrics: `320 kcal`, `75 bpm` with their lowest and highest values. */
export function metricRows(metrics: Frame): DayRow[] {
  if (frameHeight(metrics) === 0) return [];
  const read = openFrame(metrics).read({
    metric: "text",
    value: "float64",
    unit: "text",
    low: "float64",
    high: "float64",
    samples: "int64",
  });
  return read.metric.values.map((metric, i) => {
    const unit = read.unit.values[i] ?? "", value = read.value.values[i]!;
    const low = read.low.values[i]!, high = read.high.values[i]!;
    const isOne = read.low.valid?.[i] === 0 || low === high;
    const range = say("{from} to {to}", {
      from: amountText({ value: low, unit: "" }),
      to: amountText({ value: high, unit }),
    });
    return {
      [say("metric")]: metricLabel(metric ?? ""),
      [say("value")]: unit === "min" ? durationText(value) : amountText({ value, unit }),
      [say("lowest to highest")]: isOne ? null : range,
      [say("samples")]: numberText(Number(read.samples.values[i])),
    };
  });
}

/** Formats workouts: time, duration, distance and energy. */
export function workoutRows(workouts: Frame, { span, units }: DayLabels): DayRow[] {
  if (frameHeight(workouts) === 0) return [];
  const read = openFrame(workouts).read({
    start_date: "time",
    end_date: "time",
    activity: "text",
    duration: "float64",
    distance: "float64",
    energy: "float64",
    "sources?": "text",
  });
  const shown = (
    column: { values: Float64Array; valid?: Uint8Array | undefined },
    i: number,
    unit: string,
  ): string | null =>
    column.valid?.[i] === 0 ? null : amountText({ value: column.values[i]!, unit });
  return read.activity.values.map((activity, i) => ({
    [say("time")]: span(read.start_date.values[i]!, read.end_date.values[i]!),
    [say("activity")]: metricLabel(activity ?? say("unknown")),
    [say("duration")]: read.duration.valid?.[i] === 0
      ? null
      : durationText(read.duration.values[i]!),
    [say("distance")]: shown(read.distance, i, units === "imperial" ? "mi" : "km"),
    [say("energy")]: shown(read.energy, i, "kcal"),
    ...read.sources && { [say("sources")]: read.sources.values[i] ?? null },
  }));
}

/** Formats calendar entries. */
export function calendarRows(calendar: Frame, { span }: DayLabels): DayRow[] {
  if (frameHeight(calendar) === 0) return [];
  const read = openFrame(calendar).read({
    start_date: "time",
    end_date: "time",
    title: "text",
    location: "text",
  });
  return read.title.values.map((title, i) => ({
    [say("time")]: span(read.start_date.values[i]!, read.end_date.values[i]!),
    [say("title")]: title,
    [say("location")]: read.location.values[i] || null,
  }));
}

/** Formats notes with their values: `0.5 l`. */
export function eventRows(events: Frame, { span, units }: DayLabels): DayRow[] {
  if (frameHeight(events) === 0) return [];
  const read = openFrame(events).read({
    name: "text",
    recorded_at: "time",
    start_time: "time",
    end_time: "time",
    value: "float64",
    unit: "text",
    note: "text",
  });
  return read.name.values.map((name, i) => {
    const hasSpan = read.start_time.valid?.[i] !== 0 && read.end_time.valid?.[i] !== 0;
    const unit = read.unit.values[i] ?? "";
    return {
      [say("time")]: hasSpan
        ? span(read.start_time.values[i]!, read.end_time.values[i]!)
        : span(read.recorded_at.values[i]!, null),
      [say("event")]: name,
      [say("value")]: read.value.valid?.[i] === 0
        ? null
        : amountText(inSystem({ value: read.value.values[i]!, unit }, units)),
      [say("note")]: read.note.values[i] || null,
    };
  });
}

/** Formats stays, with the name of their city, and the moves between them. */
export function placeRows(visits: Frame, { span, units }: DayLabels): DayRow[] {
  if (frameHeight(visits) === 0) return [];
  const read = openFrame(visits).read({
    kind: "text",
    start_time: "time",
    end_time: "time",
    distance_m: "float64",
    place: "int64",
    city: "text",
  });
  const cities = read.city.values, places = read.place.values;
  const placesOf = Map.groupBy(
    cities.keys().filter((i) => read.kind.values[i] === "visit"),
    (i) => cities[i],
  );
  const nameOf = (i: number): string => {
    const kind = read.kind.values[i];
    if (kind !== "visit") return say(kind === "move" ? "on the way" : "not known");
    const own = [...new Set(placesOf.get(cities[i])!.map((row) => places[row]!))];
    const name = cities[i] ?? say("a place without a name");
    return own.length === 1
      ? name
      : say("{city}, place {n}", { city: name, n: own.indexOf(places[i]!) + 1 });
  };
  return read.kind.values.map((_, i) => {
    const start = read.start_time.values[i]!, end = read.end_time.values[i]!;
    return {
      [say("time")]: span(start, end),
      [say("place")]: nameOf(i),
      [say("duration")]: durationText(Number(end - start) / 60e6),
      [say("distance")]: read.distance_m.valid?.[i] === 0
        ? null
        : amountText(lengthIn(read.distance_m.values[i]!, units)),
    };
  });
}

/** Text of an empty cell. */
const NOTHING = "–";

/** Removes columns without any value. */
export function dropEmptyColumns(rows: readonly DayRow[]): DayRow[] {
  const names = Object.keys(rows[0] ?? {}).filter((name) => rows.some((row) => row[name] !== null));
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? NOTHING])));
}
