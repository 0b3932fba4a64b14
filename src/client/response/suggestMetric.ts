import { METRIC_TABLE } from "../../api/fields/metricTable.ts";
import { meantName } from "../../options/suggest.ts";

const BUILT_IN = METRIC_TABLE.map(([name]) => name);

/** Maximum number of suggested names. */
const MOST = 3;

/**
 * Returns the end of a message about an unknown metric: the nearest existing name, or, for a word
 * such as `Steps`, the names that contain it. Returns an empty text if no name is near, or the name
 * exists.
 *
 * @param known The existing names. @default the built-in catalog
 */
export function suggestMetric(name: string, known: readonly string[] = BUILT_IN): string {
  if (known.includes(name)) return "";
  const near = meantName(name, known), found = near === undefined ? byWords(name, known) : [near];
  return found.length === 0
    ? "; me.api.metrics.catalog() lists them all"
    : `; did you mean ${found.map((name) => JSON.stringify(name)).join(" or ")}?`;
}

/** Returns the names that share the most words with a name, shortest first and at most three. */
function byWords(name: string, known: readonly string[]): string[] {
  const wanted = wordsOf(name);
  const scored = known.map((candidate) => {
    const own = wordsOf(candidate);
    return { candidate, score: wanted.filter((word) => own.includes(word)).length };
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  if (best === 0) return [];
  return scored.filter(({ score }) => score === best).map(({ candidate }) => candidate)
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, MOST);
}

/**
 * Splits a name such as `stepCount`, `step_count` or `Step counts` into words, without a plural s.
 */
function wordsOf(name: string): string[] {
  return name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z]+/)
    .filter((word) => word.length > 1).map((word) => word.replace(/s$/, ""));
}
