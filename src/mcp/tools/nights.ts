import { z } from "zod";
import { openFrame } from "../../frame/open.ts";
import { unitsOf } from "../../frame/polars/displays.ts";
import { zoneOf } from "../../app/ask/zoneOf.ts";
import { NIGHT_FIGURES } from "../../app/nights/nightFigures.ts";
import { RULE_WORDS } from "../../app/nights/sleepSources.ts";
import { type StatisticName, STATISTICS } from "../../sleep/nights/statisticDefinitions.ts";
import type { LastNight } from "../../app/nights/lastNight.ts";
import type { NoNight } from "../../app/nights/noNight.ts";
import {
  FreeText,
  intervalOf,
  PAGE,
  pageOf,
  rowsOf,
  unitTexts,
  untrusted,
} from "../parts/answer.ts";
import { boundedDays, DATE_ARGUMENT, DAYS, PAGING, tool, ZONE } from "../parts/tool.ts";
import { countText } from "../../options/countText.ts";

const ACTION = "answer a question about nights";

/** Schema of a night that is compared with the nights before it. */
export const NIGHT = {
  night: z.string().nullable().describe("Wake-up date; null without sleep."),
  summary: z.string().describe("The night in one sentence."),
  figures: z.array(z.strictObject({
    name: z.string().describe("Name of the measure."),
    label: z.string().describe("Its label."),
    value: z.number().nullable().describe("Value of this night."),
    unit: z.string().describe(
      "Its unit; times of day are hours since the midnight that starts the wake-up date.",
    ),
    usual: z.number().nullable().describe("Median of the nights before."),
    interval: z.strictObject({ low: z.number(), high: z.number() }).nullable()
      .describe("10th to 90th percentile of the nights before."),
    n: z.number().int().describe("Number of nights before with a value."),
    reason: z.string().nullable().describe("Reason why the value is null."),
    basis: z.string().nullable().describe("`vendor` for a total that the vendor computed."),
  })).describe("Measures of the night."),
  sources: z.array(FreeText).describe("Devices or apps that recorded the night, best first."),
};

/** Returns the fields of a night. */
export function nightFields(
  found: LastNight | NoNight,
): z.infer<z.ZodObject<typeof NIGHT>> {
  if (found.facts === null) {
    return { night: null, summary: found.summary, figures: [], sources: [] };
  }
  const { figures, sources, night } = found.facts;
  const columns = openFrame(figures).read({
    name: "text",
    value: "float64",
    unit: "text",
    usual: "float64",
    low: "float64",
    high: "float64",
    nights: "int64",
    "reason?": "text",
    "basis?": "text",
  });
  const number = (name: "value" | "usual" | "low" | "high", row: number): number | null =>
    columns[name].valid?.[row] === 0 ? null : columns[name].values[row]!;
  return {
    night,
    summary: found.summary,
    figures: columns.name.values.map((name, row) => {
      const low = number("low", row), high = number("high", row);
      return {
        name: name!,
        label: NIGHT_FIGURES[name!]!.label,
        value: number("value", row),
        unit: columns.unit.values[row]!,
        usual: number("usual", row),
        interval: low === null || high === null ? null : { low, high },
        n: Number(columns.nights.values[row]),
        reason: columns.reason?.values[row] ?? null,
        basis: columns.basis?.values[row] ?? null,
      };
    }),
    sources: openFrame(sources.alone).read({ source: "text" }).source.values
      .map((source) => untrusted(source!)),
  };
}

/** Returns the limits of a night's numbers. */
function caveatsOf(found: LastNight | NoNight): string[] {
  if (found.facts === null) return ["No sleep is recorded for this night."];
  const { figures, sources: { alone, rule } } = found.facts;
  const { nights, basis } = openFrame(figures).read({ nights: "int64", "basis?": "text" });
  const before = nights.values.reduce((most, n) => n > most ? n : most, 0n);
  const devices = openFrame(alone).read({ source: "text" }).source.values.length;
  return [
    "Consumer devices estimate sleep stages; they are not a polysomnography.",
    ...before < 7n ? [`Only ${countText(before, "night")} before it show what is usual.`] : [],
    ...devices > 1
      ? [`${devices} sources recorded the night; one counts at each instant: ${RULE_WORDS[rule]}.`]
      : [],
    ...basis?.values.includes("vendor") ? ["Some values are totals that the vendor computed."] : [],
  ];
}

const lastNight = tool({
  name: "last_night",
  title: "Last night",
  description:
    "Compares the last night, or the night before you woke on a date, with the nights before it: time asleep, stages, efficiency, bedtime, rise.",
  input: {
    date: DATE_ARGUMENT.optional().describe("Wake-up date; by default today."),
    before: z.number().int().min(0).max(365).default(30)
      .describe("Number of nights before that show what is usual."),
    ...ZONE,
  },
  n: "Number of nights before that show what is usual.",
  output: NIGHT,
  ask: async (me, { date, before, zone }) => {
    const tz = zoneOf(me, zone, ACTION);
    const found = await me.lastNight({ date, before, tz });
    const fields = nightFields(found);
    return {
      zone: found.facts?.tz ?? tz,
      interval: found.facts === null ? null : intervalOf(
        { start_time: found.facts.bedtime, end_time: found.facts.rise },
        tz,
      ),
      n: Math.max(0, ...fields.figures.map(({ n }) => n)),
      unit: Object.fromEntries(fields.figures.map(({ name, unit }) => [name, unit])),
      caveats: caveatsOf(found),
      ...fields,
    };
  },
});

const nightly = tool({
  name: "nightly_table",
  title: "Table of nights",
  description:
    "Returns a row per night: bedtime, time asleep, efficiency, minutes of each stage, and how much of the night was recorded.",
  input: {
    ...DAYS,
    statistics: z.array(z.string().max(40)).max(40).optional().describe(
      `Statistics as columns, such as ${
        STATISTICS.slice(0, 12).map(({ name }) => name).join(", ")
      }.`,
    ),
    ...PAGING,
  },
  n: "Number of nights with a main sleep.",
  output: PAGE,
  ask: async (me, { statistics, zone, offset, limit, ...days }) => {
    const tz = zoneOf(me, zone, ACTION), range = boundedDays(days);
    const caveats: string[] = [];
    const frame = await me.nightly(range, {
      statistics: statistics as readonly StatisticName[] | undefined,
      tz,
      onAbsent: (absent) => caveats.push(absent),
    });
    const { coverage } = openFrame(frame).read({ coverage: "float64" });
    const part = coverage.values.filter((share) => share > 0 && share < 2 / 3).length;
    return {
      zone: tz,
      interval: intervalOf(range, tz),
      n: coverage.values.filter((share) => share > 0).length,
      unit: unitTexts(unitsOf(frame)),
      caveats: [
        ...caveats,
        ...part === 0 ? [] : [
          `${
            countText(part, "night has", "nights have")
          } less than two thirds recorded (coverage).`,
        ],
      ],
      ...pageOf(rowsOf(frame, ["reason", "vendor"]), { offset, limit }),
    };
  },
});

/** Questions about nights. */
export const NIGHT_TOOLS = [lastNight, nightly];
