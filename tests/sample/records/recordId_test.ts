import { assert, assertEquals, assertMatch } from "@std/assert";
import { Random } from "../../../src/sample/life/random.ts";
import { recordId } from "../../../src/sample/records/recordId.ts";

Deno.test("recordId() creates a version 7 UUID with its time", () => {
  const random = new Random(1);
  for (const time of ["1970-01-01T00:00:00Z", "2023-11-01T00:00:00Z", "2025-03-20T11:00:00.123Z"]) {
    const id = recordId(Date.parse(time), random);
    assertMatch(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assertEquals(parseInt(id.slice(0, 13).replace("-", ""), 16), Date.parse(time));
  }
});

Deno.test("recordId() creates different ids at one time, and greater ids at later times", () => {
  const random = new Random(1);
  const ids = Array.from({ length: 1000 }, () => recordId(1_700_000_000_000, random));
  assertEquals(new Set(ids).size, 1000);
  const later = recordId(1_700_000_000_001, random);
  assert(ids.every((id) => id < later));
});
