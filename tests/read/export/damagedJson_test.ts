import { assertEquals } from "@std/assert";
import { readDamagedJson } from "../../../src/read/export/damagedJson.ts";

const CAUSE = new SyntaxError("the text is not JSON");

Deno.test("an entry with a brace that closes nothing is left out, and the entries around it are read", () => {
  for (const damaged of ['"a":2}', "}", '{"a":2}}', "} }"]) {
    assertEquals(readDamagedJson(`[{"a":1},${damaged},{"a":3}]`, CAUSE), {
      value: [{ a: 1 }, { a: 3 }],
      problems: [{ where: "entry 2", reason: "the entry is not JSON" }],
    });
  }
});

Deno.test("a list that a brace ends is cut short", () => {
  assertEquals(readDamagedJson('{"days":[{"a":1},{"a":2}}', CAUSE), {
    value: { days: [{ a: 1 }] },
    problems: [{ where: "entry 2", reason: "the file is cut short here" }],
  });
});
