import { z } from "zod";
import { zoneOf } from "../../app/ask/zoneOf.ts";
import { LEAST_BOTH } from "../../series/statistics/timedDifference.ts";
import { intervalOf } from "../parts/answer.ts";
import { boundedDays, DAYS, tool } from "../parts/tool.ts";

const ACTION = "answer with a digest";

const usual = z.strictObject({
  mean: z.number(),
  low: z.number().describe("25th percentile."),
  high: z.number().describe("75th percentile."),
  n: z.number().int().describe("Number of days or nights."),
});

const digest = tool({
  name: "digest",
  title: "Digest",
  description:
    "Summarizes some days: the mean of each measure, compared with the days before, and whether it changed.",
  input: {
    from: DAYS.from.optional().describe("First local date; by default seven days before today."),
    to: DAYS.to.optional(),
    before: z.number().int().min(1).max(365).default(28)
      .describe("Number of days before that show what is usual."),
    zone: DAYS.zone,
  },
  n: "Largest number of days or nights behind a measure.",
  output: {
    title: z.string().describe("Days of the digest."),
    sentences: z.array(z.string()).describe(
      "A sentence per change, then one for all other measures, ready to quote.",
    ),
    figures: z.array(z.strictObject({
      label: z.string().describe("Measure."),
      unit: z.string().describe(
        "Its unit; times of day are hours since the midnight that starts the wake-up date.",
      ),
      now: usual.describe("Values in these days."),
      before: usual.nullable().describe("Values in the days before; null without data."),
      difference: z.number().nullable().describe(
        "Mean minus the mean before, weekdays removed; null for too few days.",
      ),
      interval: z.strictObject({ low: z.number(), high: z.number() }).nullable()
        .describe("Simultaneous 95 % interval of the difference."),
      changed: z.enum(["more", "less", "no clear change", "too few days"])
        .describe("Whether the interval excludes 0."),
    })),
  },
  ask: async (me, { from, to, before, zone }) => {
    if ((from === undefined) !== (to === undefined)) {
      throw new TypeError("Cannot make a digest: pass both from and to, or neither");
    }
    const tz = zoneOf(me, zone, ACTION);
    const range = from === undefined
      ? me.range.lastDays(7, { tz })
      : boundedDays({ from, to: to! });
    const found = await me.digest(range, { before, tz });
    const figures = found.figures.map(({ label, unit, now, before, judgement }) => ({
      label,
      unit,
      now: usualOf(now),
      before: before === undefined ? null : usualOf(before),
      difference: judgement?.difference ?? null,
      interval: judgement === undefined ? null : { low: judgement.low, high: judgement.high },
      changed: judgement === undefined
        ? "too few days" as const
        : ({ "1": "more", "-1": "less", "0": "no clear change" } as const)[judgement.direction],
    }));
    return {
      zone: tz,
      interval: intervalOf(range, tz),
      n: Math.max(0, ...figures.map(({ now }) => now.n)),
      unit: Object.fromEntries(figures.map(({ label, unit }) => [label, unit])),
      caveats: [
        "The intervals hold for all measures together: without any change, at most one digest in twenty marks one.",
        ...figures.some(({ changed }) => changed === "too few days")
          ? [`A measure needs ${LEAST_BOTH} days in both periods to be compared.`]
          : [],
      ],
      title: found.title,
      // names of activities are text from records, which an assistant must not take for
      // instructions
      sentences: found.sentences.filter((sentence) => !sentence.startsWith("Workouts: ")),
      figures,
    };
  },
});

function usualOf({ mean, low, high, count }: {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
}) {
  return { mean, low, high, n: count };
}

/** The digest. */
export const DIGEST_TOOLS = [digest];
