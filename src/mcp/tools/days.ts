import { z } from "zod";
import { openFrame } from "../../frame/open.ts";
import { unitsOf } from "../../frame/polars/displays.ts";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import type { Measure } from "../../api/fields/metricTable.ts";
import { zoneOf } from "../../app/ask/zoneOf.ts";
import type { Me } from "../../app/me.ts";
import type { SleepFigure } from "../../app/days/sleepDays.ts";
import { compare } from "../../series/compare.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { zonedTime } from "../../time/zones.ts";
import { Cells, intervalOf, PAGE, pageOf, rowsOf, unitText, unitTexts } from "../parts/answer.ts";
import {
  boundedDays,
  DATE_ARGUMENT,
  DAYS,
  daysOf,
  METRIC,
  PAGING,
  tool,
  ZONE,
} from "../parts/tool.ts";
import { NIGHT, nightFields } from "./nights.ts";
import { countText } from "../../options/countText.ts";

const ACTION = "answer a question about days";

/** Maximum number of rows of each list of a day. */
const MOST_OF_A_DAY = 100;

const SLEEP_FIGURE = z.string().min(1).max(40).describe(
  "Measure of the night before you woke on the day: asleep, in_bed, efficiency, latency, awake, awakenings, light, deep, rem, naps, bedtime, onset, midsleep, wake, rise.",
) as unknown as z.ZodType<SleepFigure, SleepFigure>;

/** Arguments for the columns of a table of days. */
const COLUMNS = {
  metrics: z.array(METRIC).max(20).optional().describe("Metrics as columns."),
  sleep: z.array(SLEEP_FIGURE).max(20).optional().describe("Measures of sleep as columns."),
};

const list = z.array(Cells).max(MOST_OF_A_DAY);

const day = tool({
  name: "day",
  title: "A day",
  description:
    "Recalls a day: each metric with data, the sleep before it, workouts, calendar, notes, places.",
  input: { date: DATE_ARGUMENT, ...ZONE },
  n: "Number of samples behind the metrics.",
  output: {
    date: z.string().describe("Local date."),
    sleep: z.strictObject(NIGHT).nullable().describe("Night before you woke; null without data."),
    metrics: list.describe(
      "Metrics with data: `value` is the day's total, or the mean of a discrete metric; `low` and `high` are its extremes.",
    ),
    workouts: list.describe("Workouts."),
    calendar: list.describe("Entries of calendars."),
    events: list.describe("Notes and other events."),
    places: list.describe("Stays, and moves between them."),
  },
  ask: async (me, { date, zone }) => {
    const tz = zoneOf(me, zone, ACTION);
    daysOf({ from: date, to: "9999-12-31" });
    const { facts } = await me.day(date, { tz });
    const { samples, unit, metric } = readMetrics(facts.metrics);
    const parts = {
      metrics: rowsOf(facts.metrics, ["metric"]),
      workouts: rowsOf(facts.workouts),
      calendar: rowsOf(facts.calendar),
      events: rowsOf(facts.events),
      places: rowsOf(facts.visits, ["kind"]),
    };
    const cut = Object.entries(parts).filter(([, rows]) => rows.length > MOST_OF_A_DAY)
      .map(([name, rows]) => `Only ${MOST_OF_A_DAY} of ${rows.length} rows of ${name} are here.`);
    const today = zonedTime(me.now().epochNanoseconds / 1000n, facts.tz).toPlainDate().toString();
    return {
      zone: facts.tz,
      interval: intervalOf({
        start_time: facts.date,
        end_time: Temporal.PlainDate.from(facts.date).add({ days: 1 }).toString(),
      }, facts.tz),
      n: samples,
      unit: Object.fromEntries(metric.map((name, i) => [name, unit[i]!])),
      caveats: [
        ...facts.absent,
        ...cut,
        ...facts.date >= today ? ["The day is not over, so its totals are incomplete."] : [],
      ],
      date: facts.date,
      sleep: facts.sleep === null ? null : nightFields(facts.sleep),
      ...Object.fromEntries(
        Object.entries(parts).map(([name, rows]) => [name, rows.slice(0, MOST_OF_A_DAY)]),
      ) as typeof parts,
    };
  },
});

function readMetrics(frame: Frame): { samples: number; unit: string[]; metric: string[] } {
  if (frameHeight(frame) === 0) return { samples: 0, unit: [], metric: [] };
  const { samples, unit, metric } = openFrame(frame)
    .read({ samples: "int64", unit: "text", metric: "text" });
  return {
    samples: Number(samples.values.reduce((sum, count) => sum + count, 0n)),
    unit: unit.values.map((text) => unitText(text ?? "")),
    metric: metric.values.map((text) => text ?? ""),
  };
}

const daily = tool({
  name: "daily_table",
  title: "Table of days",
  description:
    "Returns a row per local day with the requested metrics, measures of the night before, and workouts.",
  input: {
    ...DAYS,
    ...COLUMNS,
    workouts: z.boolean().default(false).describe("Adds the workouts of each day."),
    ...PAGING,
  },
  n: "Number of days that are complete: over, and entirely in the range.",
  output: PAGE,
  ask: async (me, { metrics, sleep, workouts, zone, offset, limit, ...days }) => {
    const tz = zoneOf(me, zone, ACTION), range = boundedDays(days);
    const { frame, caveats } = await tableOf(me, range, { tz, metrics, sleep, workouts });
    const whole = openFrame(frame).read({ whole: "bool" }).whole.values;
    const open = whole.filter((one) => one === 0).length;
    return {
      zone: tz,
      interval: intervalOf(range, tz),
      n: whole.length - open,
      unit: unitTexts(unitsOf(frame)),
      caveats: [
        ...caveats,
        ...open === 0
          ? []
          : [`${countText(open, "day is", "days are")} not complete (whole: false).`],
      ],
      ...pageOf(rowsOf(frame, ["sleep_reason", "sleep_vendor"]), { offset, limit }),
    };
  },
});

