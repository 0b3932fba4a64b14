import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { crc32 } from "node:zlib";
import { cohort } from "../../src/cohort/cohort.ts";
import { IncompleteError, PersonError } from "../../src/cohort/cohortError.ts";
import { checkOutcome } from "../../src/cohort/local/runSlices.ts";
import type { Slice } from "../../src/cohort/local/slicesOf.ts";
import { WorkerEnded, workerFlags, workerPath } from "../../src/cohort/local/workerProcess.ts";
import { encodePlan, type WorkerPlan } from "../../src/cohort/worker/plan.ts";
import {
  encodeMessage,
  type Message,
  readMessages,
  readMessagesSync,
} from "../../src/cohort/worker/messages.ts";
import { NOT_PER_PERSON, VERBS } from "../../src/cohort/verbs.ts";
import { FORMATS } from "../../src/frame/formats/formats.ts";
import * as places from "../../src/places/mod.ts";
import * as series from "../../src/series/mod.ts";
import * as sleep from "../../src/sleep/mod.ts";
import { writeMade } from "./madeCohort.ts";
import { inFolder } from "../helpers/inFolder.ts";

const OWN = new URL("./ownVerb.ts", import.meta.url);

Deno.test("the table of verbs has every function of sleep, series and places, or a reason for its absence", () => {
  const all = Object.entries({ sleep, series, places }).flatMap(([namespace, exported]) =>
    Object.entries(exported).filter(([, value]) => typeof value === "function")
      .map(([name, value]) => [`${namespace}.${name}`, value] as const)
  );
  assertEquals(
    all.map(([name]) => name).sort(),
    [...Object.keys(VERBS), ...Object.keys(NOT_PER_PERSON)].sort(),
  );
  const run = new Map<string, unknown>(
    Object.entries(VERBS).map(([name, verb]) => [name, verb.run]),
  );
  for (const [name, value] of all) if (run.has(name)) assertEquals(run.get(name), value, name);
});

Deno.test("a custom verb runs by the address of its module", async () => {
  await inFolder(async (folder) => {
    await writeMade(folder, { people: 3, nights: 2 });
    await using people = await cohort(folder, { workers: 1 });
    const counts = await people.table("heart_rate").perPerson(OWN, "count").collect();
    const rows = await people.table("heart_rate").count();
    assertEquals(
      counts.getColumn("rows").toArray().reduce((sum: number, rows) => sum + Number(rows), 0),
      rows,
    );
    const missing = people.table("stages").perPerson(new URL("./no such.ts", OWN));
    await assertRejects(() => missing.collect(), TypeError, "there is no such file");
  });
});

Deno.test("a worker has no network, environment, files or processes", async () => {
  await inFolder(async (folder) => {
    await writeMade(folder, { people: 1, nights: 1 });
    await using people = await cohort(folder, { workers: 1 });
    for (const what of ["environment", "network", "file", "write", "process"]) {
      const tried = people.table("stages").perPerson(OWN, what).collect();
      const error = await assertRejects(() => tried, PersonError, "Requires ");
      assertEquals((error as PersonError).kind, "NotCapable", what);
    }
  });
});

Deno.test("a worker that stops early, or is killed repeatedly, is an error that names the people", async () => {
  await inFolder(async (folder) => {
    await writeMade(folder, { people: 3, nights: 1 });
    await using people = await cohort(folder, { workers: 2 });
    const stages = people.table("stages");
    const stopped = () => stages.perPerson(OWN, "stop").collect();
    const error = await assertRejects(stopped, WorkerEnded, "exit code 0");
    assert(
      /for (person \d|people \d to \d) of bucket \d/.test((error as Error).message),
      String(error),
    );
    await assertRejects(() => stages.perPerson(OWN, "kill").collect(), WorkerEnded, "SIGKILL");
  });
});

Deno.test("a worker that is killed from outside is replaced, with the same result", async () => {
  await inFolder(async (folder) => {
    await writeMade(folder, { people: 12 });
    await using people = await cohort(folder, { workers: 2, rowsAtOnce: 500 });
    const merged = people.table("stages").perPerson(sleep.merge, { provenance: true });
    const expected = await merged.collect();
    let kills = 0;
    const found = await merged.collect({
      onProgress: ({ done }) => {
        if (done > kills && kills < 2) kills += killWorkers(1);
      },
    });
    assert(kills === 2);
    assert(found.frameEqual(expected));
  });
});

