import { zonedTime } from "../../time/zones.ts";
import type { UnitSystem } from "../../client/connectOptions.ts";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { readRows } from "../../frame/readRows.ts";
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
  return readRows(metrics, {
    metric: "text",
    value: "float64",
    unit: "text",
    low: "float64",
    high: "float64",
    samples: "int64",
  }, ["value"]).map(({ metric, value, unit, low, high, samples }) => ({
    [say("metric")]: metricLabel(metric ?? ""),
    [say("value")]: unit === "min" ? durationText(value) : amountText({ value, unit: unit ?? "" }),
    [say("lowest to highest")]: low === null || high === null || low === high
      ? null
      : say("{from} to {to}", {
        from: amountText({ value: low, unit: "" }),
        to: amountText({ value: high, unit: unit ?? "" }),
      }),
    [say("samples")]: numberText(Number(samples)),
  }));
}

/** Formats workouts: time, duration, distance and energy. */
export function workoutRows(workouts: Frame, { span, units }: DayLabels): DayRow[] {
  if (frameHeight(workouts) === 0) return [];
  const shown = (value: number | null, unit: string): string | null =>
    value === null ? null : amountText({ value, unit });
  return readRows(workouts, {
    start_date: "time",
    end_date: "time",
    activity: "text",
    duration: "float64",
    distance: "float64",
    energy: "float64",
    "sources?": "text",
  }, ["start_date"]).map((workout) => ({
    [say("time")]: span(workout.start_date, workout.end_date),
    [say("activity")]: metricLabel(workout.activity ?? say("unknown")),
    [say("duration")]: workout.duration === null ? null : durationText(workout.duration),
    [say("distance")]: shown(workout.distance, units === "imperial" ? "mi" : "km"),
    [say("energy")]: shown(workout.energy, "kcal"),
    ...workout.sources !== undefined && { [say("sources")]: workout.sources },
  }));
}

/** Formats calendar entries. */
export function calendarRows(calendar: Frame, { span }: DayLabels): DayRow[] {
  if (frameHeight(calendar) === 0) return [];
  return readRows(calendar, {
    start_date: "time",
    end_date: "time",
    title: "text",
    location: "text",
  }, ["start_date"]).map(({ start_date, end_date, title, location }) => ({
    [say("time")]: span(start_date, end_date),
    [say("title")]: title,
    [say("location")]: location || null,
  }));
}

/** Formats notes with their values: `0.5 l`. */
export function eventRows(events: Frame, { span, units }: DayLabels): DayRow[] {
  if (frameHeight(events) === 0) return [];
  return readRows(events, {
    name: "text",
    recorded_at: "time",
    start_time: "time",
    end_time: "time",
    value: "float64",
    unit: "text",
    note: "text",
  }, ["recorded_at"]).map(({ name, recorded_at, start_time, end_time, value, unit, note }) => ({
    [say("time")]: start_time === null || end_time === null
      ? span(recorded_at, null)
      : span(start_time, end_time),
    [say("event")]: name,
    [say("value")]: value === null
      ? null
      : amountText(inSystem({ value, unit: unit ?? "" }, units)),
    [say("note")]: note || null,
  }));
}

/** Formats stays, with the name of their city, and the moves between them. */
export function placeRows(visits: Frame, { span, units }: DayLabels): DayRow[] {
  if (frameHeight(visits) === 0) return [];
  const rows = readRows(visits, {
    kind: "text",
    start_time: "time",
    end_time: "time",
    distance_m: "float64",
    place: "int64",
    city: "text",
  }, ["start_time", "end_time"]);
  const stays = Map.groupBy(rows.filter(({ kind }) => kind === "visit"), ({ city }) => city);
  const nameOf = ({ kind, city, place }: typeof rows[number]): string => {
    if (kind !== "visit") return say(kind === "move" ? "on the way" : "not known");
    const own = [...new Set(stays.get(city)?.map((stay) => stay.place))];
    const name = city ?? say("a place without a name");
    return own.length === 1
      ? name
      : say("{city}, place {n}", { city: name, n: own.indexOf(place) + 1 });
  };
  return rows.map((row) => ({
    [say("time")]: span(row.start_time, row.end_time),
    [say("place")]: nameOf(row),
    [say("duration")]: durationText(Number(row.end_time - row.start_time) / 60e6),
    [say("distance")]: row.distance_m === null ? null : amountText(lengthIn(row.distance_m, units)),
  }));
}

/** Text of an empty cell. */
const NOTHING = "–";

/** Removes columns without any value. */
export function dropEmptyColumns(rows: readonly DayRow[]): DayRow[] {
  const names = Object.keys(rows[0] ?? {}).filter((name) => rows.some((row) => row[name] !== null));
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? NOTHING])));
}
