import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { BodyError, NetworkError } from "../../src/client/errors/apiError.ts";
import { clientOf } from "./fixtures.ts";

const HOST = "127.0.0.1";
const once = { retry: { limit: 0 } };

/** Calls `run` with the address of a server on a port of this machine. */
async function serving(
  handler: (request: Request) => Response | Promise<Response>,
  run: (baseUrl: string) => Promise<void>,
): Promise<void> {
  const server = Deno.serve({ hostname: HOST, port: 0, onListen: () => {} }, handler);
  try {
    await run(`http://${HOST}:${server.addr.port}`);
  } finally {
    await server.shutdown();
  }
}

Deno.test("over a port, JSON lines carry their length and a 303 leads to a GET", async () => {
  const seen: [string, string | null, string][] = [];
  await serving(async (request) => {
    seen.push([request.method, request.headers.get("content-length"), await request.text()]);
    return request.method === "POST"
      ? new Response(null, { status: 303, headers: { location: "/done" } })
      : Response.json({ upload_id: "a" });
  }, async (baseUrl) => {
    const { ingest } = clientOf(fetch, { baseUrl }).api;
    assertEquals(await ingest.records("X", [{ note: "é" }, { note: "b" }], { ids: false }), {
      uploads: ["a"],
      records: 2,
    });
  });
  assertEquals(seen, [["POST", "27", '{"note":"é"}\n{"note":"b"}\n'], ["GET", null, ""]]);
});

Deno.test("over a port, an encoded body is read without a digest check", async () => {
  const gzip = async (text: string): Promise<ReadableStream> =>
    (await new Response(text).blob()).stream().pipeThrough(new CompressionStream("gzip"));
  await serving(
    async () =>
      new Response(await gzip('[{"name":"x"}]'), {
        headers: { "content-encoding": "gzip", "content-digest": "sha-256=:AAAA:" },
      }),
    async (baseUrl) => {
      const [metric] = await clientOf(fetch, { baseUrl }).api.metrics.catalog();
      assertEquals(metric?.name, "x");
    },
  );
});

/** Answers every connection with these bytes and closes it. */
async function answering(
  bytes: Uint8Array,
  run: (baseUrl: string) => Promise<void>,
): Promise<void> {
  const listener = Deno.listen({ hostname: HOST, port: 0 });
  const served = (async () => {
    for await (const connection of listener) {
      await connection.read(new Uint8Array(4096));
      await connection.write(bytes);
      connection.close();
    }
  })();
  try {
    await run(`http://${HOST}:${listener.addr.port}`);
  } finally {
    listener.close();
    await served;
  }
}

Deno.test("over a port, an answer truncated at any byte is an error", async () => {
  const body = '[{"name":"x"}]';
  const whole = new TextEncoder().encode(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n` +
      `connection: close\r\n\r\n${body}`,
  );
  for (let length = whole.length - body.length - 3; length < whole.length; length += 2) {
    await answering(whole.slice(0, length), async (baseUrl) => {
      const error = await assertRejects(() =>
        clientOf(fetch, { baseUrl, ...once }).api.metrics.catalog()
      );
      const hasHead = length >= whole.length - body.length;
      assertEquals((error as Error).constructor, hasHead ? BodyError : NetworkError);
    });
  }
  await answering(whole, async (baseUrl) => {
    assertEquals((await clientOf(fetch, { baseUrl, ...once }).api.metrics.catalog()).length, 1);
  });
});

Deno.test("over a port, a chunked answer without its last chunk is an error", async () => {
  const text = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n[]\r\n";
  await answering(new TextEncoder().encode(text), async (baseUrl) => {
    await assertRejects(
      () => clientOf(fetch, { baseUrl, ...once }).api.metrics.catalog(),
      BodyError,
    );
  });
});

Deno.test("over a port, a host that rejects connections is named, with advice", async () => {
  const listener = Deno.listen({ hostname: HOST, port: 0 });
  const { port } = listener.addr;
  listener.close();
  const baseUrl = `http://${HOST}:${port}`;
  const error = await assertRejects(
    () => clientOf(fetch, { baseUrl, ...once }).api.metrics.catalog(),
    NetworkError,
  );
  assertStringIncludes(
    error.message,
    `Cannot read metrics_catalog: ${baseUrl} refused the connection`,
  );
});
