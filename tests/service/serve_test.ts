import { assert, assertEquals } from "@std/assert";
import { openService } from "../../src/service/openService.ts";
import { serve } from "../../src/service/serve.ts";

Deno.test("a service runs on the loopback address and stops after its answers", async () => {
  const service = await openService();
  const { url, stop } = await serve(service);
  assert(/^http:\/\/127\.0\.0\.1:\d+$/.test(url));
  const headers = { authorization: `Bearer ${await service.issueToken(await service.owner())}` };
  const under = fetch(`${url}/data/v0/metrics_catalog`, { headers });
  const response = await under;
  const stopped = stop();
  assertEquals((await response.json()).length, 161);
  await stopped;
});

Deno.test("a folder keeps records, tokens and the owner, and nobody else can read it", async () => {
  const folder = `${await Deno.makeTempDir()}/made`;
  const first = await openService({ folder });
  const owner = await first.owner();
  const token = await first.issueToken(owner);
  await first.close();
  if (Deno.build.os !== "windows") await Deno.chmod(folder, 0o755);
  const second = await openService({ folder });
  try {
    assertEquals(await second.owner(), owner);
    const response = await second.fetch(
      new Request("http://localhost/user/v1alpha1/info", {
        headers: { authorization: `Bearer ${token}` },
      }),
    );
    assertEquals((await response.json()).userid, owner);
    if (Deno.build.os !== "windows") {
      assertEquals((await Deno.stat(folder)).mode! & 0o777, 0o700);
      for await (const { name } of Deno.readDir(folder)) {
        assertEquals((await Deno.stat(`${folder}/${name}`)).mode! & 0o777, 0o600, name);
      }
    }
  } finally {
    await second.close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("stop() waits for an incoming body, and rejects new requests meanwhile", async () => {
  const service = await openService();
  const arrived = Promise.withResolvers<void>();
  const answer = service.fetch.bind(service);
  service.fetch = (request) => {
    if (request.body !== null && !request.url.endsWith("/input/v1/file")) arrived.resolve();
    return answer(request);
  };
  const { url, stop } = await serve(service);
  const headers = { authorization: `Bearer ${await service.issueToken(await service.owner())}` };
  const announced = await fetch(`${url}/input/v1/file`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ name: "a", path: "/", content_type: "text/plain", content_length: 200 }),
  });
  const more = Promise.withResolvers<void>();
  const slow = fetch((await announced.json()).url, {
    method: "POST",
    body: new ReadableStream({
      async start(controller) {
        controller.enqueue(new Uint8Array(100));
        await more.promise;
        controller.enqueue(new Uint8Array(100));
        controller.close();
      },
    }),
  });
  await arrived.promise;
  const stopped = stop();
  const late = await fetch(`${url}/user/v1alpha1/info`, { headers });
  assertEquals([late.status, (await late.json()).detail], [503, "The service is stopping"]);
  more.resolve();
  const response = await slow;
  await response.body?.cancel();
  assertEquals(response.status, 200);
  await stopped;
});
