import { assert, assertEquals, assertThrows } from "@std/assert";
import { checkArrow } from "../../../src/frame/arrow/checkArrow.ts";
import {
  byte,
  claimed,
  column,
  int,
  list,
  long,
  message,
  SCHEMA,
  schema,
  short,
  stream,
  table,
  text,
  type Value,
} from "./arrowBytes.ts";

const fieldsOf = (...columns: Value[]) =>
  checkArrow(stream(message(SCHEMA, schema(...columns)))).fields;

/** Each type as Schema.fbs has it: its number, its table, how the Columnar Format lays it out. */
const TYPES: readonly (readonly [number, string, Value, object])[] = [
  [1, "null", table(), { kind: "none" }],
  ...[8, 16, 32, 64].map((bits) => [2, "int", table(int(bits)), { kind: "fixed", bits }] as const),
  [3, "float", table(), { kind: "fixed", bits: 16 }], // HALF is what is left out
  [3, "float", table(short(0)), { kind: "fixed", bits: 16 }],
  [3, "float", table(short(1)), { kind: "fixed", bits: 32 }],
  [3, "float", table(short(2)), { kind: "fixed", bits: 64 }],
  [3, "float", table(short(3)), { kind: "fixed", bits: 64 }], // of a later format: enough for any
  [8, "date", table(short(2)), { kind: "fixed", bits: 64 }],
  [4, "binary", table(), { kind: "bytes", bits: 32 }],
  [5, "text", table(), { kind: "bytes", bits: 32 }],
  [6, "bool", table(), { kind: "fixed", bits: 1 }],
  [7, "decimal", table(int(9), int(2)), { kind: "fixed", bits: 128 }],
  [7, "decimal", table(int(9), int(2), int(32)), { kind: "fixed", bits: 32 }],
  [7, "decimal", table(int(9), int(2), int(128)), { kind: "fixed", bits: 128 }],
  [8, "date", table(), { kind: "fixed", bits: 64 }], // MILLISECOND is what is left out
  [8, "date", table(short(0)), { kind: "fixed", bits: 32 }],
  [8, "date", table(short(1)), { kind: "fixed", bits: 64 }],
  [9, "time of day", table(), { kind: "fixed", bits: 32 }],
  [9, "time of day", table(short(3), int(64)), { kind: "fixed", bits: 64 }],
  [10, "timestamp", table(short(2)), { kind: "fixed", bits: 64 }],
  [12, "list", table(), { kind: "list", bits: 32 }],
  [13, "struct", table(), { kind: "struct" }],
  [15, "fixed-size binary", table(int(3)), { kind: "fixed", bits: 24 }],
  [16, "fixed-size list", table(int(3)), { kind: "fixedList", size: 3 }],
  [16, "fixed-size list", table(), { kind: "fixedList", size: 0 }],
  [17, "map", table(), { kind: "list", bits: 32 }],
  [18, "duration", table(), { kind: "fixed", bits: 64 }],
  [19, "large binary", table(), { kind: "bytes", bits: 64 }],
  [20, "large text", table(), { kind: "bytes", bits: 64 }],
  [21, "large list", table(), { kind: "list", bits: 64 }],
  [23, "binary view", table(), { kind: "views" }],
  [24, "string view", table(), { kind: "views" }],
];

const UNSUPPORTED: readonly (readonly [number, string, Value])[] = [
  [7, "decimal", table(int(40), int(2), int(256))],
  [7, "decimal", table(int(9), int(2), int(129))],
  [11, "interval", table()],
  [14, "union", table()],
  [22, "run-end encoded", table()],
  [25, "list view", table()],
  [26, "large list view", table()],
];

Deno.test("checkArrow() knows the number and layout of each type of Arrow's schema", () => {
  for (const [kind, name, type, layout] of TYPES) {
    assertEquals(fieldsOf(column("x", kind, type)), [{
      name: "x",
      type: name,
      zone: undefined,
      layout,
      children: [],
      dictionary: undefined,
    }] as unknown as ReturnType<typeof fieldsOf>);
  }
});

const refuse = (own: Value, reason: string): void => {
  assertThrows(() => checkArrow(stream(message(SCHEMA, own))), TypeError, reason);
};

Deno.test("a column with an unknown type, or a type that Polars does not have, is rejected with its name", () => {
  for (const [kind, name, type] of UNSUPPORTED) {
    refuse(
      schema(column("x", kind, type)),
      `: column "x" is of type ${name}, which is not supported`,
    );
  }
  refuse(schema(column("x", 27)), ': column "x" has no known type (27)');
  refuse(schema(column("x", 0)), ': column "x" has no known type (0)');
  refuse(schema(table(text("x"), byte(1), byte(5))), ': column "x" has no known type (5)');
  refuse(
    schema(table(text("x"), byte(1), undefined, table())),
    ': column "x" has no known type (0)',
  );
});

