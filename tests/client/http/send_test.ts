import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import {
  ApiError,
  BodyError,
  NetworkError,
  RateLimitError,
  TimeoutError,
  UnauthorizedError,
} from "../../../src/client/errors/apiError.ts";
import type { Progress } from "../../../src/progress/progress.ts";
import { fakeClock } from "../../helpers/fakeClock.ts";
import { BASE, clientOf, script, TOKEN } from "../fixtures.ts";

const ok = (): Response => Response.json([]);
const failed = (status: number, headers: Record<string, string> = {}): Response =>
  new Response("busy", { status, headers });
const down = (): never => {
  throw new TypeError("error sending request");
};

Deno.test("send() only retries temporary failures", async () => {
  for (const status of [408, 429, 500, 502, 503, 504]) {
    const { fetch, requests } = script(failed(status), failed(status), ok());
    assertEquals(await clientOf(fetch).api.metrics.catalog(), []);
    assertEquals(requests.length, 3);
  }
  for (const status of [400, 401, 403, 404, 409, 413, 422, 501]) {
    const { fetch, requests } = script(failed(status), ok());
    await assertRejects(() => clientOf(fetch).api.metrics.catalog(), ApiError, `(${status})`);
    assertEquals(requests.length, 1);
  }
});

Deno.test("send() gives up after the limit, and reports the number of attempts", async () => {
  const { fetch, requests } = script(down, down, down, down, ok());
  const error = await assertRejects(
    () => clientOf(fetch).api.metrics.catalog(),
    NetworkError,
    `Cannot read metrics_catalog: ${BASE} could not be reached: error sending request; tried 4 times`,
  );
  assertEquals(requests.length, 4);
  assertEquals(error.status, undefined);
  assertEquals(error.request, { method: "GET", url: `${BASE}/data/v0/metrics_catalog` });
  assertEquals((error.cause as Error).message, "error sending request");
  const never = script(failed(500), ok());
  await assertRejects(() => clientOf(never.fetch, { retry: { limit: 0 } }).api.metrics.catalog());
  assertEquals(never.requests.length, 1);
});

Deno.test("send() waits as long as the service requests", async () => {
  using clock = fakeClock();
  const { fetch, requests } = script(failed(429, { "retry-after": "1" }), ok());
  const start = performance.now();
  await clock.until(clientOf(fetch).api.metrics.catalog());
  assert(performance.now() - start >= 1000);
  assertEquals(requests.length, 2);
});

Deno.test("send() does not wait longer than its budget, and reports the requested time", async () => {
  const { fetch, requests } = script(failed(429, { "retry-after": "3600" }), ok());
  const error = await assertRejects(
    () => clientOf(fetch).api.metrics.catalog(),
    RateLimitError,
    "try again in 3600 s (429)",
  );
  assertEquals([error.retryAfter, requests.length], [3600, 1]);
});

Deno.test("send() only repeats a POST if nothing can be stored twice", async () => {
  const id = "0f8fad5b-d9cb-469f-a165-70867728950e";
  const stored = (): Response => Response.json({ upload_id: id }, { status: 201 });
  const post = async (body: unknown, first: () => Response): Promise<number> => {
    const { fetch, requests, bodies } = script(first, stored());
    await clientOf(fetch).api.ingest.record({ data_type: "X", body }).catch((error) => {
      assertInstanceOf(error, ApiError);
    });
    assertEquals(new Set(bodies).size, 1);
    return requests.length;
  };
  const busy = (): Response => failed(503), many = (): Response => failed(429);
  assertEquals(await post({ id, value: 1 }, down), 2);
  assertEquals(await post([{ id }, { id }], busy), 2);
  assertEquals(await post({ value: 1 }, down), 1);
  assertEquals(await post([{ id }, { value: 1 }], busy), 1);
  assertEquals(await post({ value: 1 }, many), 2);
});

Deno.test("send() requests a token before each attempt", async () => {
  const { fetch, requests } = script(failed(503), ok());
  let count = 0;
  await clientOf(fetch, { token: () => `token-${++count}` }).api.metrics.catalog();
  const sent = requests.map((request) => request.headers.get("authorization"));
  assertEquals(sent, ["Bearer token-1", "Bearer token-2"]);
});

Deno.test("send() rethrows the error of an unavailable token, and sends nothing", async () => {
  const { fetch, requests } = script(ok());
  const token = (): never => {
    throw new RangeError("signed out");
  };
  await assertRejects(
    () => clientOf(fetch, { token }).api.metrics.catalog(),
    RangeError,
    "signed out",
  );
  await assertRejects(
    () => clientOf(fetch, { token: () => "" }).api.metrics.catalog(),
    TypeError,
    "the token is empty or not a string",
  );
  assertEquals(requests.length, 0);
});

