import type { DayOrMoment } from "../../time/day.ts";
import { toInterval } from "../../time/interval.ts";
import { zonesWithin } from "../../time/zones.ts";
import type { Zones } from "../../time/zone.ts";
import { openFrame } from "../../frame/open.ts";
import type { Metric } from "../../schema/metrics.ts";
import type { Client } from "../../client/client.ts";
import { int64Column, textColumn } from "../../frame/columns/columns.ts";
import type { UnitSystem } from "../../client/connectOptions.ts";
import { inSystem, metricLabel, unitSystem } from "../ask/amounts.ts";
import { readWorkouts } from "./readWorkouts.ts";
import { workoutTable } from "./workoutTable.ts";
import { nullable } from "../../frame/columns/nullable.ts";
import { columnNames, frameHeight } from "../../frame/polars/seriesOf.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { visits } from "../../places/visits.ts";
import { line } from "../../plot/line.ts";
import { day as dayRange, type ZonedRange } from "../../time/range.ts";
import { annotationEvents } from "./annotationEvents.ts";
import { isCode } from "../ask/checkMetrics.ts";
import { DayRecall } from "./dayRecall.ts";
import { ifThere } from "../ask/ifThere.ts";
import { readSeries } from "./nightMetrics.ts";
import { lastNight } from "../nights/lastNight.ts";
import { pageLabels } from "../page/pageLabels.ts";
import type { TimeTextOptions } from "../../time/textPatterns.ts";
import { zoneOf } from "../ask/zoneOf.ts";
import { inLanguage } from "../../words/language.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Options of {@linkcode Questions.day}. */
export interface DayOptions {
  /** IANA zone of the day. @default the client's */
  tz?: Zones | undefined;
  /**
   * Sources of sleep, highest priority first; unlisted sources come last.
   * @default sources with stages before those without, then in the order of the service's data
   * sources
   */
  sourcePriority?: readonly string[] | undefined;
  /** System of units of amounts: kilometres or miles. @default the client's */
  units?: UnitSystem | undefined;
  /**
   * Language and order of dates: a BCP 47 name such as `de`, or a locale of date-fns.
   * @default English
   */
  locale?: TimeTextOptions["locale"] | undefined;
  /**
   * Format of times, as a pattern of date-fns such as `dd.MM.yyyy HH:mm`. @default HH:mm, or the
   * locale's
   */
  timeFormat?: string | undefined;
}

const OPTIONS = optionNames<DayOptions>()("tz sourcePriority units locale timeFormat");

/** Columns of records that are shown; the noun's own method returns all of them. */
const SHOWN = {
  calendar: ["start_date", "end_date", "title", "location"],
  events: ["name", "recorded_at", "start_time", "end_time", "value", "unit", "note"],
} as const;

/**
 * Recalls a day: every metric with data, the sleep until you woke on that day, workouts, calendar,
 * events and places. Parts that the service does not have (404) or does not share (403) are
 * reported as absent.
 *
 * If several devices recorded the night, one of them counts at each instant, by the rule of
 * `me.lastNight`. The night lists the devices, their order, and the record of each.
 *
 * @param date Local date, such as `2024-03-10`, or an instant on it.
 * @throws {TypeError} if an option does not exist
 * @throws {RangeError} if the date does not exist, or the zone is missing
 */
export async function day(
  me: Client,
  date: string | DayOrMoment,
  options: DayOptions = {},
): Promise<DayRecall> {
  const action = "recall a day";
  checkOptions(action, options, OPTIONS);
  const system = unitSystem(me, options.units, action);
  const zones = zoneOf(me, options.tz, action);
  const ago = typeof date === "string" ? ["today", "yesterday"].indexOf(date.toLowerCase()) : -1;
  if (ago >= 0) {
    const meant = dayRange(me.now(), zones).start_time.toPlainDate().subtract({ days: ago });
    throw new RangeError(`Cannot ${action}: the date is "${date}". Write "${meant}".`);
  }
  const range = dayRange(date, zones);
  const tz = zonesWithin(toInterval(range), zones);
  const labels = pageLabels(options, tz);
  return await inLanguage(labels.options, async () => {
    const none = toFrame({}), { units: _, ...night } = options;
    const [sleep, metrics, calendar, events, workouts, places, heart] = await Promise.all([
      lastNight(me, { ...night, tz: zones, date }),
      ifThere("metrics", metricsOf(me, range, { tz, system }), {
        frame: none,
        others: [],
        absent: [],
      }),
      ifThere("calendar", me.api.calendars.events({ ...range }, { tz }), none),
      annotationEvents(me, range, tz),
      ifThere("workouts", readWorkouts(me, { ...range, tz }), []),
      ifThere("places", me.api.locations.timeSeries({ ...range, sample_rate: 60 }, { tz }), none),
      ifThere(
        "heart rate",
        me.api.metrics.timeSeries({ metric: "HeartRate", samprate: "5m", tz, ...range }),
        none,
      ),
    ]);
    const hasPlaces = frameHeight(places.value) > 0 && openFrame(places.value).hasValues("lat");
    const hasHeart = frameHeight(heart.value) > 0 && openFrame(heart.value).hasValues("heart_rate");
    return new DayRecall(
      {
        date: range.start_time.toPlainDate().toString(),
        tz,
        units: system,
        sleep: sleep.facts === null ? null : sleep,
        metrics: metrics.value.frame,
        calendar: only(calendar.value, SHOWN.calendar),
        events: only(events.value, SHOWN.events),
        workouts: workouts.value.length === 0 ? none : workoutTable(workouts.value, { tz, system }),
        visits: visits(hasPlaces ? places.value : [], { tz, city: true }),
        others: metrics.value.others.filter((name) =>
          name !== "SleepStage" || sleep.facts === null
        ),
        absent: [
          { absent: sleep.facts === null ? sleep.absent : null },
          metrics,
          calendar,
          events,
          workouts,
          places,
          heart,
        ].flatMap(({ absent }) => absent ?? []).concat(metrics.value.absent),
      },
      hasHeart
        ? [{
          heading: metricLabel("HeartRate"),
          show: line(heart.value, { y: "heart_rate", unit: "bpm", tz, range, ...labels.options }),
        }]
        : [],
      labels,
    );
  });
}

