import { assertEquals, assertThrows } from "@std/assert";
import { originOf } from "../../../src/service/http/crossOrigin.ts";
import { embedded } from "../embedded.ts";

const NAMED = "https://notebook.example.org", OTHER = "https://other.example.org";

const preflight = (origin: string) => ({
  token: null,
  headers: {
    origin,
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,content-type",
  },
});

Deno.test("only pages of listed origins may call, after a preflight", async () => {
  await using here = await embedded({ allowedOrigins: [NAMED] });
  const path = "/ingest/v1/record/HeartRate";
  const leave = await here.send(`OPTIONS ${path}`, preflight(NAMED));
  const { headers } = leave;
  assertEquals([leave.status, headers.get("access-control-allow-origin")], [204, NAMED]);
  assertEquals(headers.get("access-control-allow-methods"), "GET,HEAD,POST,PUT,PATCH,DELETE");
  assertEquals(headers.get("access-control-allow-headers"), "authorization,content-type");
  assertEquals(headers.get("access-control-allow-credentials"), null);
  assertEquals(headers.get("access-control-max-age"), "600");
  for (const [origin, allowed] of [[NAMED, NAMED], [OTHER, null]] as const) {
    for (const [token, status] of [[here.token, 200], ["wrong", 401]] as const) {
      const response = await here.send("GET /user/v1alpha1/info", { token, headers: { origin } });
      await response.body?.cancel();
      assertEquals(response.status, status);
      assertEquals(response.headers.get("access-control-allow-origin"), allowed);
    }
    const asked = await here.send(`OPTIONS ${path}`, preflight(origin));
    assertEquals(asked.headers.get("access-control-allow-origin"), allowed);
  }
  const response = await here.send("GET /user/v1alpha1/info", { headers: { origin: NAMED } });
  await response.body?.cancel();
  const shown = response.headers.get("access-control-expose-headers")!.split(",");
  for (const name of ["content-digest", "x-request-id", "location"]) {
    assertEquals(shown.includes(name), true, name);
  }
});

Deno.test("without listed origins a preflight is 405, and no answer is for other origins", async () => {
  await using here = await embedded();
  const leave = await here.send("OPTIONS /user/v1alpha1/info", preflight(NAMED));
  await leave.body?.cancel();
  assertEquals([leave.status, leave.headers.get("access-control-allow-origin")], [405, null]);
  const response = await here.send("GET /user/v1alpha1/info", { headers: { origin: NAMED } });
  await response.body?.cancel();
  assertEquals(response.headers.get("access-control-allow-origin"), null);
});

Deno.test("an origin is a scheme, a host and a port, and nothing else", () => {
  for (const good of ["https://a.example", "http://localhost:8888", "http://[::1]:1"]) {
    assertEquals([originOf(good), originOf(`${good}/`)], [good, good]);
  }
  for (
    const bad of [
      "*",
      "null",
      "",
      "a.example",
      "https://a.example/b",
      "https://u@a.example",
      "file:///a",
    ]
  ) {
    assertThrows(() => originOf(bad), RangeError, "Cannot allow the origin");
  }
});
