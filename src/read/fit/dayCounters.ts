import type { ExportCollector } from "../export/exportCollector.ts";

/** What a counter shows at a time. */
export interface CounterRow {
  /** When, in microseconds since 1970. */
  readonly time: number;
  /** Microseconds that the watch's clock is ahead of UTC. */
  readonly offset: number;
  /** What is counted: each kind of activity has a counter of its own. */
  readonly kind: string;
  /** The device. */
  readonly source: string;
  /** How much, since midnight. */
  readonly value: number;
  /** When the file begins. */
  readonly begun: number;
  /** Where it stands in its file. */
  readonly where: string;
}

const DAY = 86_400e6;

/** Counters that begin anew at midnight and go on from file to file. */
export class DayCounters {
  readonly #counters = new Map<string, { metric: string; unit: string; rows: CounterRow[] }>();

  /** What a counter shows. */
  add(metric: string, unit: string, row: CounterRow): void {
    const { rows } = this.#counters.getOrInsertComputed(
      JSON.stringify([metric, row.source, row.kind]),
      () => ({ metric, unit, rows: [] }),
    );
    rows.push(row);
  }

  /**
   * Adds what was counted from each row to the next, of the same day, to a collector. What a counter shows
   * at midnight belongs to the day before. The first of a day was counted since midnight, or since its
   * file began; so was one that is lower than that before it, since the watch was started anew.
   */
  addTo(collector: ExportCollector): void {
    for (const { metric, unit, rows } of this.#counters.values()) {
      rows.sort((a, b) => a.time - b.time || a.value - b.value);
      let last: CounterRow | undefined;
      for (const row of rows) {
        const before = last !== undefined && dayOf(last) === dayOf(row) ? last : undefined;
        last = row;
        const isAnew = before === undefined || row.value < before.value; // midnight, or a restart
        const value = isAnew ? row.value : row.value - before.value;
        if (value <= 0) continue;
        const { time: end, source, where } = row;
        const start = Math.min(before?.time ?? Math.max(midnightOf(row), row.begun), end);
        collector.sample(metric, { start, end, value, unit, source }, where);
      }
    }
  }
}

/** The day on the watch's clock; a counter at midnight is that of the day before. */
function dayOf({ time, offset }: CounterRow): number {
  return Math.ceil((time + offset) / DAY);
}

function midnightOf(row: CounterRow): number {
  return (dayOf(row) - 1) * DAY - row.offset;
}

const COUNTERS = new WeakMap<ExportCollector, DayCounters>();

/** The counters of a reading, whichever file they stand in. */
export function countersOf(collector: ExportCollector): DayCounters {
  return COUNTERS.getOrInsertComputed(collector, () => new DayCounters());
}
