import { zonedTime } from "../../time/zones.ts";
import { openFrame } from "../../frame/open.ts";
import { type Column, type Columns, textColumn } from "../../frame/columns/columns.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { clockTimes, offsets } from "../../series/clock/offsets.ts";
import { between } from "../../time/range.ts";
import { DAY_MICROS } from "../../time/units.ts";
import type { ReportData } from "./reportData.ts";
import { say } from "../../words/language.ts";

/** Smallest and largest shift of dates in weeks: from one year to about ten. */
const LEAST_WEEKS = 52, MOST_WEEKS = 520;

/** Returns a secret number of weeks. */
export function secretWeeks(): number {
  const [random] = crypto.getRandomValues(new Uint32Array(1));
  return LEAST_WEEKS + random! % (MOST_WEEKS - LEAST_WEEKS + 1);
}

/**
 * Removes everything that identifies the person from a report's data. Local times of day and
 * weekdays stay, without a zone; dates move back by whole weeks. Sources of sleep are numbered,
 * sources of workouts and events (the person's own words) are left out. An hour that a daylight
 * saving change skips or repeats stays missing or repeated.
 */
export function deidentify(data: ReportData, weeks: number): ReportData {
  const { tz, sleep, sources } = data;
  const names = new Map(sources.order.map((name, i) => [name, say("device {n}", { n: i + 1 })]));
  const rename = (name: string | null): string | null => {
    if (name === null) return null;
    const known = names.get(name);
    if (known !== undefined) return known;
    names.set(name, say("device {n}", { n: names.size + 1 }));
    return names.get(name)!;
  };
  const moved = (frame: Frame): Frame => {
    const columns = openFrame(frame).columns();
    return toFrame(
      Object.fromEntries(
        Object.entries(columns).map(([name, column]) => [
          name,
          name === "source" && column.type === "text"
            ? textColumn(column.values.map(rename))
            : movedColumn(name, column, tz, weeks),
        ]),
      ),
    );
  };
  const back = (date: Temporal.PlainDate): Temporal.PlainDate => date.subtract({ weeks });
  const first = back(data.first), last = back(data.last);
  const now = zonedTime(data.now.epochNanoseconds / 1000n, tz).toPlainDateTime().subtract({ weeks })
    .toZonedDateTime("UTC").toInstant();
  const none = { samples: [], wide: moved(sleep.wide), raw: moved(sleep.raw) };
  return {
    ...data,
    tz: "UTC",
    first,
    last,
    range: between(first, last.add({ days: 1 }), "UTC"),
    now,
    sleep: {
      ...sleep,
      ...none,
      stages: moved(sleep.stages),
      context: moved(sleep.stages),
      sessions: [],
      statistics: moved(sleep.statistics),
    },
    sources: {
      ...sources,
      order: sources.order.map((name) => rename(name)!),
      alone: moved(sources.alone),
    },
    heart: moved(data.heart),
    hourly: moved(data.hourly),
    steps: moved(data.steps),
    activities: without(data.activities, "sources"),
    events: moved(toFrame(emptied(openFrame(data.events).columns()))),
  };
}

function movedColumn(name: string, column: Column, tz: string, weeks: number): Column {
  if (column.type === "time") {
    const shown = clockTimes(column.values, offsets(column.values, tz));
    const less = 7n * BigInt(weeks) * DAY_MICROS;
    return { ...column, values: shown.map((at) => at - less), zone: "UTC" };
  }
  if (column.type === "date") {
    return { ...column, values: column.values.map((day) => day - 7 * weeks) };
  }
  if (name === "night" && column.type === "text") {
    return textColumn(
      column.values.map((date) =>
        date === null ? null : Temporal.PlainDate.from(date).subtract({ weeks }).toString()
      ),
    );
  }
  return column;
}

/** Returns a frame without a column. */
function without(frame: Frame, left: string): Frame {
  const columns = Object.entries(openFrame(frame).columns());
  return toFrame(Object.fromEntries(columns.filter(([name]) => name !== left)));
}

/** Returns columns without their rows. */
function emptied(columns: Columns): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      "values" in column
        ? { ...column, values: column.values.slice(0, 0), valid: undefined } as Column
        : { type: "text", values: [] } as Column,
    ]),
  );
}
