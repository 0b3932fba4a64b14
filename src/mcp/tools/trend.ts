import { z } from "zod";
import { zoneOf } from "../../app/ask/zoneOf.ts";
import { Cells, intervalOf, rowsOf, unitTexts } from "../parts/answer.ts";
import { boundedDays, DAYS, MEASURE, tool } from "../parts/tool.ts";

const trend = tool({
  name: "trend",
  title: "Trend",
  description:
    "Fits a trend to a metric or a measure of sleep: slope with its interval and p value, corrected for weekdays and for days that depend on each other.",
  input: {
    measure: MEASURE,
    ...DAYS,
    per: z.enum(["day", "week", "month", "year"]).default("month")
      .describe("Time that the slope counts."),
  },
  n: "Number of days with a value.",
  output: {
    finding: z.string().describe("The trend in words, or the reason for its absence."),
    confidence: z.number().describe("Confidence of the intervals."),
    statistics: z.array(Cells).describe(
      "A row per statistic: slope_low and slope_high are the interval of the slope, change is the change over the range.",
    ),
  },
  ask: async (me, { measure, per, zone, ...days }) => {
    const tz = zoneOf(me, zone, "answer with a trend"), range = boundedDays(days);
    const found = await me.trend(measure, range, { per, tz });
    return {
      zone: tz,
      interval: intervalOf(range, tz),
      n: found.days ?? 0,
      unit: unitTexts(found.unit),
      caveats: [
        ...found.reason.slope === null ? [] : [`No trend was fitted: ${found.reason.slope}.`],
        "A trend does not show its cause.",
      ],
      finding: found.finding,
      confidence: 0.95,
      statistics: rowsOf(found.frame, [
        ...["name", "unit", "method", "partial", "note", "finding", "per"],
      ]),
    };
  },
});

const changes = tool({
  name: "changes",
  title: "Changes of level",
  description:
    "Finds when the level of a metric or a measure of sleep changed, or tests a date that was known beforehand.",
  input: {
    measure: MEASURE,
    ...DAYS,
    at: z.iso.date().optional()
      .describe(
        "Date to test, such as the first day of a treatment. Default: all dates are searched.",
      ),
  },
  n: "Number of days with a value.",
  output: {
    finding: z.string().describe("The changes in words, or the reason for their absence."),
    rows: z.array(Cells).describe(
      "With at, a row per statistic: changes of level and slope with intervals and p. Without, a row per level.",
    ),
  },
  ask: async (me, { measure, at, zone, ...days }) => {
    const tz = zoneOf(me, zone, "answer with changes of level"), range = boundedDays(days);
    const found = at === undefined
      ? await me.changePoints(measure, range, { tz })
      : await me.interrupted(measure, range, { at, tz });
    const isKnown = "level_change" in found;
    return {
      zone: tz,
      interval: intervalOf(range, tz),
      n: (isKnown ? (found.days_before ?? 0) + (found.days_after ?? 0) : found.days) ?? 0,
      unit: unitTexts(found.unit),
      caveats: [
        isKnown
          ? "The p value holds for a date that was chosen before the values were seen."
          : "Differences of levels are too large on average, since the dates are where they are large.",
        "A change does not show its cause.",
      ],
      finding: found.finding,
      rows: rowsOf(found.frame, ["name", "unit", "note", "finding"]),
    };
  },
});

/** Trends and changes of level. */
export const TREND_TOOLS = [trend, changes];
