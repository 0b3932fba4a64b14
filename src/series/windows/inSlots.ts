import pl from "nodejs-polars";
import { type Column, columnLength } from "../../frame/columns/columns.ts";
import { columnOf } from "../../frame/polars/columnsOf.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { durations, lastKnown, shares, weightedMeans } from "./byMeaning.ts";
import { spreadOut } from "./fillGaps.ts";
import { held } from "./held.ts";
import { safe } from "./inWindows.ts";
import { edgesOf, type Layout, type Moments } from "./layout.ts";
import { overlaps } from "./overlaps.ts";
import { noNumbers, reduced, type RowReducer } from "../input/reducers.ts";
import { dtypeOf, type Wanted } from "../input/resampleInput.ts";

/** A column that was read, and the rows in which it has a value. */
export interface ReadColumn extends Wanted {
  /** Its values. */
  readonly column: Column;
  /** 1 for rows with a value; undefined if all have one. */
  readonly has: Uint8Array | undefined;
}

/** Rows in the order of slots: the rows of each slot, ascending by time. */
interface Placed {
  readonly rows: Uint32Array;
  readonly slots: Int32Array;
}

/**
 * Reduces rows in slots, the windows of all groups, by functions of the rows or of what they mean.
 *
 * @param maxAge How long a value of a point holds at most, in microseconds; undefined for no limit.
 */
export function inSlots(
  layout: Layout,
  moments: Moments,
  wanted: readonly ReadColumn[],
  maxAge: bigint | undefined,
): [string, Column][] {
  const { start, end } = moments;
  let placed: Placed | undefined;
  return wanted.flatMap((own): [string, Column][] => {
    const { name, result, reducer, column, has } = own;
    const spans = () => ({ start, end: end ?? held(layout, start, has, maxAge), has });
    if (reducer === "weighted mean") {
      return [[result, weightedMeans(layout, numbers(column, name), spans())]];
    }
    if (reducer === "durations") {
      return durations(layout, column, spans(), name)
        .map(([category, made]) => [`${name}_${category}`, made]);
    }
    if (reducer === "last known") {
      return [[result, lastKnown(layout, column, moments, has, maxAge)]];
    }
    if (reducer === "sum" && end !== undefined) {
      return [[result, shares(layout, numbers(column, name), { start, end, has })]];
    }
    placed ??= place(layout, moments);
    return [[result, byRow(layout, placed, own, reducer)]];
  });
}

function numbers(column: Column, name: string): Float64Array {
  if (column.type === "float64") return column.values;
  if (column.type === "int64") return Float64Array.from(column.values, Number);
  throw noNumbers(name, column.type);
}

/** The rows of each slot: points lie in one, spans in all that they reach into. */
function place(layout: Layout, { start, end }: Moments): Placed {
  return end === undefined ? placePoints(layout, start) : placeSpans(layout, start, end);
}

function placePoints(layout: Layout, start: BigInt64Array): Placed {
  const rows = new Uint32Array(start.length), slots = new Int32Array(start.length);
  let placed = 0;
  for (const part of layout.parts) {
    const edge = edgesOf(layout, part);
    let slot = 0;
    for (const row of part.rows) {
      while (start[row]! >= edge[slot + 1]!) slot++;
      rows[placed] = row;
      slots[placed++] = part.offset + slot;
    }
  }
  return { rows, slots };
}

function placeSpans(layout: Layout, start: BigInt64Array, end: BigInt64Array): Placed {
  const offset = new Uint32Array(layout.slots + 1);
  overlaps(layout, { start, end, has: undefined }, (_, slot) => void offset[slot + 1]!++);
  for (let slot = 0; slot < layout.slots; slot++) offset[slot + 1]! += offset[slot]!;
  const total = offset[layout.slots]!, next = offset.slice();
  const rows = new Uint32Array(total), slots = new Int32Array(total);
  overlaps(layout, { start, end, has: undefined }, (row, slot) => {
    slots[next[slot]!] = slot;
    rows[next[slot]!++] = row;
  });
  return { rows, slots };
}

/** What Polars makes of the rows of each slot. */
function byRow(
  layout: Layout,
  { rows, slots }: Placed,
  { name, column, series }: ReadColumn,
  reducer: RowReducer,
): Column {
  reduced(safe(0), dtypeOf(series), reducer, { name, nan: true }); // which refuses structs
  if (columnLength(column) === 0) {
    if (reducer === "first" || reducer === "last") return column;
    return columnOf(series.cast(reducer === "count" ? pl.Int64 : pl.Float64));
  }
  const values = toFrame(takeRows({ column }, rows)).getColumn("column").alias(safe(0));
  const expression = reduced(safe(0), dtypeOf(values), reducer, { name, nan: true });
  const found = pl.DataFrame([pl.Series("at", slots), values])
    .groupByDynamic({ indexColumn: "at", every: "1i", startBy: "window" })
    .agg(expression);
  return spreadOut(
    columnOf(found.getColumn(safe(0))),
    Uint32Array.from(found.getColumn("at").toTypedArray()),
    layout.slots,
    reducer,
  );
}
