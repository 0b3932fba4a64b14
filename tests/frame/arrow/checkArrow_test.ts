import { assertEquals, assertThrows } from "@std/assert";
import { checkArrow } from "../../../src/frame/arrow/checkArrow.ts";
import {
  BATCH,
  batch,
  type Block,
  byte,
  column,
  DICTIONARY,
  END,
  file,
  int,
  join,
  list,
  long,
  message,
  SCHEMA,
  schema,
  stream,
  table,
  words,
} from "./arrowBytes.ts";

const BYTES = schema(column("x", 2, table(int(8))));
const HEAD = message(SCHEMA, BYTES);
const rowsOf = (rows: number, body = new Uint8Array(8)) =>
  message(BATCH, batch({ rows, nodes: [rows], buffers: [[0, 0], [0, rows]] }), body);
const factsOf = (bytes: Uint8Array) => {
  const { isFile, batches, rows, compressed, fields } = checkArrow(bytes);
  return { isFile, batches, rows, compressed, names: fields.map(({ name }) => name) };
};
const refuse = (bytes: Uint8Array, reason: string): void => {
  assertThrows(
    () => checkArrow(bytes),
    TypeError,
    `Cannot read Arrow data of ${bytes.length} bytes: ${reason}`,
  );
};

Deno.test("a stream has a schema, then batches, and ends with its marker", () => {
  const facts = { isFile: false, batches: 2, rows: 5, compressed: false, names: ["x"] };
  assertEquals(factsOf(stream(HEAD, rowsOf(2), rowsOf(3))), facts);
  assertEquals(factsOf(stream(HEAD)), { ...facts, batches: 0, rows: 0 });
  refuse(stream(), "it has no schema");
  refuse(stream(rowsOf(2)), "a batch comes before the schema");
  refuse(stream(HEAD, HEAD), "it has two schemas");
  refuse(join(stream(HEAD, rowsOf(2)), new Uint8Array(3)), "3 bytes follow its end-of-stream mark");
  for (const cut of [8, 7, 4, 1]) {
    refuse(
      stream(HEAD, rowsOf(2)).subarray(0, -cut),
      "it is cut short: the end-of-stream mark is missing",
    );
  }
});

Deno.test("bytes without either marker are not Arrow, even a few bytes", () => {
  for (
    const bytes of [
      new Uint8Array(),
      words(-1).subarray(0, 3),
      words(-1),
      words(0, 0),
      words(-2, 0, 0),
    ]
  ) {
    assertThrows(
      () => checkArrow(bytes),
      TypeError,
      `Cannot read Arrow data: ${bytes.length} bytes do not start like an Arrow file or stream`,
    );
  }
});

Deno.test("errors of a cut stream or a wrong length name the damaged part", () => {
  const whole = stream(HEAD, rowsOf(2));
  refuse(whole.subarray(0, HEAD.length - 8), "it is cut short inside a message's head");
  refuse(whole.subarray(0, -9), "it is cut short inside a message's body");
  refuse(
    join(
      HEAD,
      message(BATCH, batch({ rows: 0, nodes: [0], buffers: [[0, 0], [0, 0]] }), undefined, 9),
      END,
    ),
    "it is cut short inside a message's body",
  );
  assertEquals(
    factsOf(
      join(
        HEAD,
        message(
          BATCH,
          batch({ rows: 0, nodes: [0], buffers: [[0, 0], [0, 0]] }),
          new Uint8Array(9),
        ),
        END,
      ),
    ).rows,
    0,
  );
  refuse(join(HEAD, words(-1, -4), END), "it is cut short inside a message's head");
  refuse(join(HEAD, words(-3, 8), END, END), "a message does not begin with its marker");
  refuse(join(words(-1, 8, 1000, 0), END), "a length points outside of it");
});

