import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { LIMITS } from "../../src/options/limits.ts";
import { parseChunks } from "../../src/options/parseJson.ts";

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

Deno.test("parseChunks() rejects what JSON.parse() rejects, and nothing else", () => {
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
          return;
        }
        assertEquals(inChunks(text, size).flat(1), Array.isArray(expected) ? expected : [expected]);
      },
    ),
  );
});

Deno.test("parseChunks() limits the depth, and the lists and objects of all chunks together", () => {
  const { jsonDepth, jsonParts } = LIMITS;
  const deep = `[1,${"[".repeat(jsonDepth.most)}${"]".repeat(jsonDepth.most)}]`;
  assertThrows(() => inChunks(deep, 2), SyntaxError, "deep");
  const many = `[${"{},".repeat(jsonParts.most)}{}]`;
  assertThrows(() => inChunks(many, many.length - 2), SyntaxError, `more than ${jsonParts.most}`);
});