function only(frame: Frame, names: readonly string[]): Frame {
  if (frameHeight(frame) === 0) return frame;
  const columns = openFrame(frame).columns();
  return toFrame(Object.fromEntries(names.map((name) => [name, columns[name]!])));
}

/** Returns the metrics with a value of a day, others with records, and those that are not shared. */
async function metricsOf(
  me: Client,
  range: ZonedRange,
  { tz, system }: { readonly tz: string; readonly system: UnitSystem },
): Promise<{ frame: Frame; others: readonly string[]; absent: readonly string[] }> {
  const [catalog, available] = await Promise.all([
    me.api.metrics.catalog(),
    me.api.changes.available({ ...range }),
  ]);
  const samples = new Map(available.map(({ data_type, count }) => [data_type, count]));
  // Codes have no mean, and sleep is a separate part.
  const metrics = catalog.filter(({ name, unit, is_time_series }) =>
    is_time_series && samples.has(name) && !isCode(unit)
  );
  const values = await Promise.all(metrics.map(async (metric) => {
    const { name } = metric;
    const calculations = metric.metric_kind === "discrete" ? ["min", "max"] as const : [];
    const { value: frame, absent } = await ifThere(
      name,
      readSeries(
        me,
        { column: metric.value_column, kind: metric.metric_kind },
        { metric: name, samprate: "1d", tz, ...range, calculations: [...calculations] },
      ),
      null,
    );
    if (frame === null) return { value: null, low: null, high: null, absent };
    const [value, ...extremes] = columnNames(frame).filter((column) => column !== "time");
    const at = (column: string | undefined): number | null => {
      if (column === undefined) return null;
      const { values, valid } = openFrame(frame).read({ [column]: "float64" })[column]!;
      return valid?.[0] === 0 ? null : values[0] ?? null;
    };
    const one = (prefix: string): number | null =>
      at(extremes.find((column) => column.startsWith(prefix)));
    return { value: at(value), low: one("min_"), high: one("max_"), absent };
  }));
  const shown = values.map((_, i) => i).filter((i) => values[i]!.value !== null);
  const amount = (i: number, of: "value" | "low" | "high"): number | null => {
    const value = values[i]![of];
    return value === null ? null : inSystem({ value, unit: metrics[i]!.unit }, system).value;
  };
  const frame = toFrame({
    metric: textColumn(shown.map((i) => nameOf(metrics[i]!))),
    value: nullable(shown.map((i) => amount(i, "value"))),
    unit: textColumn(
      shown.map((i) => inSystem({ value: 0, unit: metrics[i]!.unit }, system).unit),
    ),
    low: nullable(shown.map((i) => amount(i, "low"))),
    high: nullable(shown.map((i) => amount(i, "high"))),
    samples: int64Column(
      BigInt64Array.from(shown, (i) => BigInt(samples.get(metrics[i]!.name) ?? 0)),
    ),
  });
  const named = new Set(shown.map((i) => metrics[i]!));
  const others = catalog.filter((metric) => samples.has(metric.name) && !named.has(metric));
  return {
    frame,
    others: others.map(nameOf),
    absent: values.flatMap(({ absent }) => absent ?? []),
  };
}

/**
 * Returns the display name of a metric; a user-defined metric is named by its column, not by its
 * id.
 */
function nameOf({ name, value_column }: Metric): string {
  return name.includes("/") ? value_column : name;
}
