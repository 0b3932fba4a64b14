import { openFrame } from "../../frame/open.ts";
import type { Client } from "../../client/client.ts";
import { ifThere } from "../ask/ifThere.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Codes of light, deep and REM sleep in the table `consumer`. */
const STAGES: ReadonlySet<bigint> = new Set([3n, 4n, 5n]);

/** Why sources of sleep are ranked as they are. */
export type SourceRule = "asked" | "data sources" | "resolution";

/** Which source counts where several overlap. */
export interface SourceOrder {
  /** The sources, the highest first. */
  readonly order: readonly string[];
  /**
   * Where the order comes from: it was `asked` for, it is that of the service's `data sources`, or,
   * where the service names none of them, that of `resolution`.
   */
  readonly rule: SourceRule;
}

/**
 * The one rule by which a source of sleep outranks another in all questions and reports:
 *
 * 1. the order that is asked for; a source that it does not name ranks below all of it;
 * 2. else sources that record stages of sleep rank above those that only record being asleep or in
 *    bed, so that what is known of a night is used;
 * 3. among them the order of the service's data sources (`me.api.sources.list()`), which is the one by which
 *    the service itself chooses among devices that count the same steps;
 * 4. sources that the service does not list rank below those, the one of the finer resolution (more
 *    stages for each hour that it recorded) first, then by name.
 *
 * @param stages `start_time`, `end_time`, `sleep_stage`, `source`, of all sources.
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

/** The sources that record stages of sleep, or the minutes of each stage of a night. */
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

/** Stages for each recorded hour, of each source that has a name. */
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
