import { assert, assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { proxyOf } from "../../../src/client/http/proxies.ts";

const proxy = (address: string, env: Record<string, string>) =>
  proxyOf(address, (name) => env[name])?.variable;

Deno.test("proxyOf() returns the variable that sends an address through a proxy", () => {
  const env = { HTTP_PROXY: "http://proxy:3128", NO_PROXY: "localhost, .example.org,10.0.0.1:80" };
  assertEquals(proxy("http://data.example.com/a", env), "HTTP_PROXY");
  assertEquals(proxy("https://data.example.com/a", env), undefined);
  for (const host of ["localhost", "a.example.org", "example.org.localhost"]) {
    assertEquals(proxy(`http://${host}/`, env), undefined, host);
  }
  assertEquals(proxy("http://badexample.org/", env), "HTTP_PROXY");
  assertEquals(proxy("https://a.b/", { all_proxy: "proxy:1" }), "all_proxy");
  assertEquals(proxy("https://a.b/", { ALL_PROXY: "proxy:1", NO_PROXY: "*" }), undefined);
  assertEquals(
    proxyOf("http://a.b/", (name) => ({ http_proxy: "http://kim:secret@proxy:3128/" })[name]),
    { variable: "http_proxy", address: "proxy:3128" },
  );
});

/** Starts a proxy on a loopback address that answers every request itself. */
function refusingProxy(): { address: string; asked: string[]; stop: () => Promise<void> } {
  const asked: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    asked.push(request.url);
    return new Response("<h1>Filtered</h1>", {
      status: 403,
      headers: { "content-type": "text/html" },
    });
  });
  return {
    address: `127.0.0.1:${(server.addr as Deno.NetAddr).port}`,
    asked,
    stop: () => server.shutdown(),
  };
}

async function run(code: string, env: Record<string, string>) {
  const mod = new URL("../../../mod.ts", import.meta.url).href;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", `import { connect } from ${JSON.stringify(mod)};\n${code}`],
    cwd: fileURLToPath(new URL("../../../", import.meta.url)),
    env: { ...env, NO_PROXY: "", no_proxy: "" },
  });
  const began = performance.now(), { stdout, stderr } = await child.output();
  const text = new TextDecoder();
  return {
    out: text.decode(stdout),
    err: text.decode(stderr),
    seconds: (performance.now() - began) / 1000,
  };
}

Deno.test("a service on this machine is reached without the proxy of the environment", async () => {
  const proxy = refusingProxy();
  const service = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => Response.json({ userid: "00000000-0000-4000-8000-000000000000" }),
  );
  try {
    const { port } = service.addr as Deno.NetAddr;
    const { out, err } = await run(
      `const me = connect({ baseUrl: "http://127.0.0.1:${port}", token: "t".repeat(20) });
       await me.api.user.info().catch(() => {});
       console.log("asked")`,
      { HTTP_PROXY: `http://${proxy.address}` },
    );
    assertEquals(out, "asked\n", err);
    assertEquals(proxy.asked, []);
  } finally {
    await Promise.all([proxy.stop(), service.shutdown()]);
  }
});

Deno.test("an error immediately names the proxy and its variable if the proxy is the cause", async () => {
  const proxy = refusingProxy();
  const call = (baseUrl: string) =>
    `const began = performance.now();
     const me = connect({ baseUrl: "${baseUrl}", token: "t".repeat(20), allowInsecure: true });
     await me.api.user.info().catch((error) => console.log(error.name, error.message));
     console.log((performance.now() - began) < 3000 ? "at once" : "late")`;
  try {
    const refused = await run(call("http://data.invalid"), {
      HTTP_PROXY: `http://${proxy.address}`,
    });
    assertMatch(refused.out, /NetworkError .*127\.0\.0\.1:\d+ \(HTTP_PROXY\).*403/, refused.err);
    assert(refused.out.endsWith("at once\n"), refused.out);
    const tunnel = await run(call("https://data.invalid"), {
      HTTPS_PROXY: `http://${proxy.address}`,
    });
    assertMatch(tunnel.out, /NetworkError .*\(HTTPS_PROXY\)/, tunnel.err);
    assert(tunnel.out.endsWith("at once\n"), tunnel.out);
    const gone = await run(call("https://data.invalid"), { ALL_PROXY: "http://127.0.0.1:9" });
    assertMatch(gone.out, /NetworkError .*127\.0\.0\.1:9 \(ALL_PROXY\)/, gone.err);
    assert(gone.out.endsWith("at once\n"), gone.out);
  } finally {
    await proxy.stop();
  }
});
