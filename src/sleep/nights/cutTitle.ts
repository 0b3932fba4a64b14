import type { CutBasis } from "./dayTurns.ts";

export interface NightCut {
  readonly cut: string;
  readonly cutBasis: CutBasis;
}

/** Reasons for a cut other than the usual noon, or for noon if sleep does not show it. */
const REASONS: Readonly<Partial<Record<CutBasis, string>>> = {
  midsleep: "opposite the usual midsleep",
  few: "for lack of four days with sleep in two weeks",
  scattered: "for lack of a usual time of sleep",
};

/**
 * Returns the title that says when nights start, unless all start at the usual noon or by a given
 * rule.
 */
export function cutTitle(cuts: Iterable<NightCut>): { readonly title?: string } {
  const texts = new Set<string>();
  for (const { cut, cutBasis } of cuts) {
    const reason = REASONS[cutBasis];
    if (reason !== undefined) texts.add(`${cut}, ${reason}`);
  }
  return texts.size === 0 ? {} : { title: `Nights begin at ${[...texts].join("; at ")}` };
}
