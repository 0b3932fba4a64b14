import {
  type Column,
  columnLength,
  type Columns,
  rowCount,
  type Valid,
} from "./columns/columns.ts";

/**
 * Concatenates sets of columns vertically. Missing columns are null. Names keep the order of first
 * appearance, and times use the zone of the first set.
 *
 * @throws {TypeError} if a column has different types
 */
export function concatColumns(parts: readonly Columns[]): Columns {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const names = new Set(parts.flatMap((part) => Object.keys(part)));
  const lengths = parts.map(rowCount);
  return Object.fromEntries(
    Array.from(names, (name) => [
      name,
      concatColumn(name, parts.map((part) => part[name]), lengths),
    ]),
  );
}

type Part = Column | undefined;

function concatColumn(name: string, parts: readonly Part[], lengths: readonly number[]): Column {
  const known = parts.filter((part) => part !== undefined);
  const first = known.find((part) => !isAllNull(part)) ?? known[0]!;
  const other = known.find((part) => part.type !== first.type && !isAllNull(part));
  if (other !== undefined) {
    throw new TypeError(
      `Cannot concatenate columns ${
        JSON.stringify(name)
      }: one holds ${first.type}, another ${other.type}`,
    );
  }
  const own = parts.map((part) => part?.type === first.type ? part : undefined);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  switch (first.type) {
    case "time":
    case "int64":
      return { ...first, ...fixed(own as Wide[], lengths, new BigInt64Array(total)) };
    case "float64":
      return { ...first, ...fixed(own as Float[], lengths, new Float64Array(total)) };
    case "date":
      return { ...first, ...fixed(own as Day[], lengths, new Int32Array(total)) };
    case "bool":
      return { ...first, ...fixed(own as Bool[], lengths, new Uint8Array(total)) };
    case "text":
      return { type: "text", values: texts(own as Text[], lengths, total) };
    case "list":
      return { ...lists(name, own as List[], lengths, total), type: "list" };
    case "struct": {
      const names = Object.keys(first.fields);
      const fields = own.map((part, i) => (part as Struct)?.fields ?? nulls(names, lengths[i]!));
      return { type: "struct", fields: concatColumns(fields), length: total };
    }
  }
}

type Wide = Extract<Column, { type: "int64" }> | undefined;
type Float = Extract<Column, { type: "float64" }> | undefined;
type Day = Extract<Column, { type: "date" }> | undefined;
type Bool = Extract<Column, { type: "bool" }> | undefined;
type Text = Extract<Column, { type: "text" }> | undefined;
type List = Extract<Column, { type: "list" }> | undefined;
type Struct = Extract<Column, { type: "struct" }> | undefined;
type Values = BigInt64Array | Float64Array | Int32Array | Uint8Array;

function fixed<V extends Values>(
  parts: readonly ({ values: V; valid?: Valid | undefined } | undefined)[],
  lengths: readonly number[],
  values: V,
): { values: V; valid: Valid | undefined } {
  let at = 0;
  parts.forEach((part, i) => {
    if (part !== undefined) values.set(part.values as never, at);
    at += lengths[i]!;
  });
  return { values, valid: concatValid(parts, lengths, values.length) };
}

/** Returns which rows have a value; `undefined` if all do. */
function concatValid(
  parts: readonly ({ valid?: Valid | undefined } | undefined)[],
  lengths: readonly number[],
  total: number,
): Valid | undefined {
  const isWhole = (i: number): boolean =>
    lengths[i] === 0 || (parts[i] !== undefined && parts[i].valid === undefined);
  if (parts.every((_, i) => isWhole(i))) return undefined;
  const valid = new Uint8Array(total);
  let at = 0;
  parts.forEach((part, i) => {
    const past = at + lengths[i]!;
    if (isWhole(i)) valid.fill(1, at, past);
    else if (part?.valid !== undefined) valid.set(part.valid, at);
    at = past;
  });
  return valid;
}

function texts(
  parts: readonly Text[],
  lengths: readonly number[],
  total: number,
): (string | null)[] {
  const values = new Array<string | null>(total).fill(null);
  let at = 0;
  parts.forEach((part, i) => {
    part?.values.forEach((value, row) => values[at + row] = value);
    at += lengths[i]!;
  });
  return values;
}

function lists(
  name: string,
  parts: readonly List[],
  lengths: readonly number[],
  total: number,
): Omit<NonNullable<List>, "type"> {
  const offsets = new Int32Array(total + 1);
  let row = 0, before = 0;
  parts.forEach((part, i) => {
    for (let own = 1; own <= lengths[i]!; own++) {
      offsets[++row] = before + (part?.offsets[own] ?? 0);
    }
    if (part !== undefined) before += columnLength(part.item);
  });
  const items = parts.map((part) => part?.item);
  const item = concatColumn(name, items, items.map((each) => each ? columnLength(each) : 0));
  return { offsets, item, valid: concatValid(parts, lengths, total) };
}

/** Returns columns of nulls, which fit any type. */
function nulls(names: readonly string[], length: number): Columns {
  const values = new Array<null>(length).fill(null);
  return Object.fromEntries(names.map((name) => [name, { type: "text", values }]));
}

function isAllNull(column: Column): boolean {
  switch (column.type) {
    case "text":
      return column.values.every((value) => value === null);
    case "struct":
      return column.length === 0;
    default: {
      const { valid } = column;
      const length = columnLength(column);
      return length === 0 ||
        (valid !== undefined && !valid.includes(1));
    }
  }
}
