import { assertEquals, assertThrows } from "@std/assert";
import { meteredSchema } from "../../../src/schema/checks/meteredSchema.ts";

/** Counts the meter keywords in a schema. */
function metered(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = Object.hasOwn(value, "$meter") ? 1 : 0;
  return Object.values(value).reduce<number>((sum, item) => sum + metered(item), own);
}

// Keywords whose value is a schema, a list or an object of schemas: JSON Schema 2020-12, Core, 10 and
// 11.2; `additionalItems`, `items` as a list, `definitions` and `dependencies` of draft 7.
for (
  const keyword of [
    "additionalItems",
    "additionalProperties",
    "contains",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
  ]
) {
  Deno.test(`meteredSchema() counts the schema in ${keyword}, and accepts references to it`, () => {
    const schema = { [keyword]: { not: {} }, allOf: [{ $ref: `#/${keyword}/not` }] };
    assertEquals(metered(meteredSchema(schema)), 4);
  });
}

for (const keyword of ["allOf", "anyOf", "items", "oneOf", "prefixItems"]) {
  Deno.test(`meteredSchema() counts each schema in the list ${keyword}`, () => {
    const schema = { [keyword]: [{}, true, { $ref: `#/${keyword}/0` }] };
    assertEquals(metered(meteredSchema(schema)), 3);
  });
}

for (
  const keyword of [
    "$defs",
    "definitions",
    "dependencies",
    "dependentSchemas",
    "patternProperties",
    "properties",
  ]
) {
  Deno.test(`meteredSchema() counts each schema under ${keyword}`, () => {
    const schema = { [keyword]: { a: {}, "b/c": {}, d: { $ref: `#/${keyword}/b~1c` } } };
    assertEquals(metered(meteredSchema(schema)), 4);
  });
}

Deno.test("meteredSchema() does not count values that look like schemas", () => {
  const schema = { const: { not: {} }, enum: [{ not: {} }], default: { not: {} }, required: ["a"] };
  assertEquals(metered(meteredSchema(schema)), 1);
});

Deno.test("meteredSchema() leaves its argument unchanged", () => {
  const schema = { properties: { a: { items: [{}] } } };
  meteredSchema(schema);
  assertEquals(schema, { properties: { a: { items: [{}] } } });
});

Deno.test("meteredSchema() accepts at most 200 schemas, including the outer one", () => {
  const of = (count: number) => ({ anyOf: Array.from({ length: count }, () => ({})) });
  assertEquals(metered(meteredSchema(of(199))), 200);
  assertThrows(() => meteredSchema(of(200)), RangeError, "has more than 200 schemas");
});

Deno.test("meteredSchema() weighs a schema by its keywords, and the lists, objects and values in them", () => {
  const weight = (schema: Record<string, unknown>): unknown => meteredSchema(schema)["$meter"];
  assertEquals(weight({}), 1);
  assertEquals(weight({ type: "string", minLength: 1 }), 3);
  assertEquals(weight({ required: ["a", "b", "c"] }), 4);
  assertEquals(weight({ properties: { a: {}, b: {} } }), 4);
  assertEquals(weight({ const: "x".repeat(14) }), 3, "16 characters of JSON count once more");
  assertEquals(weight({ enum: ["x".repeat(28)] }), 4);
});

Deno.test("meteredSchema() resolves references to the schema itself, a path and an anchor", () => {
  for (const ref of ["#", "#/$defs/a", "#here", "#there"]) {
    for (const keyword of ["$ref", "$dynamicRef", "$recursiveRef"]) {
      meteredSchema({
        $defs: { a: { $anchor: "here" }, b: { $dynamicAnchor: "there" } },
        [keyword]: ref,
      });
    }
  }
});

Deno.test("meteredSchema() rejects references to anything else, in any keyword", () => {
  for (
    const ref of ["#/$defs/c", "#nowhere", "https://example.org/schema", "other.json", "#/type"]
  ) {
    for (const keyword of ["$ref", "$dynamicRef", "$recursiveRef"]) {
      assertThrows(
        () => meteredSchema({ $defs: { a: {} }, type: "object", [keyword]: ref }),
        RangeError,
        `${JSON.stringify(ref)} refers to a part that the schema does not have`,
      );
    }
  }
});

Deno.test("meteredSchema() only accepts $id at the top", () => {
  meteredSchema({ $id: "urn:x", not: {} });
  assertThrows(
    () => meteredSchema({ not: { $id: "urn:x" } }),
    RangeError,
    "$id is only allowed at the top",
  );
});