Deno.test("a message is a schema or a batch, has a head, and no negative length", () => {
  refuse(stream(HEAD, message(4, table())), "a message is of kind 4, neither schema nor batch");
  refuse(stream(message(0, table())), "a message is of kind 0, neither schema nor batch");
  refuse(stream(message(SCHEMA, undefined)), "a message has no head");
  refuse(stream(message(undefined, BYTES)), "a message is of kind 0, neither schema nor batch");
  refuse(stream(message(SCHEMA, BYTES, undefined, -1)), "a message has a negative length");
});

const textSchema = (dictionary = table(long(5), table(int(8)))) =>
  schema(column("x", 5, table(), { dictionary }));
const texts = (rows: number, id = 5) =>
  message(
    DICTIONARY,
    table(long(id), batch({ rows, nodes: [rows], buffers: [[0, 0], [0, 4 * (rows + 1)], [0, 0]] })),
    new Uint8Array(64),
  );

Deno.test("a dictionary has the values of its column, anywhere in the schema", () => {
  const head = message(SCHEMA, textSchema());
  const inner = schema(column("outer", 13, table(), {
    children: list(column("x", 5, table(), { dictionary: table(long(5), table(int(8))) })),
  }));
  assertEquals(factsOf(stream(head, texts(3), rowsOf(2))), {
    isFile: false,
    batches: 1,
    rows: 2,
    compressed: false,
    names: ["x"],
  });
  assertEquals(factsOf(stream(message(SCHEMA, inner), texts(3))).batches, 0);
  refuse(stream(head, texts(3, 6)), "no column has dictionary 6");
  refuse(stream(head, message(DICTIONARY, table(long(5)))), "a dictionary has no values");
  const more = (isDelta: number) =>
    table(
      long(5),
      batch({ rows: 0, nodes: [0], buffers: [[0, 0], [0, 0], [0, 0]] }),
      byte(isDelta),
    );
  refuse(stream(head, message(DICTIONARY, more(1))), "delta dictionaries are not supported");
  assertEquals(factsOf(stream(head, message(DICTIONARY, more(0)))).rows, 0);
});

/** Returns the positions of consecutive messages after a file's marker. */
function blocksOf(...messages: readonly (readonly [Uint8Array, body: number])[]): Block[] {
  let at = 8;
  return messages.map(([{ length }, body]) => [(at += length) - length, length - body, body]);
}
const TWO = rowsOf(2), THREE = rowsOf(3);
const [FIRST, SECOND] = blocksOf([TWO, 8], [THREE, 8]) as [Block, Block];

Deno.test("a file is read by the blocks in its footer, in any order, up to its end marker", () => {
  const facts = { isFile: true, batches: 2, rows: 5, compressed: false, names: ["x"] };
  assertEquals(factsOf(file(join(TWO, THREE), BYTES, [FIRST, SECOND])), facts);
  assertEquals(factsOf(file(join(TWO, THREE), BYTES, [SECOND, FIRST])), facts);
  assertEquals(factsOf(file(join(TWO, THREE, END), BYTES, [FIRST, SECOND])), facts);
  assertEquals(factsOf(file(join(TWO, THREE, words(-1)), BYTES, [FIRST, SECOND])), facts);
  assertEquals(factsOf(file(join(TWO, THREE, new Uint8Array(16)), BYTES, [FIRST, SECOND])), facts);
  const moved = ([at, ...rest]: Block, by: number): Block => [Number(at) + by, ...rest];
  const schemaInFront = [FIRST, SECOND].map((block) => moved(block, HEAD.length));
  assertEquals(factsOf(file(join(HEAD, TWO, THREE), BYTES, schemaInFront)), facts);
  const padded = [FIRST, moved(SECOND, 16)];
  assertEquals(factsOf(file(join(TWO, new Uint8Array(16), THREE), BYTES, padded)), facts);
  const none = { ...facts, batches: 0, rows: 0 };
  assertEquals(factsOf(file(new Uint8Array(), BYTES, [])), none);
  assertEquals(factsOf(file(HEAD, BYTES, [])), none);
  assertEquals(factsOf(file(join(HEAD, END), BYTES, [])), none);
  assertEquals(factsOf(file(END, BYTES, [])), none);
  const values = texts(3), [dictionary, rows] = blocksOf([values, 64], [TWO, 8]);
  assertEquals(factsOf(file(join(values, TWO), textSchema(), [rows!], [dictionary!])), {
    ...facts,
    batches: 1,
    rows: 2,
  });
});

