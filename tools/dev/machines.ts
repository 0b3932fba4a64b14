// deno-lint-ignore-file no-console -- a command speaks on the terminal
/**
 * Tries the project on simulated machines of newcomers: `deno task dev machines`. `--full` runs all
 * cases; names run single ones. Each case runs in a fresh clone of the last commit.
 * @module
 */
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const PROJECT = fileURLToPath(new URL("../../", import.meta.url));

/** Simulated machine: its differences from this one, and the commands to run. */
interface Machine {
  /** Name of the folder into which the project is cloned. @default lifeframe */
  readonly folder?: string;
  /** Name of the temporary folder. @default the system's */
  readonly tmp?: string;
  /** Environment variables that differ from the system's. */
  readonly env?: Readonly<Record<string, string>>;
  /** Starts with an empty HOME. */
  readonly emptyHome?: true;
  /** Major version of Node that starts Deno. @default the one that is installed */
  readonly node?: number;
  /** Version of Deno. @default 2.9.6 */
  readonly deno?: string;
  /** Addresses that a proxy in the environment refuses: this machine, or all. */
  readonly proxyRefuses?: "loopback" | "everything";
  /** Makes the folder above the clone read-only. */
  readonly readOnlyParent?: true;
  /** Commands to run. @default the demo */
  readonly runs?: readonly (keyof typeof RUNS)[];
  /** Runs only with `--full`. */
  readonly full?: true;
}

/** Limits for a cold demo. A new dependency of 20 MB, or messages of Deno, exceed them. */
const MOST_MEGABYTES = 450, MOST_LINES = 20;

/** Everything odd at once. */
const ODD = {
  folder: "Mein Ordner äöü ß (1) #50% 'x' 日本 🙂",
  tmp: "tmp dir ü",
  readOnlyParent: true,
} as const satisfies Machine;

const MACHINES: Readonly<Record<string, Machine>> = {
  oddTests: { ...ODD, runs: ["quick"] },
  odd: { ...ODD, runs: ["demo", "report", "new", "cohort"] },
  emptyHome: { emptyHome: true, runs: ["demoDisk"] },
  oldDeno: { deno: "2.8.3", runs: ["refusal"] },
  proxyWithoutLoopback: { proxyRefuses: "loopback" },
  proxyWithoutAnything: { proxyRefuses: "everything" },
  node22: { node: 22 },
  node24: { node: 24 },
  node26: { node: 26 },
  space: { folder: "my days", runs: ["demo", "test"], full: true },
  umlaut: { folder: "Müller", runs: ["demo", "test"], full: true },
  percent: { folder: "100%25", runs: ["demo", "test"], full: true },
  hash: { folder: "a#b", runs: ["demo", "test"], full: true },
  quotes: { folder: `it's "here"`, runs: ["demo", "test"], full: true },
  parentheses: { folder: "copy (2)", runs: ["demo", "test"], full: true },
  chinese: { folder: "健康", runs: ["demo", "test"], full: true },
  emoji: { folder: "🏃🙂", runs: ["demo", "test"], full: true },
  control: { folder: "back\\slash\nline ", runs: ["demo", "report"], full: true },
  comma: { folder: "a,b", runs: ["comma"], full: true },
  settings: {
    env: { TZ: "Mars/Base", LC_ALL: "tr_TR.UTF-8", TMPDIR: "/nonexistent" },
    runs: ["demo", "report"],
    full: true,
  },
  long: { folder: "l".repeat(200), runs: ["demo", "test"], full: true },
};

/** Clone in which a case runs, and its way to start Deno. */
interface Place {
  readonly clone: string;
  readonly beside: string;
  readonly home: string;
  /** Runs `deno` with arguments in a folder and returns its output. Throws if the command fails. */
  readonly deno: (args: readonly string[], cwd?: string) => Promise<string>;
  /** Returns the standard error so far. */
  readonly errors: () => string;
}

