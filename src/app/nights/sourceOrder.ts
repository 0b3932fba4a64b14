import { openFrame } from "../../frame/open.ts";
import type { Client } from "../../client/client.ts";
import { ifThere } from "../ask/ifThere.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Codes of light, deep and REM sleep in the table `consumer`. */
const STAGES: ReadonlySet<bigint> = new Set([3n, 4n, 5n]);

/** Rule that ranks sources of sleep. */
export type SourceRule = "asked" | "data sources" | "resolution";

/** Order of sources that overlap. */
export interface SourceOrder {
  /** Sources, highest priority first. */
  readonly order: readonly string[];
  /**
   * Origin of the order: it was `asked` for, it is the order of the service's `data sources`, or,
   * if the service lists none of them, of their `resolution`.
   */
  readonly rule: SourceRule;
}

/**
 * Ranks sources of sleep by the one rule of all questions and reports:
 *
 * 1. The requested order; unlisted sources come last.
 * 2. Else, sources that record sleep stages rank above sources that only record being asleep or in
 *    bed, so that known stages are used.
 * 3. Among them, the order of the service's data sources (`me.api.sources.list()`) counts. The
 *    service itself uses it to choose among devices that count the same steps.
 * 4. Sources that the service does not list come last, the finer resolution (more stages per
 *    recorded hour) first, then by name.
 *
 * @param stages `start_time`, `end_time`, `sleep_stage`, `source` of all sources.
 */
export async function sourceOrder(
  me: Pick<Client, "api">,
  stages: Frame,
  asked: readonly string[] | undefined,
): Promise<SourceOrder> {
  if (asked !== undefined && asked.length > 0) return { order: asked, rule: "asked" };
  const resolution = resolutions(stages), names = [...resolution.keys()];
  const staged = stagedSources(stages);
  if (names.length < 2) return { order: names, rule: "data sources" };
  const { value: listed } = await ifThere("data sources", me.api.sources.list(), []);
  const rankOf = (source: string): number => {
    const at = listed.findIndex(({ name, vendor_id }) => name === source || vendor_id === source);
    return at < 0 ? listed.length : at;
  };
  const order = names.toSorted((a, b) =>
    Number(staged.has(b)) - Number(staged.has(a)) || rankOf(a) - rankOf(b) ||
    resolution.get(b)! - resolution.get(a)! || (a < b ? -1 : 1)
  );
  const isListed = order.some((source) => rankOf(source) < listed.length);
  return { order, rule: isListed ? "data sources" : "resolution" };
}

/** Returns the sources that record sleep stages, or the minutes of each stage of a night. */
function stagedSources(stages: Frame): Set<string | null> {
  const { sleep_stage, source, ...totals } = openFrame(stages).read({
    sleep_stage: "int64",
    source: "text",
    "light_sleep_duration?": "float64",
    "deep_sleep_duration?": "float64",
    "rem_sleep_duration?": "float64",
  });
  const isStaged = (row: number): boolean =>
    STAGES.has(sleep_stage.values[row]!) ||
    Object.values(totals).some((total) => total?.valid?.[row] !== 0 && total!.values[row]! > 0);
  return new Set(source.values.filter((_, row) => isStaged(row)));
}

/** Returns the stages per recorded hour of each named source. */
function resolutions(stages: Frame): Map<string, number> {
  const columns = openFrame(stages).read({ start_time: "time", end_time: "time", source: "text" });
  const sums = new Map<string, { count: number; micros: number }>();
  columns.source.values.forEach((source, i) => {
    if (source === null) return;
    const sum = sums.get(source) ?? { count: 0, micros: 0 };
    const length = columns.end_time.valid?.[i] === 0
      ? 0n
      : columns.end_time.values[i]! - columns.start_time.values[i]!;
    sums.set(source, { count: sum.count + 1, micros: sum.micros + Number(length) });
  });
  return new Map(
    [...sums].map(([source, { count, micros }]) => [
      source,
      micros === 0 ? 0 : count / (micros / 3600e6),
    ]),
  );
}
