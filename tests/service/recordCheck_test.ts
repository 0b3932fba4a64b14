import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { recordCheck } from "../../src/service/recordCheck.ts";
import { embedded } from "./embedded.ts";

const withPattern = (pattern: string) => JSON.stringify({ properties: { text: { pattern } } });
const passes = (pattern: string, text: string) =>
  recordCheck(withPattern(pattern), [])({ text }).length === 0;

/** Patterns that take an engine which goes back longer than anybody waits, and texts that they fail on. */
const EVIL: [pattern: string, text: string][] = [
  ["^(a+)+$", `${"a".repeat(50_000)}!`],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(50_000)],
  ["^(a|aa)+$", `${"a".repeat(50_000)}!`],
  ["^(.*a){20}$", "a".repeat(19) + "b".repeat(2000)],
  ["(x+x+)+y", "x".repeat(50_000)],
];

Deno.test("a pattern that goes back endlessly elsewhere is answered at once", () => {
  for (const [pattern, text] of EVIL) {
    const begun = performance.now();
    assertEquals(passes(pattern, text), false, pattern);
    const took = performance.now() - begun;
    assert(took < 20_000, `${pattern} took ${took} ms`);
  }
});

Deno.test("patterns match as JavaScript's do", () => {
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

Deno.test("a pattern that looks around or back, or is too large, is refused with its type", async () => {
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
  const begun = performance.now();
  const record = { start_time: "2024-01-01T00:00Z", text: `${"a".repeat(30_000)}!` };
  const response = await here.ingest(id, [record]);
  assertEquals(response.status, 422);
  await response.body?.cancel();
  assert(performance.now() - begun < 20_000);
});

Deno.test("a text longer than 65 536 characters matches no pattern", () => {
  assertEquals(passes("a", "a".repeat(65_536)), true);
  assertEquals(passes("a", "a".repeat(65_537)), false);
});
