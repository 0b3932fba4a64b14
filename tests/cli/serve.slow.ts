import { assert, assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { childLines, endChild } from "../helpers/childLines.ts";
import { accessLog } from "../../src/cli/accessLog.ts";
import { serveCommand } from "../../src/cli/serve.ts";

const SCRIPT = fileURLToPath(new URL("../../src/cli/serve.ts", import.meta.url));

/** Runs the command in a separate process; returns after a number of printed lines. */
async function start(
  lines: number,
  args: string[],
  env: Record<string, string> = {},
): Promise<{
  child: Deno.ChildProcess;
  printed: string[];
  /** Standard error, available after the process exits. */
  errors: Promise<string>;
}> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "-A", SCRIPT, "--port", "0", "--memory", ...args],
    env,
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const { lines: printed, errors } = await childLines(child, lines);
  return { child, printed, errors };
}

const info = (url: string, token: string) =>
  fetch(`${url}/user/v1alpha1/info`, { headers: { authorization: `Bearer ${token}` } });

Deno.test("serve --user prints a token per user, as one line of JSON each", async () => {
  const users = [crypto.randomUUID(), crypto.randomUUID()];
  const flags = users.flatMap((userid) => ["--user", userid.toUpperCase()]);
  const { child, printed, errors } = await start(2, ["--json", "--quiet", ...flags]);
  const lines = printed.map((line) => JSON.parse(line));
  assertEquals(lines.map(({ userid }) => userid), users);
  for (const { url, token, userid } of lines) {
    assertEquals((await (await info(url, token)).json()).userid, userid);
  }
  assertEquals((await endChild(child)).code, 0);
  assertEquals(await errors, "", "--quiet is not quiet");
});

Deno.test("serve logs a line per request with its id, and never a token", async () => {
  const { child, printed, errors } = await start(1, ["--json"]);
  const { url, token } = JSON.parse(printed[0]!);
  const response = await info(url, token);
  const id = response.headers.get("x-request-id")!;
  await response.body?.cancel();
  await (await fetch(`${url}/${token}?token=${token}`)).body?.cancel();
  assertEquals((await endChild(child, "SIGINT")).code, 0);
  const lines = (await errors).trim().split("\n");
  assertEquals(lines.length, 2);
  assert(lines[0]!.includes(` ${id} GET /user/v1alpha1/info 200 `), lines[0]);
  assertMatch(lines[1]!, / GET \/\[token\] 404 /);
  assert(!lines.join("\n").includes(token));
});

Deno.test("serve --names answers in the words of the deployment", async () => {
  const words = "svc=acme,mobile=phone,map=gps,health_sdk=vitals";
  const { child, printed } = await start(1, ["--json", "--quiet", "--names", words]);
  const { url, token, userid } = JSON.parse(printed[0]!);
  const headers = { authorization: `Bearer ${token}` };
  const range = "start_time=2024-01-01T00:00Z&end_time=2024-01-02T00:00Z";
  const status = async (path: string): Promise<number> => {
    const response = await fetch(`${url}/data/v0/${userid}/${path}?${range}`, { headers });
    await response.body?.cancel();
    return response.status;
  };
  assertEquals(await status("phone_workouts"), 200);
  assertEquals(await status("mobile_workouts"), 404);
  assertEquals((await endChild(child)).code, 0);
});

Deno.test("serve --host listens on that address, and warns if other machines can reach it", async () => {
  const { child, printed, errors } = await start(1, ["--json", "--quiet", "--host", "0.0.0.0"]);
  const { url, token } = JSON.parse(printed[0]!);
  assertMatch(url, /^http:\/\/127\.0\.0\.1:\d+$/);
  assertEquals((await (await info(url, token)).json()).tier, "embedded");
  assertEquals((await endChild(child)).code, 0);
  assertMatch(
    await errors,
    /^Warning: other machines reach this service over unencrypted http.*\n$/,
  );
});

Deno.test("invalid users, names and hosts print one line and exit with code 2", async () => {
  for (
    const args of [
      ["--user", "x"],
      ["--names", "svc"],
      ["--names", "svc=a,svc=b"],
      ["--names", "nothing=a"],
      ["--names", "svc=A b"],
      ["--host", ""],
      ["--public-url", "data.example.org"],
      ["--public-url", "https://data.example.org/path?query"],
      ["--active-until", "tomorrow"],
    ]
  ) {
    const lines: string[] = [];
    const code = await serveCommand(["--memory", ...args], { warn: (line) => lines.push(line) });
    assertEquals([code, lines.length], [2, 1], String(args));
    assertMatch(lines[0]!, /Use: serve/);
  }
});

