/**
 * Fails the n-th call of a kind (write, sync, rename, open) on our own files while a job runs, with EIO,
 * ENOSPC or EDQUOT, or ends the process there with kill -9. Then looks for anything acknowledged that is
 * lost, anything done by half, and anything left over after the next start:
 * `deno run -A tests/torture/faults.ts [--every] [JOB ...]`.
 * @module
 */
import { fileURLToPath } from "node:url";
import { CHECKS } from "./faultChecks.ts";
import { JOBS, source } from "./faultJobs.ts";

/** What was found. */
export interface FaultFigures {
  /** Processes in which a call failed. */
  runs: number;
  /** Runs in which the job failed with an error. */
  errors: number;
  /** Runs in which it was ended. */
  kills: number;
  /** Runs in which it succeeded all the same. */
  done: number;
  /** What is lost, half done, unclear or left over. */
  readonly wrong: string[];
}

/** How it is tried. */
export interface FaultOptions {
  /** Which calls: all, the first few and the last, or the first and the last. @default "some" */
  readonly which?: "every" | "some" | "few";
  /** The jobs. @default all */
  readonly jobs?: readonly string[];
  /** Processes at once. @default 2 */
  readonly processes?: number;
}

/** A fault, as the shim takes it. */
interface Fault {
  readonly kind: string;
  readonly at: number;
  /** A number of errno.h, or 0 for kill -9. */
  readonly code: number;
  readonly stays: boolean;
}

/** EIO, ENOSPC, EDQUOT, and kill -9. */
const CODES = [5, 28, 122, 0];
/** Errors of opening a file: those above, EACCES, EMFILE and EROFS. */
const OPEN_CODES = [...CODES, 13, 24, 30];
const KINDS = ["write", "sync", "rename", "open"];
const JOB_FILE = fileURLToPath(new URL("faultJobs.ts", import.meta.url));

/** Builds the shim; the folder is the caller's to remove. */
async function buildShim(folder: string): Promise<string> {
  const path = `${folder}/shim.so`;
  const source = fileURLToPath(new URL("faultShim.c", import.meta.url));
  const args = ["-shared", "-fPIC", "-O2", "-o", path, source, "-ldl", "-lpthread"];
  const { success, stderr } = await new Deno.Command("cc", { args }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return path;
}

/** What a run printed, and how it ended. */
export interface Run {
  readonly acks: readonly number[];
  /** The error's message; undefined if there was none. */
  readonly error: string | undefined;
  readonly isDone: boolean;
  readonly signal: string | null;
  readonly calls: number;
  readonly stderr: string;
}

async function runJob(
  job: string,
  folder: string,
  { shim, fault }: { shim: string; fault?: Fault; kind?: string },
  kind = fault?.kind ?? "",
): Promise<Run> {
  const count = `${folder}.count`;
  const child = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-prompt", "-A", JOB_FILE, job, folder],
    env: {
      NO_COLOR: "1",
      LD_PRELOAD: shim,
      FAULT_UNDER: `${folder}/`,
      ...(job === "pdf" ? { TMPDIR: `${folder}/tmp` } : {}),
      FAULT_KIND: kind,
      ...(fault === undefined ? { FAULT_COUNT: count } : {
        FAULT_AT: String(fault.at),
        FAULT_ERRNO: String(fault.code),
        ...(fault.stays ? { FAULT_STAYS: "1" } : {}),
      }),
    },
  }).output();
  const text = new TextDecoder().decode(child.stdout);
  const calls = await Deno.stat(count).then(({ size }) => size, () => 0);
  await Deno.remove(count).catch(() => {});
  return {
    acks: [...text.matchAll(/^ack (\d+)$/gm)].map(([, batch]) => Number(batch)),
    error: /^error: ([^]*)/m.exec(text)?.[1],
    isDone: /^done$/m.test(text),
    signal: child.signal,
    calls,
    stderr: new TextDecoder().decode(child.stderr),
  };
}

