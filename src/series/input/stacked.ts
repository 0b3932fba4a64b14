import type { Column } from "../../frame/columns/columns.ts";

/** A column that a series may have. */
export type SeriesColumn = Extract<Column, { type: "float64" | "list" }>;

/** Columns of numbers, or of lists of numbers, with masks, one under the other. */
export function stacked(columns: readonly SeriesColumn[]): SeriesColumn {
  const masks = columns.map((column) => column.valid!);
  const valid = new Uint8Array(masks.reduce((sum, mask) => sum + mask.length, 0));
  masks.reduce((at, mask) => (valid.set(mask, at), at + mask.length), 0);
  if (columns.every((column) => column.type === "float64")) {
    return { type: "float64", values: joined(columns.map(({ values }) => values)), valid };
  }
  const lists = columns as readonly Extract<Column, { type: "list" }>[];
  const items = lists.map(({ item }) => (item as { values: Float64Array }).values);
  const offsets = new Int32Array(valid.length + 1);
  for (let list = 0, row = 0, before = 0; list < lists.length; list++) {
    const own = lists[list]!.offsets;
    for (let i = 1; i < own.length; i++) offsets[++row] = before + own[i]!;
    before += items[list]!.length;
  }
  return { type: "list", offsets, item: { type: "float64", values: joined(items) }, valid };
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const values = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (values.set(part, at), at + part.length), 0);
  return values;
}
