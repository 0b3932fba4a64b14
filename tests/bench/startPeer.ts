import { fileURLToPath } from "node:url";
import type { Peer } from "./step.ts";

/** Milliseconds of a call: elapsed, and of all threads. */
export interface Once {
  readonly wall: number;
  readonly cpu: number;
}

/** Python function that waits to be run. */
export interface StartedPeer {
  /** Runs it once. Returns its duration by its own clocks. */
  run(): Promise<Once>;
  /** Ends it and returns the results of its last run, by name: numbers, and digests of columns. */
  result(): Promise<Readonly<Record<string, number | string>>>;
}

/**
 * Starts a function of peers/ in its environment, which is created in the folder if it is missing.
 */
export async function startPeer(
  { script, name, input }: Peer,
  folder: string,
): Promise<StartedPeer> {
  const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
  const packages = script === "tables" ? here("peers/tables.txt") : here(`../live/${script}.txt`);
  const child = new Deno.Command("python3", {
    args: [
      here("../live/inVenv.py"),
      `${folder}/${script}`,
      packages,
      here(`peers/${script}.py`),
      name,
      input,
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const writer = child.stdin.getWriter();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let read = "";
  const line = async (): Promise<string> => {
    while (!read.includes("\n")) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`Cannot measure ${name} of ${script}.py: it ended early`);
      read += value;
    }
    const end = read.indexOf("\n"), first = read.slice(0, end);
    read = read.slice(end + 1);
    return first;
  };
  const ask = async (word: string): Promise<string> => {
    await writer.write(new TextEncoder().encode(`${word}\n`));
    return await line();
  };
  await line(); // wait until it is ready
  return {
    run: async () => {
      const [wall = NaN, cpu = NaN] = (await ask("run")).split(" ").map(Number);
      return { wall: 1000 * wall, cpu: 1000 * cpu };
    },
    result: async () => {
      const result = JSON.parse(await ask("result"));
      await writer.close();
      await reader.cancel();
      await child.status;
      return result;
    },
  };
}
