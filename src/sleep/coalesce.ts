import type { Spans } from "./spans.ts";

/**
 * Joins spans of one stage that touch or overlap, each stage for itself; with `bySource`, only those
 * of one source. A joined span keeps the source and id of its first part.
 *
 * @param spans Spans ordered by start.
 */
export function coalesce(spans: Spans, bySource: boolean): Spans {
  const start: bigint[] = [], end: bigint[] = [], stage: number[] = [];
  const source: (string | null)[] = [], id: (string | null)[] = [];
  const open = new Map<string | number, number>();
  for (let i = 0; i < spans.start.length; i++) {
    const key = bySource ? `${spans.stage[i]} ${spans.source[i]}` : spans.stage[i]!;
    const last = open.get(key);
    if (last !== undefined && end[last]! >= spans.start[i]!) {
      if (spans.end[i]! > end[last]!) end[last] = spans.end[i]!;
      continue;
    }
    open.set(key, start.length);
    start.push(spans.start[i]!);
    end.push(spans.end[i]!);
    stage.push(spans.stage[i]!);
    source.push(spans.source[i]!);
    id.push(spans.id[i]!);
  }
  return {
    start: BigInt64Array.from(start),
    end: BigInt64Array.from(end),
    stage: Uint8Array.from(stage),
    source,
    id,
  };
}
