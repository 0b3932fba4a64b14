import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  Client,
  StdioClientTransport,
  StreamableHTTPClientTransport,
} from "../../tools/packages/mcpClient.ts";
import { fileURLToPath } from "node:url";
import { connect, Credentials, credentialsStore, local } from "@lifeframe/lifeframe";
import { COMMANDS } from "../../src/cli/commands.ts";
import { importCommand } from "../../src/cli/importFiles.ts";
import { mcpCommand } from "../../src/cli/mcp.ts";
import { openService } from "../../src/service/openService.ts";
import { serve } from "../../src/service/serve.ts";
import { inFolder } from "../helpers/inFolder.ts";
import { withEnv } from "./console.ts";
import { assistantOf } from "../mcp/assistant.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PAGE = Deno.readTextFileSync(new URL("../../docs/assistant.md", import.meta.url));
const tz = "Europe/Berlin";

interface Started {
  readonly command: string;
  readonly args: string[];
}

/** Starts a server as an assistant does, from the configuration that it read. */
async function started({ command, args }: Started, folder: string) {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StdioClientTransport({
    command,
    args,
    cwd: "/",
    env: {
      HOME: folder,
      PATH: `${fileURLToPath(new URL(".", `file://${Deno.execPath()}`))}:/usr/bin:/bin`,
      ...Deno.env.has("DENO_DIR") ? { DENO_DIR: Deno.env.get("DENO_DIR")! } : {},
    },
    stderr: "pipe",
  });
  await client.connect(transport);
  return assistantOf(client);
}

/** Writes a health export with two days of steps. */
async function exportOf(folder: string): Promise<string> {
  const record = (day: string, count: number): string =>
    `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" value="${count}"
     startDate="${day} 12:00:00 +0100" endDate="${day} 12:10:00 +0100"/>`;
  const path = `${folder}/export.xml`;
  await Deno.writeTextFile(
    path,
    `<HealthData>${record("2024-01-10", 420)}${record("2024-01-11", 730)}</HealthData>`,
  );
  return path;
}

/** The SDK's client leaves a timer behind when it ends the server. */
const LEAVES_TIMER = { sanitizeOps: false, sanitizeResources: false };

const quiet = { print: () => {}, warn: () => {} };

Deno.test(
  "the configuration of the page starts a server over an imported export",
  LEAVES_TIMER,
  () =>
    inFolder(async (folder) => {
      const data = `${folder}/health`;
      const said: string[] = [];
      const file = await exportOf(folder);
      const code = await importCommand([file, "--data", data, "--zone", tz], {
        print: (line) => said.push(line),
      });
      assertEquals(code, 0);
      assertMatch(said.join("\n"), /Stored 2 new records/);
      const [, json] = /<!-- configuration -->\s+```json\n([\s\S]+?)```/.exec(PAGE)!;
      const filled = json!.replaceAll("/home/kim/lifeframe/", ROOT)
        .replaceAll("/home/kim/health", data);
      const { mcpServers: { lifeframe } } = JSON.parse(filled) as {
        mcpServers: { lifeframe: Started };
      };
      await using user = await started(lifeframe, folder);
      const { json: days } = await user.ask("daily_table", {
        ...{ from: "2024-01-10", to: "2024-01-12", metrics: ["StepCount"] },
      });
      assertEquals(days.rows.map((row: Record<string, unknown>) => row["step_count"]), [420, 730]);
      assertEquals([days.zone, days.unit.step_count], [tz, "steps"]);
      const { png } = await user.ask("chart", {
        ...{ kind: "days", metric: "StepCount", from: "2024-01-10", to: "2024-01-12" },
      });
      assert(png!.length > 1_000);
      const log = (await Deno.readTextFile(`${data}/mcp.jsonl`)).trim().split("\n");
      assertEquals(log.map((line) => JSON.parse(line).tool), ["daily_table", "chart"]);
      assertEquals((await Deno.stat(`${data}/mcp.jsonl`)).mode! & 0o777, 0o600);
    }),
);

Deno.test(
  "--show-config prints a configuration that starts the same server",
  LEAVES_TIMER,
  () =>
    inFolder(async (folder) => {
      const data = `${folder}/my health`;
      await using me = await local({ data, tz });
      await me.api.ingest.records("StepCount", [{ start_time: "2024-01-10T11:00Z", value: 5 }]);
      const said: string[] = [];
      const code = await mcpCommand(["--data", data, "--zone", tz, "--show-config"], {
        ...quiet,
        print: (line) => said.push(line),
      });
      assertEquals(code, 0);
      const { lifeframe } = JSON.parse(said.join("\n")).mcpServers;
      await using user = await started(lifeframe, folder);
      const { json } = await user.ask("coverage", { from: "2024-01-10", to: "2024-01-11" });
      assertEquals(json.rows.map((row: Record<string, unknown>) => row["data_type"]), [
        "StepCount",
      ]);
    }),
);

