import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { type DamagedJson, readDamagedJson } from "../../../src/read/export/damagedJson.ts";
import { LIMITS } from "../../../src/options/limits.ts";
import { lastOf } from "../../helpers/lastOf.ts";

const read = (text: string): DamagedJson =>
  lastOf(readDamagedJson(text, new SyntaxError("the text is not JSON")));

Deno.test("an entry with an unmatched closing brace is skipped, and the entries around it are read", () => {
  for (const damaged of ['"a":2}', "}", '{"a":2}}', "} }"]) {
    assertEquals(read(`[{"a":1},${damaged},{"a":3}]`), {
      value: [{ a: 1 }, { a: 3 }],
      problems: [{ where: "entry 2", reason: "the entry is not JSON" }],
    });
  }
});

Deno.test("a list that ends with a brace is truncated", () => {
  assertEquals(read('{"days":[{"a":1},{"a":2}}'), {
    value: { days: [{ a: 1 }] },
    problems: [{ where: "entry 2", reason: "the file is cut short here" }],
  });
});

Deno.test("JSON cut anywhere gives every complete object, and the position of the cut", () => {
  const entries = [{ a: 1 }, { b: [1, 2] }, { c: "},{" }];
  const texts = [JSON.stringify(entries), `{"data":${JSON.stringify(entries)},"next":null}`];
  for (const text of texts) {
    for (let end = 1; end < text.length; end++) {
      const cut = text.slice(0, end);
      const whole = entries.filter((entry) => cut.includes(JSON.stringify(entry)));
      if (whole.length === 0) {
        assertThrows(() => read(cut), TypeError, "cut short");
        continue;
      }
      const { value, problems } = read(cut);
      assertEquals(Array.isArray(value) ? value : (value as { data: unknown }).data, whole, cut);
      assertEquals(problems.length, 1, cut);
      assertMatch(problems[0]!.reason, /cut short/, cut);
    }
  }
});

Deno.test("limits hold for what follows the first fault, however far behind it", () => {
  const { most } = LIMITS.jsonDepth;
  for (const far of ["", " ".repeat(200_000)]) {
    const deep = `{"a":[x,1],${far}"b":${'{"c":'.repeat(most)}${'{"c":'.repeat(100_000)}`;
    assertThrows(() => read(deep), TypeError, `more than ${most} deep`);
  }
});

Deno.test("text after a list is reported", () => {
  const { value, problems } = read('[{"a":1}] and more');
  assertEquals([value, problems], [[{ a: 1 }], [{
    where: "after entry 1",
    reason: "the rest is cut short, or not JSON",
  }]]);
});
