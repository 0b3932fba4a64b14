import { assert, assertEquals } from "@std/assert";
import { FAULTS } from "./faults.ts";
import { runKit } from "./runKit.ts";

Deno.test("each row of the facts has services that violate it", async () => {
  const facts = await Deno.readTextFile(new URL("facts.md", import.meta.url));
  const rows = [...facts.matchAll(/^\| ([A-Z]\d+) /gm)].map(([, row]) => row!);
  assertEquals(Object.keys(FAULTS).sort(), rows.sort());
});

Deno.test("the kit passes for a service behind a fault that changes nothing", async () => {
  const { code, said } = await runKit([], { fault: ({ send }) => send() });
  assertEquals(code, 0, said);
});

for (const [row, faults] of Object.entries(FAULTS)) {
  Deno.test(`the kit detects services that violate ${row}`, async () => {
    await Promise.all(faults.map(async (fault, index) => {
      const { code, said } = await runKit([], { rows: [row], fault });
      assertEquals(code, 1, `fault ${index}: ${said}`);
      assert(said.includes(" cases hold") && !said.includes(": 500 "), said);
    }));
  });
}
