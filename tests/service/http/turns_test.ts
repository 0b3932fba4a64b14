import { assertEquals } from "@std/assert";
import { Turns } from "../../../src/service/http/turns.ts";

Deno.test("a request of another address starts before the second request of a busy address", async () => {
  const turns = new Turns(), begun: string[] = [];
  const waiting = Array.from(
    { length: 1_000 },
    () => turns.next("many").then(() => begun.push("many")),
  );
  const other = turns.next("other").then(() => begun.push("other"));
  await other;
  assertEquals(begun, ["many", "other"]);
  await Promise.all(waiting);
  assertEquals(begun.length, 1_001);
});
