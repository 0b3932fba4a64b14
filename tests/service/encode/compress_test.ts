import { assert, assertEquals } from "@std/assert";
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { serve } from "../../../src/service/serve.ts";
import { connect } from "../../../src/client/connect.ts";
import { embedded } from "../embedded.ts";

const CATALOG = "GET /data/v1/catalog";

function digestOf(bytes: Uint8Array): string {
  return `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`;
}

Deno.test("JSON is compressed on request, with the digest and length of the compressed bytes", async () => {
  await using here = await embedded();
  const plain = await (await here.send(CATALOG)).bytes();
  for (const asked of ["gzip", "br;q=1, gzip;q=0.5", "*", "GZIP"]) {
    const response = await here.send(CATALOG, { headers: { "accept-encoding": asked } });
    const bytes = await response.bytes(), { headers } = response;
    assertEquals(headers.get("content-encoding"), "gzip", asked);
    assertEquals(headers.get("vary"), "Accept-Encoding");
    assertEquals(headers.get("content-length"), String(bytes.length));
    assertEquals(
      headers.get("content-digest"),
      digestOf(bytes),
      "RFC 9530: of the content as sent",
    );
    assertEquals(new Uint8Array(gunzipSync(bytes)), plain);
    assert(bytes.length < plain.length / 5, `${bytes.length} of ${plain.length}`);
    assert(headers.get("x-request-id"));
  }
  for (const asked of ["br", "gzip;q=0", "identity", "gzip;q=0, *"]) {
    const response = await here.send(CATALOG, { headers: { "accept-encoding": asked } });
    assertEquals(await response.bytes(), plain, asked);
    assertEquals(response.headers.get("content-digest"), digestOf(plain));
    assertEquals(response.headers.get("content-encoding"), null);
  }
});

Deno.test("short answers, Arrow tables and files are sent uncompressed", async () => {
  await using here = await embedded();
  const headers = { "accept-encoding": "gzip" };
  const range = "start_time=2024-01-01&end_time=2024-01-03&metric=HeartRate";
  for (
    const path of [
      "/user/v1alpha1/info",
      `/data/v0/{me}/metric_time_series?${range}&output=arrow`,
      `/data/v0/{me}/metric_time_series?${range}&output=parquet`,
    ]
  ) {
    const response = await here.send(`GET ${path}`, { headers });
    const bytes = await response.bytes();
    assertEquals(response.headers.get("content-encoding"), null, path);
    assertEquals(response.headers.get("content-digest"), digestOf(bytes));
  }
  const { url, file } = await here.json<{ url: string; file: { id: string } }>(
    "POST /input/v1/file",
    {
      body: JSON.stringify({
        name: "a.txt",
        path: "/",
        content_type: "text/plain",
        content_length: 5000,
      }),
    },
  );
  const body = "x".repeat(5000), { pathname } = new URL(url);
  await here.send(`POST ${pathname}`, { body, headers: { "content-type": "text/plain" } });
  const download = await here.send(`GET /input/v1/file/${file.id}/download`, { headers });
  assertEquals([await download.text(), download.headers.get("content-encoding")], [body, null]);
});

Deno.test("the client reads compressed answers of a running service", async () => {
  const { service, token, userid } = await embedded();
  const { url, stop } = await serve(service);
  const me = connect({ baseUrl: url, token });
  assert((await me.api.catalog.list()).length > 170);
  assertEquals((await me.api.user.info()).userid, userid);
  await stop();
});
