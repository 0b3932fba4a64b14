// @ts-types="@types/d3-array"
import { quickselect } from "d3-array";
import {
  type Columns,
  float64Column,
  int64Column,
  textColumn,
} from "../../frame/columns/columns.ts";
import { int64Words } from "../../series/clock/int64Words.ts";
import type { Runs } from "../kernel/runs.ts";
import { knownBit } from "../stages/knownStages.ts";
import { KNOWN } from "../stages/knownWords.ts";
import { type StageKind, stageKinds, stageStatisticName } from "../stages/stageKinds.ts";
import { MINUTE_US } from "../../time/units.ts";
import type { StageTable } from "../stages/stageTables.ts";
import { type NightTotals, nightTotals } from "./nightTotals.ts";
import { type VendorNight, vendorShare } from "../kernel/vendorNight.ts";
import {
  type ComputedStatistic,
  NIGHT_STATISTICS,
  STAGE_STATISTICS,
  type StageTotals,
  type StatisticDefinition,
  type StatisticName,
  UNKNOWN_REASONS,
} from "./statisticDefinitions.ts";

interface StageStatistics {
  readonly index: number;
  readonly statistics: readonly ComputedStatistic<StageTotals>[];
}

/** Statistics of bed periods: all of the first period in order, then of the second. */
export interface NightStatistics {
  /** Names and units of the statistics of each bed period. */
  readonly statistics: readonly Pick<StatisticDefinition, "name" | "unit">[];
  /** Values; 0 if undefined. */
  readonly value: Float64Array;
  /** 1 for a value, 0 if undefined. */
  readonly valid: Uint8Array;
  /** Share of the bed period that is sleep or wake. */
  readonly coverage: Float64Array;
  /** Number of runs or changes behind each value. */
  readonly n: BigInt64Array;
  /** Reason for each null value that the stages cannot show; undefined if all can be known. */
  readonly reason: readonly (string | null)[] | undefined;
  /** 1 for a vendor's total; undefined if all values are computed from stages. */
  readonly isVendor: Uint8Array | undefined;
  /** Share of the time asleep with a known stage, by night. */
  readonly stageCoverage: Float64Array;
}

/** Returns the statistics of bed periods, one after the other, as columns of a long frame. */
export function nightStatisticColumns(
  { statistics, value, valid, coverage, n, reason, isVendor }: NightStatistics,
): Columns {
  const nights = value.length / statistics.length;
  return {
    name: textColumn(repeatTexts(statistics.map(({ name }) => name), nights)),
    value: float64Column(value, valid.includes(0) ? valid : undefined),
    unit: textColumn(repeatTexts(statistics.map(({ unit }) => unit), nights)),
    coverage: float64Column(coverage),
    n: int64Column(n),
    ...reason && { reason: textColumn(reason) },
    ...isVendor &&
      { basis: textColumn(Array.from(isVendor, (own) => own === 1 ? "vendor" : "stages")) },
  };
}

/**
 * Computes the statistics of bed periods.
 *
 * @param leastAwakening Shortest wake that counts as an awakening, in microseconds.
 * @param vendors A vendor's totals of each night without stages.
 */
export function nightStatistics(
  runs: Runs,
  table: StageTable,
  leastAwakening: number,
  vendors: readonly (VendorNight | undefined)[],
): NightStatistics {
  const kinds = stageKinds(table);
  const ofNight = NIGHT_STATISTICS.filter(({ name }) => name !== "SFI_N1" || kinds.includes("n1"));
  const ofStages = statisticsOfStages(table, kinds);
  const ofOne = [...ofNight, ...ofStages.flatMap(({ statistics }) => statistics)];
  const nights = runs.offset.length - 1, count = nights * ofOne.length;
  const value = new Float64Array(count), valid = new Uint8Array(count);
  const coverage = new Float64Array(count), n = new BigInt64Array(count);
  const counts = int64Words(n).unsigned; // Creating a `bigint` for each would take longer than everything else.
  const lengths = new StageLengths(runs);
  const reason = new Array<string | null>(runs.untold === undefined ? 0 : count).fill(null);
  const isVendor = vendors.some((vendor) => vendor !== undefined)
    ? new Uint8Array(count)
    : undefined;
  const stageCoverage = new Float64Array(nights);
  let row = 0, share = 0, bed = 0;
  const add = <T>(statistics: readonly ComputedStatistic<T>[], totals: T): void => {
    for (const statistic of statistics) {
      const given = isVendor && statistic.vendor?.(totals);
      const unknown = given === undefined ? statistic.unknown?.(totals) : undefined;
      const found = given ?? (unknown === undefined ? statistic.of(totals) : NaN);
      const isDefined = found === found; // not NaN
      if (isDefined) {
        value[row] = statistic.unit === "min" ? found / MINUTE_US : found;
        valid[row] = 1;
      }
      if (unknown !== undefined) reason[row] = unknown;
      if (isVendor !== undefined && given !== undefined) isVendor[row] = 1;
      counts[2 * row] = statistic.n === undefined || given !== undefined || unknown !== undefined
        ? valid[row]!
        : statistic.n(totals);
      coverage[row] = given !== undefined || statistic.known === undefined || bed === 0
        ? share
        : statistic.known(totals) / bed;
      row++;
    }
  };
  for (let night = 0; night < nights; night++) {
    const totals = nightTotals(runs, night, kinds, leastAwakening, vendors[night]);
    bed = totals.bed;
    share = bed === 0 ? 0 : totals.vendor && vendorShare(totals.vendor, totals.vendor.bed ?? bed) ||
      totals.scored / bed;
    const staged = lengths.staged(night, kinds);
    stageCoverage[night] = totals.vendor !== undefined && hasStages(totals.vendor)
      ? 1
      : totals.asleep > 0
      ? staged / totals.asleep
      : NaN;
    add(ofNight, totals);
    for (const { index, statistics } of ofStages) {
      add(statistics, lengths.totalsOf(night, index, kinds[index]!, totals, staged));
    }
  }
  return {
    statistics: ofOne,
    value,
    valid,
    coverage,
    n,
    reason: reason.some((text) => text !== null) ? reason : undefined,
    isVendor,
    stageCoverage,
  };
}

