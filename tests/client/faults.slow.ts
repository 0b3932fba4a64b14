import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import {
  ApiError,
  BodyError,
  ForbiddenError,
  NetworkError,
  NotFoundError,
  TimeoutError,
} from "../../src/client/errors/apiError.ts";
import { connect } from "../../src/client/connect.ts";
import { networkReason } from "../../src/client/errors/networkReason.ts";
import { BASE, clientOf, script, TOKEN } from "./fixtures.ts";

const once = { retry: { limit: 0 } };

/** Starts a server that handles raw connections; returns its address. */
async function withServer(
  serve: (connection: Deno.TcpConn) => Promise<void>,
  use: (baseUrl: string) => Promise<void>,
): Promise<void> {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const serving = (async () => {
    for await (const connection of listener) {
      await serve(connection).catch(() => {});
      try {
        connection.close();
      } catch {
        // already closed
      }
    }
  })();
  await use(`http://127.0.0.1:${listener.addr.port}`);
  listener.close();
  await serving;
}

const catalogOf = (baseUrl: string, options = {}) =>
  connect({ baseUrl, token: TOKEN, ...once, ...options }).api.metrics.catalog();

Deno.test("a rejected connection, a broken one and an unknown name are distinguished", async () => {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const nobody = `http://127.0.0.1:${listener.addr.port}`;
  listener.close();
  const refused = await assertRejects(() => catalogOf(nobody), NetworkError);
  assertEquals(
    refused.message,
    `Cannot read metrics_catalog: ${nobody} refused the connection: nothing is listening there`,
  );
  await withServer(
    async (connection) => void await connection.read(new Uint8Array(100)),
    async (baseUrl) => {
      const reset = await assertRejects(() => catalogOf(baseUrl), NetworkError);
      assertStringIncludes(reset.message, `${baseUrl} closed the connection before it responded`);
      const tls = await assertRejects(
        () => catalogOf(baseUrl.replace("http:", "https:")),
        NetworkError,
      );
      assertStringIncludes(tls.message, "the encrypted connection");
    },
  );
  const unknown = await assertRejects(
    () => catalogOf("http://nobody.invalid", { allowInsecure: true }),
    NetworkError,
  );
  assertStringIncludes(
    unknown.message,
    "the host name of http://nobody.invalid was not found (DNS)",
  );
});

Deno.test("networkReason() reads the messages of Deno and of Node, in any cause", () => {
  const says: [string, string, boolean][] = [
    ["tcp connect error: Connection refused (os error 111)", "refused the connection", true],
    ["connect ECONNREFUSED 127.0.0.1:1", "refused the connection", true],
    ["Connection reset by peer (os error 104)", "closed the connection", true],
    ["connection closed before message completed", "closed the connection", true],
    ["getaddrinfo ENOTFOUND host", "was not found (DNS)", true],
    ["invalid peer certificate: UnknownIssuer", "the certificate of https://h is not", false],
    ["tls handshake eof", "encrypted connection", true],
    ["Network is unreachable (os error 101)", "https://h cannot be reached", true],
    ["operation timed out", "did not accept the connection in time", true],
    ["something else", "https://h could not be reached: something else", true],
  ];
  for (const [message, text, passing] of says) {
    const error = new TypeError("fetch failed", {
      cause: new Error("x", { cause: new Error(message) }),
    });
    const reason = networkReason(error, "https://h");
    assertStringIncludes(reason.text, text);
    assertEquals(reason.passing, passing, message);
  }
});

Deno.test("an untrusted certificate is not tried again", async () => {
  let tries = 0;
  const fetch = (): never => {
    tries++;
    throw new TypeError("fetch failed", { cause: new Error("invalid peer certificate: Expired") });
  };
  await assertRejects(() => clientOf(fetch).api.metrics.catalog(), NetworkError, "(TLS)");
  assertEquals(tries, 1);
});

