import { type Column, columnLength } from "../../frame/columns/columns.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import { takeMasked } from "./fillGaps.ts";
import { eachOverlap, type RowSpans } from "./slotOverlaps.ts";
import { boundariesOf, type RowTimes, type WindowLayout } from "./windowLayout.ts";
import { windowOf } from "../../time/windows.ts";

/** A numeric column, 0 if null. */
export type Numbers = { type: "float64"; values: Float64Array; valid: Uint8Array };

const emptyNumbers = (slots: number): Numbers => ({
  type: "float64",
  values: new Float64Array(slots),
  valid: new Uint8Array(slots),
});

/**
 * Returns the mean of each slot, weighted by the time for which each value holds: `sum(value *
 * overlap) / sum(overlap)`. If a slot only has instants, which have no duration, it is their plain
 * mean.
 */
export function weightedMeans(layout: WindowLayout, value: Float64Array, spans: RowSpans): Numbers {
  const result = emptyNumbers(layout.slots), { values, valid } = result;
  const weight = new Float64Array(layout.slots);
  const instants = new Float64Array(layout.slots), count = new Uint32Array(layout.slots);
  eachOverlap(layout, spans, (row, slot, micros) => {
    valid[slot] = 1;
    const own = value[row]!;
    if (micros === 0) {
      instants[slot]! += own;
      count[slot]!++;
    } else {
      // A running mean is exact if all values are equal.
      const mean = values[slot]!, total = weight[slot]! + micros;
      weight[slot] = total;
      values[slot] = mean + (own - mean) * (micros / total);
    }
  });
  for (let slot = 0; slot < values.length; slot++) {
    const points = count[slot]!;
    if (weight[slot] === 0 && points > 0) values[slot] = instants[slot]! / points;
  }
  return result;
}

/** Returns the sum of each slot; each value is allocated pro rata to its overlaps. */
export function proRataSums(layout: WindowLayout, value: Float64Array, spans: RowSpans): Numbers {
  const result = emptyNumbers(layout.slots), { values, valid } = result;
  const { start, end } = spans;
  eachOverlap(layout, spans, (row, slot, micros) => {
    const length = Number(end[row]! - start[row]!), own = value[row]!;
    valid[slot] = 1;
    values[slot]! += micros === length ? own : own * (micros / length);
  });
  return result;
}

/** Maximum number of categories; more columns would be of no use. */
const MOST_CATEGORIES = 1000;

/**
 * Returns a column for each category, in order, with the milliseconds for which it holds in each
 * slot: 0 if only others hold, null if nothing is known.
 *
 * @throws {RangeError} if there are more than 1000 categories
 */
export function durations(
  layout: WindowLayout,
  column: Column,
  spans: RowSpans,
  name: string,
): [category: string, column: Numbers][] {
  const { codes, names } = categories(column, spans.has, name);
  const valid = new Uint8Array(layout.slots);
  const columns = names.map(() => ({ ...emptyNumbers(layout.slots), valid }));
  eachOverlap(layout, spans, (row, slot, micros) => {
    columns[codes[row]!]!.values[slot]! += micros / 1000;
    valid[slot] = 1;
  });
  return names.map((category, i) => [category, columns[i]!]);
}

function categories(
  column: Column,
  has: Uint8Array | undefined,
  name: string,
): { codes: Uint32Array; names: string[] } {
  const { type } = column;
  if (type === "list" || type === "struct" || type === "time" || type === "date") {
    throw new TypeError(
      `Cannot resample: column ${JSON.stringify(name)} is ${type}, which has no categories`,
    );
  }
  const { values } = column;
  const rows = rowsWhere(columnLength(column), (row) => has?.[row] !== 0);
  const known = new Set<string | number | bigint>();
  for (const row of rows) if (known.size <= MOST_CATEGORIES) known.add(values[row]!);
  if (known.size > MOST_CATEGORIES) {
    throw new RangeError(
      `Cannot resample: column ${
        JSON.stringify(name)
      } has more than ${MOST_CATEGORIES} values, which are not categories`,
    );
  }
  const sorted = [...known].sort((a, b) => a < b ? -1 : 1);
  const indexOf = new Map(sorted.map((value, i) => [value, i]));
  const codes = new Uint32Array(values.length);
  for (const row of rows) codes[row] = indexOf.get(values[row]!)!;
  const shown = column.type === "bool" ? (value: unknown) => String(value === 1) : String;
  return { codes, names: sorted.map(shown) };
}

/**
 * Returns the last known value in each slot: from the row that started last before the slot's end.
 * That row must hold in the slot, or have ended at most `most` before it.
 *
 * @param most Maximum age in microseconds; `undefined` for no limit.
 */
export function lastKnown(
  layout: WindowLayout,
  column: Column,
  { start, end }: RowTimes,
  has: Uint8Array | undefined,
  most: bigint | undefined,
): Column {
  const rows = new Uint32Array(layout.slots), valid = new Uint8Array(layout.slots);
  const limit = BigInt64Array.of(most ?? 0n);
  for (const part of layout.parts) {
    const edge = boundariesOf(layout, part), { rows: all, offset } = part;
    for (let slot = 0, next = 0, last = -1; slot < part.count; slot++) {
      const closes = edge[slot + 1]!;
      for (; next < all.length && start[all[next]!]! < closes; next++) {
        if (has?.[all[next]!] !== 0) last = all[next]!;
      }
      if (last < 0) continue;
      const until = (end ?? start)[last]!, isOld = edge[slot]! - until > limit[0]!;
      if (most !== undefined && isOld) continue;
      rows[offset + slot] = last;
      valid[offset + slot] = 1;
    }
  }
  return takeMasked(column, rows, valid);
}

/**
 * Returns the end of each point's value (last observation carried forward): the next point with a
 * value, or the end of the window for the last point, limited by `most`. Among points of equal
 * times, the last one holds.
 *
 * @param has 1 for points with a value; `undefined` if all have one.
 * @param most Longest time that a value holds, in microseconds; `undefined` for no limit.
 */
export function holdUntilNext(
  { boundaries, parts }: WindowLayout,
  at: BigInt64Array,
  has: Uint8Array | undefined,
  most: bigint | undefined,
): BigInt64Array {
  const end = at.slice();
  const next = new BigInt64Array(1), limit = BigInt64Array.of(most ?? 0n); // avoids an object per integer
  for (const { rows } of parts) {
    let isLast = true;
    for (let i = rows.length - 1; i >= 0; i--) {
      const row = rows[i]!;
      if (has?.[row] === 0) continue;
      const own = at[row]!;
      if (isLast) next[0] = boundaries[windowOf(boundaries, own) + 1]!;
      isLast = false;
      const until = next[0]!, longest = limit[0]!;
      end[row] = until;
      if (most !== undefined && until - own > longest) end[row] = own + longest;
      next[0] = own;
    }
  }
  return end;
}