Deno.test("a column without a width is rejected, but a column of lists of length 0 is accepted", () => {
  refuse(schema(column("x", 2, table())), 'column "x" is of type int without a width');
  refuse(schema(column("x", 2, table(int(-8)))), 'column "x" is of type int without a width');
  refuse(
    schema(column("x", 15, table())),
    'column "x" is of type fixed-size binary without a width',
  );
  refuse(
    schema(column("x", 16, table(int(-1)))),
    'column "x" is of type fixed-size list without a width',
  );
});

Deno.test("columns may have an empty name but no duplicate names; nested fields may share a name", () => {
  const inner = list(column("x", 6), column("x", 6));
  const [first, second] = fieldsOf(
    column(undefined, 6),
    column("x", 13, table(), { children: inner }),
  );
  assertEquals([first!.name, second!.name], ["", "x"]);
  assertEquals(second!.children.map(({ name, type }) => [name, type]), [["x", "bool"], [
    "x",
    "bool",
  ]]);
  refuse(schema(column("x", 6), column("x", 5)), 'column "x" occurs twice');
  refuse(schema(column(undefined, 6), column("", 5)), 'column "" occurs twice');
});

Deno.test("dictionaries have a number, and 32-bit indices by default", () => {
  const [plain, small, wide] = fieldsOf(
    column("a", 5, table(), { dictionary: table() }),
    column("b", 5, table(), { dictionary: table(long(7), table(int(8))) }),
    column("c", 5, table(), { dictionary: table(long(2n ** 40n), table(int(64))) }),
  );
  assertEquals(plain!.dictionary, { id: 0n, bits: 32 });
  assertEquals(small!.dictionary, { id: 7n, bits: 8 });
  assertEquals(wide!.dictionary, { id: 2n ** 40n, bits: 64 });
});

Deno.test("a big-endian schema is rejected, and a little-endian one is accepted", () => {
  const ordered = (order: number) => table(short(order), list(column("x", 6)));
  refuse(ordered(1), "it is written in big-endian order, which is not supported");
  assertEquals(checkArrow(stream(message(SCHEMA, ordered(0)))).fields.length, 1);
});

Deno.test("a schema whose parts share a table has at most one column per 16 bytes", () => {
  const flag = column("x", 6);
  let refused = 0;
  for (let count = 1; count < 40; count++) {
    const children = list(...Array.from({ length: count }, () => flag));
    const bytes = message(SCHEMA, schema(column("x", 13, table(), { children })));
    if (1 + count <= (bytes.length - 8) / 16) {
      assertEquals(checkArrow(stream(bytes)).fields[0]!.children.length, count);
    } else {
      refused++;
      const reason = "its schema names more columns than its bytes can hold";
      assertThrows(() => checkArrow(stream(bytes)), TypeError, reason);
    }
  }
  assert(refused > 5 && refused < 35);
  let twice = flag; // forty levels that each refer to the next twice: a trillion
  for (let level = 0; level < 40; level++) {
    twice = column("x", 13, table(), { children: list(twice, twice) });
  }
  refuse(schema(twice), "its schema names more columns than its bytes can hold");
  const empty = column("x", 13, table(), { children: claimed(1 << 20) });
  refuse(schema(empty), "a list claims 1048576 entries, more than there are bytes");
});

Deno.test("lists may be nested 63 levels deep, but not 64", () => {
  const nested = (depth: number): Value =>
    depth === 0 ? column("x", 6) : column("x", 12, table(), { children: list(nested(depth - 1)) });
  assertEquals(fieldsOf(nested(63))[0]!.type, "list");
  refuse(schema(nested(64)), "its schema is nested more than 64 deep");
});

Deno.test("unknown zones and extension types are reported as bytes to change, anywhere in the schema", () => {
  const odd = column("time", 10, table(short(2), text("+05:30")));
  const note = column("note", 5, table(), {
    metadata: list(
      table(text("unit"), text("ARROW:extension:name")),
      table(text("ARROW:extension:name"), text("arrow.json")),
    ),
  });
  const bytes = stream(message(SCHEMA, schema(odd, note)));
  for (
    const [around, from] of [[bytes, 0], [
      new Uint8Array([9, ...new Uint8Array(23), ...bytes]),
      24,
    ]] as const
  ) {
    const own = around.subarray(from);
    const { patches, fields } = checkArrow(own);
    assertEquals(fields.map(({ zone }) => zone), ["+05:30", undefined]);
    const changed = own.slice();
    for (const { at, byte } of patches) changed[at] = byte;
    const differing = [...own].flatMap((byte, i) =>
      byte === changed[i] ? [] : [[byte, changed[i]!]]
    );
    // The place of the zone in its table, which is then absent, and the first letter of the key.
    assertEquals(differing, [[16, 0], ["A".charCodeAt(0), "_".charCodeAt(0)]]);
    const [time, text] = checkArrow(changed).fields;
    assertEquals([time!.zone, text!.type, checkArrow(changed).patches], [undefined, "text", []]);
  }
});
