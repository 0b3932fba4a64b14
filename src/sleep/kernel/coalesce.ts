import { type Spans, takeSpans } from "./spans.ts";

/**
 * Joins touching or overlapping intervals of one stage, each stage separately.
 *
 * @param spans Intervals ordered by start.
 */
export function coalesce({ start, end, stage }: Spans): Spans {
  const rows: number[] = [];
  const ends = end.slice();
  const open = new Map<number, number>();
  for (let i = 0; i < start.length; i++) {
    const own = stage[i]!, last = open.get(own);
    if (last !== undefined && ends[last]! >= start[i]!) {
      if (end[i]! > ends[last]!) ends[last] = end[i]!;
      continue;
    }
    open.set(own, i);
    rows.push(i);
  }
  return takeSpans({ start, end: ends, stage }, Uint32Array.from(rows));
}
