import { assert, assertEquals } from "@std/assert";
import { newIds } from "../../../src/store/sqlite/newIds.ts";

const MILLIS = Date.UTC(2024, 2, 31, 1, 30);

Deno.test("newIds() makes ascending version 7 UUIDs of the given time", () => {
  const next = newIds(BigInt(MILLIS) * 1000n + 999n);
  const ids = Array.from({ length: 70_000 }, () => next().toHex()); // the counter's bytes overflow twice
  const time = MILLIS.toString(16).padStart(12, "0");
  for (const [i, id] of ids.entries()) {
    assertEquals(id.slice(0, 13), `${time}7`, `id ${i}`);
    assert(/^[89ab]$/.test(id[16]!), `id ${i} has the variant of RFC 9562`);
    assert(i === 0 || id > ids[i - 1]!, `id ${i} is greater than the one before`);
  }
  assertEquals(new Set(ids.map((id) => id.slice(20))).size, 1, "the random end is drawn once");
});

Deno.test("newIds() ends the ids of each call with other random bits", () => {
  const ends = Array.from({ length: 20 }, () => newIds(0n)().toHex().slice(20));
  assertEquals(new Set(ends).size, ends.length);
});
