import { rowsWhere } from "../frame/rowsWhere.ts";
import type { Interval } from "../time/interval.ts";
import { type Spans, taken } from "./spans.ts";

/** Spans in cycles: those in no cycle are left out. */
export interface NumberedSpans {
  /** The spans, ordered by start. */
  readonly spans: Spans;
  /** The cycle of each span, from 0. */
  readonly cycle: Uint32Array;
}

/** How spans are grouped into cycles. */
export interface NumberOptions {
  /** The shortest gap that separates two cycles, in microseconds. */
  readonly gap: bigint;
  /** Whether a stage, by its place in the table, counts as gap. */
  readonly isGap: (stage: number) => boolean;
  /** Keep only cycles that touch this interval, numbered from 0. */
  readonly touching?: Interval | undefined;
}

/**
 * Groups spans, ordered by start, into cycles: a new one begins where nothing but gap stages lies in
 * at least `gap`. A gap stage between two cycles, before the first or after the last, is in none.
 */
export function numberSpans(spans: Spans, options: NumberOptions): NumberedSpans {
  const rows: number[] = [], cycles: number[] = [];
  let pending: number[] = [];
  let cycle = -1, reach: bigint | undefined;
  for (let i = 0; i < spans.start.length; i++) {
    if (options.isGap(spans.stage[i]!)) {
      pending.push(i);
      continue;
    }
    const start = spans.start[i]!, end = spans.end[i]!;
    if (reach === undefined || start - reach >= options.gap) cycle++;
    else {
      for (const row of pending) {
        rows.push(row);
        cycles.push(cycle);
      }
    }
    pending = [];
    rows.push(i);
    cycles.push(cycle);
    if (reach === undefined || end > reach) reach = end;
  }
  const numbered = { spans: taken(spans, Uint32Array.from(rows)), cycle: Uint32Array.from(cycles) };
  return options.touching === undefined ? numbered : onlyTouching(numbered, options.touching);
}

function onlyTouching({ spans, cycle }: NumberedSpans, range: Interval): NumberedSpans {
  const bounds = cycleBounds({ spans, cycle });
  const numbers = new Map<number, number>();
  bounds.forEach(({ start, end }, number) => {
    if (start < range.end && end > range.start) numbers.set(number, numbers.size);
  });
  const rows = rowsWhere(cycle.length, (i) => numbers.has(cycle[i]!));
  return {
    spans: taken(spans, rows),
    cycle: Uint32Array.from(rows, (i) => numbers.get(cycle[i]!)!),
  };
}

/** From the first start to the last end of each cycle, by number. */
export function cycleBounds({ spans, cycle }: NumberedSpans): Interval[] {
  const bounds: { start: bigint; end: bigint }[] = [];
  for (let i = 0; i < cycle.length; i++) {
    const bound = bounds[cycle[i]!];
    const start = spans.start[i]!, end = spans.end[i]!;
    if (bound === undefined) bounds[cycle[i]!] = { start, end };
    else {
      if (start < bound.start) bound.start = start;
      if (end > bound.end) bound.end = end;
    }
  }
  return bounds;
}
