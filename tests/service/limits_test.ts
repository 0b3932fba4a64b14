import { assert, assertEquals, assertMatch } from "@std/assert";
import { openService } from "../../src/service/openService.ts";
import { RequestRate } from "../../src/service/http/requestRate.ts";
import type { Problem } from "../../src/service/http/problem.ts";
import { bodyParts } from "../../src/service/http/bodyParts.ts";
import { serve, type ServeOptions } from "../../src/service/serve.ts";
import { embedded } from "./embedded.ts";

/** Opens a raw connection to a service. */
async function connected(options: ServeOptions = {}) {
  const service = await openService();
  const { url, stop } = await serve(service, options);
  const { hostname, port } = new URL(url);
  const token = await service.issueToken(await service.owner());
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const send = (text: string) => connection.write(new TextEncoder().encode(text));
  /** Reads until the service closes the connection. */
  const rest = async (): Promise<string> => {
    const text = new TextDecoder(), bytes = new Uint8Array(4096);
    let all = "";
    for (;;) {
      const count = await connection.read(bytes).catch(() => null);
      if (count === null) return all;
      all += text.decode(bytes.subarray(0, count), { stream: true });
    }
  };
  return { url, stop, token, send, rest, connection };
}

Deno.test("missing headers are 408 and close the connection, even before the first byte", async () => {
  for (const head of ["GET /docs HTTP/1.1\r\nHost: localhost\r\nX-", ""]) {
    const here = await connected({ headerTime: 300 });
    if (head !== "") await here.send(head);
    const answer = await here.rest(); // ends when the service closes
    if (head !== "") assertMatch(answer, /^HTTP\/1\.1 408 /);
    here.connection.close();
    await here.stop();
  }
});

Deno.test("stop() ends although a body hangs and a connection is open", async () => {
  const here = await connected({ grace: 300 });
  await here.send(
    `POST /user/v1alpha1/preferences HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n` +
      `Authorization: Bearer ${here.token}\r\n\r\n{`,
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  await here.stop(); // the hanging body would never let it end
  here.connection.close();
});

Deno.test("a paused body is 408, and one of unknown length is 413 as soon as it is too long", async () => {
  const request = (body: ReadableStream) =>
    new Request("http://localhost", { method: "POST", body });
  const read = async (body: ReadableStream): Promise<number> => {
    try {
      for await (const _ of bodyParts(request(body), { limit: 1000, silence: 100 }));
      return 0;
    } catch (error) {
      return (error as Problem).status;
    }
  };
  const bytes = new Uint8Array(400);
  assertEquals(await read(new ReadableStream({ start: (c) => c.enqueue(bytes) })), 408);
  assertEquals(await read(new ReadableStream({ pull: (c) => c.enqueue(bytes) })), 413);
  assertEquals(await read(new ReadableStream({ start: (c) => (c.enqueue(bytes), c.close()) })), 0);
});

Deno.test("a client that keeps sending sees the answer to a rejected body", async () => {
  const here = await connected();
  const body = new Uint8Array(8_000_000).fill(0x20);
  const response = await fetch(`${here.url}/user/v1alpha1/preferences`, {
    method: "POST",
    headers: { authorization: `Bearer ${here.token}` },
    body,
  });
  assertEquals(response.status, 413);
  await response.body?.cancel();
  here.connection.close();
  await here.stop();
});

Deno.test("each token has a request limit, and the answer says when to try again", async () => {
  await using here = await embedded({ requestRate: { perSecond: 1, burst: 5 } });
  const other = await here.service.issueToken(here.userid, { expiresIn: 1234 });
  const ask = async (token = here.token): Promise<Response> => {
    const response = await here.send("GET /user/v1alpha1/tag", { token });
    await response.body?.cancel();
    return response;
  };
  for (let i = 0; i < 5; i++) assertEquals((await ask()).status, 200);
  const refused = await ask();
  assertEquals([refused.status, refused.headers.get("retry-after")], [429, "1"]);
  assertEquals((await ask(other)).status, 200);
});

Deno.test("a rate allows its burst at once, and its requests per second on average", () => {
  let now = 0;
  const rate = new RequestRate({ perSecond: 200, burst: 2000 }, () => now);
  const passed = (count: number): number => {
    let passed = 0;
    for (let i = 0; i < count; i++) {
      try {
        rate.count("a");
        passed++;
      } catch (error) {
        assertEquals((error as Problem).status, 429);
      }
    }
    return passed;
  };
  assertEquals(passed(5000), 2000);
  let later = 0;
  for (now = 10; now <= 10_000; now += 10) later += passed(20);
  assertEquals(later, 2000);
  now += 3_600_000;
  assertEquals(passed(5000), 2000);
});

Deno.test("announced files without content are limited", async () => {
  await using here = await embedded({ openUploads: { files: 3, bytes: 1000 } });
  const announce = async (content_length: number, name: string): Promise<[number, string]> => {
    const response = await here.send("POST /input/v1/file", {
      body: JSON.stringify({ name, path: "/", content_type: "text/plain", content_length }),
    });
    const { file, detail } = await response.json();
    return [response.status, file?.id ?? detail];
  };
  const [, first] = await announce(400, "a");
  assertEquals((await announce(700, "b"))[0], 429);
  assertEquals((await announce(300, "c"))[0], 200);
  assertEquals((await announce(300, "d"))[0], 200);
  const [status, detail] = await announce(0, "e");
  assertEquals(status, 429);
  assertMatch(detail, /3 files/);
  await (await here.send(`DELETE /input/v1/file/${first}`)).body?.cancel();
  assertEquals((await announce(0, "e"))[0], 200);
  const { files } = await here.json<{ files: unknown[] }>(
    "GET /input/v1/file?include_deleted=true",
  );
  assertEquals(files.length, 4, "a refused announcement was kept");
});

Deno.test("an address that is too long is 414", async () => {
  await using here = await embedded();
  const at = async (length: number): Promise<number> => {
    const response = await here.send(`GET /user/v1alpha1/tag?x=${"x".repeat(length)}`);
    await response.body?.cancel();
    return response.status;
  };
  assertEquals(await at(17_000), 414);
  assert(await at(15_000) !== 414);
});

Deno.test("answers with personal data forbid caching and content sniffing", async () => {
  await using here = await embedded();
  for (const route of ["GET /user/v1alpha1/info", "GET /user/v1alpha1/tag/name/none", "GET /x"]) {
    const response = await here.send(route);
    await response.body?.cancel();
    assertEquals(response.headers.get("cache-control"), "no-store", route);
    assertEquals(response.headers.get("x-content-type-options"), "nosniff", route);
  }
});
