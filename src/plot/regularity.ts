import { type FrameLike, openFrame } from "../frame/open.ts";
import { SLEEP_WAKE_OPTIONS } from "../sleep/nights/sleepWake.ts";
import { regularity as measureRegularity, type RegularityOptions } from "../sleep/regularity.ts";
import { openStages } from "../sleep/stages/openStages.ts";
import { localZone } from "../time/zone.ts";
import { optionNames } from "../options/checkOptions.ts";
import { slots } from "./days/dailyValues.ts";
import { type DayBar, dayBars, dayChart, isDayLine } from "./days/dayChart.ts";
import { FINDINGS } from "./picture/findings.ts";
import { labelsOf } from "./picture/labels.ts";
import { noData } from "./axis/noData.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, PICTURE_OPTIONS, withoutPicture } from "./picture/pictureOptions.ts";
import { DEFAULT_WIDTH, type Mark, type PictureOptions, type PlotModule } from "./picture/spec.ts";
import { AXIS, DOMAINS, INK, STROKES } from "./picture/theme.ts";
import { shortNumber, threeDigits, valueTicks } from "./axis/valueTicks.ts";
import { DAY_MS } from "../time/units.ts";
import {
  isTrend,
  LONG_SPAN_OPTIONS,
  type LongSpanOptions,
  rollingQuartiles,
  rollingWindow,
} from "./days/longSpans.ts";
import { DAY_CONTEXT_OPTIONS, dayContext, type DayContextOptions } from "./days/dayContext.ts";
import { halfEnd, trendEnd, trendMarks } from "./days/trendMarks.ts";
import { daysSummary, daysWithData } from "./days/daysSummary.ts";
import { inLanguage, say } from "../words/language.ts";

/** Options of {@linkcode regularity}. */
export interface RegularityPictureOptions
  extends
    PictureOptions,
    LongSpanOptions,
    DayContextOptions,
    Omit<RegularityOptions, "by" | "per" | "tz" | "confidence" | "variant"> {}

const TITLE = "Sleep regularity of each day and the next";

const OPTIONS = optionNames<RegularityPictureOptions>()(
  PICTURE_OPTIONS,
  LONG_SPAN_OPTIONS,
  DAY_CONTEXT_OPTIONS,
  SLEEP_WAKE_OPTIONS,
  "columns minDays minCoverage",
);

/**
 * Draws the sleep regularity index of each pair of consecutive days as a dot, and the index of all
 * days as a line: 100 if both days are identical, 0 if they agree by chance. A pair of days with
 * too little data is a grey band. Over 90 days it shows the seven-day median, with a band for the
 * middle half of the values. For the definition, see `sleep.regularity`.
 *
 * @param frame Stages: `start_time`, `end_time` (instants), `sleep_stage` (code); optionally
 * `source`, `id`.
 * @throws {TypeError} if a column is missing or has another type, or a time or stage is null
 * @throws {RangeError} if a row ends before it starts, a stage is not in the table, there are more
 * than 4000 days, or an option is invalid
 *
 * @example Two nights, the second an hour longer
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const picture = plot.regularity([
 *   { start_time: "2024-01-01T22:00Z", end_time: "2024-01-02T06:00Z", sleep_stage: 3 },
 *   { start_time: "2024-01-02T22:00Z", end_time: "2024-01-03T07:00Z", sleep_stage: 3 },
 * ], { tz: "UTC", minDays: 2 });
 * assertEquals(
 *   String(picture),
 *   "Sleep regularity of each day and the next, Tue 2 Jan 2024 to Tue 2 Jan 2024, UTC: " +
 *     "1 of 1 day has data, all days 91.67",
 * );
 * ```
 */
export function regularity(frame: FrameLike, options: RegularityPictureOptions = {}): Picture {
  return inLanguage(options, () => drawRegularity(frame, options));
}

