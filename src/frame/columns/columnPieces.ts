import { type Column, columnLength, type Columns, rowCount } from "./columns.ts";

/** The rows `from` to `to` of columns, without copying values where that can be. */
export function sliceColumns(columns: Columns, from: number, to: number): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, slice(column, from, to)]),
  );
}

/** Columns one below the other; all pieces have the columns of the first. */
export function joinColumns(pieces: readonly Columns[]): Columns {
  const [first = {}] = pieces;
  if (pieces.length < 2) return first;
  return Object.fromEntries(
    Object.keys(first).map((name) => [name, join(pieces.map((columns) => columns[name]!))]),
  );
}

function slice(column: Column, from: number, to: number): Column {
  switch (column.type) {
    case "time":
    case "int64":
      return {
        ...column,
        values: column.values.subarray(from, to),
        valid: flags(column, from, to),
      };
    case "float64":
      return {
        ...column,
        values: column.values.subarray(from, to),
        valid: flags(column, from, to),
      };
    case "date":
      return {
        ...column,
        values: column.values.subarray(from, to),
        valid: flags(column, from, to),
      };
    case "bool":
      return {
        ...column,
        values: column.values.subarray(from, to),
        valid: flags(column, from, to),
      };
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
        valid: flags(column, from, to),
      };
    }
  }
}

function flags(
  { valid }: { valid?: Uint8Array | undefined },
  from: number,
  to: number,
): Uint8Array | undefined {
  return valid?.subarray(from, to);
}

function join(columns: readonly Column[]): Column {
  const first = columns[0]!;
  switch (first.type) {
    case "time":
    case "int64": {
      const parts = columns as readonly (typeof first)[];
      const values = new BigInt64Array(total(parts));
      fill(values, parts.map((part) => part.values));
      return { ...first, values, valid: joinedFlags(parts) };
    }
    case "date": {
      const parts = columns as readonly (typeof first)[];
      const values = new Int32Array(total(parts));
      fill(values, parts.map((part) => part.values));
      return { ...first, values, valid: joinedFlags(parts) };
    }
    case "float64": {
      const parts = columns as readonly (typeof first)[];
      const values = new Float64Array(total(parts));
      fill(values, parts.map((part) => part.values));
      return { ...first, values, valid: joinedFlags(parts) };
    }
    case "bool": {
      const parts = columns as readonly (typeof first)[];
      const values = new Uint8Array(total(parts));
      fill(values, parts.map((part) => part.values));
      return { ...first, values, valid: joinedFlags(parts) };
    }
    case "text":
      return { ...first, values: (columns as readonly (typeof first)[]).flatMap((c) => c.values) };
    case "struct": {
      const parts = columns as readonly (typeof first)[];
      return { ...first, fields: joinColumns(parts.map((c) => c.fields)), length: total(parts) };
    }
    case "list": {
      const parts = columns as readonly (typeof first)[];
      const offsets = new Int32Array(total(parts) + 1);
      let row = 0;
      for (const { offsets: own } of parts) {
        const base = offsets[row]!;
        for (let i = 1; i < own.length; i++) offsets[++row] = base + own[i]!;
      }
      return {
        ...first,
        offsets,
        item: join(parts.map((part) => part.item)),
        valid: joinedFlags(parts),
      };
    }
  }
}

function total(columns: readonly Column[]): number {
  return columns.reduce((sum, column) => sum + columnLength(column), 0);
}

function fill<T extends { set(part: never, at: number): void }>(
  target: T,
  parts: readonly ArrayLike<unknown>[],
): void {
  let at = 0;
  for (const part of parts) {
    target.set(part as never, at);
    at += part.length;
  }
}

function joinedFlags(
  columns: readonly (Column & { valid?: Uint8Array | undefined })[],
): Uint8Array | undefined {
  if (columns.every((column) => column.valid === undefined)) return undefined;
  const joined = new Uint8Array(total(columns)).fill(1);
  let at = 0;
  for (const column of columns) {
    if (column.valid !== undefined) joined.set(column.valid, at);
    at += columnLength(column);
  }
  return joined;
}

/** The rows of columns in slices of at most so many. */
export function* slices(columns: Columns, size: number): Generator<Columns, void, void> {
  const count = rowCount(columns);
  for (let from = 0; from < count; from += size) {
    yield sliceColumns(columns, from, Math.min(from + size, count));
  }
}
