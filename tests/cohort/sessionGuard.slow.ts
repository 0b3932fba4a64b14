import { assert, assertEquals } from "@std/assert";
import { sparkAddress } from "../../src/cohort/spark/address.ts";
import { SparkConnection } from "../../src/cohort/spark/connection.ts";
import { listen } from "./connectServer.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";
import { certificate, tlsProxy } from "./spark/tlsProxy.ts";

const CLIENT = new URL("./spark/idleClient.ts", import.meta.url).href;

Deno.test("a guard interrupts the session's operations when the client is killed", async () => {
  await assertInterrupted(undefined);
});

testWithProgram(
  "openssl",
  "the guard speaks TLS, with the certificates of a private authority",
  async () => {
    await assertInterrupted(await certificate());
  },
);

async function assertInterrupted(pair: { key: string; cert: string } | undefined): Promise<void> {
  await using server = await listen();
  await using proxy = pair && tlsProxy(server.port, pair);
  const host = proxy === undefined ? `127.0.0.1:${server.port}` : `localhost:${proxy.port}`;
  const address = `sc://${host}/;use_ssl=${proxy !== undefined}`;
  const client = startClient(address, pair?.cert ?? "-");
  const { tags, session_id } = await server.next("ExecutePlan");
  const [guard] = childrenOf(client.pid);
  const flags = commandOf(guard!).split("\0").filter((flag) => flag.startsWith("--allow"));
  assertEquals(flags, [`--allow-net=${host}`]);
  const seen = commandOf(guard!) + Deno.readTextFileSync(`/proc/${guard}/environ`);
  assert(!seen.includes("sesame"), "the token is there for other processes to see");
  // Also kills its children, as a closing terminal does.
  new Deno.Command("kill", { args: ["-KILL", "--", `-${client.pid}`] }).outputSync();
  assertEquals((await client.status).signal, "SIGKILL");
  const interrupt = await server.next("Interrupt");
  assertEquals(interrupt["authorization"], "Bearer sesame");
  assertEquals(interrupt["interrupt_type"], "INTERRUPT_TYPE_TAG");
  assertEquals([interrupt["operation_tag"]], tags);
  assertEquals(interrupt["session_id"], session_id);
  assertEquals((await server.next("ReleaseSession"))["session_id"], session_id);
  while (isAlive(guard!)) await pause(20);
}

Deno.test("a closed session needs no guard: the guard makes no call and exits", async () => {
  await using server = await listen();
  const connection = new SparkConnection(
    sparkAddress(`sc://127.0.0.1:${server.port}`, undefined),
    undefined,
  );
  await connection.open();
  const [guard] = childrenOf(Deno.pid).filter((pid) => commandOf(pid).includes("sparkGuard"));
  await connection.close();
  assert(guard !== undefined && !isAlive(guard));
  assertEquals(server.calls, ["Config", "Interrupt", "ReleaseSession"]);
});

Deno.test("a client that may not start processes has a session without a guard", async () => {
  await using server = await listen();
  const client = startClient(`sc://127.0.0.1:${server.port}`, "-", [
    "--allow-net",
    "--allow-env",
    "--allow-read",
    "--allow-ffi",
    "--allow-sys",
  ]);
  await server.next("ExecutePlan");
  assertEquals(childrenOf(client.pid), []);
  client.kill("SIGKILL");
  await client.status;
});

function startClient(address: string, certificates: string, flags = ["-A"]): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-prompt",
      "--no-check",
      ...flags,
      CLIENT,
      address,
      "sesame",
      certificates,
      "select 1",
    ],
    detached: true, // the first of a process group
    stdout: "null",
  }).spawn();
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function childrenOf(pid: number): number[] {
  const { stdout } = new Deno.Command("pgrep", { args: ["-P", `${pid}`] }).outputSync();
  return new TextDecoder().decode(stdout).split("\n").filter(Boolean).map(Number);
}

function commandOf(pid: number): string {
  return Deno.readTextFileSync(`/proc/${pid}/cmdline`);
}

/** Returns whether a process exists and is not a zombie. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(Deno.readTextFileSync(`/proc/${pid}/status`));
  } catch {
    return false;
  }
}
