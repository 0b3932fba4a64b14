import { assert, assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { childLines, endChild } from "../helpers/childLines.ts";
import { within } from "../helpers/within.ts";
import { serveCommand, type ServeHooks } from "../../src/cli/serve.ts";

/** Runs the command until it prints, then stops it. */
async function served(
  args: string[],
  hooks: ServeHooks = {},
): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const stop = new AbortController();
  const code = await serveCommand(args, {
    print: (line) => {
      lines.push(line);
      stop.abort();
    },
    warn: (line) => lines.push(line),
    signal: stop.signal,
    ...hooks,
  });
  return { code, lines };
}

const PORT = ["--port", "0"];

Deno.test("serve prints address, token and user, as text or as one line of JSON", async () => {
  const text = await served([...PORT, "--memory"]);
  assertEquals(text.code, 0);
  assertEquals(text.lines.map((line) => line.split(" ")[0]), [
    "Address:",
    "Approve:",
    "Token:",
    "User:",
  ]);
  const json = await served([...PORT, "--memory", "--json"]);
  const { url, token, userid, approve_url } = JSON.parse(json.lines[0]!);
  assertEquals(json.lines.length, 1);
  assert(approve_url.startsWith(`${url}/oauth/device?owner_code=`), approve_url);
  assertMatch(url, /^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  assertMatch(token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
  assertMatch(userid, /^[0-9a-f-]{36}$/);
});

Deno.test("serve --sample passes the service, a token and the names to its hook", async () => {
  let name: string | undefined, words: object = {};
  const args = ["--memory", "--sample", "--json", "--names", "svc=acme,map=gps"];
  const { code } = await served([...PORT, ...args], {
    sample: async (fetch, token, names) => {
      words = names;
      const headers = { authorization: `Bearer ${token}` };
      const request = new Request("http://localhost/user/v1alpha1/info", { headers });
      name = (await (await fetch(request)).json()).tier;
    },
  });
  assertEquals([code, name], [0, "embedded"]);
  assertEquals(words, { svc: "acme", map: "gps" });
});

Deno.test("invalid arguments print one line and exit with code 2", async () => {
  const wrong = [
    ["--nonsense"],
    ["extra"],
    ["--port"],
    ["--port", "x"],
    ["--port", "65536"],
    ["--port", "-1"],
    ["--data", ""],
    ["--data", "x", "--memory"],
    ["--sources", "A,,B"],
    ["--json=yes"],
    ["--sample"],
  ];
  for (const args of wrong) {
    const { code, lines } = await served(args);
    assertEquals([code, lines.length], [2, 1], `${args}: ${lines}`);
    assert(!lines[0]!.includes("\n") && lines[0]!.includes("Use: serve"), lines[0]);
  }
});

Deno.test("a used port or an invalid folder prints one line and exits with code 1", async () => {
  const other = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const taken = await served(["--memory", "--port", String(other.addr.port)]);
  other.close();
  assertEquals([taken.code, taken.lines.length], [1, 1]);
  assertMatch(taken.lines[0]!, /port \d+ is in use/);
  const elsewhere = await served(["--memory", "--port", "0", "--host", "203.0.113.9"]);
  assertEquals([elsewhere.code, elsewhere.lines.length], [1, 1]);
  assertMatch(elsewhere.lines[0]!, /Cannot serve: this machine has no address 203\.0\.113\.9/);
  const file = await Deno.makeTempFile();
  const none = await served([...PORT, "--data", file]);
  await Deno.remove(file);
  assertEquals([none.code, none.lines.length], [1, 1]);
});

const SCRIPT = fileURLToPath(new URL("../../src/cli/serve.ts", import.meta.url));

/** Starts a service on a folder in its own process. */
async function start(folder: string): Promise<{
  child: Deno.ChildProcess;
  url: string;
  headers: HeadersInit;
  userid: string;
}> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "-A", SCRIPT, ...PORT, "--data", folder, "--json", "--quiet"],
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const { lines } = await childLines(child, 1);
  const { url, token, userid } = JSON.parse(lines[0]!);
  return { child, url, headers: { authorization: `Bearer ${token}` }, userid };
}

const RANGE = "start_time=2024-01-01T00:00Z&end_time=2025-01-01T00:00Z";

async function count({ url, headers, userid }: Awaited<ReturnType<typeof start>>): Promise<number> {
  const path = `/data/v0/${userid}/metric_samples?metric=HeartRate&${RANGE}`;
  const answer = fetch(url + path, { headers }).then((response) => response.json());
  return (await within(120, "the count of records", answer)).length;
}

/** Sends a number of records in one batch. */
function send(
  { url, headers }: Awaited<ReturnType<typeof start>>,
  records: number,
): Promise<Response> {
  return fetch(`${url}/ingest/v1/record/HeartRate`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/x-jsonl" },
    body: Array.from(
      { length: records },
      (_, i) =>
        `{"start_time":"${new Date(Date.UTC(2024, 0, 1) + i * 60_000).toISOString()}","value":60}`,
    )
      .join("\n"),
  });
}

Deno.test("acknowledged records survive kill -9; others are stored completely or not at all", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const first = await start(folder);
    const kept = await within(120, "a batch to be kept", send(first, 3000));
    assertEquals(kept.status, 201);
    await kept.body?.cancel();
    const cut = send(first, 100_000).then((r) => r.body?.cancel(), () => {});
    await new Promise((resolve) => setTimeout(resolve, 150));
    await endChild(first.child, "SIGKILL");
    await within(60, "the batch that is cut", cut);
    const second = await start(folder);
    assert([3000, 103_000].includes(await count(second)), "half of a batch was kept");
    assertEquals(second.userid, first.userid);
    assertEquals((await endChild(second.child)).code, 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("on a signal, pending requests finish and the command exits with 0", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const here = await start(folder);
    const under = send(here, 50_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    here.child.kill("SIGINT");
    const response = await within(120, "the request under way", under);
    assertEquals(response.status, 201);
    assertMatch((await response.json()).upload_id, /^[0-9a-f-]{36}$/);
    assertEquals((await within(60, "the service to end", here.child.status)).code, 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