/** Commands for a machine. Each checks its own results. */
const RUNS = {
  async demo({ clone, deno }: Place) {
    const said = await deno(["task", "--quiet", "demo"]);
    check(said.includes("Wrote report.html"), said);
    check((await Deno.stat(join(clone, "report.html"))).size > 50_000, "report.html is too small");
    await Deno.remove(join(clone, "report.html"));
  },
  async refusal({ deno }: Place) {
    const said = await deno(["task", "--quiet", "demo"]).catch((error: Error) => error.message);
    check(
      /^lifeframe needs Deno [\d.]+ or later, but this is .*; run `npx -y deno@/m.test(said),
      said,
    );
  },
  async comma({ deno }: Place) {
    const said = await deno(["task", "--quiet", "demo"]).catch((error: Error) => error.message);
    check(/^Cannot give access to .*a,b.*: the path contains a comma/m.test(said), said);
  },
  async demoDisk(place: Place) {
    await RUNS.demo(place);
    const { clone, home, errors } = place;
    const [disk, lines] = [await megabytes([home, clone]), errors().split("\n").length - 1];
    const left = `a cold demo leaves ${disk} MB in HOME and clone, and ${lines} lines on stderr`;
    check(disk <= MOST_MEGABYTES && lines <= MOST_LINES, left);
    return left;
  },
  async quick({ deno }: Place) {
    check(/^\d+ passed, 0 failed/m.test(await deno(["task", "--quiet", "quick"])), "quick failed");
  },
  async test({ deno }: Place) {
    check(/^\d+ passed, 0 failed/m.test(await deno(["task", "--quiet", "test"])), "test failed");
  },
  async report({ clone, deno }: Place) {
    await deno(["task", "--quiet", "report", "--last", "3", "--out", "drei Tage.html"]);
    check(
      (await Deno.stat(join(clone, "drei Tage.html"))).size > 50_000,
      "the report is too small",
    );
  },
  async new({ beside, deno }: Place) {
    const folder = join(beside, "my days ü 🙂");
    await deno(["task", "--quiet", "new", folder]);
    check(
      (await deno(["task", "--quiet", "first"], folder)).includes("nights.svg"),
      "no nights.svg",
    );
    const said = await deno(
      ["task", "--quiet", "notebook", "run", "first.ipynb", "--write"],
      folder,
    );
    check(said.includes("2 cells run, 0 failed"), said);
  },
  async cohort({ beside, deno }: Place) {
    const folder = join(beside, "people ü");
    const code = `import { cohort, sleep, writeCohort } from "@lifeframe/lifeframe";
const folder = ${JSON.stringify(folder)};
const stage = { start_time: "2025-03-29T21:00Z", end_time: "2025-03-30T05:00Z", sleep_stage: 1, source: "Wrist" };
await writeCohort(folder, {
  people: [{ person: 1, zone: "Europe/Berlin" }],
  tables: { stages: [{ person: 1, ...stage }] },
});
await using people = await cohort(folder);
console.log("merged", await people.table("stages").perPerson(sleep.merge).count());
`;
    await Deno.writeTextFile(join(beside, "my days ü 🙂", "cohort.ts"), code);
    const said = await deno(["run", "-A", "--quiet", "cohort.ts"], join(beside, "my days ü 🙂"));
    check(said.includes("merged 1"), said);
  },
} as const satisfies Record<string, (place: Place) => Promise<string | void>>;

/** Returns the disk space of folders in MB. Hard-linked files count once. */
async function megabytes(folders: readonly string[]): Promise<number> {
  const rows = (await run(["du", "-cm", ...folders], PROJECT)).out.trim().split("\n");
  return Number(rows.at(-1)!.split("\t")[0]);
}

function check(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}

/** Runs a program and returns its output. Throws if the program fails. */
async function run(
  [program, ...args]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly out: string; readonly errors: string }> {
  const { success, code, stdout, stderr } = await new Deno.Command(program!, { args, cwd, env })
    .output();
  const [out, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)) as [
    string,
    string,
  ];
  if (!success) {
    throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${out}${errors}`);
  }
  return { out, errors };
}

