import { assertEquals } from "@std/assert";
import { openService } from "../../src/service/openService.ts";
import { serve } from "../../src/service/serve.ts";

Deno.test("a request needs exactly one Host: a name or an address with an optional port", async () => {
  const service = await openService();
  const { url, stop } = await serve(service);
  const { hostname, port } = new URL(url);
  const token = await service.issueToken(await service.owner());
  const ask = async (path: string, head: string, version = "1.1"): Promise<number> => {
    const connection = await Deno.connect({ hostname, port: Number(port) });
    const request = `GET ${path} HTTP/${version}\r\n${head}Authorization: Bearer ${token}\r\n` +
      "Connection: close\r\n\r\n";
    await connection.write(new TextEncoder().encode(request));
    const bytes = new Uint8Array(64), length = await connection.read(bytes);
    connection.close();
    return Number(new TextDecoder().decode(bytes.subarray(0, length ?? 0)).slice(9, 12));
  };
  const info = "/user/v1alpha1/info";
  const right = [`${hostname}:${port}`, "localhost", "127.0.0.1", "[::1]", `[::1]:${port}`];
  for (const host of [...right, `${hostname}:`, "[::1]:"]) {
    assertEquals(await ask(info, `Host: ${host}\r\n`), 200, host);
  }
  const wrong = [
    `Host: ${hostname}:${port}${info}?x=`,
    `Host: evil.example@${hostname}`,
    `Host: ${hostname}:port`,
    `Host: ${hostname}#`,
    `Host: ${hostname}\\`,
    `Host: a b`,
    `Host: [::1`,
    "Host:",
    `Host: :${port}`,
    `Host: ${hostname}:99999`,
    "Host: [fe80::1%25eth0]",
    `Host: ${hostname}\r\nHost: ${hostname}`,
    `Host: ${hostname}\r\nhost: evil.example`,
  ];
  for (const head of wrong) assertEquals(await ask("/nothing", `${head}\r\n`), 400, head);
  assertEquals(await ask("/nothing", ""), 400);
  const host = `Host: ${hostname}:${port}\r\n`;
  assertEquals(await ask(`http://${hostname}:${port}${info}`, host), 200);
  for (const user of ["a@", "a:b@", "@"]) {
    assertEquals(await ask(`http://${user}${hostname}:${port}${info}`, host), 400, user);
  }
  for (const scheme of ["ftp", "file", "javascript"]) {
    assertEquals(await ask(`${scheme}://${hostname}:${port}${info}`, host), 400, scheme);
  }
  assertEquals(await ask(info, "", "1.0"), 200, "HTTP/1.0 has no Host");
  assertEquals(await ask(info, host, "2.0"), 400);
  await stop();
});
