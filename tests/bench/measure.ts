/**
 * Measures one step at one size in a separate process, and prints a line of JSON: `measure.ts FILE
 * STEP COUNT ROUNDS [FOLDER of Python environments]`.
 * @module
 */
import { createHash } from "node:crypto";
import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import pl from "nodejs-polars";
import { COPIES, copyMemory } from "./floors.ts";
import type { Peer, Prepared, Step, Took } from "./step.ts";
import { type Once, type StartedPeer, startPeer } from "./startPeer.ts";

/** Result for one size of a step. */
export interface Measured {
  /** Median in the step's unit. */
  readonly ours: number;
  readonly floor: number;
  /** Least times of the peers, and the ratios of our least times to them, wall and CPU. */
  readonly peers?: readonly MeasuredPeer[];
  /** Median of the rounds' ratios to the floor, in elapsed time and in CPU time of all threads. */
  readonly ratio: number;
  readonly cpuRatio: number;
  /**
   * Ratio of the floor to a plain copy of the bytes that it reads, as a ratio of minimums, and its
   * limit.
   */
  readonly copies?: number;
  readonly mostCopies?: number;
  readonly floorName: string;
  /** Additional peak memory of our code in MB, if the system reports it. */
  readonly peak?: number;
  readonly rounds: number;
  readonly note?: string;
}

/** Result of a peer at one size. */
export interface MeasuredPeer {
  readonly of: string;
  readonly wall: number;
  readonly ratio: number;
  readonly cpuRatio: number;
}

const [file, name, count, rounds, folder] = Deno.args;
const { steps } = await import(`./steps/${file}`) as { steps: readonly Step[] };
const step = steps.find((one) => one.name === name);
if (step === undefined) throw new RangeError(`Cannot measure ${name}: ${file} has no such step`);
const prepared = await step.prepare(Number(count));
try {
  await prepared.check?.();
  const measured = await measure(prepared, Number(rounds), folder);
  Deno.stdout.writeSync(new TextEncoder().encode(`\n@@${JSON.stringify(measured)}\n`));
} finally {
  await prepared.close?.();
}
Deno.exit(0); // a step may leave workers and pools running

async function measure(
  { ours, floor, peers = [], note }: Prepared,
  most: number,
  folder: string | undefined,
): Promise<Measured> {
  const { bytes } = floor, copy = bytes === undefined ? undefined : copyMemory(bytes);
  const started: { peer: Peer; python: StartedPeer; times: Once[] }[] = [];
  if (folder !== undefined) {
    for (const peer of peers) {
      started.push({ peer, python: await startPeer(peer, folder), times: [] });
    }
  }
  const peak = await peakOf(ours);
  // Loops are compiled at run time: the first calls of a process take two to three times as long.
  for (let i = 0, begun = performance.now(); i < 8 && performance.now() - begun < 3000; i++) {
    await floor.run();
    await ours();
  }
  const times = { ours: [] as Once[], floor: [] as Once[], copy: [] as Once[] };
  const begun = performance.now();
  while (times.ours.length < most && (times.ours.length < 3 || performance.now() - begun < 8000)) {
    times.floor.push(await once(floor.run));
    times.ours.push(await once(ours));
    if (copy !== undefined) times.copy.push(await once(copy));
    for (const { times: own, python } of started) {
      const spent = own.reduce((sum, { wall }) => sum + wall, 0);
      if (own.length < 3 || spent < 3000) own.push(await python.run());
    }
  }
  for (const { peer, python } of started) checkPeer(peer, await python.result());
  const ratios = (key: keyof Once, a: readonly Once[], b: readonly Once[]): number =>
    median(a.map((one, i) => one[key] / b[i]![key]));
  return {
    ours: median(times.ours.map(({ wall }) => wall)),
    floor: median(times.floor.map(({ wall }) => wall)),
    ...(started.length === 0 ? {} : {
      peers: started.map(({ peer, times: own }) => ({
        of: peer.of,
        wall: least(own),
        ratio: least(times.ours) / least(own),
        cpuRatio: least(times.ours, "cpu") / least(own, "cpu"),
      })),
    }),
    ratio: ratios("wall", times.ours, times.floor),
    cpuRatio: ratios("cpu", times.ours, times.floor),
    ...(copy === undefined ? {} : {
      copies: least(times.floor) / least(times.copy),
      mostCopies: COPIES[floor.name as keyof typeof COPIES],
    }),
    floorName: floor.name,
    ...(peak === undefined ? {} : { peak }),
    rounds: times.ours.length,
    ...(note === undefined ? {} : { note }),
  };
}

async function once(work: () => unknown): Promise<Once> {
  const before = process.cpuUsage(), begun = performance.now();
  const result = await work();
  const wall = performance.now() - begun, { user, system } = process.cpuUsage(before);
  const isPlain = typeof result === "object" && result !== null &&
    !pl.DataFrame.isDataFrame(result); // a frame throws for a name that it lacks
  if (!isPlain || !Object.hasOwn(result, "took")) return { wall, cpu: (user + system) / 1000 };
  const { took } = result as Took;
  return { wall: took, cpu: took };
}

/** Returns the peak memory in MB; `undefined` except on Linux, which can reset it. */
async function peakOf(work: () => unknown): Promise<number | undefined> {
  if (Deno.build.os !== "linux") return undefined;
  const { rss } = Deno.memoryUsage();
  Deno.writeTextFileSync("/proc/self/clear_refs", "5");
  await work();
  const line = /VmHWM:\s+(\d+) kB/.exec(Deno.readTextFileSync("/proc/self/status"));
  return line === null ? undefined : Math.max(0, Number(line[1]) / 1024 - rss / 1024 ** 2);
}

function checkPeer(peer: Peer, result: Readonly<Record<string, number | string>>): void {
  for (const [name, value] of Object.entries(peer.expected())) {
    const theirs = result[name], message = `${peer.name} of ${peer.script}.py: ${name}`;
    if (typeof value !== "number") assertEquals(theirs, digest(value), message);
    else {
      assert(typeof theirs === "number", message);
      assertAlmostEquals(theirs, value, 1e-6 * Math.max(1, Math.abs(value)), message);
    }
  }
}

/** Returns the digest of a column's numbers, instants or days, as in peers/answer.py. */
function digest(series: pl.Series): string {
  const column = pl.col("column");
  const plain = pl.DataFrame([series.alias("column")]).select(
    series.dtype.variant === "Float64" ? column.fillNull(pl.lit(NaN)) : column.cast(pl.Int64),
  );
  const values = plain.getColumn("column").toTypedArray() as Float64Array;
  return createHash("sha256").update(new Uint8Array(values.buffer)).digest("hex");
}

/** Other programs on the machine can only add time. */
function least(times: readonly Once[], key: keyof Once = "wall"): number {
  return Math.min(...times.map((one) => one[key]));
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;
}
