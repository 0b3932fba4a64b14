import type { ExportCollector } from "../export/exportCollector.ts";
import { eachInTurns, sortedInTurns } from "../export/pause.ts";
import type { RuleContext } from "../export/readExport.ts";

/** Reading of a counter at one time. */
export interface CounterRow {
  /** Time in microseconds since 1970. */
  readonly time: number;
  /** Lead of the watch's clock over UTC, in microseconds. */
  readonly offset: number;
  /** Kind of activity; each kind has its own counter. */
  readonly kind: string;
  readonly source: string;
  /** Amount since midnight. */
  readonly value: number;
  /** Start of the file. */
  readonly begun: number;
  /** Place in the file, for the report. */
  readonly where: string;
}

const DAY = 86_400e6;

/** Counters that restart at midnight and continue from file to file. */
class DayCounters {
  readonly #counters = new Map<string, { metric: string; unit: string; rows: CounterRow[] }>();

  add(metric: string, unit: string, row: CounterRow): void {
    const { rows } = this.#counters.getOrInsertComputed(
      JSON.stringify([metric, row.source, row.kind]),
      () => ({ metric, unit, rows: [] }),
    );
    rows.push(row);
  }

  /**
   * Adds the increase from each row to the next row of the same day to a collector. A reading at
   * midnight belongs to the day before. The first reading of a day counts from midnight, or from
   * the start of its file. So does a reading lower than the previous one, since the watch was
   * restarted.
   */
  async addTo({ collector, pause }: Pick<RuleContext, "collector" | "pause">): Promise<void> {
    for (const { metric, unit, rows } of this.#counters.values()) {
      const sorted = await sortedInTurns(
        rows,
        (a, b) => a.time - b.time || a.value - b.value,
        pause,
      );
      let last: CounterRow | undefined;
      await eachInTurns(sorted, pause, (row) => {
        const before = last !== undefined && dayOf(last) === dayOf(row) ? last : undefined;
        last = row;
        const isAnew = before === undefined || row.value < before.value; // midnight, or a restart
        const value = isAnew ? row.value : row.value - before.value;
        if (value <= 0) return;
        const { time: end, source, where } = row;
        const start = Math.min(before?.time ?? Math.max(midnightOf(row), row.begun), end);
        collector.sample(metric, { start, end, value, unit, source }, where);
      });
    }
  }
}

/** Returns the day on the watch's clock; a reading at midnight belongs to the day before. */
function dayOf({ time, offset }: CounterRow): number {
  return Math.ceil((time + offset) / DAY);
}

function midnightOf(row: CounterRow): number {
  return (dayOf(row) - 1) * DAY - row.offset;
}

const COUNTERS = new WeakMap<ExportCollector, DayCounters>();

/** Returns the counters of an export, which all its files share. */
export function countersOf(collector: ExportCollector): DayCounters {
  return COUNTERS.getOrInsertComputed(collector, () => new DayCounters());
}
