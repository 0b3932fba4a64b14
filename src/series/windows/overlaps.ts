import { edgesOf, type Layout } from "./layout.ts";
import { reach } from "./reach.ts";

/** Spans of rows, and which of them count. */
export interface Spans {
  /** Inclusive starts. */
  readonly start: BigInt64Array;
  /** Exclusive ends; an instant's is its start. */
  readonly end: BigInt64Array;
  /** 1 for rows that count; undefined if all do. */
  readonly has: Uint8Array | undefined;
}

/**
 * Tells of each row and each slot that it reaches into how long they overlap, in microseconds: 0 for
 * an instant, which lies in one slot. Row by row of each group, ascending by start.
 *
 * @throws {RangeError} if long spans lie over so many slots that there are over 100 million in all
 */
export function overlaps(
  layout: Layout,
  { start, end, has }: Spans,
  visit: (row: number, slot: number, micros: number) => void,
): void {
  for (const part of layout.parts) {
    const edge = edgesOf(layout, part);
    const order = has === undefined ? part.rows : part.rows.filter((row) => has[row] === 1);
    const reached = reach({ start, end, order }, edge);
    for (let i = 0; i < reached.row.length; i++) {
      const row = reached.row[i]!;
      for (let slot = reached.first[i]!; slot < reached.past[i]!; slot++) {
        const from = edge[slot]! > start[row]! ? edge[slot]! : start[row]!;
        const to = edge[slot + 1]! < end[row]! ? edge[slot + 1]! : end[row]!;
        visit(row, part.offset + slot, Number(to - from));
      }
    }
  }
}
