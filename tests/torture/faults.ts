/**
 * Fails the n-th call of a kind (write, sync, rename, open) on our own files while a job runs, with EIO,
 * ENOSPC or EDQUOT, or ends the process there with kill -9. Then looks for anything acknowledged that is
 * lost, anything done by half, and anything left over after the next start:
 * `deno run -A tests/torture/faults.ts [--every] [JOB ...]`.
 * @module
 */
import { fileURLToPath } from "node:url";
import { cohort, local, mirror, writeCohort } from "../../mod.ts";
import { checkStore } from "../../src/store/sqlite/backup.ts";
import { MIGRATIONS } from "../../src/store/sqlite/migrations.ts";
import { BATCH, batchOf, idOf, JOBS, person, source } from "./faultJobs.ts";
import { DatabaseSync } from "node:sqlite";

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
const FIXTURES = fileURLToPath(new URL("../fixtures/stores/", import.meta.url));
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
interface Run {
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

/** The batches that a store holds as a whole; a batch of which a part is there is an error. */
function batchesIn(path: string): Set<number> {
  const { problems } = checkStore(path);
  if (problems.length > 0) throw new Error(problems.join("; "));
  const database = new DatabaseSync(path);
  const blobs = database.prepare("SELECT lower(hex(id)) AS id FROM records").all();
  database.close();
  const ids = new Set(blobs.map(({ id }) => String(id)));
  const whole = new Set<number>();
  for (let batch = 0; batch < 5; batch++) {
    const has = batchOf(batch).filter((_, i) => ids.has(idOf(batch, i).replaceAll("-", ""))).length;
    if (has === BATCH) whole.add(batch);
    else if (has > 0) throw new Error(`${has} of ${BATCH} records of batch ${batch}`);
  }
  return whole;
}

/** Names below a folder. */
function namesIn(folder: string, below = ""): string[] {
  return [...Deno.readDirSync(`${folder}/${below}`)].flatMap(({ name, isDirectory }) =>
    isDirectory ? namesIn(folder, `${below}${name}/`) : [`${below}${name}`]
  ).sort();
}

const STORE_FILES = /^(?:lifeframe\.(?:sqlite(?:-wal|-shm)?|lock)|signing\.key)$/;

/** Rejects files that are none of a store's. */
function onlyStore(folder: string, others: RegExp): void {
  const left = namesIn(folder).filter((name) => !STORE_FILES.test(name) && !others.test(name));
  if (left.length > 0) throw new Error(`left over: ${left.join(", ")}`);
}

/** A job's start, and what has to hold at its end. */
interface Check {
  /** Fills the folder. */
  readonly prepare: (folder: string) => Promise<void>;
  /** Throws if something is lost, half done or left over; it may do the job again. */
  readonly look: (folder: string, run: Run) => Promise<void>;
}

const NOTHING = /^$/;

/** Makes everything in a folder a day older: a draft that nobody writes to is left over. */
async function age(folder: string): Promise<void> {
  const then = (Date.now() - 86_400_000) / 1000;
  for (const { name } of Deno.readDirSync(folder)) {
    await Deno.utime(`${folder}/${name}`, then, then);
  }
}

async function storeOf(folder: string, batches: readonly number[]): Promise<void> {
  await using me = await local({ data: folder, tz: "UTC" });
  for (const batch of batches) await me.api.ingest.records("HeartRate", batchOf(batch));
}

/** Opens a store as the next start does, and closes it. */
async function restart(folder: string): Promise<void> {
  await (await local({ data: folder, tz: "UTC" })).close();
}

const equal = (got: unknown, wanted: unknown, what: string): void => {
  if (JSON.stringify(got) !== JSON.stringify(wanted)) {
    throw new Error(`${what}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`);
  }
};

const CHECKS: Readonly<Record<keyof typeof JOBS, Check>> = {
  ingest: {
    prepare: (folder) => storeOf(folder, [0, 1]),
    look: async (folder, { acks }) => {
      await restart(folder);
      const there = batchesIn(`${folder}/lifeframe.sqlite`);
      for (const batch of [0, 1, ...acks]) {
        if (!there.has(batch)) throw new Error(`batch ${batch} is lost`);
      }
      onlyStore(folder, NOTHING);
    },
  },
  delete: {
    prepare: (folder) => storeOf(folder, [0, 1, 2]),
    look: async (folder, { acks }) => {
      await restart(folder);
      const there = batchesIn(`${folder}/lifeframe.sqlite`);
      for (const batch of acks) {
        if (there.has(batch)) throw new Error(`the deletion of batch ${batch} is lost`);
      }
      if (!there.has(2)) throw new Error("batch 2 is lost");
      onlyStore(folder, NOTHING);
    },
  },
  migrate: {
    prepare: async (folder) => {
      await Deno.mkdir(folder, { recursive: true });
      await Deno.copyFile(`${FIXTURES}version-2.sqlite`, `${folder}/lifeframe.sqlite`);
    },
    look: async (folder) => {
      equal(checkStore(`${folder}/lifeframe.sqlite`).records, 50, "records before the next start");
      await restart(folder);
      const { problems, version, records } = checkStore(`${folder}/lifeframe.sqlite`);
      equal([problems, version, records], [[], MIGRATIONS.length, 50], "the store");
      const copies = namesIn(folder).filter((name) =>
        /\.version-2-[\da-f]{16}\.sqlite$/.test(name)
      );
      equal(copies.length, 1, "copies from before the migration");
      const copy = checkStore(`${folder}/${copies[0]}`);
      equal([copy.problems, copy.version, copy.records], [[], 2, 50], "the copy");
      onlyStore(folder, /^lifeframe\.version-\d-[\da-f]{16}\.sqlite$/);
    },
  },
  backup: {
    prepare: (folder) => storeOf(folder, [0, 1]),
    look: async (folder, { isDone }) => {
      const copy = await Deno.stat(`${folder}/copy.sqlite`).catch(() => undefined);
      if (isDone && copy === undefined) throw new Error("the copy is lost");
      if (copy !== undefined) equal(batchesIn(`${folder}/copy.sqlite`).size, 2, "the copy");
      await restart(folder);
      equal(batchesIn(`${folder}/lifeframe.sqlite`).size, 2, "the store");
      if (copy !== undefined) await Deno.remove(`${folder}/copy.sqlite`);
      await age(folder);
      await JOBS["backup"]!(folder);
      onlyStore(folder, /^copy\.sqlite$/);
    },
  },
  restore: {
    prepare: async (folder) => {
      await storeOf(folder, [0, 1]);
      await storeOf(`${folder}.other`, [2]);
      const { backupStore } = await import("../../src/store/sqlite/backup.ts");
      await backupStore(`${folder}.other/lifeframe.sqlite`, `${folder}/other.sqlite`);
      await Deno.remove(`${folder}.other`, { recursive: true });
    },
    look: async (folder, { isDone }) => {
      await restart(folder);
      const there = [...batchesIn(`${folder}/lifeframe.sqlite`)];
      if (isDone) equal(there, [2], "the restored store");
      const aside = namesIn(folder).filter((name) => /\.before-restore-[^/]*\.sqlite$/.test(name));
      if (there.includes(2)) {
        equal(there, [2], "the restored store");
        equal(
          aside.flatMap((name) => [...batchesIn(`${folder}/${name}`)]),
          [0, 1],
          "the old store",
        );
      } else equal([there, aside], [[0, 1], []], "the store that was there");
      onlyStore(folder, /^other\.sqlite$|\.before-restore-/);
    },
  },
  mirror: {
    prepare: (folder) => Deno.mkdir(folder, { recursive: true }),
    look: async (folder) => {
      await using me = await source();
      await (await mirror(me, { data: folder, onProgress: () => {} })).close();
      equal([...batchesIn(`${folder}/lifeframe.sqlite`)], [0, 1], "the mirror");
      onlyStore(folder, /^lifeframe\.version-\d-[\da-f]{16}\.sqlite$/); // of a first start that was cut
    },
  },
  writeCohort: {
    prepare: async (folder) => {
      await writeCohort(folder, [person("ada")]);
    },
    look: async (folder, { isDone }) => {
      const rowsOf = async (): Promise<number> => {
        await using people = await cohort(folder);
        return (await people.table("steps").sum("steps", { by: "person" })).height;
      };
      // An open commit is finished by the next writer.
      await writeCohort(folder, [person("zoe")]);
      const found = await rowsOf();
      if (isDone ? found !== 4 : found !== 2 && found !== 4) {
        throw new Error(`${found} people instead of 2 or 4`);
      }
      const left = namesIn(folder).filter((name) => /_new|_commit|\.tmp/.test(name));
      if (left.length > 0) throw new Error(`left over: ${left.join(", ")}`);
    },
  },
  report: {
    prepare: async (folder) => {
      await Deno.mkdir(folder, { recursive: true });
      await Deno.writeTextFile(`${folder}/report.html`, "<p>the old report</p></html>");
    },
    look: async (folder, { isDone }) => {
      const text = await Deno.readTextFile(`${folder}/report.html`);
      if (!text.trimEnd().endsWith("</html>")) {
        throw new Error(`${text.length} characters of a page`);
      }
      if (isDone && text.includes("the old report")) throw new Error("the report is lost");
      await age(folder);
      await using me = await source();
      await (await me.report(me.range.lastDays(7))).save(`${folder}/report.html`);
      equal(namesIn(folder), ["report.html"], "files");
    },
  },
  export: {
    prepare: async (folder) => {
      await Deno.mkdir(folder, { recursive: true });
      await using me = await source();
      await me.exportTo(`${folder}/out`, { onProgress: () => {} });
    },
    look: async (folder) => {
      await using me = await source();
      const whole = async (): Promise<void> => {
        const manifest = JSON.parse(await Deno.readTextFile(`${folder}/out/manifest.json`));
        for (const { path, bytes } of manifest.files) {
          equal((await Deno.stat(`${folder}/out/${path}`)).size, bytes, path);
        }
      };
      await age(folder);
      // After kill -9 the earlier export may be back with the next one only.
      await me.exportTo(`${folder}/out`, { replace: true, onProgress: () => {} });
      await whole();
      equal([...Deno.readDirSync(folder)].map(({ name }) => name), ["out"], "folders");
    },
  },
};

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
