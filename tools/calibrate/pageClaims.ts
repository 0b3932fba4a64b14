import { changesOf, type Dates } from "../../src/app/report/changes.ts";
import type { MeasuredDays } from "../../src/app/report/measures.ts";
import { relationsOf } from "../../src/app/report/reportRelations.ts";
import { type Claim, misses } from "./claim.ts";
import {
  type Cell,
  cellsAround,
  cellsOfGrid,
  type Chance,
  dailyValues,
  otherCells,
} from "./records.ts";

const FIRST = Temporal.PlainDate.from("2024-01-01");

const dates = (from: number, days: number): Dates => ({
  first: FIRST.add({ days: from }),
  last: FIRST.add({ days: from + days - 1 }),
});

/** Returns a metric of days or nights with simulated values. */
function simulated(
  number: number,
  isNight: boolean,
  days: number,
  cell: Cell,
  chance: Chance,
): MeasuredDays {
  return {
    label: `measure ${number}`,
    unit: "",
    sentence: "It was",
    isNight,
    text: String,
    difference: String,
    band: (low, high) => `${low} to ${high}`,
    round: Math.round,
    words: ["higher", "lower"],
    vendor: new Set(),
    values: new Map(
      Array.from(
        dailyValues(cell, days, chance),
        (value, day) => [`${FIRST.add({ days: day })}`, value] as const,
      ).filter(([, value]) => !Number.isNaN(value)),
    ),
  };
}

/** Promises of the pages that people read first: reports and digests. */
export const PAGE_CLAIMS: Readonly<Record<string, Claim>> = {
  "a page of eleven measures": {
    functions: ["me.digest", "me.report", "plot.change"],
    promises: { "any mark": "corrected", "95 % interval of the first": "interval" },
    shortRecords: 15,
    cells: [...cellsOfGrid(["phi", "days", "missing", "weekend"]), ...otherCells(28)],
    draw: (cell, chance) => {
      const measures = Array.from(
        { length: 11 },
        (_, i) => simulated(i, false, 2 * cell.days, cell, chance),
      );
      const judged = changesOf(measures, dates(cell.days, cell.days), dates(0, cell.days))
        .map(({ judgement }) => judgement);
      const known = judged.filter((one) => one !== undefined);
      return {
        "any mark": known.length === 0 ? null : known.some(({ direction }) => direction !== 0),
        "95 % interval of the first": misses(judged[0]?.low, 0, judged[0]?.high),
      };
    },
  },
  "measures of days and nights in a report": {
    functions: ["me.report"],
    promises: { "any pair": "corrected" },
    shortRecords: 15,
    cells: [
      ...cellsAround(["phi", "missing", "weekend", "trend"]),
      { phi: 0.5, days: 90, ratio: 1, missing: 0, weekend: 0, trend: 0 },
      { phi: 0.8, days: 90, ratio: 1, missing: 0.3, weekend: 1, trend: 2 },
    ],
    draw: (cell, chance) => {
      const measures = Array.from(
        { length: 8 },
        (_, i) => simulated(i, i % 2 === 0, cell.days, cell, chance),
      );
      const { relations, pairs } = relationsOf(measures, dates(0, cell.days));
      return { "any pair": pairs === 0 ? null : relations.length > 0 };
    },
  },
};
