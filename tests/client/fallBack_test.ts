import { assertEquals, assertRejects } from "@std/assert";
import { api } from "../../src/api/api.ts";
import { type Endpoint, splitRoute } from "../../src/api/fields/endpoint.ts";
import { ApiError, NotFoundError } from "../../src/client/errors/apiError.ts";
import { clientOf } from "./fixtures.ts";

const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";
const BODY = { datashare_name: "x", svc_user_name: "x" };
const missing = () => Response.json({ detail: "Not Found" }, { status: 404 });
const OLDER = Object.entries<Endpoint>(api.shares).flatMap(([name, { route, older }]) =>
  older === undefined ? [] : [{ name, route, older }]
);

/**
 * Calls a share's operation of a service that answers by path; returns the calls that it received.
 */
async function calls(
  name: string,
  answer: (path: string) => Response,
): Promise<{ seen: string[]; result: Promise<unknown> }> {
  const seen: string[] = [];
  const client = clientOf((request) => {
    const { pathname } = new URL(request.url);
    seen.push(`${request.method} ${pathname.replace(ID, "{datashare_id}")}`);
    return answer(pathname);
  });
  const method = client.api.shares[name as "get"] as (args: object) => Promise<unknown>;
  const needsId = name !== "list" && name !== "create";
  const args = { ...(needsId ? { datashare_id: ID } : {}), ...needsBody(name) };
  const result = method(args);
  await result.catch(() => {});
  return { seen, result };
}

function needsBody(name: string): object {
  if (name === "create") return { body: BODY };
  return name === "update" ? { body: { datashare_name: "x" } } : {};
}

Deno.test("shares use the older route of a service that lacks the current one", async () => {
  assertEquals(OLDER.map(({ name }) => name), ["list", "create", "get", "update", "delete"]);
  for (const { name, route, older } of OLDER) {
    const answers = (path: string): Response =>
      path.startsWith("/user/v1/") ? missing() : Response.json(name === "list" ? [] : {});
    const { seen, result } = await calls(name, answers);
    await result;
    assertEquals(seen, [route, older].map((one) => Object.values(splitRoute(one)).join(" ")));
  }
});

Deno.test("shares only use the older route after a 404", async () => {
  for (const { name, route } of OLDER) {
    const expected = [Object.values(splitRoute(route)).join(" ")];
    const good = await calls(name, () => Response.json(name === "list" ? [] : {}));
    await good.result;
    assertEquals(good.seen, expected);
    for (const status of [400, 401, 403, 409, 422]) {
      const { seen, result } = await calls(name, () => Response.json({ detail: "no" }, { status }));
      await assertRejects(() => result, ApiError, `(${status})`);
      assertEquals(new Set(seen), new Set(expected), `${name} ${status}`);
    }
  }
});

Deno.test("an error of the older route is thrown, and the first 404 if both are missing", async () => {
  const refused = await calls(
    "get",
    (path) =>
      path.startsWith("/user/v1/") ? missing() : Response.json({ detail: "no" }, { status: 403 }),
  );
  await assertRejects(() => refused.result, ApiError, "(403)");
  const detail = (path: string) =>
    Response.json({ detail: path.startsWith("/user/v1/") ? "first" : "second" }, { status: 404 });
  const both = await calls("get", detail);
  const error = await assertRejects(() => both.result, NotFoundError, "first");
  assertEquals(error.request.url.includes("/user/v1/datashare/"), true);
});

Deno.test("bounds of shares and groups need a zone, from the call or the client", async () => {
  const bodies: unknown[] = [];
  const clientIn = (tz?: string) =>
    clientOf(async (request) => {
      bodies.push(await request.json());
      return Response.json({ datashare: {}, group: {} });
    }, tz === undefined ? {} : { tz });
  const time_start = "2024-07-01T00:00:00", group = { title: "x", svc_data_types: [] };
  const none = clientIn();
  const makers = [
    () => none.api.shares.create({ body: { ...BODY, time_start } }),
    () => none.api.shares.update({ datashare_id: ID, body: { time_end: "2024-07-01" } }),
    () => none.api.olderShares.create({ body: { ...BODY, time_start } }),
    () => none.api.groups.create({ body: { ...group, time_end: time_start } }),
  ];
  for (const make of makers) await assertRejects(make, RangeError, "has no time zone");
  assertEquals(bodies, []);
  await none.api.groups.create({ body: { ...group, time_start: `${time_start}+02:00` } });
  await clientIn("Europe/Berlin").api.shares.create({
    body: { ...BODY, time_start, time_end: null },
  });
  assertEquals(bodies, [
    { ...group, time_start: `${time_start}+02:00` },
    { ...BODY, time_start: "2024-06-30T22:00:00Z", time_end: null },
  ]);
});