Deno.test("over HTTP, only requests with the token, a local host and no foreign origin are answered", () =>
  inFolder(async (folder) => {
    const stop = new AbortController(), said = Promise.withResolvers<string>();
    const running = mcpCommand(["--data", `${folder}/health`, "--zone", tz, "--http", "0"], {
      ...quiet,
      warn: (line) => line.startsWith("Address: ") && said.resolve(line),
      signal: stop.signal,
    });
    try {
      const [, address, file] = /^Address: (\S+), token in (.+)$/.exec(await said.promise)!;
      const token = (await Deno.readTextFile(file!)).trim();
      assert(!(await said.promise).includes(token));
      assertEquals((await Deno.stat(file!)).mode! & 0o777, 0o600);
      const ask = async (headers: Record<string, string>): Promise<number> => {
        const response = await fetch(address!, {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
        });
        await response.body?.cancel();
        return response.status;
      };
      const right = { authorization: `Bearer ${token}` };
      assertEquals(await ask({}), 401);
      assertEquals(await ask({ authorization: `Bearer ${token}x` }), 401);
      assertEquals(await ask({ ...right, origin: "https://evil.example" }), 403);
      const client = new Client({ name: "test", version: "1" });
      await client.connect(
        new StreamableHTTPClientTransport(new URL(address!), { requestInit: { headers: right } }),
      );
      await using user = assistantOf(client);
      const { json } = await user.ask("sources");
      assertEquals([json.zone, json.n], [tz, 0]);
    } finally {
      stop.abort();
      assertEquals(await running, 0);
    }
  }));

Deno.test(
  "the server uses a session that only reads, which ends with it, and --write adds notes",
  LEAVES_TIMER,
  () =>
    inFolder(async (folder) => {
      const data = `${folder}/health`, own = ["--data", data, "--zone", tz];
      const said: string[] = [];
      await mcpCommand([...own, "--show-config"], { ...quiet, print: (line) => said.push(line) });
      const { lifeframe } = JSON.parse(said.join("\n")).mcpServers as Record<string, Started>;
      await using me = await local({ data, tz });
      const open = async () =>
        (await me.api.sessions.list()).filter(({ deleted_at }) => deleted_at === null)
          .map(({ name, policy_id }) => [name, typeof policy_id]);
      {
        await using user = await started(lifeframe!, folder);
        assertEquals((await user.ask("sources")).isError, false);
        assertEquals(await open(), [["mcp", "string"]]);
      }
      {
        const { command, args } = lifeframe!;
        await using user = await started({ command, args: [...args, "--write"] }, folder);
        const { json } = await user.ask("note", { name: "coffee", at: "2025-03-20T08:00" });
        assertEquals(json.value, 1);
      }
      for (let i = 0; i < 50 && (await open()).length > 0; i++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      assertEquals(await open(), []);
      assertEquals((await me.diary("2025-03-20")).getColumn("coffee").toArray(), [1]);
    }),
);

Deno.test("over a service, the server creates a session with limits and ends it", () =>
  inFolder(async (folder) => {
    const service = await openService();
    const user = await service.owner(), served = await serve(service);
    const token = await service.issueToken(user);
    const owner = connect({ baseUrl: served.url, token, tz });
    const store = credentialsStore({ path: `${folder}/.config/lifeframe/credentials.json` });
    await store.write(
      new Credentials({
        baseUrl: served.url,
        authUrl: served.url,
        clientId: "x",
        accessToken: token,
      }),
    );
    const stop = new AbortController(), said = Promise.withResolvers<string>();
    await withEnv(
      { XDG_CONFIG_HOME: `${folder}/.config`, XDG_DATA_HOME: `${folder}/data` },
      async () => {
        const running = mcpCommand(["--base-url", served.url, "--zone", tz, "--http", "0"], {
          ...quiet,
          warn: (line) => line.startsWith("Address: ") && said.resolve(line),
          signal: stop.signal,
        });
        await said.promise;
        const [session] = await owner.api.sessions.list();
        assertMatch(session!.name, /^mcp [\da-f]{8}$/);
        assertEquals([typeof session!.policy_id, session!.deleted_at], ["string", null]);
        stop.abort();
        assertEquals(await running, 0);
      },
    );
    assert((await owner.api.sessions.list())[0]!.deleted_at !== null);
    await served.stop();
  }));

Deno.test("the server may only use the folders, the service and the port of its arguments", async () => {
  const flags = async (...args: string[]) => {
    const all = await COMMANDS["mcp"]!.permissions(args);
    return (kind: string): string =>
      all.find((flag) => flag.startsWith(`--allow-${kind}`))?.replace(/^[^=]+=?/, "") ?? "none";
  };
  const own = await flags("--data", "/kim/health", "--zone", tz);
  assertEquals([own("net"), own("write"), own("run")], ["none", "/kim/health", "none"]);
  const http = await flags("--data", "/kim/health", "--http", "8123");
  assertEquals(http("net"), "127.0.0.1");
  assert(!own("read").split(",").includes("."));
});

Deno.test("wrong arguments of mcp and import are named", async () => {
  const fault = async (command: typeof mcpCommand, ...args: string[]): Promise<string> => {
    const said: string[] = [];
    const code = await command(args, { ...quiet, warn: (line) => said.push(line) });
    assertEquals(code, 2);
    return said.join("\n");
  };
  assertMatch(await fault(mcpCommand, "--dta", "x"), /unknown option --dta; did you mean "--data"/);
  assertMatch(await fault(mcpCommand, "--mirror", "x"), /pass --profile or --base-url/);
  assertMatch(await fault(mcpCommand, "--http", "x"), /--http is x, expected a port/);
  const inBerlin = ["--data", "x", "--zone", "Berlin"];
  assertMatch(await fault(mcpCommand, ...inBerlin), /did you mean "Europe\/Berlin"/);
  assertMatch(await fault(mcpCommand, "--zone", "Europe/Berlin"), /the sample has its own zone/);
  assertMatch(await fault(importCommand), /its path is missing/);
});
