import { assertEquals, assertThrows } from "@std/assert";
import { type ArrowLimits, checkArrow } from "../../../src/frame/arrow/checkArrow.ts";
import {
  BATCH,
  batch,
  type BatchParts,
  column,
  int,
  list,
  message,
  SCHEMA,
  schema,
  stream,
  table,
  type Value,
} from "./arrowBytes.ts";

const check = (
  columns: readonly Value[],
  parts: BatchParts,
  { body = new Uint8Array(64), ...limits }: ArrowLimits & { body?: Uint8Array } = {},
) =>
  checkArrow(
    stream(message(SCHEMA, schema(...columns)), message(BATCH, batch(parts), body)),
    limits,
  );

const refuse = (
  columns: readonly Value[],
  parts: BatchParts,
  reason: string,
  body?: Uint8Array,
): void => {
  assertThrows(() => check(columns, parts, body && { body }), TypeError, `: ${reason}`);
};

const number = (bits: number, name = "x") => column(name, 2, table(int(bits)));
const parts = (children: Value) => ({ children });
const item = list(column("item", 6));

/**
 * Minimum number of bytes of each buffer of a column, by number of rows, according to the Columnar
 * Format.
 */
const LEAST:
  readonly (readonly [what: string, Value, rows: number, least: readonly [string, number][]])[] = [
    ["bool", column("x", 6), 8, [["nulls", 1], ["values", 1]]],
    ["bool", column("x", 6), 9, [["nulls", 2], ["values", 2]]],
    ["int8", number(8), 3, [["nulls", 1], ["values", 3]]],
    ["int64", number(64), 3, [["nulls", 1], ["values", 24]]],
    ["three bytes", column("x", 15, table(int(3))), 2, [["nulls", 1], ["values", 6]]],
    ["text", column("x", 5), 3, [["nulls", 1], ["offsets", 16], ["bytes", 0]]],
    ["large text", column("x", 20), 3, [["nulls", 1], ["offsets", 32], ["bytes", 0]]],
    ["views", column("x", 24), 2, [["nulls", 1], ["views", 32]]],
  ];

Deno.test("each buffer has at least the bytes that its rows need", () => {
  for (const [what, own, rows, least] of LEAST) {
    const buffers = least.map(([, bytes]) => [0, bytes] as const);
    assertEquals(check([own], { rows, nodes: [rows], buffers }).rows, rows, what);
    for (const [i, [buffer, bytes]] of least.entries()) {
      if (bytes < 2) continue;
      refuse(
        [own],
        { rows, nodes: [rows], buffers: buffers.with(i, [0, bytes - 1]) },
        `the ${buffer} of column "x" are ${
          bytes - 1
        } bytes, fewer than the ${bytes} that its rows need`,
      );
    }
    if (least[1]![1] === 0) continue;
    refuse(
      [own],
      { rows, nodes: [rows], buffers: buffers.with(1, [0, 0]) },
      `the ${least[1]![0]} of column "x" are 0 bytes`,
    );
  }
});

Deno.test("a column without nulls may omit the null bitmap, and a column without rows its offsets", () => {
  assertEquals(check([number(64)], { rows: 2, nodes: [2], buffers: [[0, 0], [0, 16]] }).rows, 2);
  for (const kind of [5, 20]) {
    assertEquals(
      check([column("x", kind)], { rows: 0, nodes: [0], buffers: [[0, 0], [0, 0], [0, 0]] }).rows,
      0,
    );
  }
  for (const kind of [12, 21]) {
    const lists = column("x", kind, table(), parts(item)), width = kind === 12 ? 4 : 8;
    const buffers = (offsets: number) => [[0, 0], [0, offsets], [0, 0], [0, 1]] as const;
    assertEquals(check([lists], { rows: 0, nodes: [0, 0], buffers: buffers(0) }).rows, 0);
    assertEquals(check([lists], { rows: 2, nodes: [2, 5], buffers: buffers(3 * width) }).rows, 2);
    for (const bytes of [0, 3 * width - 1]) {
      refuse(
        [lists],
        { rows: 2, nodes: [2, 5], buffers: buffers(bytes) },
        `the offsets of column "x" are ${bytes} bytes, fewer than the ${3 * width}`,
      );
    }
  }
});

Deno.test("a column of type null has no buffer, and a column of views as many as its batch says", () => {
  assertEquals(check([column("x", 1)], { rows: 5, nodes: [5], buffers: [] }).rows, 5);
  const views = [column("x", 23), number(8, "y"), column("z", 24)];
  const buffers = (count: number) => Array.from({ length: count }, () => [0, 16] as const);
  const nodes = [1, 1, 1];
  assertEquals(
    check(views, { rows: 1, nodes, buffers: buffers(2 + 1 + 2 + 2 + 0), viewBuffers: [1, 0] }).rows,
    1,
  );
  assertEquals(
    check(views, { rows: 1, nodes, buffers: buffers(2 + 0 + 2 + 2 + 3), viewBuffers: [0, 3] }).rows,
    1,
  );
  assertEquals(check(views, { rows: 1, nodes, buffers: buffers(2 + 2 + 2) }).rows, 1);
  refuse(
    views,
    { rows: 1, nodes, buffers: buffers(8), viewBuffers: [0, 3] },
    'the bytes of column "z" are missing: a batch has too few buffers',
  );
});

