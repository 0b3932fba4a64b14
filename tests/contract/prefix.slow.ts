import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { once } from "node:events";
import { connect as openSocket, type Socket } from "node:net";
import { connect } from "../../src/client/connect.ts";
import { createService } from "../../src/service/createService.ts";
import { LIMITS } from "../../src/options/limits.ts";
import { openStore } from "../../src/store/openStore.ts";
import { serve } from "../../src/service/serve.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";
import { approve, server } from "./signIn.ts";
import { PROXIES, type Proxy } from "./proxies.ts";

const PREFIX = "/health";

/** Ways in which a proxy forwards a path below the prefix. */
const PATHS = { "strips the prefix": true, "passes the prefix on": false } as const;

/** Serves below a prefix, behind a proxy with the public address. */
async function behind(
  program: string,
  start: Proxy,
  strip: boolean,
): Promise<
  AsyncDisposable & { readonly url: string; readonly here: Awaited<ReturnType<typeof server>> }
> {
  const listening = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listening.addr;
  listening.close();
  const url = `http://127.0.0.1:${port}${PREFIX}`;
  const service = createService({
    store: openStore(),
    publicUrl: url,
    signIn: { interval: 0.001 },
  });
  const served = await serve(service, { trustedProxies: ["127.0.0.1"], grace: 100 });
  const here = await server({}, { service, served });
  const proxy = await start(program, { port, service: here.url, prefix: PREFIX, strip });
  return {
    url,
    here,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await here[Symbol.asyncDispose]();
    },
  };
}

for (const [name, start] of Object.entries(PROXIES)) {
  for (const [how, strip] of Object.entries(PATHS)) {
    testWithProgram(
      name,
      `below a prefix at ${name}, which ${how}, everything is reached`,
      async (program) => {
        await using proxied = await behind(program, start, strip);
        const { url, here } = proxied;
        // Sign-in: the page's form works from the address that the program received.
        const asked = await (await fetch(`${url}/oauth/device/code`, {
          method: "POST",
          body: new URLSearchParams({ client_id: "cli" }),
        })).json();
        assert(asked.verification_uri.startsWith(`${url}/oauth/device`), asked.verification_uri);
        await approve(here.service, asked.verification_uri_complete, here.userid, "approve", {
          fetch: (request) => fetch(request),
        });
        const { access_token } = (await here.poll(asked.device_code)).body;
        // Read, write, and upload a file to the issued address.
        const me = connect({ baseUrl: url, token: access_token });
        assertEquals((await me.api.user.info()).userid, here.userid);
        await me.api.ingest.records("HeartRate", [
          { id: crypto.randomUUID(), start_time: "2025-01-01T00:00:00Z", value: 60 },
        ]);
        const file = await me.api.files.upload("/a.txt", "text");
        assertEquals(
          await me.api.files.download({ input_id: file.id! }),
          new TextEncoder().encode("text"),
        );
        // Links of the documents stay below the prefix.
        const docs = await (await fetch(`${url}/docs`)).text();
        for (const [, link] of docs.matchAll(/href="([^"#]+)"/g)) {
          const target = new URL(link!, `${url}/docs`);
          if (target.origin !== new URL(url).origin) continue;
          assert(target.pathname.startsWith(`${PREFIX}/`), target.href);
          const answer = await fetch(target);
          await answer.body?.cancel();
          assertEquals(answer.status, 200, target.href);
        }
        const { servers } = await (await fetch(`${url}/openapi.json`)).json();
        assertEquals(new URL(servers[0].url, url).href, `${url}/`);
      },
    );
  }

  testWithProgram(
    name,
    `one client of ${name} cannot take another's connections`,
    async (program) => {
      await using proxied = await behind(program, start, true);
      const { url } = proxied;
      const { port } = new URL(url);
      const head = "POST /health/oauth/token HTTP/1.1\r\nHost: localhost\r\n";
      const form = "Content-Type: application/x-www-form-urlencoded\r\n";
      const sockets: Socket[] = [];
      const openFrom = (localAddress: string, text: string): Socket => {
        const socket = openSocket({ host: "127.0.0.1", port: Number(port), localAddress });
        socket.on("error", () => {});
        socket.write(text);
        sockets.push(socket);
        return socket;
      };
      try {
        // Another user's request is pending, and is the oldest.
        const honest = openFrom("127.0.0.6", `${head}${form}Content-Length: 3\r\n\r\na=`);
        await new Promise((resolve) => setTimeout(resolve, 200));
        // More slow bodies than the service has connections, all from one address.
        for (let i = 0; i < 1.5 * LIMITS.connections.most; i++) {
          openFrom("127.0.0.5", `${head}${form}Content-Length: 9000\r\n\r\na=`);
          if (i % 100 === 99) await new Promise((resolve) => setTimeout(resolve, 20));
        }
        for (let i = 0; i < 10; i++) {
          const answer = await fetch(`${url}/nothing`);
          await answer.body?.cancel();
          assertEquals(answer.status, 404);
        }
        const answered = once(honest, "data");
        honest.write("b");
        assertStringIncludes(String((await answered)[0]), " 400 Bad Request");
      } finally {
        for (const socket of sockets) socket.destroy();
      }
    },
  );
}

Deno.test("a prefix that hides a path of the service is rejected", () => {
  for (const prefix of ["user", "user/v1alpha1", "oauth", "docs"]) {
    const publicUrl = `https://example.org/${prefix}`;
    assertThrows(
      () => createService({ store: openStore(), publicUrl }),
      RangeError,
      "Cannot serve below",
    );
  }
});