/** The numbers of the calls that fail. */
function numbers(calls: number, which: "every" | "some" | "few"): number[] {
  if (which === "every") return Array.from({ length: calls }, (_, i) => i + 1);
  const some = which === "few" ? [1, calls] : [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, calls];
  return [...new Set(some.filter((n) => n >= 1 && n <= calls))];
}

/** Tries the jobs with faults. */
export async function runFaults(options: FaultOptions = {}): Promise<FaultFigures> {
  const { which = "some", jobs = Object.keys(JOBS), processes = 2 } = options;
  const figures: FaultFigures = { runs: 0, errors: 0, kills: 0, done: 0, wrong: [] };
  const root = await Deno.makeTempDir();
  try {
    const shim = await buildShim(root);
    Deno.env.set("FAULT_SOURCE", `${root}/source`);
    await (await source()).close();
    const todo: (() => Promise<void>)[] = [];
    let number = 0;
    for (const job of jobs) {
      const start = `${root}/${job}`;
      await CHECKS[job]!.prepare(start);
      for (const kind of KINDS) {
        const counted = `${root}/${number++}`;
        await copyFolder(start, counted);
        const { calls } = await runJob(job, counted, { shim }, kind);
        await Deno.remove(counted, { recursive: true });
        numbers(calls, which).forEach((at, i) => {
          const all = kind === "open" ? OPEN_CODES : CODES;
          const codes = which === "every" ? all : [0, 3].map((k) => all[(i + k) % all.length]!);
          for (const code of new Set(codes)) {
            todo.push(async () => {
              const folder = `${root}/${number++}`;
              await copyFolder(start, folder);
              // A full disk stays full, and a forbidden folder forbidden; another fault may be the only one.
              const fault = { kind, at, code, stays: [13, 24, 28, 30, 122].includes(code) };
              await oneFault(job, folder, { shim, fault, figures });
              await Deno.remove(folder, { recursive: true });
            });
          }
        });
      }
    }
    await Promise.all(Array.from({ length: processes }, async () => {
      for (let next = todo.shift(); next !== undefined; next = todo.shift()) await next();
    }));
  } finally {
    await Deno.remove(root, { recursive: true });
  }
  return figures;
}

async function oneFault(
  job: string,
  folder: string,
  { shim, fault, figures }: { shim: string; fault: Fault; figures: FaultFigures },
): Promise<void> {
  const run = await runJob(job, folder, { shim, fault });
  const name = `${job}, ${fault.kind} ${fault.at}, ${fault.code || "kill"}`;
  figures.runs++;
  if (run.isDone) figures.done++;
  else if (run.error !== undefined) figures.errors++;
  else if (fault.code === 0 && run.signal === "SIGKILL") figures.kills++;
  else figures.wrong.push(`${name}: it ended with ${run.signal ?? "no word"}: ${run.stderr}`);
  if (run.error !== undefined && !/^Cannot |^(?:Reading|Writing) /.test(run.error)) {
    figures.wrong.push(`${name}: unclear error: ${run.error.slice(0, 200)}`);
  }
  try {
    await CHECKS[job]!.look(folder, run);
  } catch (error) {
    figures.wrong.push(
      `${name} (${run.isDone ? "done" : run.error?.slice(0, 100) ?? "killed"}): ${
        (error as Error).message.slice(0, 300)
      }`,
    );
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copyFolder(`${from}/${name}`, `${to}/${name}`);
    else await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}

if (import.meta.main) {
  const jobs = Deno.args.filter((arg) => !arg.startsWith("--"));
  const figures = await runFaults({
    which: Deno.args.includes("--every") ? "every" : Deno.args.includes("--few") ? "few" : "some",
    ...(jobs.length > 0 ? { jobs } : {}),
  });
  // deno-lint-ignore no-console -- a program that prints its figures
  console.log({ ...figures, wrong: figures.wrong.length }, figures.wrong.join("\n"));
  Deno.exitCode = figures.wrong.length === 0 ? 0 : 1;
}