Deno.test("send() aborts a silent attempt, even of a service that ignores signals, and retries", async () => {
  using clock = fakeClock();
  const silent = (): Promise<Response> => new Promise(() => {});
  const { fetch, requests } = script(silent, ok());
  assertEquals(await clock.until(clientOf(fetch, { timeout: 20 }).api.metrics.catalog()), []);
  assertEquals(requests.length, 2);
  const impatient = clientOf(script(silent, silent).fetch, {
    timeout: 20,
    retry: { limit: 1, delay: 0 },
  });
  await assertRejects(
    () => clock.until(impatient.api.metrics.catalog()),
    TimeoutError,
    "Cannot read metrics_catalog: the service did not respond within 0.02 s; tried 2 times",
  );
});

/** Creates a body of pieces, each after a delay; without an end if `open`. */
function slow(pieces: string[], wait: number, open = false): Response {
  const rest = pieces.map((piece) => new TextEncoder().encode(piece)).values();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Response(
    new ReadableStream({
      pull: (controller) =>
        new Promise((resolve) => {
          timer = setTimeout(() => {
            const { value, done } = rest.next();
            if (!done) controller.enqueue(value);
            else if (!open) controller.close();
            resolve();
          }, wait);
        }),
      cancel: () => clearTimeout(timer),
    }, { highWaterMark: 0 }),
  );
}

Deno.test("send() accepts a slow body while it makes progress, and aborts one that stops", async () => {
  using clock = fakeClock();
  const client = (answer: Response) =>
    clientOf(script(answer).fetch, { timeout: 150, retry: { limit: 0 } });
  const patient = client(slow(["[", "1", ",", "2", "]"], 40));
  assertEquals(await clock.until(patient.api.metrics.catalog()) as unknown, [1, 2]);
  await assertRejects(
    () => clock.until(client(slow(["[", "1"], 5, true)).api.metrics.catalog()),
    TimeoutError,
    "did not respond within 0.15 s",
  );
});

Deno.test("send() stops all attempts after the total time", async () => {
  using clock = fakeClock();
  const { fetch } = script(failed(503), failed(503), failed(503), failed(503));
  await assertRejects(
    () =>
      clock.until(
        clientOf(fetch, { totalTimeout: 40, retry: { delay: 25 } }).api.metrics.catalog(),
      ),
    TimeoutError,
    "no complete response arrived within 0.04 s",
  );
});

Deno.test("send() is aborted by the caller's signal before a request, during a wait and inside a body", async () => {
  const reason = new Error("enough");
  const cases: [string, (controller: AbortController) => Response | Promise<Response>][] = [
    ["no answer", (controller) => {
      controller.abort(reason);
      return new Promise(() => {});
    }],
    ["body", (controller) => {
      setTimeout(() => controller.abort(reason), 10);
      return slow(["[", "1"], 2, true);
    }],
    ["wait", (controller) => {
      setTimeout(() => controller.abort(reason), 10);
      return failed(429, { "retry-after": "20" });
    }],
  ];
  for (const [name, answer] of cases) {
    const controller = new AbortController();
    const { fetch, requests } = script(() => answer(controller));
    const { signal } = controller;
    const error = await assertRejects(() => clientOf(fetch).api.metrics.catalog({}, { signal }));
    assert(error === reason, name);
    assertEquals(requests.length, 1);
  }
  const { fetch, requests } = script();
  const signal = AbortSignal.abort(reason);
  assert(await assertRejects(() => clientOf(fetch).api.metrics.catalog({}, { signal })) === reason);
  assertEquals(requests.length, 0);
});

Deno.test("send() rejects a body truncated at any byte, and retries", async () => {
  const whole = new TextEncoder().encode("[1,2,3]");
  for (let length = 0; length < whole.length; length++) {
    const cut = (): Response =>
      new Response(whole.slice(0, length), { headers: { "content-length": String(whole.length) } });
    const { fetch } = script(cut, new Response(whole));
    assertEquals(await clientOf(fetch).api.metrics.catalog() as unknown, [1, 2, 3]);
    const error = await assertRejects(
      () => clientOf(script(cut).fetch, { retry: { limit: 0 } }).api.metrics.catalog(),
      BodyError,
      `the body is cut short: it has ${length} bytes, not the ${whole.length} announced (200)`,
    );
    assertEquals(error.status, 200);
  }
});

Deno.test("send() rejects a body that is longer than announced", async () => {
  const long = new Response("[1,2]", { headers: { "content-length": "3" } });
  await assertRejects(
    () => clientOf(script(long).fetch, { retry: { limit: 0 } }).api.metrics.catalog(),
    BodyError,
    ": the body has 5 bytes, not the 3 announced (200)",
  );
});

