import { METRIC_TABLE } from "../../api/fields/metricTable.ts";
import { meantName } from "../../options/suggest.ts";

const BUILT_IN = METRIC_TABLE.map(([name]) => name);

/** The most names that are suggested. */
const MOST = 3;

/**
 * The end of a message about a metric that does not exist: the nearest name that does; of a name that
 * is a word of some, such as `Steps`, those; empty where none is near, or the name does exist.
 *
 * @param known The names that there are. @default those of the built-in catalog
 */
export function suggestMetric(name: string, known: readonly string[] = BUILT_IN): string {
  if (known.includes(name)) return "";
  const near = meantName(name, known), found = near === undefined ? byWords(name, known) : [near];
  return found.length === 0
    ? "; me.api.metrics.catalog() lists them all"
    : `; did you mean ${found.map((name) => JSON.stringify(name)).join(" or ")}?`;
}

/** The names that share the most words with one, the shortest first: of those alike, at most three. */
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

/** The words of a name such as `stepCount`, `step_count` or `Step counts`, without a plural's s. */
function wordsOf(name: string): string[] {
  return name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z]+/)
    .filter((word) => word.length > 1).map((word) => word.replace(/s$/, ""));
}