/** Kills worker processes of this process with a signal that cannot be caught. */
function killWorkers(most: number): number {
  const { stdout } = new Deno.Command("pgrep", {
    args: ["-P", String(Deno.pid), "-f", "programs/worker.ts slices"],
  }).outputSync();
  const pids = new TextDecoder().decode(stdout).trim().split("\n").filter(Boolean).slice(0, most);
  for (const pid of pids) Deno.kill(Number(pid), "SIGKILL");
  return pids.length;
}

Deno.test("a worker on Spark exits if nobody reads its rows, since its task has failed", async () => {
  const plan: WorkerPlan = {
    steps: [],
    rows: true,
    input: [["value", "float64"]],
    output: [["value", "float64"]],
  };
  const worker = new Deno.Command(Deno.execPath(), {
    args: [...workerFlags(plan), workerPath(), "rows", encodePlan(plan), "1"],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const rows = "7\tUTC\t0.1\n".repeat(100_000); // more than a pipe buffers
  await new Blob([rows]).stream().pipeTo(worker.stdin);
  assertEquals((await worker.status).code, 1);
  const words = await new Response(worker.stderr).text();
  assertEquals(words.trim(), "Cannot write rows: nobody has taken them for 1 s");
  await worker.stdout.cancel();
});

Deno.test("a worker's output must add up: rows in, rows out, people, bytes", () => {
  const body = FORMATS.arrowraw.encode({ n: { type: "int64", values: new BigInt64Array(5) } });
  const slice: Slice = {
    bucket: 1,
    number: 0,
    files: [],
    people: [[1n, 10], [2n, 5]],
    rows: 15,
  };
  const right = {
    people: [["1", 4], ["2", 1]] as [string, number][],
    failures: [],
    trailer: { rowsIn: 15, rowsOut: 5, digest: crc32(body) },
  };
  assertEquals(checkOutcome(right, body, slice, "t").frame?.height, 5);
  for (
    const [wrong, message] of [
      [{ ...right, trailer: { ...right.trailer, rowsIn: 14 } }, "read 14 of 15 rows"],
      [{ ...right, trailer: { ...right.trailer, rowsOut: 6 } }, "5 of 6 rows have come"],
      [{ ...right, trailer: { ...right.trailer, digest: 7 } }, "were changed in transit"],
      [{ ...right, people: [right.people[0]!] }, "1 of 2 people"],
    ] as const
  ) {
    assertThrows(() => checkOutcome(wrong, body, slice, "t"), IncompleteError, message);
  }
});

Deno.test("messages are read from chunks of any size, and a truncated one is an error", async () => {
  const messages: Message[] = [
    { head: { a: 1 }, body: new Uint8Array([1, 2, 3]) },
    { head: [], body: new Uint8Array() },
    { head: "ü", body: new Uint8Array(70_000).fill(7) },
  ];
  const bytes = new Uint8Array(
    messages.flatMap((one) => encodeMessage(one).flatMap((part) => [...part])),
  );
  for (const size of [1, 7, 8, 4096, bytes.length]) {
    const read = await Array.fromAsync(readMessages(inChunks(bytes, size)));
    assertEquals(read, messages, `${size} bytes at a time`);
    assertEquals([...readMessagesSync(reader(bytes, size))], messages, `${size} bytes at a time`);
  }
  const cut = () => Array.fromAsync(readMessages(inChunks(bytes.subarray(0, -1), 4096)));
  await assertRejects(cut, TypeError, "ends 1 bytes too early");
  const cutSync = () => [...readMessagesSync(reader(bytes.subarray(0, -1), 4096))];
  assertThrows(cutSync, TypeError, "ends 1 bytes too early");
  assertThrows(() => [...readMessagesSync(reader(bytes.subarray(0, 3), 2))], TypeError, "ends 5");
});

/** Returns a function that reads up to `size` bytes at a time, as `Deno.stdin.readSync` does. */
function reader(bytes: Uint8Array, size: number): (into: Uint8Array) => number | null {
  let at = 0;
  return (into) => {
    if (at === bytes.length) return null;
    const part = bytes.subarray(at, at + Math.min(size, into.length));
    into.set(part);
    at += part.length;
    return part.length;
  };
}

function inChunks(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  const count = Math.ceil(bytes.length / size);
  return ReadableStream.from(
    Array.from({ length: count }, (_, i) => bytes.subarray(i * size, (i + 1) * size)),
  );
}
