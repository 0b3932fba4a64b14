import { assert, assertEquals } from "@std/assert";
import { runFuzz } from "../torture/fuzz.ts";

Deno.test("no request of any operation is answered 5xx, and every answer is as /openapi.json says", async () => {
  const figures = await runFuzz({ cases: 2000, seed: 20_240_101 });
  assertEquals(figures.failed5xx, []);
  assertEquals(figures.undocumented, []);
  assertEquals(figures.requests, 2000);
  // It reaches what it tries: most operations succeed at least once, and refusals of each kind are seen.
  assert(figures.succeeded.size > 85, `${[...figures.succeeded]}`);
  for (const status of [200, 204, 401, 403, 404, 409, 422]) {
    assert((figures.byStatus[status] ?? 0) > 2, JSON.stringify(figures.byStatus));
  }
});
