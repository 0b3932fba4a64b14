import { rowsWhere } from "../../frame/rowsWhere.ts";
import type { Interval } from "../../time/interval.ts";
import { type Spans, takeSpans } from "./spans.ts";

/** Spans in cycles: those in no cycle are left out. */
export interface CycleSpans {
  /** The spans, ordered by start. */
  readonly spans: Spans;
  /** The cycle of each span, from 0. */
  readonly cycle: Uint32Array;
}

/** How spans are grouped into cycles. */
export interface GroupCyclesOptions {
  /** The shortest gap that separates two cycles, in microseconds. */
  readonly gap: bigint;
  /** Whether a stage, by its place in the table, counts as gap. */
  readonly isGap: (stage: number) => boolean;
  /** Keep only cycles that touch this interval, numbered from 0. */
  readonly touching?: Interval | undefined;
}

/**
 * Groups spans, ordered by start, into cycles: a new one begins where nothing but gap stages lies in
 * at least `gap`; spans that touch are never apart. A gap stage between two cycles, before the first
 * or after the last, is in none.
 */
export function groupCycles(spans: Spans, options: GroupCyclesOptions): CycleSpans {
  const { start, end, stage } = spans;
  const rows = new Uint32Array(start.length), cycle = new Uint32Array(start.length);
  const reach = new BigInt64Array(1); // in an array, because a lone 64-bit integer costs an object
  let count = 0, number = -1, waiting = 0;
  const add = (row: number): void => {
    rows[count] = row;
    cycle[count++] = number;
  };
  for (let i = 0; i < start.length; i++) {
    if (options.isGap(stage[i]!)) {
      // Spans of a gap stage are in a cycle if they lie in what it covers already, or if it goes on.
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

/** From the first start to the last end of each cycle, by number. */
export function cycleBounds({ spans, cycle }: CycleSpans): Interval[] {
  const { start, end } = spans, bounds: Interval[] = [];
  const last = new BigInt64Array(1); // in an array, because a lone 64-bit integer costs an object
  for (let i = 0; i < cycle.length;) {
    const number = cycle[i]!, first = start[i]!;
    for (last[0] = end[i++]!; i < cycle.length && cycle[i] === number; i++) {
      if (end[i]! > last[0]!) last[0] = end[i]!;
    }
    bounds[number] = { start: first, end: last[0]! };
  }
  return bounds;
}