/** Starts tinyproxy, which refuses these hosts. Returns `undefined` if no proxy is needed. */
async function proxy(
  refuses: Machine["proxyRefuses"],
  folder: string,
): Promise<{ readonly address: string; readonly stop: () => Promise<unknown> } | undefined> {
  if (refuses === undefined) return undefined;
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  await Deno.writeTextFile(
    `${folder}/filter`,
    refuses === "everything" ? "" : "^127\\.0\\.0\\.1$\n^localhost$\n",
  );
  await Deno.writeTextFile(
    `${folder}/tinyproxy.conf`,
    `Port ${port}\nListen 127.0.0.1\nTimeout 60\nFilter "${folder}/filter"\nFilterExtended On\n` +
      `FilterDefaultDeny ${refuses === "everything" ? "Yes" : "No"}\nLogFile "${folder}/log"\n`,
  );
  const child = new Deno.Command("tinyproxy", {
    args: ["-d", "-c", `${folder}/tinyproxy.conf`],
    stdout: "null",
    stderr: "null",
  }).spawn();
  await new Promise((resolve) => setTimeout(resolve, 500));
  return {
    address: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}

/** Tries a machine and returns the reports of its runs. */
async function tryMachine(machine: Machine): Promise<readonly string[]> {
  const base = await Deno.makeTempDir();
  const beside = join(base, "beside"), parent = join(base, "parent");
  await Deno.mkdir(beside);
  await Deno.mkdir(parent);
  const clone = join(parent, machine.folder ?? "lifeframe");
  const running = await proxy(machine.proxyRefuses, base);
  try {
    // As in the README; `file:` because a clone of a path ignores the depth.
    await run(["git", "clone", "--quiet", "--depth=1", pathToFileURL(PROJECT).href, clone], base);
    if (machine.readOnlyParent) await Deno.chmod(parent, 0o555);
    const env: Record<string, string> = { NO_COLOR: "1", ...machine.env };
    if (machine.emptyHome) {
      env["HOME"] = join(base, "home");
      env["DENO_DIR"] = join(base, "home", "deno");
      await Deno.mkdir(env["HOME"]);
    }
    if (machine.tmp !== undefined) {
      env["TMPDIR"] = join(base, machine.tmp);
      await Deno.mkdir(env["TMPDIR"]);
    }
    const program = `deno@${machine.deno ?? "2.9.6"}`;
    const start = machine.node === undefined
      ? ["npx", "-y", program]
      : ["npx", "-y", "-p", `node@${machine.node}`, "-p", program, "deno"];
    if (machine.proxyRefuses === "everything") {
      await run([...start, "task", "--quiet", "demo"], clone, env); // the first run downloads
      env["npm_config_prefer_offline"] = "true"; // otherwise `npx` queries the registry
    }
    for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]) {
      if (running !== undefined) env[name] = running.address;
    }
    let errors = "";
    const deno = async (args: readonly string[], cwd = clone): Promise<string> => {
      const said = await run([...start, ...args], cwd, env);
      errors += said.errors;
      return said.out + said.errors;
    };
    const home = env["HOME"] ?? Deno.env.get("HOME")!;
    const place: Place = { clone, beside, home, deno, errors: () => errors };
    const reports: string[] = [];
    for (const name of machine.runs ?? ["demo"]) {
      try {
        const report: string | void = await RUNS[name](place);
        if (report !== undefined) reports.push(report);
      } catch (error) {
        throw new Error(`${name}: ${(error as Error).message}`);
      }
    }
    return reports;
  } finally {
    await running?.stop();
    await Deno.chmod(parent, 0o755);
    await Deno.remove(base, { recursive: true });
  }
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    args: Deno.args,
    options: { full: { type: "boolean" } },
    allowPositionals: true,
  });
  const odd = positionals.find((name) => !Object.hasOwn(MACHINES, name));
  if (odd !== undefined) {
    console.error(`Cannot try ${odd}: there are ${Object.keys(MACHINES).join(", ")}`);
    Deno.exit(2);
  }
  let passed = 0, failed = 0;
  const waiting = Object.entries(MACHINES).filter(([name, machine]) =>
    positionals.length > 0 ? positionals.includes(name) : !machine.full || values.full
  );
  const tryNext = async (): Promise<void> => {
    const [name, machine] = waiting.shift() ?? [];
    if (name === undefined) return;
    try {
      const began = performance.now();
      const reports = await tryMachine(machine!);
      const seconds = (performance.now() - began) / 1000;
      console.log([`${name.padEnd(22)} ok, ${seconds.toFixed(0)} s`, ...reports].join("; "));
      passed++;
    } catch (error) {
      console.log(`${name.padEnd(22)} FAILED\n${(error as Error).message}`);
      failed++;
    }
    await tryNext();
  };
  await Promise.all([tryNext(), tryNext()]); // a machine rarely keeps more than one core busy
  console.log(`${passed} passed, ${failed} failed`);
  Deno.exit(failed > 0 ? 1 : 0);
}