interface TableQuery {
  readonly tz: string;
  readonly metrics?: readonly Measure[] | undefined;
  readonly sleep?: readonly SleepFigure[] | undefined;
  readonly workouts?: boolean;
}

/** Reads a table of days, with a caveat for each absent part. */
async function tableOf(
  me: Me,
  range: { readonly start_time: string; readonly end_time: string },
  { tz, metrics, sleep, workouts }: TableQuery,
): Promise<{ frame: Frame; caveats: string[] }> {
  const caveats: string[] = [];
  const frame = await me.daily(range, {
    tz,
    ...metrics === undefined ? {} : { metrics },
    ...sleep === undefined ? {} : { sleep },
    ...workouts === undefined ? {} : { workouts },
    onAbsent: (absent) => caveats.push(absent),
  });
  return { frame, caveats };
}

const PERIOD = z.strictObject({ from: DAYS.from, to: DAYS.to });

const comparePeriods = tool({
  name: "compare",
  title: "Compare two periods",
  description:
    "Compares a metric or a measure of sleep in two periods: means, difference with its interval, effect size, p value.",
  input: {
    metric: METRIC.optional().describe("Metric to compare; or pass `sleep`."),
    sleep: SLEEP_FIGURE.optional(),
    a: PERIOD.describe("First period."),
    b: PERIOD.describe("Second period."),
    ...ZONE,
  },
  n: "Number of days with a value in both periods together.",
  output: {
    column: z.string().describe("Compared column."),
    confidence: z.number().describe("Confidence of the interval of the difference."),
    statistics: z.array(Cells).describe(
      "A row per statistic: difference is b minus a, difference_low and difference_high are its interval; `note` is the reason for a null.",
    ),
  },
  ask: async (me, { metric, sleep, a, b, zone }) => {
    if ((metric === undefined) === (sleep === undefined)) {
      throw new TypeError(
        "Cannot compare periods: pass either metric or sleep, and only one of them",
      );
    }
    const tz = zoneOf(me, zone, ACTION), first = boundedDays(a), second = boundedDays(b);
    const range = boundedDays({
      from: first.start_time < second.start_time ? first.start_time : second.start_time,
      to: first.end_time > second.end_time ? first.end_time : second.end_time,
    });
    const { frame, caveats } = await tableOf(me, range, {
      tz,
      metrics: metric === undefined ? undefined : [metric],
      sleep: sleep === undefined ? undefined : [sleep],
    });
    const column = openFrame(frame).names.find((name) => name !== "time")!;
    const found = compare(frame, { a: first, b: second, y: column, tz });
    return {
      zone: tz,
      interval: intervalOf(range, tz),
      n: (found.n_a ?? 0) + (found.n_b ?? 0),
      unit: unitTexts(found.unit),
      caveats: [
        ...caveats,
        ...found.reason.p === null ? [] : [`No test was made: ${found.reason.p}.`],
        "A difference between periods does not show its cause.",
      ],
      column,
      confidence: 0.95,
      statistics: rowsOf(found.frame, ["name", "unit", "method", "partial", "note"]),
    };
  },
});

const correlate = tool({
  name: "correlate",
  title: "Correlate days",
  description:
    "Correlates metrics and measures of sleep over days, with trend and weekdays removed and p values corrected for the number of pairs.",
  input: {
    ...DAYS,
    ...COLUMNS,
    lag: z.number().int().min(0).max(14).default(0)
      .describe("Days from cause to effect; 1 compares a day with the next one."),
    ...PAGING,
  },
  n: "Largest number of days behind a pair.",
  output: PAGE,
  ask: async (me, { metrics, sleep, lag, zone, offset, limit, ...days }) => {
    const tz = zoneOf(me, zone, ACTION), range = boundedDays(days);
    const caveats: string[] = [];
    const found = await me.correlate(range, {
      tz,
      lag,
      ...metrics === undefined ? {} : { metrics },
      ...sleep === undefined ? {} : { sleep },
      onAbsent: (absent) => caveats.push(absent),
    });
    const frame = "frame" in found ? found["frame"] as Frame : found;
    const rows = rowsOf(frame, [
      ...["a", "b", "method", "interval", "adjust", "partial", "slope_unit", "finding", "note"],
    ]);
    return {
      zone: tz,
      interval: intervalOf(range, tz),
      n: Math.max(0, ...rows.map(({ n }) => typeof n === "number" ? n : 0)),
      unit: {},
      caveats: [
        ...caveats,
        "Correlation is not a cause. Judge by p_adjusted, which is corrected for all pairs here.",
      ],
      ...pageOf(rows, { offset, limit }),
    };
  },
});

/** Questions about days. */
export const DAY_TOOLS = [day, daily, comparePeriods, correlate];
