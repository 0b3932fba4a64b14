import { type Spans, takeSpans } from "./spans.ts";

/**
 * Joins spans of one stage that touch or overlap, each stage for itself.
 *
 * @param spans Spans ordered by start.
 */
export function coalesce({ start, end, stage }: Spans): Spans {
  const rows: number[] = [];
  const ends = end.slice();
  const open = new Map<number, number>();
  for (let i = 0; i < start.length; i++) {
    const last = open.get(stage[i]!);
    if (last !== undefined && ends[last]! >= start[i]!) {
      if (end[i]! > ends[last]!) ends[last] = end[i]!;
      continue;
    }
    open.set(stage[i]!, i);
    rows.push(i);
  }
  return takeSpans({ start, end: ends, stage }, Uint32Array.from(rows));
}
