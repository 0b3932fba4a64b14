/**
 * Aborts every reader at several places, and prints what was wrong as JSON, by reader. It needs a
 * process of its own: it counts the open files of the process, and looks into its temporary folder.
 * @module
 */
// deno-lint-ignore-file no-console -- the output is the result
import { any } from "../../src/read/any.ts";
import { READERS } from "../../src/read/readers.ts";
import { slowness, threadTime } from "../helpers/threadTime.ts";
import { within } from "../helpers/within.ts";
import { largeFile } from "./largeFiles.ts";

/** Longest time in milliseconds that reading may continue after its signal. */
const MOST = 300;

/** Parts of a reading after which its signal aborts: of a file in memory, and of a folder. */
const PARTS = { file: [0.1, 0.9], path: [0.5] } as const;

/**
 * Counts the turns of the event loop while work runs; calls `at` in one of them.
 *
 * @param turn Number of the turn in which `at` is called. @default none
 */
async function countTurns(
  work: () => Promise<unknown>,
  turn = Infinity,
  at = () => {},
): Promise<number> {
  let turns = 0, isDone = false;
  const tick = (): void => {
    if (isDone) return;
    if (++turns === turn) at();
    setTimeout(tick, 0);
  };
  tick();
  try {
    await work();
  } finally {
    isDone = true;
  }
  return turns;
}

const openFiles = (): number => [...Deno.readDirSync("/proc/self/fd")].length;

/** Waits until there are no more open files than before: a file is closed after its last read. */
async function closed(before: number): Promise<void> {
  while (openFiles() > before) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Returns what is wrong when the readings of a large file are aborted. */
async function problemsOf(name: string, folder: string): Promise<string[]> {
  const problems: string[] = [];
  const path = await Deno.makeTempDir(), file = await largeFile(name);
  await Deno.writeFile(`${path}/${file.name}`, await file.bytes());
  const left = [...Deno.readDirSync(folder)].length;
  const sources = { file, path }, turns = await countTurns(() => any(file, { tz: "UTC" }));
  for (const kind of ["file", "path"] as const) {
    const source = sources[kind], files = openFiles();
    for (const part of PARTS[kind]) {
      const stop = new AbortController(), reason = new Error("enough"), { signal } = stop;
      let begun = 0, error: unknown;
      await countTurns(
        async () => error = await any(source, { tz: "UTC", signal }).catch((error) => error),
        Math.ceil(part * turns),
        () => {
          begun = threadTime();
          stop.abort(reason);
        },
      );
      const time = (threadTime() - begun) / slowness();
      await within(5, "files to be closed", closed(files));
      if (begun === 0) continue; // this reading took fewer turns
      if (error !== reason) problems.push(`${kind}, at ${part}: it ends with ${error}`);
      if (time >= MOST) problems.push(`${kind}, at ${part}: it takes ${Math.round(time)} ms`);
    }
  }
  const more = [...Deno.readDirSync(folder)].length - left;
  if (more > 0) problems.push(`it leaves ${more} files`);
  return problems;
}

const folder = Deno.env.get("TMPDIR")!;
const found: Record<string, string[]> = {};
for (const { name } of READERS) {
  found[name] = await problemsOf(name, folder).catch((error) => [String(error)]);
}
console.log(JSON.stringify(found));
