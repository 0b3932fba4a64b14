import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import fc from "fast-check";
import { recordCheck } from "../../../src/schema/checks/recordCheck.ts";
import { embedded } from "../../service/embedded.ts";

const withPattern = (pattern: string) => JSON.stringify({ properties: { text: { pattern } } });
const passes = (pattern: string, text: string) =>
  recordCheck(withPattern(pattern), [])({ text }).length === 0;

/** Patterns that a backtracking engine matches in exponential time, with texts that fail. */
const EVIL: [pattern: string, text: string][] = [
  ["^(a+)+$", `${"a".repeat(50_000)}!`],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(50_000)],
  ["^(a|aa)+$", `${"a".repeat(50_000)}!`],
  ["^(.*a){20}$", "a".repeat(19) + "b".repeat(2000)],
  ["(x+x+)+y", "x".repeat(50_000)],
];

Deno.test("a pattern that backtracks without end in other engines is checked immediately", () => {
  for (const [pattern, text] of EVIL) assertEquals(passes(pattern, text), false, pattern);
});

Deno.test("patterns match as in JavaScript", () => {
  const patterns = [
    "^\\d{2}-\\d{2}$",
    "a|b",
    "^[^a-c]+$",
    "\\u0061",
    "^(?:ab)*$",
    "\\bfoo\\b",
    ".",
  ];
  const text = fc.string({ unit: fc.constantFrom(..."abc012-foo \né"), maxLength: 12 });
  fc.assert(fc.property(fc.constantFrom(...patterns), text, (pattern, text) => {
    assertEquals(passes(pattern, text), new RegExp(pattern, "u").test(text), `${pattern} ${text}`);
  }));
});

Deno.test("a pattern with lookaround or back references, or a large one, is rejected with its type", async () => {
  for (const pattern of ["(?=a)b", "(a)\\1", "(?<!x)y", "(", "((a{30}){30}){2}".repeat(3)]) {
    assertThrows(
      () => recordCheck(withPattern(pattern), []),
      RangeError,
      "the schema cannot be used",
    );
  }
  await using here = await embedded();
  const define = (pattern: string) =>
    here.send("POST /input/v1/data_type/Event", {
      body: JSON.stringify({
        name: "mine",
        description: "mine",
        record_spec: { schema: withPattern(pattern) },
      }),
    });
  const refused = await define("(?=a)b");
  assertEquals(refused.status, 422);
  assert((await refused.text()).includes("is not supported"));
  const { id } = await (await define("^(a+)+$")).json();
  const record = { start_time: "2024-01-01T00:00Z", text: `${"a".repeat(30_000)}!` };
  const response = await here.ingest(id, [record]);
  assertEquals(response.status, 422);
  await response.body?.cancel();
});

Deno.test("a text longer than 65 536 characters matches no pattern", () => {
  assertEquals(passes("a", "a".repeat(65_536)), true);
  assertEquals(passes("a", "a".repeat(65_537)), false);
});

/** Creates schemas that each refer twice to the next one: checking them takes 2^n steps. */
const branches = (n: number) => ({
  $ref: "#/$defs/d0",
  $defs: Object.fromEntries(Array.from({ length: n + 1 }, (_, i) => {
    const next = { $ref: `#/$defs/d${i + 1}` };
    return [`d${i}`, i === n ? { type: "string" } : { anyOf: [next, next] }];
  })),
});
const either = { properties: { a: { $ref: "#" } } };
const many = (n: number, item: (i: number) => unknown) =>
  Array.from({ length: n }, (_, i) => item(i));
const inside = (depth: number): object =>
  JSON.parse('{"a":'.repeat(depth) + "{}" + "}".repeat(depth));

/**
 * Schemas that take an ordinary validator seconds, years or its whole stack, with records to check.
 */
const DEAR: [what: string, schema: object, record: object][] = [
  ["2^26 branches", branches(26), {}],
  ["2^60 branches", branches(60), {}],
  ["one that is itself", { $ref: "#" }, {}],
  ["two that are each other", {
    $ref: "#/$defs/a",
    $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } },
  }, {}],
  ["one that goes down twice", {
    anyOf: [{ ...either, required: ["x"] }, { ...either, required: ["x"] }, {
      allOf: [either, either],
      required: ["y"],
    }],
    $comment: "each level is looked at four times",
  }, inside(60)],
  ["items twice at each level", {
    allOf: [{ items: { $ref: "#" } }, { items: { $ref: "#" } }],
    properties: { a: { $ref: "#" } },
  }, { a: JSON.parse("[".repeat(50) + "]".repeat(50)) }],
  ["objects that are all alike", { properties: { a: { uniqueItems: true } } }, {
    a: many(10_000, (i) => ({ i: i % 9_999, more: "x" })),
  }],
  ["many names for many members", {
    allOf: many(150, () => ({ additionalProperties: { type: "number" } })).slice(0, 90),
  }, Object.fromEntries(many(25_000, (i) => [`k${i}`, 1]) as [string, number][])],
  ["members that are merged", {
    allOf: many(90, (i) => ({ patternProperties: { [`^k${i}`]: {} } })),
    unevaluatedProperties: false,
  }, Object.fromEntries(many(9_000, (i) => [`k${i}`, 1]) as [string, number][])],
  ["many values to compare", {
    properties: { a: { items: { not: { enum: many(3_000, (i) => [i]) } } } },
  }, {
    a: many(15_000, () => [-1]),
  }],
  ["a long text and a large pattern", { properties: { a: { pattern: "(a|b){300}c" } } }, {
    a: "ab".repeat(30_000),
  }],
];