function hasStages({ stages }: VendorNight): boolean {
  return stages.asleep !== undefined;
}

function repeatTexts(texts: readonly string[], times: number): string[] {
  const all = new Array<string>(texts.length * times);
  for (let i = 0, row = 0; i < times; i++) for (const text of texts) all[row++] = text;
  return all;
}

/** Returns the statistics of each stage of sleep or wake, with its own name; wake has no share. */
function statisticsOfStages(table: StageTable, kinds: readonly StageKind[]): StageStatistics[] {
  return table.flatMap((stage, index) => {
    if (kinds[index] === "unknown") return [];
    const statistics = STAGE_STATISTICS
      .filter(({ unit }) => unit !== "%" || kinds[index] !== "wake")
      .map((statistic) => ({
        ...statistic,
        name: stageStatisticName(stage, statistic.name) as StatisticName,
      }));
    return [{ index, statistics }];
  });
}

/** Lengths of the runs of one stage, in a list that is reused. */
class StageLengths {
  readonly #lengths: Float64Array;

  constructor(private readonly runs: Runs) {
    const { offset } = runs;
    const most = offset.reduce((most, end, i) => Math.max(most, end - (offset[i - 1] ?? 0)), 0);
    this.#lengths = new Float64Array(most);
  }

  staged(night: number, kinds: readonly StageKind[]): number {
    const { offset, from, to, stage } = this.runs;
    let total = 0;
    for (let run = offset[night]!; run < offset[night + 1]!; run++) {
      const kind = kinds[stage[run]!]!;
      if (kind === "wake" || kind === "unknown" || kind === "asleep") continue;
      total += to[run]! - from[run]!;
    }
    return total;
  }

  totalsOf(
    night: number,
    index: number,
    kind: StageKind,
    { asleep, scored, untold, isWakeKnown, told, vendor }: NightTotals,
    staged: number,
  ): StageTotals {
    const { offset, from, to, stage } = this.runs, lengths = this.#lengths;
    let count = 0, total = 0, longest = NaN;
    for (let run = offset[night]!; run < offset[night + 1]!; run++) {
      if (stage[run] !== index) continue;
      const length = lengths[count++] = to[run]! - from[run]!;
      total += length;
      if (!(length <= longest)) longest = length;
    }
    const bit = knownBit(kind), own = told[bit] ?? asleep;
    const unknown = kind === "wake"
      ? isWakeKnown ? undefined : UNKNOWN_REASONS.wake
      : own === 0 && asleep > 0
      ? staged > 0 ? UNKNOWN_REASONS.stage : UNKNOWN_REASONS.stages
      : undefined;
    return {
      total: Number.isNaN(asleep) ? NaN : total,
      runs: count,
      median: medianOf(lengths, count),
      longest,
      asleep: own,
      isOnlyStage: kind === "light" && asleep > 0 && told[KNOWN.deep] === 0 &&
        told[KNOWN.rem] === 0,
      unknown,
      known: kind === "wake" ? scored - untold : scored - (asleep - own || 0),
      vendorTotal: vendor?.stages[kind],
      vendorAsleep: vendor?.asleep,
    };
  }
}

/** Returns the median of the first numbers of a list, and reorders them. */
function medianOf(numbers: Float64Array, count: number): number {
  if (count === 0) return NaN;
  const middle = count >> 1;
  quickselect(numbers, middle, 0, count - 1);
  const upper = numbers[middle]!;
  if (count % 2 === 1) return upper;
  let lower = numbers[0]!;
  for (let i = 1; i < middle; i++) if (numbers[i]! > lower) lower = numbers[i]!;
  return (lower + upper) / 2;
}