Deno.test("send() reports a body that breaks off or has another digest", async () => {
  const broken = new Response(
    new ReadableStream({
      pull(controller) {
        controller.error(new TypeError("connection reset"));
      },
    }),
  );
  const once = { retry: { limit: 0 } };
  await assertRejects(
    () => clientOf(script(broken).fetch, once).api.metrics.catalog(),
    BodyError,
    "the body is cut short: connection reset (200)",
  );
  const digest = "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:";
  const right = new Response('{"hello": "world"}\n', { headers: { "content-digest": digest } });
  assertEquals(await clientOf(script(right).fetch, once).api.metrics.catalog() as unknown, {
    hello: "world",
  });
  const wrong = new Response("[]", { headers: { "content-digest": digest } });
  await assertRejects(
    () => clientOf(script(wrong).fetch, once).api.metrics.catalog(),
    BodyError,
    "the body of 2 bytes is damaged: its sha-256 digest differs from the announced one",
  );
});

Deno.test("send() reports the number of received bytes of a body", async () => {
  const told: Progress[] = [];
  const body = () =>
    new Response(slow(["[1,", "2]"], 0).body, { headers: { "content-length": "5" } });
  await clientOf(script(body).fetch, { onProgress: (at) => told.push(at) }).api.metrics.catalog();
  const [{ task } = { task: NaN }] = told;
  const base = { action: "read metrics_catalog", task, total: 5, unit: "bytes", ended: false };
  assertEquals(told, [
    { ...base, done: 0, total: undefined },
    { ...base, done: 3 },
    { ...base, done: 5 },
    { ...base, done: 5, ended: true },
  ]);
});

const redirect = (status: number, location: string): Response =>
  new Response(null, { status, headers: { location } });

Deno.test("send() follows a 303 after POST with a GET without a body", async () => {
  const upload = { upload_id: "x" };
  const { fetch, requests, bodies } = script(redirect(303, "/done?x=1"), Response.json(upload));
  assertEquals(await clientOf(fetch).api.ingest.record({ data_type: "X", body: {} }), upload);
  assertEquals(requests.map(({ method, url }) => [method, url]), [
    ["POST", `${BASE}/ingest/v1/record/X`],
    ["GET", `${BASE}/done?x=1`],
  ]);
  assertEquals(bodies, ["{}", ""]);
  assertEquals(requests[1]!.headers.get("content-type"), null);
  assertEquals(requests[1]!.headers.get("authorization"), `Bearer ${TOKEN}`);
});

Deno.test("send() keeps method and body on 307 and 308", async () => {
  for (const status of [307, 308]) {
    const { fetch, requests, bodies } = script(redirect(status, "/b"), Response.json({}));
    await clientOf(fetch).api.ingest.record({ data_type: "X", body: { a: 1 } });
    assertEquals(bodies, ['{"a":1}', '{"a":1}']);
    assertEquals(requests[1]!.method, "POST");
    assertEquals(requests[1]!.headers.get("content-type"), "application/json");
  }
});

Deno.test("send() sends neither token nor body to another origin", async () => {
  const { fetch, requests } = script(redirect(302, "https://files.example/x"), ok());
  await clientOf(fetch).api.metrics.catalog();
  assertEquals(requests.map((request) => request.headers.get("authorization")), [
    `Bearer ${TOKEN}`,
    null,
  ]);
  const carried = script(redirect(307, "https://files.example/x"), ok());
  await assertRejects(
    () => clientOf(carried.fetch).api.ingest.record({ data_type: "X", body: {} }),
    NetworkError,
    "redirects the body to another host, https://files.example",
  );
  assertEquals(carried.requests.length, 1);
});

Deno.test("send() does not follow redirects from HTTP to other schemes, from https to http, or endlessly", async () => {
  const wrong: [string, string][] = [
    ["file:///etc/passwd", "redirects to an address that is not HTTP"],
    ["http://[", "redirects to an address that is not HTTP"],
    ["http://host.example/", "redirects from https to http://host.example"],
  ];
  for (const [location, message] of wrong) {
    const { fetch, requests } = script(redirect(302, location), ok());
    await assertRejects(() => clientOf(fetch).api.metrics.catalog(), NetworkError, message);
    assertEquals(requests.length, 1);
  }
  await assertRejects(
    () => clientOf(() => redirect(302, "/again")).api.metrics.catalog(),
    NetworkError,
    "redirects more than 20 times",
  );
});

Deno.test("send() does not retry a request that permissions deny", async () => {
  let count = 0;
  const fetch = (): never => {
    count++;
    throw new Deno.errors.NotCapable('Requires net access to "host.example:443"');
  };
  const error = await assertRejects(() => clientOf(fetch).api.metrics.catalog(), NetworkError);
  assertStringIncludes(error.message, "Requires net access");
  assertEquals(count, 1);
});

Deno.test("send() distinguishes an expired token from a missing share", async () => {
  const { fetch } = script(Response.json({ detail: "token expired" }, { status: 401 }));
  await assertRejects(
    () => clientOf(fetch).api.user.info(),
    UnauthorizedError,
    "Cannot read user info: token expired (401)",
  );
});