Deno.test("a log line shows an error on one line, without anything that looks like a token", () => {
  const entry = {
    id: "1",
    method: "GET",
    path: "/x",
    status: 500,
    milliseconds: 1.25,
    error: new Error("broken\nby lfr_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
  };
  assertEquals(
    accessLog(entry, Temporal.Instant.from("2026-01-01T00:00:00Z")),
    "2026-01-01T00:00:00.000Z 1 GET /x 500 1.3 ms Error: broken by [token]",
  );
});

Deno.test("serve --help lists every option, and starts no service", async () => {
  const lines: string[] = [];
  const code = await serveCommand(["--help"], { print: (line) => lines.push(line) });
  assertEquals(code, 0);
  const source = await Deno.readTextFile(
    new URL("../../src/cli/serveSettings.ts", import.meta.url),
  );
  const options = [...source.matchAll(/^ +"?([a-z-]+)"?: \{ type:/gm)].map(([, name]) => name);
  assert(options.length >= 14);
  for (const option of options) assertMatch(lines[0]!, new RegExp(`^  --${option}\\b`, "m"));
});

Deno.test("serve reads secrets from files and the environment, not from arguments", async () => {
  const folder = await Deno.makeTempDir();
  const operator = "operator-token-of-the-test", storage = "storage-secret-of-the-test";
  await Deno.writeTextFile(`${folder}/operator`, `${operator}\n`);
  const { child, printed } = await start(
    1,
    ["--json", "--quiet", "--operator-token-file", `${folder}/operator`],
    { LIFEFRAME_STORAGE_SECRET: storage, LIFEFRAME_OPERATOR_TOKEN: "another-operator-token" },
  );
  const { url } = JSON.parse(printed[0]!);
  const status = async (path: string, token: string): Promise<number> => {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: '{"months":1}',
    });
    await response.body?.cancel();
    return response.status;
  };
  assertEquals(await status("/user/v1alpha1/grant_service", operator), 200);
  assertEquals(await status("/user/v1alpha1/grant_service", "another-operator-token"), 401);
  assertEquals(await status("/events/v1/storage", storage), 422);
  assertEquals(await status("/events/v1/storage", "x"), 401);
  assertEquals((await endChild(child)).code, 0);
  await Deno.writeTextFile(`${folder}/operator`, "short\n");
  const lines: string[] = [];
  const code = await serveCommand(
    ["--memory", "--port", "0", "--operator-token-file", `${folder}/operator`],
    { warn: (line) => lines.push(line) },
  );
  assertEquals(code, 1);
  assertMatch(
    lines[0]!,
    /operator-token-file .* has to contain one word of at least 16 characters/,
  );
  await Deno.remove(folder, { recursive: true });
});

Deno.test("serve --public-url sends uploads to the proxy, whatever the headers contain", async () => {
  const { child, printed } = await start(1, [
    "--json",
    "--quiet",
    "--public-url",
    "https://data.example.org/",
  ]);
  const { url, token } = JSON.parse(printed[0]!);
  const response = await fetch(`${url}/input/v1/file`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "x-forwarded-host": "evil.example.org",
      "content-type": "application/json",
    },
    body: JSON.stringify({ name: "a", path: "/", content_type: "text/plain", content_length: 1 }),
  });
  assertMatch(
    (await response.json()).url,
    /^https:\/\/data\.example\.org\/input\/v1\/file_content\//,
  );
  assertEquals((await endChild(child)).code, 0);
});

Deno.test("deno task serve runs with its permissions, and explains how to grant more", async () => {
  const folder = await Deno.makeTempDir();
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const task = (...args: string[]) =>
    new Deno.Command(Deno.execPath(), {
      args: ["task", "--quiet", "serve", "--port", "0", "--json", ...args],
      cwd: root,
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  const child = task("--data", `${folder}/data`, "--sources", "Wrist");
  const { lines, errors } = await childLines(child, 1);
  const { url, token } = JSON.parse(lines[0]!);
  assertEquals((await (await info(url, token)).json()).tier, "embedded");
  await endChild(child);
  assertMatch(await errors, / GET \/user\/v1alpha1\/info 200 /);
  const refused = await task("--data", "/nowhere/lifeframe").output();
  assertEquals(refused.code, 1);
  const said = new TextDecoder().decode(refused.stderr);
  assertMatch(said, /^Cannot serve: Deno needs \w+ access to "\/nowhere.*--help/);
  await Deno.remove(folder, { recursive: true });
});
