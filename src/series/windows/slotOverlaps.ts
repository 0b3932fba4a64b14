import { microsSince } from "../clock/int64Words.ts";
import { boundariesOf, type RowTimes, type WindowLayout } from "./windowLayout.ts";

/** Intervals of rows, with a mark for rows that count. */
export interface RowSpans {
  /** Inclusive starts. */
  readonly start: BigInt64Array;
  /** Exclusive ends; equal to the start for an instant. */
  readonly end: BigInt64Array;
  /** 1 for rows that count; `undefined` if all do. */
  readonly has: Uint8Array | undefined;
}

/**
 * Rows that overlap slots, by group and start: row `row[i]` overlaps `first[i]` to before
 * `past[i]`.
 */
export interface SlotOverlaps {
  /** Row of each entry. */
  readonly row: Uint32Array;
  /** First slot that the row overlaps. */
  readonly first: Int32Array;
  /** Slot after the last that the row overlaps. */
  readonly past: Int32Array;
  /** End index of each group's entries. */
  readonly partEnds: readonly number[];
  /** Total number of overlaps of a row with a slot. */
  readonly total: number;
}

/** Maximum number of overlaps; more would exhaust memory. */
const MOST = 100_000_000;

/**
 * Finds the slots that rows overlap. An interval that ends at the start of a slot does not overlap
 * it; an instant overlaps the slot that contains it.
 *
 * @throws {RangeError} if there are over 100 million overlaps
 */
export function slotOverlaps(layout: WindowLayout, { start, end, has }: RowSpans): SlotOverlaps {
  const size = layout.parts.reduce((sum, { rows }) => sum + rows.length, 0);
  const row = new Uint32Array(size), first = new Int32Array(size), past = new Int32Array(size);
  const partEnds: number[] = [];
  let found = 0, total = 0;
  for (const part of layout.parts) {
    const edge = boundariesOf(layout, part), { rows, count, offset } = part;
    for (let i = 0, slot = 0; i < rows.length && total <= MOST; i++) {
      const own = rows[i]!;
      if (has !== undefined && has[own] === 0) continue;
      const from = start[own]!, to = end[own]!, isInstant = from === to;
      while (slot < count && edge[slot + 1]! <= from) slot++;
      if (slot === count) break;
      if (isInstant ? from < edge[0]! : to <= edge[0]!) continue;
      let after = slot + 1; // slot by slot, in the same order as later computations
      if (!isInstant) { while (after < count && edge[after]! < to) after++; }
      row[found] = own;
      first[found] = offset + slot;
      past[found++] = offset + after;
      total += after - slot;
    }
    partEnds.push(found);
  }
  if (total > MOST) {
    throw new RangeError(
      `Cannot compute windows: rows overlap more than ${MOST} windows in total, which is the maximum`,
    );
  }
  return {
    row: row.subarray(0, found),
    first: first.subarray(0, found),
    past: past.subarray(0, found),
    partEnds,
    total,
  };
}

/**
 * Calls a function with the duration of each overlap of a row and a slot, in microseconds; 0 for an
 * instant. The order is by group, then by row, ascending by start.
 *
 * @throws {RangeError} if there are over 100 million overlaps
 */
export function eachOverlap(
  layout: WindowLayout,
  spans: RowSpans,
  visit: (row: number, slot: number, micros: number) => void,
): void {
  const { row, first, past, partEnds } = slotOverlaps(layout, spans);
  const origin = layout.boundaries[0] ?? 0n;
  const edge = microsSince(layout.boundaries, origin);
  const start = microsSince(spans.start, origin), end = microsSince(spans.end, origin);
  let i = 0;
  for (const [part, { first: firstWindow, offset }] of layout.parts.entries()) {
    const shift = firstWindow - offset;
    for (; i < partEnds[part]!; i++) {
      const own = row[i]!, starts = start[own]!, ends = end[own]!, last = past[i]!;
      for (let slot = first[i]!; slot < last; slot++) {
        const from = Math.max(edge[slot + shift]!, starts);
        const to = Math.min(edge[slot + shift + 1]!, ends);
        visit(own, slot, to - from);
      }
    }
  }
}

/** Rows of each slot, by start: slot `i` has `rows[offset[i]]` to before `rows[offset[i + 1]]`. */
export interface SlotRows {
  /** Rows, slot by slot. */
  readonly rows: Uint32Array;
  /** Index of the first row of each slot, followed by the total. */
  readonly offset: Int32Array;
}

/**
 * Assigns rows to slots: a point to the slot that contains it, an interval to all slots that it
 * overlaps.
 *
 * @throws {RangeError} if there are over 100 million overlaps
 */
export function slotRows(layout: WindowLayout, { start, end }: RowTimes): SlotRows {
  return end === undefined
    ? rowsOfPoints(layout, start)
    : rowsOfOverlaps(slotOverlaps(layout, { start, end, has: undefined }), layout.slots);
}

function rowsOfPoints(layout: WindowLayout, start: BigInt64Array): SlotRows {
  const rows = new Uint32Array(layout.parts.reduce((sum, part) => sum + part.rows.length, 0));
  const offset = new Int32Array(layout.slots + 1);
  let assigned = 0;
  for (const part of layout.parts) {
    const edge = boundariesOf(layout, part);
    rows.set(part.rows, assigned);
    for (let slot = 0, i = 0; slot < part.count; slot++) {
      i = firstFrom(part.rows, i, start, edge[slot + 1]!);
      offset[part.offset + slot + 1] = assigned + i;
    }
    assigned += part.rows.length;
  }
  return { rows, offset };
}

/**
 * Returns the index of the first row from `i` on that starts at an instant or later. Doubling steps
 * compare fewer rows than one after the other.
 */
function firstFrom(rows: Uint32Array, i: number, start: BigInt64Array, at: bigint): number {
  let step = 1;
  while (i + step <= rows.length && start[rows[i + step - 1]!]! < at) {
    i += step;
    step *= 2;
  }
  for (; step >= 1; step /= 2) {
    if (i + step <= rows.length && start[rows[i + step - 1]!]! < at) i += step;
  }
  return i;
}

/** Groups the overlapping rows by slot. */
export function rowsOfOverlaps({ row, first, past, total }: SlotOverlaps, slots: number): SlotRows {
  const offset = new Int32Array(slots + 1);
  for (let i = 0; i < row.length; i++) {
    for (let slot = first[i]!; slot < past[i]!; slot++) offset[slot + 1]!++;
  }
  for (let slot = 0; slot < slots; slot++) offset[slot + 1]! += offset[slot]!;
  const rows = new Uint32Array(total), next = offset.slice();
  for (let i = 0; i < row.length; i++) {
    for (let slot = first[i]!; slot < past[i]!; slot++) rows[next[slot]!++] = row[i]!;
  }
  return { rows, offset };
}
