import { assertEquals } from "@std/assert";
import { embedded, JANUARY } from "../embedded.ts";

async function assertProved(response: Response): Promise<void> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  assertEquals(response.headers.get("content-digest"), `sha-256=:${digest.toBase64()}:`);
  assertEquals(response.headers.get("content-length"), String(bytes.length));
}

Deno.test("every answer has its length and the digest of its bytes", async () => {
  await using here = await embedded();
  await assertProved(await here.send("GET /user/v1alpha1/info"));
  await assertProved(await here.send("GET /nothing"));
  await assertProved(await here.send("GET /user/v1alpha1/info", { token: null }));
  await assertProved(await here.send("POST /ingest/v1/record/HeartRate", { body: "{}" }));
  const series = `/data/v0/{me}/metric_time_series?metric=HeartRate&${JANUARY}`;
  for (const output of ["arrow", "csv", "jstable", "jscolumns", "ndjson"]) { // 44,640 rows: several pieces
    await assertProved(await here.send(`GET ${series}&output=${output}`));
  }
});

Deno.test("every answer has the id of its log entry, which omits the query", async () => {
  await using here = await embedded();
  const response = await here.send("GET /data/v1/catalog?data_type=secret");
  await response.body?.cancel();
  const entry = here.log.at(-1)!;
  assertEquals(entry.id, response.headers.get("x-request-id")!);
  assertEquals([entry.method, entry.path, entry.status], ["GET", "/data/v1/catalog", 200]);
});
