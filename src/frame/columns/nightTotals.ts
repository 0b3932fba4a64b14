import { type Columns, float64Column, rowCount } from "./columns.ts";

/**
 * Totals that vendors give for a whole sleep, with their units, by column of a stage frame. A row
 * with totals is a whole sleep, such as a night of an export without the times of the stages.
 */
export const NIGHT_TOTALS = {
  asleep_duration: "min",
  in_bed_duration: "min",
  light_sleep_duration: "min",
  deep_sleep_duration: "min",
  rem_sleep_duration: "min",
  awake_duration: "min",
  sleep_latency: "min",
  sleep_efficiency: "percent",
  wake_ups: "count",
} as const;

/** Name of a column of totals. */
export type NightTotal = keyof typeof NIGHT_TOTALS;

/** Names of the columns of totals. */
export const NIGHT_TOTAL_NAMES = Object.keys(NIGHT_TOTALS) as readonly NightTotal[];

/** Code of sleep of unknown stage in the table `consumer`. */
const ASLEEP = 1n;

/**
 * Adds totals to the rows of a stage frame that are asleep in an unknown stage and have the same
 * start, end and source. A total that no row has does not become a column.
 *
 * @param stages `start_time`, `end_time`, `sleep_stage` and `source`.
 * @param totals By name: `start_time`, `end_time`, `value`, `unit` and `source`.
 */
export function addNightTotals(
  stages: Columns,
  totals: { readonly [name in NightTotal]?: Columns },
): Columns {
  const found = new NightTotals(), rows = rowCount(stages);
  found.addStages(stages);
  for (const name of NIGHT_TOTAL_NAMES) found.addTotal(name, totals[name] ?? {});
  return { ...stages, ...found.columns(0, rows) };
}

/** Totals of stages, which {@linkcode addNightTotals} adds; many rows can be passed in turns. */
export class NightTotals {
  /** Row of each night that is asleep in an unknown stage. */
  readonly #rowOf = new Map<string, number>();
  readonly #totals: { [name in NightTotal]?: Float64Array } = {};
  #rows = 0;

  /** Adds the next rows of the stages; call it before {@linkcode addTotal}. */
  addStages(stages: Columns): void {
    const { start_time: start, end_time: end, sleep_stage: stage, source } = stages;
    const first = this.#rows;
    this.#rows += rowCount(stages);
    if (
      start?.type !== "time" || end?.type !== "time" || stage?.type !== "int64" ||
      source?.type !== "text"
    ) return;
    for (let row = 0; row < stage.values.length; row++) {
      if (stage.values[row] !== ASLEEP || end.valid?.[row] === 0) continue;
      const key = keyOf(start.values[row]!, end.values[row]!, source.values[row]!);
      this.#rowOf.getOrInsert(key, first + row);
    }
  }

  /** Adds rows of a total. */
  addTotal(name: NightTotal, total: Columns): void {
    const { start_time: start, end_time: end, value, unit: units, source } = total;
    if (
      start?.type !== "time" || end?.type !== "time" || value?.type !== "float64" ||
      source?.type !== "text" || this.#rowOf.size === 0
    ) return;
    const unit = NIGHT_TOTALS[name];
    for (let i = 0; i < value.values.length; i++) {
      const hasUnit = units?.type !== "text" || (units.values[i] ?? unit) === unit;
      if (!hasUnit || value.valid?.[i] === 0 || !Number.isFinite(value.values[i])) continue;
      const row = this.#rowOf.get(keyOf(start.values[i]!, end.values[i]!, source.values[i]!));
      if (row === undefined) continue;
      const found = this.#totals[name] ??= new Float64Array(this.#rows).fill(NaN);
      if (Number.isNaN(found[row])) found[row] = value.values[i]!;
    }
  }

  /** Returns the columns of the totals for the rows from an index to before another. */
  columns(from: number, to: number): Columns {
    const added: Record<string, Columns[string]> = {};
    for (const name of NIGHT_TOTAL_NAMES) {
      const values = this.#totals[name]?.slice(from, to);
      if (values === undefined) continue;
      const valid = Uint8Array.from(values, (value) => Number(!Number.isNaN(value)));
      added[name] = float64Column(values, valid);
    }
    return added;
  }
}

function keyOf(start: bigint, end: bigint, source: string | null): string {
  return `${start} ${end} ${source}`;
}