Deno.test("a file with a message that its footer does not list is rejected, wherever the message is", () => {
  const unnamed = "it holds messages that its footer does not name";
  refuse(file(join(TWO, THREE), BYTES, [FIRST]), unnamed);
  refuse(file(join(TWO, THREE), BYTES, [SECOND]), unnamed);
  refuse(file(join(HEAD, TWO), BYTES, []), unnamed);
  refuse(file(TWO, BYTES, []), unnamed);
  refuse(file(join(TWO, END, Uint8Array.of(1)), BYTES, [FIRST]), unnamed);
  refuse(file(join(TWO, Uint8Array.of(0, 0, 0, 0, 1)), BYTES, [FIRST]), unnamed);
  const between = join(TWO, TWO, THREE), last: Block = [8 + 2 * TWO.length, SECOND[1], 8];
  refuse(file(between, BYTES, [FIRST, last]), unnamed);
  const values = texts(3), front: Block = [8 + values.length, FIRST[1], 8];
  refuse(file(join(values, TWO), BYTES, [front]), unnamed);
});

Deno.test("a footer is rejected if its blocks overlap, extend beyond the file or do not match the messages", () => {
  const with2 = (second: Block) => file(join(TWO, THREE), BYTES, [FIRST, second]);
  const [at, head, body] = SECOND.map(Number) as [number, number, number];
  refuse(with2([at - 8, head, body]), "its footer names messages that overlap");
  refuse(with2([at, head, body + 8]), "its footer names a message that reaches beyond it");
  refuse(with2([at, head + 8, body]), "its footer names a message that reaches beyond it");
  refuse(with2([at, head - 8, body + 8]), "its footer and a message differ in length");
  refuse(with2([at, head + 8, body - 8]), "its footer and a message differ in length");
  refuse(
    file(TWO, BYTES, [[4, ...FIRST.slice(1)] as unknown as Block]),
    "its footer lists a message that starts before the marker",
  );
  for (const wrong of [[-8, head, body], [at, -8, body], [at, head, -8]] as Block[]) {
    refuse(with2(wrong), "its footer names a message of a negative length");
  }
  refuse(
    file(join(TWO, THREE), BYTES, [FIRST], [SECOND]),
    "its footer names a message of another kind",
  );
});

Deno.test("a file without its closing marker, its footer or its schema is rejected", () => {
  const whole = file(TWO, BYTES, [FIRST]);
  refuse(whole.subarray(0, -1), "it is cut short: the file's closing mark is missing");
  refuse(whole.with(whole.length - 1, 0x32), "it is cut short: the file's closing mark is missing");
  refuse(file(TWO, undefined, [FIRST]), "its footer has no schema");
  const withLength = (length: number) => {
    const bytes = whole.slice();
    new DataView(bytes.buffer).setInt32(bytes.length - 10, length, true);
    return bytes;
  };
  // Behind the mark and its padding begins what may be a footer.
  for (const length of [-1, 0, 7, whole.length - 17, whole.length]) {
    refuse(withLength(length), "its footer has an impossible length");
  }
  assertThrows(() => checkArrow(withLength(whole.length - 18)), TypeError);
  const magic = new TextEncoder().encode("ARROW1");
  refuse(
    join(magic, new Uint8Array(5), magic),
    "it is cut short: the file's closing mark is missing",
  );
  refuse(join(magic, new Uint8Array(6), magic), "its footer has an impossible length");
});
