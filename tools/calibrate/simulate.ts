import type { Promised } from "./claim.ts";
import { CLAIMS } from "./claims.ts";
import { chanceOf, nameOf } from "./records.ts";

/** Number of times a promise was tested and broken. */
export interface Count {
  readonly asked: number;
  readonly broken: number;
}

/** Counts of a cell's promises over its first records. */
export interface CellResult {
  readonly records: number;
  readonly counts: Readonly<Record<string, Count>>;
}

/** Results by claim and cell. */
export type Results = Readonly<Record<string, Readonly<Record<string, CellResult>>>>;

/** Adds records to a cell until it has `records`. The same records always give the same counts. */
export function simulate(
  claim: string,
  cell: (typeof CLAIMS)[string]["cells"][number],
  records: number,
  from: CellResult = { records: 0, counts: {} },
): CellResult {
  const { draw } = CLAIMS[claim]!;
  const counts: Record<string, { asked: number; broken: number }> = Object.fromEntries(
    Object.entries(from.counts).map(([name, count]) => [name, { ...count }]),
  );
  for (let record = from.records; record < records; record++) {
    for (const [name, outcome] of Object.entries(draw(cell, chanceOf(claim, cell, record)))) {
      const count = counts[name] ??= { asked: 0, broken: 0 };
      if (outcome === null) continue;
      count.asked++;
      if (outcome) count.broken++;
    }
  }
  return { records: Math.max(records, from.records), counts };
}

/**
 * Returns whether a function answers in fewer than 5 % of the records. The table then says that it
 * cannot tell.
 */
export function isSilent({ records, counts }: CellResult, promise: string): boolean {
  return (counts[promise]?.asked ?? 0) < records / 20;
}

/** Returns whether a cell broke a promise in more than 7 % of fewer records than `most`. */
export function isAbove(found: CellResult | undefined, most: number): boolean {
  if (found === undefined || found.records >= most) return false;
  return Object.entries(found.counts).some(([promise, { asked, broken }]) =>
    !isSilent(found, promise) && broken > LIMITS.p * asked
  );
}

/** Cell in which a promise is broken more often than the limit, beyond chance. */
export interface Failure {
  readonly claim: string;
  readonly promise: string;
  readonly cell: string;
  readonly share: number;
  readonly asked: number;
}

/** Shares of broken promises that are no longer acceptable: 7 % of false alarms, 8 % of missed intervals. */
export const LIMITS: Readonly<Record<Promised, number>> = {
  p: 0.07,
  corrected: 0.07,
  interval: 0.08,
};

/**
 * Returns the cells that fail. A share is above its limit if a true share at the limit would exceed
 * it in fewer than one of 1,000 simulations.
 */
export function failuresOf(results: Results): Failure[] {
  return Object.entries(CLAIMS).flatMap(([claim, { promises, cells }]) =>
    cells.flatMap((cell) => {
      const found = results[claim]?.[nameOf(cell)];
      return Object.entries(promises).flatMap(([promise, kind]) => {
        const { asked = 0, broken = 0 } = found?.counts[promise] ?? {};
        if (found === undefined || isSilent(found, promise)) return [];
        const limit = LIMITS[kind], share = broken / asked;
        const isOver = share > limit + 3.1 * Math.sqrt(limit * (1 - limit) / asked);
        return isOver ? [{ claim, promise, cell: nameOf(cell), share, asked }] : [];
      });
    })
  );
}