function drawRegularity(frame: FrameLike, options: RegularityPictureOptions): Picture {
  checkPictureOptions("draw the regularity of sleep", options, OPTIONS);
  const { width = DEFAULT_WIDTH, form, baseline: _b, target: _t, freeDays: _f, ...given } = options;
  const action = "draw the regularity of sleep", rule = withoutPicture(given);
  const data = openStages(frame, { action, tz: options.tz }, options.columns);
  const { start_time = "start_time" } = options.columns ?? {};
  const spans = data.read({ start_time: "time" }, { columns: { start_time } });
  const tz = localZone(data.tz, spans.start_time.zone, "draw the regularity of sleep"),
    labels = labelsOf(options, tz);
  const pairs = openFrame(measureRegularity(data, { ...rule, tz, per: "pair" }), { action })
    .read({ night: "date", value: "float64" });
  const known = new Map(
    Array.from(pairs.night.values, (night, row) => [
      night * DAY_MS,
      pairs.value.valid?.[row] === 0 ? null : pairs.value.values[row]!,
    ]),
  );
  const days = slots([...known.keys()], tz)
    .map((slot) => ({ slot, value: known.get(slot) ?? null }));
  const bars = days.flatMap(({ slot, value }) =>
    value === null ? [] : [{
      slot,
      value,
      title: `${labels.in("UTC").day(slot)}: ${shortNumber(Number(value.toPrecision(4)))}`,
    }]
  );
  const values = bars.map(({ value }) => value);
  const pairValues = days.map(({ value }) => value);
  const trend = isTrend(pairValues, form, action), window = rollingWindow(pairValues);
  if (values.length === 0) {
    return noData("regularity", say(TITLE), frame, options, "span", "no two days in a row");
  }
  const { value: overall } = openFrame(measureRegularity(data, { ...rule, tz }), { action })
    .read({ value: "float64" });
  const all = overall.valid?.[0] === 0 ? null : overall.values[0]!;
  const slotsOf = days.map(({ slot }) => slot);
  const context = dayContext(slotsOf, pairValues, options, {
    labels,
    action,
  });
  const shape = { count: days.length, width, color: DOMAINS.sleep, label: say(TITLE) };
  const rolling = trend ? rollingQuartiles(pairValues, window) : [];
  return dayChart({
    forWidth: (width) => regularity(frame, { ...options, width }),
    name: "regularity",
    summary: `${say(TITLE)}${trend ? `, ${window.label}` : ""}, ${daysSummary(days, labels)}${
      all === null
        ? ""
        : say(", all days {value}", { value: shortNumber(Number(all.toPrecision(4))) })
    }`,
    finding: all === null
      ? undefined
      : FINDINGS.score(say("Regularity"), all > 99.9 && all < 100 ? "> 99.9" : threeDigits(all)),
    source: daysWithData(days),
    labels,
    slots: slotsOf,
    missing: days.filter(({ value }) => value === null).map(({ slot }) => slot),
    ends: [
      ...(trend ? [trendEnd, halfEnd].map((end) => end(rolling, DOMAINS.sleep, window.days)) : []),
      ...(all === null ? [] : [{
        text: say("All days: {value}", { value: threeDigits(all) }),
        y: all,
        color: LINE,
        entry: {
          label: say("All days: {value}", { value: threeDigits(all) }),
          color: LINE,
          shape: "line" as const,
        },
      }]),
    ],
    legend: [],
    values: trend
      ? valueTicks(
        Math.min(
          100,
          ...context.values,
          ...rolling.flatMap(({ low }) => Number.isNaN(low) ? [] : low),
        ),
        100,
      )
      : valueTicks(Math.min(100, ...values, ...context.values), 100),
    valueLabel: trend
      ? `${say("Sleep regularity index")}, ${window.label}`
      : say("Sleep regularity index of each day and the next"),
    context,
    bars: (plot) => [
      ...(trend
        ? trendMarks(plot, { slots: slotsOf, rolling, color: DOMAINS.sleep, title: window.label })
        : isDayLine(shape)
        ? [dayBars(plot, bars, shape)]
        : dayDots(plot, bars, all)),
      plot.ruleY(all === null ? [] : [all], {
        stroke: LINE,
        strokeWidth: STROKES.reference,
        title: () => say("All days: {value}", { value: threeDigits(all!) }),
      }),
    ],
  }, options);
}

/** Draws a dot for each day, with a stem to the value of all: the index has no meaningful zero. */
function dayDots(plot: PlotModule, days: readonly DayBar[], all: number | null): Mark[] {
  const x = ({ slot }: DayBar): number => slot + DAY_MS / 2;
  return [
    plot.ruleX(all === null ? [] : days, { x, y1: all ?? 0, y2: "value", stroke: AXIS }),
    plot.dot(days, { x, y: "value", r: 3, fill: DOMAINS.sleep, title: "title" }),
  ];
}

/** Ink: another colour would not stand out from the bars in grey print. */
const LINE = INK;
