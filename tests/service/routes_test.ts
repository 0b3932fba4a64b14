import { assert, assertEquals, assertMatch } from "@std/assert";
import { api } from "../../src/api/api.ts";
import { type Endpoint, splitRoute } from "../../src/api/fields/endpoint.ts";
import { embedded, JANUARY } from "./embedded.ts";

const endpoints: [string, Endpoint][] = Object.entries(api).flatMap(([noun, operations]) =>
  Object.entries(operations as Record<string, Endpoint>)
    .map(([name, endpoint]): [string, Endpoint] => [`${noun}.${name}`, endpoint])
);

/** Fills in path parameters; ids refer to nothing. */
function pathOf(endpoint: Endpoint, userid: string): string {
  const values: Record<string, string> = {
    svc_userid: userid,
    sharer_svc_userid: userid,
    data_type: endpoint.route.includes("/event/") ? "MomentAnnotation" : "HeartRate",
    api_version: "v1",
    resolution: "day",
    base_type: "Event",
  };
  return splitRoute(endpoint.route).path
    .replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? crypto.randomUUID());
}

/** Query parameters of all operations; each ignores the others. */
const QUERY = `${JANUARY}&metric=HeartRate&metrics=HeartRate&output=jstable&function=avg` +
  "&q=HeartRate&time=2024-01-02T00:00:00Z";

/**
 * Returns whether an operation answers without a body, or with records, and without preparation.
 */
function isPlain({ route, body, returns }: Endpoint): boolean {
  if (returns.kind === "nothing") return false;
  const needsId = /\{(?!svc_userid|data_type|api_version|resolution)/.test(route);
  return !needsId && (body === undefined || body === "records");
}

Deno.test("every operation that needs no preparation answers its user", async () => {
  await using here = await embedded();
  const plain = endpoints.filter(([, endpoint]) => isPlain(endpoint));
  assert(plain.length > 30);
  for (const [name, endpoint] of plain) {
    const { method } = splitRoute(endpoint.route);
    const path = `${pathOf(endpoint, here.userid)}?${QUERY}`;
    const response = endpoint.body === "records"
      ? await here.send(`${method} ${path}`, {
        body: '{"start_time":"2024-01-01T00:00Z","value":1}',
      })
      : await here.send(`${method} ${path}`);
    const text = await response.text();
    assertEquals(response.status, endpoint.status ?? 200, `${name}: ${text}`);
    if (endpoint.returns.kind !== "lines") JSON.parse(text);
  }
});

Deno.test("every operation rejects a missing, invalid or expired token", async () => {
  let now = "2024-01-01T00:00:00Z";
  await using here = await embedded({ clock: () => now });
  await using other = await embedded();
  const expiring = await here.service.issueToken(here.userid, { expiresIn: 60 });
  assertEquals((await here.send("GET /user/v1alpha1/info", { token: expiring })).status, 200);
  now = "2024-01-01T00:01:00Z";
  const none = expiring.split(".");
  none[0] = btoa('{"alg":"none","typ":"JWT"}').replaceAll("=", "");
  const bad = [null, "", "x", "a.b.c", other.token, expiring, `${none[0]}.${none[1]}.`];
  bad.push("lfs_", `lfs_${"a".repeat(43)}`);
  for (const [name, endpoint] of endpoints) {
    if (endpoint.auth === "none") continue;
    const { method } = splitRoute(endpoint.route);
    for (const token of bad) {
      const response = await here.send(`${method} ${pathOf(endpoint, here.userid)}`, { token });
      assertEquals(response.status, 401, `${name} with ${token}`);
      assertMatch(response.headers.get("www-authenticate")!, /^Bearer/);
      assert("detail" in await response.json());
    }
  }
  assert(!JSON.stringify(here.log).includes(expiring), "a token is in the log");
});

Deno.test("every operation that reads a user's data rejects others, whether or not the user exists", async () => {
  await using here = await embedded();
  const stranger = crypto.randomUUID();
  const token = await here.service.issueToken(stranger);
  const reads = endpoints.filter(([, { route }]) => route.startsWith("GET"));
  for (const [name, endpoint] of reads) {
    const inPath = endpoint.route.includes("{svc_userid");
    const inQuery = "svc_userid" in (endpoint.query ?? {});
    const isAnswered = name === "shares.sharedTypes"; // it answers that nothing is shared
    if ((!inPath && !inQuery) || isAnswered) continue;
    for (const owner of [here.userid, crypto.randomUUID()]) {
      const path = `${pathOf(endpoint, owner)}?${QUERY}${inQuery ? `&svc_userid=${owner}` : ""}`;
      const response = await here.send(`GET ${path}`, { token });
      assertEquals(response.status, 403, name);
      assertEquals((await response.json()).detail, "This data is not shared with you");
    }
    if ("participant_id" in (endpoint.query ?? {})) {
      const path = `${pathOf(endpoint, here.userid)}?${QUERY}&participant_id=${here.userid}`;
      assertEquals(await here.json<object>(`GET ${path}`, { status: 403 }), {
        detail: "This data is not shared with you",
      });
    }
  }
});

Deno.test("a wrong method is answered 405 with the allowed ones, and an unknown path 404", async () => {
  await using here = await embedded();
  const byPath = Map.groupBy(endpoints, ([, { route }]) => splitRoute(route).path);
  for (const [path, all] of byPath) {
    const allowed = all.flatMap(([, { route }]) => {
      const { method } = splitRoute(route);
      return method === "GET" ? ["GET", "HEAD"] : [method];
    });
    const wrong = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]
      .filter((method) => !allowed.includes(method));
    for (const method of wrong) {
      const response = await here.send(`${method} ${pathOf(all[0]![1], here.userid)}`);
      assertEquals(response.status, 405, `${method} ${path}`);
      assertEquals(response.headers.get("allow"), allowed.join(", "));
      await response.body?.cancel();
    }
  }
  for (const path of ["/", "/data", "/data/v0/metrics_catalog/", "/%zz", "/user/v1alpha1/%00"]) {
    assertEquals(await here.json(`GET ${path}`, { status: 404 }), { detail: "Not found" });
  }
});

Deno.test("a HEAD request has the headers of the answer to GET and no body", async () => {
  await using here = await embedded();
  const get = await here.send("GET /user/v1alpha1/info");
  const head = await here.send("HEAD /user/v1alpha1/info");
  const text = await get.text();
  assertEquals(await head.text(), "");
  assertEquals(head.headers.get("content-length"), String(text.length));
  assertEquals(head.headers.get("content-digest"), get.headers.get("content-digest"));
});

Deno.test("a user-defined data type may be one path segment or two, with its UUID in either case", async () => {
  await using here = await embedded();
  const id = crypto.randomUUID();
  for (const type of [`Event/${id}`, `Event%2F${id}`, `Event/${id.toUpperCase()}`]) {
    for (
      const path of [
        `/data/v1alpha1/event/${type}?${JANUARY}`,
        `/data/v1alpha1/event/${type}/agg/day?${JANUARY}`,
      ]
    ) {
      assertEquals(await here.json(`GET ${path}`, { status: 404 }), {
        detail: `Unknown data type "Event/${id}"`,
      });
    }
  }
  assertEquals(
    await here.json(`GET /data/v1alpha1/event/Event/nothing?${JANUARY}`, { status: 404 }),
    { detail: "Not found" },
  );
});
