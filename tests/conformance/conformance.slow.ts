import { assertEquals } from "@std/assert";
import { runKit } from "./runKit.ts";

Deno.test("the service on a port passes the conformance kit", async () => {
  const { code, said } = await runKit();
  assertEquals(code, 0, said);
});

Deno.test("each row of the facts has a case, and each case cites rows of the facts", async () => {
  const facts = await Deno.readTextFile(new URL("facts.md", import.meta.url));
  const kit = await Deno.readTextFile(new URL("conformance.py", import.meta.url));
  const rows = [...facts.matchAll(/^\| ([A-Z]\d+) /gm)].map(([, row]) => row!);
  const cited = [...kit.matchAll(/^@case\((.*)\)$/gm)]
    .flatMap(([, list]) => [...list!.matchAll(/"(\w+)"/g)].map(([, row]) => row!));
  assertEquals([...new Set(cited)].sort(), rows.sort());
});
