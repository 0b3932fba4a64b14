import { type Column, type Columns, rowCount, type Valid } from "./columns.ts";

/** Returns the rows `from` to `to` of columns, without copying values if possible. */
export function sliceColumns(columns: Columns, from: number, to: number): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, slice(column, from, to)]),
  );
}

function slice(column: Column, from: number, to: number): Column {
  switch (column.type) {
    case "text":
      return { ...column, values: column.values.slice(from, to) };
    case "struct":
      return { ...column, fields: sliceColumns(column.fields, from, to), length: to - from };
    case "list": {
      const first = column.offsets[from]!, last = column.offsets[to]!;
      return {
        ...column,
        offsets: column.offsets.slice(from, to + 1).map((offset) => offset - first),
        item: slice(column.item, first, last),
        valid: sliceValid(column.valid, from, to),
      };
    }
    default: {
      const values = column.values.subarray(from, to);
      return { ...column, values, valid: sliceValid(column.valid, from, to) } as typeof column;
    }
  }
}

/** Returns `undefined` if no row of the slice is null. */
function sliceValid(valid: Valid | undefined, from: number, to: number): Valid | undefined {
  const own = valid?.subarray(from, to);
  return own?.includes(0) ? own : undefined;
}

/** Yields the rows of columns in slices of at most `size` rows. */
export function* slices(columns: Columns, size: number): Generator<Columns, void, void> {
  const count = rowCount(columns);
  for (let from = 0; from < count; from += size) {
    yield sliceColumns(columns, from, Math.min(from + size, count));
  }
}
