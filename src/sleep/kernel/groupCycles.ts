import { rowsWhere } from "../../frame/rowsWhere.ts";
import type { Interval } from "../../time/interval.ts";
import { type Spans, takeSpans } from "./spans.ts";

/** Intervals in cycles; intervals in no cycle are removed. */
export interface CycleSpans {
  readonly spans: Spans;
  readonly cycle: Uint32Array;
}

export interface GroupCyclesOptions {
  readonly gap: bigint;
  readonly isGap: (stage: number) => boolean;
  readonly touching?: Interval | undefined;
}

/**
 * Groups intervals, ordered by start, into cycles. A new cycle starts after at least `gap` with
 * only gap stages; touching intervals are never separated. A gap stage between two cycles, before
 * the first or after the last, is in no cycle.
 */
export function groupCycles(spans: Spans, options: GroupCyclesOptions): CycleSpans {
  const { start, end, stage } = spans;
  const rows = new Uint32Array(start.length), cycle = new Uint32Array(start.length);
  const reach = new BigInt64Array(1); // in an array, because a single 64-bit integer costs an object
  let count = 0, number = -1, waiting = 0;
  const add = (row: number): void => {
    rows[count] = row;
    cycle[count++] = number;
  };
  for (let i = 0; i < start.length; i++) {
    if (options.isGap(stage[i]!)) {
      // Gap stages are in a cycle if it covers them already, or if it continues.
      if (number < 0 || start[i]! >= reach[0]!) waiting++;
      else add(i);
      continue;
    }
    const goesOn = number >= 0 &&
      (start[i]! <= reach[0]! || start[i]! - reach[0]! < options.gap);
    if (!goesOn) number++;
    else for (let row = i - waiting; row < i; row++) add(row);
    waiting = 0;
    add(i);
    if (!goesOn || end[i]! > reach[0]!) reach[0] = end[i]!;
  }
  const used = rows.subarray(0, count);
  const numbered = {
    spans: count === start.length ? spans : takeSpans(spans, used),
    cycle: cycle.subarray(0, count),
  };
  return options.touching === undefined ? numbered : keepTouching(numbered, options.touching);
}

function keepTouching({ spans, cycle }: CycleSpans, range: Interval): CycleSpans {
  const numbers = new Map<number, number>();
  cycleBounds({ spans, cycle }).forEach(({ start, end }, number) => {
    if (start < range.end && end > range.start && range.start < range.end) {
      numbers.set(number, numbers.size);
    }
  });
  const rows = rowsWhere(cycle.length, (i) => numbers.has(cycle[i]!));
  return {
    spans: takeSpans(spans, rows),
    cycle: Uint32Array.from(rows, (i) => numbers.get(cycle[i]!)!),
  };
}

/** Returns the interval from the first start to the last end of each cycle, by number. */
export function cycleBounds({ spans, cycle }: CycleSpans): Interval[] {
  const { start, end } = spans, bounds: Interval[] = [];
  const last = new BigInt64Array(1); // in an array, because a single 64-bit integer costs an object
  for (let i = 0; i < cycle.length;) {
    const number = cycle[i]!, first = start[i]!;
    for (last[0] = end[i++]!; i < cycle.length && cycle[i] === number; i++) {
      if (end[i]! > last[0]!) last[0] = end[i]!;
    }
    bounds[number] = { start: first, end: last[0]! };
  }
  return bounds;
}