Deno.test("a body that turns out truncated while it is read is requested again, at most twice", async () => {
  const series = {
    metric: "HeartRate" as const,
    start_time: "2024-01-24T00:00Z",
    end_time: "2024-01-24T00:02Z",
  };
  const whole =
    '[{"time":"2024-01-24T00:00:00Z","heart_rate":1},{"time":"2024-01-24T00:01:00Z","heart_rate":2}]';
  const cut = (): Response => new Response(new Blob([whole.slice(0, 60)]).stream());
  const found = script(cut, cut, new Response(whole));
  const frame = await clientOf(found.fetch).api.metrics.timeSeries(series, { output: "jstable" });
  assertEquals([frame.height, found.requests.length], [2, 3]);
  const lost = script(cut, cut, cut, new Response(whole));
  await assertRejects(
    () => clientOf(lost.fetch).api.metrics.timeSeries(series, { output: "jstable" }),
    BodyError,
    "; tried 3 times",
  );
  assertEquals(lost.requests.length, 3);
});

Deno.test("messages state the number and duration of attempts, even for an overloaded service", async () => {
  for (const status of [408, 429, 500, 503, 504]) {
    const { fetch } = script(...Array(4).fill(() => Response.json({ detail: "busy" }, { status })));
    const error = await assertRejects(() => clientOf(fetch).api.metrics.catalog(), ApiError);
    assertStringIncludes(error.message, `busy; tried 4 times (${status})`);
  }
});

Deno.test("during an outage, attempts continue until the time budget is spent, and no longer", async () => {
  const start = performance.now(), since = (): number => performance.now() - start;
  let tries = 0;
  const fetch = (): Response => {
    tries++;
    if (since() < 1500) {
      throw new TypeError("fetch failed", { cause: new Error("Connection refused") });
    }
    return Response.json([]);
  };
  const options = { baseUrl: BASE, token: TOKEN, fetch };
  assertEquals(await connect({ ...options, retry: { delay: 100 } }).api.metrics.catalog(), []);
  assert(tries > 2, `${tries} tries`);
  const error = await assertRejects(
    () =>
      connect({
        ...options,
        fetch: () => {
          throw new TypeError("fetch failed", { cause: new Error("Connection refused") });
        },
        retry: { budget: 400, delay: 50, limit: 1000 },
      }).api.metrics.catalog(),
    NetworkError,
  );
  assert(/tried \d+ times/.test(error.message), error.message);
  assert(since() < 10_000);
});

Deno.test("waits are random, between zero and their full length", async () => {
  const { random } = Math;
  try {
    Math.random = () => 0;
    const { fetch } = script(
      ...Array(5).fill(() => new Response("", { status: 503 })),
      Response.json([]),
    );
    const start = performance.now();
    assertEquals(await clientOf(fetch, { retry: { delay: 5000 } }).api.metrics.catalog(), []);
    assert(performance.now() - start < 2000);
    Math.random = () => 0.999;
    const late = script(...Array(5).fill(() => new Response("", { status: 503 })));
    await assertRejects(() =>
      clientOf(late.fetch, { retry: { delay: 100, budget: 350 } }).api.metrics.catalog()
    );
    assertEquals(late.requests.length, 3); // after 100 and 200 ms; another 400 exceed the budget
  } finally {
    Math.random = random;
  }
});

Deno.test("silence of a service never exceeds the budget, however often it happens", async () => {
  const start = performance.now();
  await assertRejects(
    () =>
      clientOf(() => new Promise<Response>(() => {}), {
        timeout: 300,
        retry: { budget: 500, delay: 1 },
      }).api.metrics.catalog(),
    TimeoutError,
  );
  assert(performance.now() - start < 3000);
});

Deno.test("a page of a proxy is not accepted as an answer of the service", async () => {
  const page = "<!doctype html><html><title>Access denied</title></html>";
  const answer = (status: number, body: string, type: string) =>
    assertRejects(
      () =>
        clientOf(() => new Response(body, { status, headers: { "content-type": type } }), once)
          .api.metrics.catalog(),
      ApiError,
    );
  for (const type of ["text/html; charset=utf-8", "application/octet-stream"]) {
    const denied = await answer(403, page, type);
    assert(!(denied instanceof ForbiddenError));
    assertStringIncludes(denied.message, "the response is an HTML page");
    assert(!denied.message.includes("shared"), denied.message);
  }
  assert(await answer(404, page, "text/html") instanceof NotFoundError);
  const own = await answer(
    403,
    '{"detail":"This data is not shared with you"}',
    "application/json",
  );
  assert(own instanceof ForbiddenError);
});
