import { round } from "../life/round.ts";
import { iso } from "./sampleRecord.ts";
import type { Span } from "../life/span.ts";

/** A statistic of a workout as the wire names its fields: a sum, or an average with its bounds. */
export type SampleStatistic = {
  /** Data type of the catalog. */
  quantityType: string;
  /** The type's unit in the catalog. */
  unit: string;
  sum?: number;
  average?: number;
  minimum?: number;
  maximum?: number;
  startDate: string;
  endDate: string;
  sources: string[];
};

/** Makes the statistic of a data type over a span from its sum or from all its values. */
export function statistic(
  quantityType: string,
  unit: string,
  { start, end }: Span,
  of: { sum: number } | { rates: readonly number[] },
): SampleStatistic {
  const head = { quantityType, unit };
  const tail = { startDate: iso(start), endDate: iso(end), sources: ["Wrist"] };
  if ("sum" in of) return { ...head, sum: of.sum, ...tail };
  const total = of.rates.reduce((sum, value) => sum + value, 0);
  return {
    ...head,
    average: round(total / of.rates.length, 2),
    minimum: Math.min(...of.rates),
    maximum: Math.max(...of.rates),
    ...tail,
  };
}