/** Results of a check that stopped: at its budget, at a limit, or at the first problem. */
const BOUNDED = /takes too long to check|holds more than \d+ values|the field is missing/;

Deno.test("no user's schema blocks others or breaks the check", async () => {
  await using here = await embedded();
  for (const [what, schema, record] of DEAR) {
    const body = { name: what, description: what, record_spec: { schema: JSON.stringify(schema) } };
    const defined = await here.send("POST /input/v1/data_type/Event", {
      body: JSON.stringify(body),
    });
    const { id } = await defined.json();
    assert([200, 422].includes(defined.status), `${what}: ${defined.status}`);
    if (id === undefined) continue;
    const response = await here.ingest(id, [{ start_time: "2024-01-01T00:00Z", ...record }]);
    const text = await response.text();
    assertEquals(response.status, 422, `${what}: ${text}`);
    assertMatch(text, BOUNDED, what);
  }
});

Deno.test("recursive schemas can describe trees and lists", () => {
  const tree = {
    type: "object",
    properties: { value: { type: "number" }, children: { type: "array", items: { $ref: "#" } } },
    required: ["value"],
  };
  const check = recordCheck(JSON.stringify(tree), []);
  const leaf = { value: 1 };
  assertEquals(
    check({ value: 1, children: many(200, () => ({ value: 2, children: [leaf] })) }),
    [],
  );
  assertEquals(check({ value: 1, children: [{ value: 1, children: [{}] }] }), [
    {
      path: ["children", 0, "children", 0, "value"],
      msg: "the field is missing",
      type: "missing",
    },
  ]);
  const list = { $defs: { x: { $anchor: "here", type: "number" } }, items: { $ref: "#here" } };
  assertEquals(recordCheck(JSON.stringify(list), [])([1, 2]), []);
});

Deno.test("equal items are found in any order of their members", () => {
  const check = recordCheck(JSON.stringify({ properties: { a: { uniqueItems: true } } }), []);
  const json = fc.jsonValue({ maxDepth: 2 });
  fc.assert(fc.property(fc.array(json, { maxLength: 6 }), (items) => {
    const plain: unknown[] = JSON.parse(JSON.stringify(items));
    const hasEqual = plain.some((item, i) =>
      plain.slice(0, i).some((other) => {
        try {
          assertEquals(item, other);
          return true;
        } catch {
          return false;
        }
      })
    );
    assertEquals(check({ a: plain }).length > 0, hasEqual);
  }));
  assertEquals(check({ a: [{ a: 1, b: [2] }, { b: [2], a: 1 }] }).length, 1);
  assertEquals(check({ a: [{ a: 1 }, [["a", 1]]] }), []);
});

Deno.test("a schema is read in the version of its $schema, by default 2020-12", () => {
  const SEVEN = "http://json-schema.org/draft-07/schema#";
  const LATEST = "https://json-schema.org/draft/2020-12/schema";
  const check = (schema: object, record: unknown): boolean =>
    recordCheck(JSON.stringify(schema), [])(record).length === 0;
  const first = (keyword: string) => ({ properties: { a: { [keyword]: [{ type: "string" }] } } });
  // A list of schemas for the first items is `items` in draft 7, `prefixItems` since.
  assertEquals(check({ $schema: SEVEN, ...first("items") }, { a: [1] }), false);
  assertEquals(check({ $schema: SEVEN, ...first("items") }, { a: ["x", 1] }), true);
  for (const version of [{ $schema: LATEST }, {}]) {
    assertEquals(check({ ...version, ...first("prefixItems") }, { a: [1] }), false);
    assertThrows(() => check({ ...version, ...first("items") }, {}), RangeError, "items");
    const wrong = { ...version, properties: { a: { minContains: "two" } } };
    assertThrows(() => check(wrong, {}), RangeError, "minContains");
  }
});

Deno.test("a schema is rejected if it is too large, or refers to schemas outside", () => {
  const refused: [object, string][] = [
    [
      { properties: Object.fromEntries(many(201, (i) => [`a${i}`, {}]) as [string, object][]) },
      "200 schemas",
    ],
    [{
      properties: { a: { pattern: "(a|b){400}" } },
      allOf: many(90, () => ({ pattern: "(a|b){400}" })),
    }, "too long"],
    [
      { $ref: "https://json-schema.org/draft/2020-12/schema" },
      "refers to a part that the schema does not have",
    ],
    [
      { enum: [{ a: 1 }], allOf: [{ $ref: "#/enum/0" }] },
      "refers to a part that the schema does not have",
    ],
    [{ $defs: { a: { $id: "x:y", $ref: "#" } } }, "$id is only allowed at the top"],
    [{ type: "text" }, "the schema cannot be used"],
  ];
  for (const [schema, message] of refused) {
    assertThrows(() => recordCheck(JSON.stringify(schema), []), RangeError, message);
  }
});
