import { assert, assertEquals, assertRejects } from "@std/assert";
import { fileURLToPath } from "node:url";
import { Table, tableToIPC, vectorFromArray } from "apache-arrow";
import pl from "nodejs-polars";
import { read } from "../../mod.ts";

/** Returns the processes that this one has started. */
async function children(): Promise<number[]> {
  const pids: number[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await Deno.readTextFile(`/proc/${name}/stat`).catch(() => "");
    if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === Deno.pid) {
      pids.push(Number(name));
    }
  }
  return pids;
}

const FRAME = pl.DataFrame({ a: [1.5, null, 3], b: ["x", "y", null], height: [[1, 2], [], [3]] });
const BYTES = FRAME.writeIPCStream({ compression: "zstd" });
/** A body of many rows, which takes some time. */
const LONG = pl.DataFrame([pl.Series("a", new Float64Array(20_000_000))])
  .writeIPCStream({ compression: "zstd" });

// The child outlives a test on purpose, and is killed at the end.
const KEPT = { sanitizeResources: false, sanitizeOps: false };

Deno.test(
  "read.arrow() with isolate returns the same frame, from a child process that is reused",
  KEPT,
  async () => {
    for (let i = 0; i < 3; i++) {
      const frame = await read.arrow(BYTES, { isolate: true });
      assert(frame.frameEqual(await read.arrow(BYTES)));
    }
    assertEquals((await children()).length, 1);
    // A column hides Polars' method of its name.
    const bytes = tableToIPC(new Table({ writeIPCStream: vectorFromArray([1.5, 2]) }), "stream");
    const frame = await read.arrow(bytes, { isolate: true });
    assertEquals(Reflect.ownKeys(frame), ["writeIPCStream"]);
  },
);

Deno.test(
  "read.arrow() with isolate reports the same errors as without it",
  KEPT,
  async () => {
    for (const bytes of [BYTES.subarray(0, 100), new Uint8Array(9)]) {
      const { message } = await assertRejects(() => read.arrow(bytes), TypeError);
      await assertRejects(() => read.arrow(bytes, { isolate: true }), TypeError, message);
    }
    await assertRejects(
      () => read.arrow(LONG, { isolate: true, maxUnpacked: 1_000 }),
      TypeError,
      "raise maxUnpacked to allow it",
    );
  },
);

/** Sends a signal to the child processes; one of them may end by itself meanwhile. */
async function signalChildren(signal: Deno.Signal): Promise<void> {
  for (const pid of await children()) {
    try {
      Deno.kill(pid, signal);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}

Deno.test(
  "a child process that aborts, hangs or takes too much memory is an error, and the next call works",
  KEPT,
  async () => {
    const reading = assertRejects(
      () => read.arrow(LONG, { isolate: true, maxUnpacked: Infinity }),
      Error,
      `Cannot read Arrow data of ${LONG.length} bytes in a child process: the process ended with SIGABRT`,
    );
    await new Promise((resolve) => setTimeout(resolve, 5));
    await signalChildren("SIGABRT");
    await reading;
    await assertRejects(
      () => read.arrow(LONG, { isolate: { seconds: 0.01 } }),
      Error,
      "it took longer than 0.01 s. Raise isolate.seconds",
    );
    await assertRejects(
      () => read.arrow(LONG, { isolate: { memory: 50_000_000 }, maxUnpacked: Infinity }),
      Error,
      "more than 50000000. Raise isolate.memory",
    );
    assert((await read.arrow(BYTES, { isolate: true })).frameEqual(await read.arrow(BYTES)));
    await signalChildren("SIGKILL");
  },
);

Deno.test(
  "a child process that exits between two calls, or because of another call's bounds, fails no call",
  KEPT,
  async () => {
    const expected = await read.arrow(BYTES);
    const succeeds = async (isolate: true | { seconds: number }): Promise<void> => {
      assert((await read.arrow(BYTES, { isolate })).frameEqual(expected));
    };
    const killed = async (): Promise<void> => {
      await signalChildren("SIGKILL");
      while ((await children()).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
      await new Promise((resolve) => setTimeout(resolve, 200)); // until its end is known
    };
    await killed();
    await succeeds({ seconds: 1e9 }); // longer than a timer can be
    await succeeds(true);
    await killed();
    await succeeds(true);
    for (let i = 0, refused = 0; i < 200 && refused < 3; i++) {
      await read.arrow(BYTES, { isolate: { memory: 1 } }).catch(() => refused++);
      await succeeds(true);
    }
    await signalChildren("SIGKILL");
  },
);

Deno.test("read.arrow() with isolate names the missing permission, and ends with its process", async () => {
  const program = fileURLToPath(new URL("./isolatedRead.ts", import.meta.url));
  const run = async (...flags: string[]): Promise<string> => {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-prompt", "--no-check", ...flags, program, BYTES.toString("base64")],
    }).output();
    return new TextDecoder().decode(stdout);
  };
  const text = await run("--allow-ffi", "--allow-read", "--allow-env", "--allow-sys");
  assert(text.includes("Run it with --allow-run="), text);
  const all = await run("-A");
  assertEquals(all, "3\n");
});
