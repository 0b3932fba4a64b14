import { assert, assertEquals } from "@std/assert";
import { runFuzz } from "../torture/fuzz.ts";

Deno.test("no request is answered with 5xx, and every answer matches /openapi.json", async () => {
  const figures = await runFuzz({ cases: 2000, seed: 20_240_101 });
  assertEquals(figures.failed5xx, []);
  assertEquals(figures.undocumented, []);
  assertEquals(figures.requests, 2000);
  // Most operations succeed at least once, and every kind of error occurs.
  assert(figures.succeeded.size > 85, `${[...figures.succeeded]}`);
  for (const status of [200, 204, 401, 403, 404, 409, 422]) {
    assert((figures.byStatus[status] ?? 0) > 2, JSON.stringify(figures.byStatus));
  }
});
