/**
 * Reads mutants of complete bodies in child processes. No mutant may end or block the process, or
 * become a frame with another number of rows.
 *
 * ```sh
 * deno run -A tests/torture/mutants.ts 20000
 * ```
 * @module
 */
import { fileURLToPath } from "node:url";
import { MUTANT_SEEDS } from "./mutantSeeds.ts";

/** Results for the mutants. */
export interface MutantFigures {
  /** Number of complete bodies. */
  seeds: number;
  /** Number of mutants. */
  mutants: number;
  /** Number of mutants that became a frame. */
  frames: number;
  /** Number of mutants that were rejected. */
  refused: number;
  /** Mutants that ended the process, `seed #number`. */
  aborts: string[];
  /** Mutants that blocked the process longer than allowed. */
  hangs: string[];
  /** Mutants that became a frame with another number of rows. */
  otherRows: string[];
  /** Maximum time of a mutant in milliseconds. */
  slowest: number;
}

/** Options of a run. */
export interface MutantOptions {
  /** Number of mutants, spread over the seeds. @default 20_000 */
  mutants?: number;
  /** Number of parallel processes. @default 2 */
  processes?: number;
  /** Allowed time of a mutant in milliseconds. @default 30_000 */
  longest?: number;
  /** Index of the first mutant of each seed. @default 0 */
  first?: number;
  /**
   * Program that reads mutants, and the names of its seeds. @default a program that changes bytes
   */
  reader?: MutantReader;
}

/** Program that reads mutants of its seeds. */
export interface MutantReader {
  readonly program: string;
  readonly names: readonly string[];
}

const BYTES: MutantReader = {
  program: "readMutants.ts",
  names: MUTANT_SEEDS.map(({ name }) => name),
};

/** Reads mutants of all seeds and counts the results. */
export async function runMutants(options: MutantOptions = {}): Promise<MutantFigures> {
  const { mutants = 20_000, processes = 2, longest = 30_000, first = 0, reader = BYTES } = options;
  const count = reader.names.length, each = Math.ceil(mutants / count);
  const figures: MutantFigures = {
    seeds: count,
    mutants: each * count,
    frames: 0,
    refused: 0,
    aborts: [],
    hangs: [],
    otherRows: [],
    slowest: 0,
  };
  const seeds = [...reader.names.keys()];
  await Promise.all(
    Array.from({ length: processes }, async (_, process) => {
      let jobs = seeds.filter((seed) => seed % processes === process)
        .map((seed): Job => ({ seed, from: first, to: first + each }));
      while (jobs.length > 0) jobs = await readSome(jobs, { figures, longest, reader });
    }),
  );
  return figures;
}

interface Job {
  seed: number;
  from: number;
  to: number;
}

/** Reads mutants until one ends or blocks the process. Returns the remaining jobs. */
async function readSome(
  jobs: readonly Job[],
  { figures, longest, reader }: {
    figures: MutantFigures;
    longest: number;
    reader: MutantReader;
  },
): Promise<Job[]> {
  const nameOf = (seed: number, index: number): string => `${reader.names[seed]} #${index}`;
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-check",
      "--no-prompt",
      "--v8-flags=--expose-gc",
      "-A",
      fileURLToPath(new URL(reader.program, import.meta.url)),
      ...jobs.map(({ seed, from, to }) => `${seed}:${from}:${to}`),
    ],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  let seed = jobs[0]!.seed, at = jobs[0]!.from, done = false, held = false;
  let timer = setTimeout(stop, longest + 20_000); // the start takes time, too
  let before = 0, waits = 0;
  function stop(): void {
    // On a busy machine a mutant takes longer: what counts is the processor's time.
    if (processorTime(child.pid) - before < longest && ++waits < 10) {
      timer = setTimeout(stop, longest);
      return;
    }
    held = true;
    child.kill("SIGKILL");
  }
  for await (const line of textLines(child.stdout)) {
    clearTimeout(timer);
    timer = setTimeout(stop, longest);
    waits = 0;
    const [word = "", one, two] = line.split(" ");
    if (word === "at") {
      [seed, at] = [Number(one), Number(two)];
      before = processorTime(child.pid);
    } else if (word === "done") done = true;
    else {
      figures.slowest = Math.max(figures.slowest, Number(one));
      if (word === "refused") figures.refused++;
      else figures.frames++;
      if (word.startsWith("rows")) figures.otherRows.push(`${nameOf(seed, at)}: ${word}`);
    }
  }
  clearTimeout(timer);
  const { code } = await child.status;
  if (done && code === 0) return [];
  figures[held ? "hangs" : "aborts"].push(nameOf(seed, at));
  const place = jobs.findIndex((job) => job.seed === seed);
  return [{ ...jobs[place]!, from: at + 1 }, ...jobs.slice(place + 1)];
}

/** Returns the milliseconds that the threads of a process have run; NaN if they are unknown. */
function processorTime(pid: number): number {
  try {
    const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).replace(/^.*\) /, "").split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return NaN; // another system, or it has ended
  }
}

async function* textLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

if (import.meta.main) {
  const start = performance.now();
  const figures = await runMutants({ mutants: Number(Deno.args[0] ?? 20_000) });
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  // deno-lint-ignore no-console -- a program that prints its figures
  console.log({ ...figures, seconds });
  const { aborts, hangs, otherRows } = figures;
  Deno.exitCode = aborts.length + hangs.length + otherRows.length === 0 ? 0 : 1;
}
