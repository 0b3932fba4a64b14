import { assertEquals } from "@std/assert";
import { PEOPLE, simulate, tableOf, withTable } from "../../tools/enough.ts";

Deno.test("docs/enough.md has the numbers of its command", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/enough.md", import.meta.url));
  assertEquals(withTable(page, tableOf(simulate(PEOPLE))), page);
});