Deno.test("columns and their children have the number of rows of their batch, according to their type", () => {
  const x = number(8), buffers = [[0, 0], [0, 8]] as const;
  refuse([x], { rows: -1, nodes: [-1], buffers }, "a batch has a negative length");
  refuse([x], { rows: 0, nodes: [-1], buffers }, 'column "x" has a negative length');
  refuse([x], { rows: 3, nodes: [2], buffers }, 'column "x" has 2 rows, its batch 3');
  refuse([x, number(8, "y")], { rows: 3, nodes: [3], buffers }, "a batch has too few columns");
  refuse(
    [x],
    { rows: 3, nodes: [3], buffers: buffers.slice(0, 1) },
    'the values of column "x" are missing: a batch has too few buffers',
  );
  refuse([x], { rows: 3, nodes: [3, 3], buffers }, "a batch has 2 columns, its schema has 1");
  refuse(
    [x],
    { rows: 3, nodes: [3], buffers: [...buffers, [0, 0]] },
    "a batch has 3 buffers, its schema has 2",
  );
  const pairs = column("x", 16, table(int(2)), parts(item)),
    two = [[0, 0], [0, 0], [0, 1]] as const;
  assertEquals(check([pairs], { rows: 3, nodes: [3, 6], buffers: two }).rows, 3);
  refuse(
    [pairs],
    { rows: 3, nodes: [3, 5], buffers: two },
    'column "item" has 5 rows, its batch 6',
  );
  const struct = column("x", 13, table(), parts(item));
  assertEquals(check([struct], { rows: 3, nodes: [3, 3], buffers: two }).rows, 3);
  refuse(
    [struct],
    { rows: 3, nodes: [3, 4], buffers: two },
    'column "item" has 4 rows, its batch 3',
  );
});

Deno.test("a buffer has to end within the body", () => {
  const x = number(8),
    one = (offset: number, length: number) => ({
      rows: 2,
      nodes: [2],
      buffers: [[0, 0], [offset, length]] as const,
    });
  assertEquals(check([x], one(62, 2)).rows, 2);
  assertEquals(check([x], one(0, 64)).rows, 2);
  for (const [offset, length] of [[63, 2], [-1, 2], [4, -1], [0, 65]] as const) {
    refuse(
      [x],
      one(offset, length),
      `the values of column "x" lie outside of their message: ${length} bytes from ${offset}`,
    );
  }
});

Deno.test("a compressed buffer starts with its unpacked length, or -1 if it is not compressed", () => {
  const x = number(8);
  const packed = (length: number, unpacked: bigint, rows = 2, limits: ArrowLimits = {}) => {
    const body = new Uint8Array(64);
    new DataView(body.buffer).setBigInt64(16, unpacked, true);
    const buffers = [[0, 0], [16, length]] as const;
    return check([x], { rows, nodes: [rows], buffers, isCompressed: true }, { body, ...limits });
  };
  assertEquals([packed(9, 2n).compressed, packed(8, 0n, 0).rows, packed(10, -1n).rows], [
    true,
    0,
    2,
  ]);
  assertThrows(
    () => packed(9, -1n),
    TypeError,
    'the values of column "x" are 1 bytes, fewer than the 2',
  );
  assertThrows(
    () => packed(9, 1n),
    TypeError,
    'the values of column "x" are 1 bytes, fewer than the 2',
  );
  assertThrows(
    () => packed(7, 2n),
    TypeError,
    'the values of column "x" are 7 bytes, too few to be compressed',
  );
  assertThrows(
    () => packed(9, -2n),
    TypeError,
    'the values of column "x" claim to unpack to -2 bytes',
  );
  assertEquals(packed(9, 500n, 2, { maxUnpacked: 500 }).rows, 2);
  assertThrows(
    () => packed(9, 501n, 2, { maxUnpacked: 500 }),
    TypeError,
    "claim to unpack to 501, more than 500",
  );
});

Deno.test("if lists have more items than rows, the items of all batches count as rows", () => {
  const lists = column("x", 12, table(), parts(list(column("item", 1))));
  const one = { rows: 2, nodes: [2, 500], buffers: [[0, 0], [0, 12]] as const };
  const head = message(SCHEMA, schema(lists)), own = message(BATCH, batch(one), new Uint8Array(16));
  assertEquals(checkArrow(stream(head, own, own), { maxRows: 1000 }).rows, 4);
  assertThrows(
    () => checkArrow(stream(head, own, own), { maxRows: 999 }),
    TypeError,
    "claim to hold 1000 rows, more than 999; raise maxRows to allow it",
  );
});
