// @ts-types="@types/d3-array"
import { median } from "d3-array";
import { openFrame } from "../../frame/open.ts";
import { inOrder } from "../../plot/picture/labels.ts";
import { int64Column, textColumn } from "../../frame/columns/columns.ts";
import { nullable } from "../../frame/columns/nullable.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { merge } from "../../sleep/merge.ts";
import { statistics } from "../../sleep/statistics.ts";
import { NIGHT_FIGURES } from "./nightFigures.ts";
import type { PageLabels } from "../page/pageLabels.ts";
import type { SourceOrder, SourceRule } from "./sourceOrder.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { say } from "../../words/language.ts";

/** Sources of sleep, those that counted, and how much they differ. */
export interface SleepSources extends SourceOrder {
  /**
   * Summary of each source, highest priority first: `source` `str`; `nights` `i64`, nights with
   * a main sleep; `TST` (minutes asleep) and `awakenings` `f64`, the median of these nights.
   */
  readonly alone: Frame;
}

/** Name of sources without a name in the records. */
const UNNAMED = "a source without a name";

/** Descriptions of the rules for the order of sources. */
export const RULE_WORDS = {
  "asked": "the order that you gave",
  "data sources": "the order of the service's data sources",
  "resolution": "the finest resolution first",
} as const satisfies Readonly<Record<SourceRule, string>>;

/**
 * Summarizes what each source recorded in some nights.
 *
 * @param raw `start_time`, `end_time`, `sleep_stage`, `source` of these nights, of all sources.
 */
export function sleepSources(raw: Frame, ranked: SourceOrder, tz: string): SleepSources {
  const { source } = openFrame(raw).read({ source: "text" });
  const names = [...new Set(source.values)].toSorted((a, b) => rank(a) - rank(b));
  const columns = openFrame(raw).columns();
  const alone = names.map((name) => {
    const own = takeRows(
      columns,
      rowsWhere(source.values.length, (i) => source.values[i] === name),
    );
    const found = statistics(merge(toFrame(own), { inBed: "layer" }), { tz });
    const TST = valuesOf(found, "TST"), awakenings = valuesOf(found, "awakenings");
    return { source: name ?? UNNAMED, nights: TST.length, TST, awakenings };
  });
  return {
    ...ranked,
    alone: toFrame({
      source: textColumn(alone.map(({ source }) => source)),
      nights: int64Column(BigInt64Array.from(alone, ({ nights }) => BigInt(nights))),
      TST: nullable(alone.map(({ TST }) => median(TST) ?? null)),
      awakenings: nullable(alone.map(({ awakenings }) => median(awakenings) ?? null)),
    }),
  };

  function rank(name: string | null): number {
    const at = name === null ? -1 : ranked.order.indexOf(name);
    return at < 0 ? ranked.order.length : at;
  }
}

function valuesOf(found: Frame, wanted: string): number[] {
  const { name, value } = openFrame(found).read({ name: "text", value: "float64" });
  return [...value.values].filter((_, i) => name.values[i] === wanted && value.valid?.[i] !== 0);
}

/**
 * Describes the sources in one or two sentences: `From Wrist, then Mattress (the order of the
 * service's data sources). Alone they have: Wrist 8 h 02 min asleep and 31 awakenings; Mattress
 * ...`
 */
export function sourcesText(sources: SleepSources, labels: PageLabels): string {
  const { source, TST, awakenings, nights } = openFrame(sources.alone).read({
    source: "text",
    nights: "int64",
    TST: "float64",
    awakenings: "float64",
  });
  const names = source.values as readonly string[];
  if (names.length === 0) return say("No source.");
  if (names.length === 1) return say("From {sources}.", { sources: names[0]! });
  const figure = (name: "TST" | "awakenings", i: number): string | null => {
    const column = name === "TST" ? TST : awakenings;
    return column.valid?.[i] === 0 ? null : NIGHT_FIGURES[name]!.text(column.values[i]!, labels);
  };
  const awakeningsOf = (i: number): string => {
    const count = figure("awakenings", i);
    if (count === null) return say(", wake not recorded");
    return say(" and {count} {n|awakening|awakenings}", {
      count,
      n: awakenings.values[i]!,
    });
  };
  const most = nights.values.reduce((most, count) => count > most ? count : most, 0n);
  const alone = names.map((name, i) => {
    const asleep = figure("TST", i);
    return asleep === null
      ? say("{source} no main sleep", { source: name })
      : say("{source} {length} asleep", { source: name, length: asleep }) + awakeningsOf(i);
  });
  const order = say("From {sources} ({rule}).", {
    sources: inOrder(names),
    rule: say(RULE_WORDS[sources.rule]),
  });
  const list = alone.join("; ");
  return `${order} ${
    most > 1n
      ? say("Alone, in the median of the nights, they have: {list}.", { list })
      : say("Alone they have: {list}.", { list })
  }`;
}
