import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { LIMITS } from "../../src/options/limits.ts";
import { parseChunks, parseSteps } from "../../src/options/parseJson.ts";
import { lastOf } from "../helpers/lastOf.ts";

const inSteps = (text: string, size: number): unknown => lastOf(parseSteps(text, size));

const inChunks = (text: string, size: number): unknown[] => [
  ...parseChunks(new TextEncoder().encode(text), size),
];

const item = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom("", '"', "\\", '\\"', "],[", "},{", "ä😀\u2028", '[{"'),
  fc.record({ a: fc.string(), b: fc.array(fc.record({ c: fc.string() })) }),
);

Deno.test("parseChunks() returns the items of a list in order, for any size of a chunk", () => {
  fc.assert(
    fc.property(
      fc.array(item),
      fc.constantFrom("", "\n ", "\r\n\t"),
      fc.integer({ min: 1, max: 60 }),
      (items, space, size) => {
        const text = space + JSON.stringify(items, undefined, space) + space;
        const chunks = inChunks(text, size);
        assertEquals(chunks.flat(1), JSON.parse(text));
        if (items.length > 0) assertEquals(chunks.filter((one) => Object(one).length === 0), []);
      },
    ),
  );
});

Deno.test("parseSteps() returns what JSON.parse() returns, for any size of a step", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.array(item), fc.dictionary(fc.string(), item)),
      fc.constantFrom("", "\n ", "\r\n\t"),
      fc.integer({ min: 1, max: 60 }),
      (value, space, size) => {
        const text = space + JSON.stringify(value, undefined, space) + space;
        assertEquals(JSON.stringify(inSteps(text, size)), JSON.stringify(JSON.parse(text)));
      },
    ),
  );
  const own = '{"a":[1,{"__proto__":[2,3]}],"__proto__":{"b":[4]},"a":[5],"7":0}';
  for (let size = 1; size < own.length; size++) {
    assertEquals(JSON.stringify(inSteps(own, size)), JSON.stringify(JSON.parse(own)));
  }
});

Deno.test("parseSteps() counts a step for every few thousand characters, however they nest", () => {
  const row = Array.from({ length: 20 }, (_, i) => ({ i })), table = Array(50).fill(row);
  const [list, tree] = [table.flat(), { a: { b: [table, { c: table }] }, d: table }];
  const object = Object.fromEntries(list.map((value, at) => [`${at}`, value]));
  for (const value of [list, tree, object]) {
    const text = JSON.stringify(value);
    assert([...parseSteps(text, 100)].length > text.length / 400);
  }
});

Deno.test("what JSON.parse() rejects is rejected by chunk and by step, and nothing else", () => {
  const change = fc.record({
    at: fc.nat(80),
    drop: fc.integer({ min: 0, max: 2 }),
    add: fc.constantFrom("", ",", "]", "[", "}", "{", '"', "\\", "\u{feff}", " ", "1"),
  });
  fc.assert(
    fc.property(
      fc.array(item, { maxLength: 5 }),
      change,
      fc.integer({ min: 1, max: 30 }),
      (items, { at, drop, add }, size) => {
        const whole = JSON.stringify(items), from = 1 + at % whole.length;
        const text = (whole.slice(0, from) + add + whole.slice(from + drop)).toWellFormed();
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          assertThrows(() => inChunks(text, size), SyntaxError);
          assertThrows(() => inSteps(text, size), SyntaxError);
          assertThrows(() => inSteps(`{"a":${text}}`, size), SyntaxError);
          return;
        }
        assertEquals(inSteps(text, size), expected);
        assertEquals(inChunks(text, size).flat(1), Array.isArray(expected) ? expected : [expected]);
      },
    ),
  );
});

Deno.test("the depth is limited, as is the number of lists and objects in all chunks and steps together", () => {
  const { jsonDepth, jsonParts } = LIMITS;
  const deep = `[1,${"[".repeat(jsonDepth.most)}${"]".repeat(jsonDepth.most)}]`;
  assertThrows(() => inChunks(deep, 2), SyntaxError, "deep");
  assertThrows(() => inSteps(deep, 2), SyntaxError, "deep");
  const many = `[${"{},".repeat(jsonParts.most)}{}]`;
  assertThrows(() => inChunks(many, many.length - 2), SyntaxError, `more than ${jsonParts.most}`);
  assertThrows(() => inSteps(many, 100_000), SyntaxError, `more than ${jsonParts.most}`);
});
