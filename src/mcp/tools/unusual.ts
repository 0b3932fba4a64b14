import { z } from "zod";
import { zoneOf } from "../../app/ask/zoneOf.ts";
import { intervalOf, PAGE, pageOf, rowsOf, unitTexts } from "../parts/answer.ts";
import { boundedDays, DAYS, MEASURE, PAGING, tool } from "../parts/tool.ts";

const unusual = tool({
  name: "unusual",
  title: "Unusual days",
  description:
    "Finds episodes of 2 to 14 days outside the owner's own usual range, such as an illness or a journey, corrected for all days and measures searched.",
  input: {
    ...DAYS,
    measures: z.array(MEASURE).min(1).max(20).optional()
      .describe("Measures to search; by default the usual ones with data."),
    ...PAGING,
  },
  n: "Number of days with a value.",
  output: {
    finding: z.string().describe("The episodes in words, or the reason for their absence."),
    episodes: z.number().int().nullable().describe("Number of episodes; null for too few days."),
    ...PAGE,
  },
  ask: async (me, { measures, zone, offset, limit, ...days }) => {
    const tz = zoneOf(me, zone, "answer with unusual days"), range = boundedDays(days);
    const found = await me.unusual(range, { tz, ...measures === undefined ? {} : { measures } });
    return {
      zone: tz,
      interval: intervalOf(range, tz),
      n: found.days ?? 0,
      unit: unitTexts(found.unit),
      caveats: [
        "If nothing unusual happened, at most one record in twenty shows an episode.",
        "An episode does not show its cause, and is not a diagnosis.",
      ],
      finding: found.finding,
      episodes: found.episodes,
      ...pageOf(rowsOf(found.frame, ["measure"]), { offset, limit }),
    };
  },
});

const influences = tool({
  name: "influences",
  title: "Influences",
  description:
    "Ranks habits and measures by how they go together with an outcome on the same or a later day, with intervals and p values corrected for all that were tested.",
  input: {
    ...DAYS,
    outcome: MEASURE.describe("Outcome, such as deep, asleep or RestingHeartRate."),
    causes: z.array(MEASURE).min(1).max(30).optional()
      .describe("Possible causes, also names of diary entries; by default the usual measures."),
    lags: z.number().int().min(0).max(7).default(1).describe("Number of days to look back."),
    ...PAGING,
  },
  n: "Largest number of days behind a row.",
  output: {
    finding: z.string().describe("The clear influences in words."),
    tested: z.number().int().nullable().describe("Number of tests that p_adjusted corrects for."),
    ...PAGE,
  },
  ask: async (me, { outcome, causes, lags, zone, offset, limit, ...days }) => {
    const tz = zoneOf(me, zone, "answer with influences"), range = boundedDays(days);
    const found = await me.influences(range, {
      ...{ y: outcome, lags, tz },
      // Names of diary entries are texts from records: only those in the question are repeated.
      ...causes === undefined ? {} : { x: causes, own: "diary" },
    });
    const rows = rowsOf(found.frame, ["cause", "per", "cause_unit", "finding"]);
    return {
      zone: tz,
      interval: intervalOf(range, tz),
      n: Math.max(0, ...rows.map(({ n }) => typeof n === "number" ? n : 0)),
      unit: unitTexts(found.unit),
      caveats: [found.caution],
      finding: found.finding,
      tested: found.tested,
      ...pageOf(rows, { offset, limit }),
    };
  },
});

/** Questions about unusual days and about influences. */
export const UNUSUAL_TOOLS = [unusual, influences];
