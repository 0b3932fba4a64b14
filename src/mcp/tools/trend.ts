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

/** Trends. */
export const TREND_TOOLS = [trend];
