import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Client } from "../../src/client/client.ts";
import type { Fetch } from "../../src/client/http/receive.ts";
import { BASE, clientOf, TOKEN } from "./fixtures.ts";

/** The shortest part of the token that must not be shown. */
const PART = 8;

/** Returns every possible display of a value. */
function shown(value: unknown): string {
  const texts = [String(value), JSON.stringify(value) ?? ""];
  for (
    const options of [{}, { depth: 20, showHidden: true, getters: true, strAbbreviateSize: 1e6 }]
  ) {
    texts.push(Deno.inspect(value, options));
  }
  for (
    let at: unknown = value, depth = 0;
    at instanceof Error && depth < 9;
    at = at.cause, depth++
  ) {
    texts.push(at.message, at.stack ?? "", JSON.stringify(Object.getOwnPropertyDescriptors(at)));
  }
  return texts.join("\n");
}

function assertSecret(value: unknown, what: string): void {
  const text = shown(value);
  for (let at = 0; at + PART <= TOKEN.length; at++) {
    assert(!text.includes(TOKEN.slice(at, at + PART)), `${what}: ${text}`);
  }
}

const RANGE = { start_time: "2024-01-24T00:00Z", end_time: "2024-01-25T00:00Z" };
const held = (request: Request): string => request.headers.get("authorization")!;

/** Services that return the token in every possible way. */
const TALKATIVE: Record<string, Fetch> = {
  "an error that holds the request": (request) => {
    throw Object.assign(new TypeError(`failed: ${held(request)}`, { cause: request }), {
      request,
      headers: [...request.headers],
    });
  },
  "an error that is no Error": (request) => {
    throw `failed: ${held(request)}`;
  },
  "a detail": (request) => Response.json({ detail: `bad token ${held(request)}` }, { status: 401 }),
  "a list of faults": (request) =>
    Response.json({ detail: [{ loc: ["header", held(request)], msg: held(request), type: "x" }] }, {
      status: 422,
    }),
  "a problem": (request) =>
    Response.json({ errors: [{ location: "a", message: "b", value: held(request) }] }, {
      status: 422,
    }),
  "plain text": (request) =>
    new Response(held(request), { status: 500, headers: { "content-type": "text/plain" } }),
  "a page": (request) => new Response(`<html>${"x".repeat(20)}${held(request)}</html>`),
  "the token alone": (request) => new Response(held(request).slice("Bearer ".length)),
  "cut JSON": (request) => new Response(`[{"uuid":"${held(request)}`),
  "JSON of another shape": (request) => Response.json([{ start_date: held(request), uuid: 5 }]),
  "a body that breaks": (request) =>
    new Response(
      new ReadableStream({ pull: (controller) => controller.error(new TypeError(held(request))) }),
    ),
  "a redirect": (request) =>
    new Response(null, {
      status: 302,
      headers: { location: `http://other.example/${held(request).slice(7)}` },
    }),
  "too many redirects": (request) =>
    new Response(null, { status: 302, headers: { location: `/${held(request).slice(7)}` } }),
  "silence": () => new Promise<Response>(() => {}),
};

Deno.test("no error of a call shows the token", async () => {
  const calls: ((client: Client) => Promise<unknown>)[] = [
    (client) => client.api.metrics.samples({ metric: "X" as never, ...RANGE }),
    (client) => client.api.sleep.cycles(RANGE),
    (client) => client.api.user.info({ platform: "x" }),
    (client) => client.api.ingest.records("X", [{ value: 1 }]),
  ];
  let failures = 0;
  for (const [name, fetch] of Object.entries(TALKATIVE)) {
    for (const token of [TOKEN, () => TOKEN]) {
      const client = clientOf(fetch, { token, timeout: 10, retry: { limit: 1, delay: 0 } });
      for (const call of calls) {
        await call(client).then(() => {}, (error) => {
          failures++;
          assertSecret(error, name);
        });
      }
    }
  }
  assert(failures >= 2 * (4 * Object.keys(TALKATIVE).length - 3), `${failures} failures`);
});

Deno.test("no display of a client shows the token", async () => {
  const client = clientOf(() => Response.json([]));
  await client.api.metrics.catalog();
  assertSecret(client, "client");
  assertSecret({ ...client }, "copy of the client");
  for (const [name, member] of Object.entries(client)) assertSecret(member, name);
  for (const symbol of Object.getOwnPropertySymbols(client)) {
    const member = (client as unknown as Record<symbol, () => unknown>)[symbol]!;
    assertSecret(member, String(symbol));
    if (member.length === 0) assertSecret(await member.call(client), String(symbol)); // a display
  }
});

Deno.test("the request in an error contains no token and no extra headers", async () => {
  const fetch = (): Response => new Response("", { status: 404 });
  const error = await assertRejects(() => clientOf(fetch).api.user.info()) as Error & {
    request: unknown;
  };
  assertEquals(error.request, { method: "GET", url: `${BASE}/user/v1alpha1/info` });
});
