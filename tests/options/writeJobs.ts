// Tries every way to write a file or folder at places that do not allow it: `writeJobs.ts BASE
// DISKS`. Prints a line of JSON for each: the job, the fault, the path and the error's message.
import {
  cohort,
  Credentials,
  credentialsStore,
  demo,
  local,
  mirror,
  plot,
  writeCohort,
} from "../../mod.ts";
import { excel } from "../../src/frame/excel.ts";
import { mcpCommand } from "../../src/cli/mcp.ts";
import { newFolder } from "../../src/cli/newFolder.ts";
import { notebookCommand } from "../../src/cli/notebook.ts";
import { storeCommand } from "../../src/cli/store.ts";
import { formatNotebook } from "../../src/notebook/format/formatNotebook.ts";
import { notebookOf } from "../notebook/notebookOf.ts";
import { printed, withEnv } from "../cli/console.ts";
import { person } from "../torture/faultJobs.ts";

/** A place that does not allow to write. */
type Fault = "missing" | "wrong" | "long" | "readOnly" | "full";

const [base = "", disks = ""] = Deno.args;
const file = `${base}/a file`, folder = `${base}/a folder`;
await Deno.writeTextFile(file, "mine");
await Deno.mkdir(`${folder}/own`, { recursive: true });
await Deno.writeTextFile(`${base}/a.ipynb`, formatNotebook(notebookOf()));
await writeCohort(`${base}/cohort`, [person("ada")]);

const me = await demo({ days: 3 });
const rows = await me.series("HeartRate", { days: 1 }, { every: "1h" });
const chart = plot.line(rows);
const store = await local({ data: `${base}/store`, tz: "UTC" });
await store.api.files.upload("/a.bin", new Uint8Array(200_000));

/** Runs a command, and throws its output if it fails. */
async function command(run: () => Promise<number>): Promise<void> {
  const { result, err } = await printed(run);
  if (result !== 0) throw new Error(err);
}

/** Runs a command that prints by a hook. */
async function hooked(
  run: (hooks: { print: (line: string) => void; warn: (line: string) => void }) => Promise<number>,
): Promise<void> {
  const lines: string[] = [], print = (line: string): void => void lines.push(line);
  if (await run({ print, warn: print }) !== 0) throw new Error(lines.at(-1));
}

const say = (line: unknown): number =>
  Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(line)}\n`));

/** Ways to write a file, by name; each receives its path. */
const FILES: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  chart: (path) => chart.save(path),
  report: async (path) => (await me.report({ days: 1 })).save(path),
  digest: async (path) => (await me.digest({ days: 1 })).save(path),
  excel: (path) => excel(rows, { path }),
  // deno-lint-ignore require-await -- throws like the others
  arrow: async (path) => rows.writeIPC(path),
  backup: (path) =>
    hooked((hooks) => storeCommand(["backup", path, "--data", `${base}/store`], hooks)),
  page: (path) => command(() => notebookCommand(["export", `${base}/a.ipynb`, "--out", path])),
  notebook: (path) => command(() => notebookCommand(["run", `${base}/a.ipynb`, "--out", path])),
  credentials: (path) =>
    credentialsStore({ path }).write(
      new Credentials({
        baseUrl: "https://service.host",
        authUrl: "https://service.host",
        clientId: "c",
        accessToken: "token",
      }),
    ),
};

/** Ways to write a folder. */
const FOLDERS: typeof FILES = {
  export: (path) => store.exportTo(path, { onProgress: () => {} }),
  cohort: (path) => writeCohort(path, [person("ada")]),
  result: async (path) => {
    await using people = await cohort(`${base}/cohort`);
    await people.table("steps").writeTo(path);
  },
  new: (path) => command(() => newFolder([path])),
  kernel: (path) =>
    withEnv({ JUPYTER_DATA_DIR: path }, () => command(() => notebookCommand(["install"]))),
  store: async (path) => (await local({ data: path, tz: "UTC" })).close(),
  mirror: async (path) => (await mirror(store, { data: path, onProgress: () => {} })).close(),
  restore: (path) =>
    hooked((hooks) => storeCommand(["restore", `${base}/backup.sqlite`, "--data", path], hooks)),
  calls: (path) =>
    hooked((hooks) =>
      mcpCommand(
        ["--data", `${base}/store`, "--log", `${path}/calls`],
        { ...hooks, signal: AbortSignal.timeout(1000) },
      )
    ),
};

await FILES["backup"]!(`${base}/backup.sqlite`);

const PLACES: Readonly<Record<Fault, (name: string, isFolder: boolean) => string>> = {
  missing: (name) => `${base}/missing ${name}/of it/${name}`,
  wrong: (name, isFolder) => isFolder ? `${file}/${name}` : `${folder}/${name}`,
  long: (name) => `${folder}/${"n".repeat(300)}-${name}`,
  readOnly: (name) => `${disks}/read-only/${name}`,
  full: (name) => `${disks}/full/${name}`,
};

const ENDINGS: Readonly<Record<string, string>> = {
  chart: ".svg",
  report: ".html",
  digest: ".html",
  excel: ".xlsx",
  page: ".html",
  notebook: ".ipynb",
};

for (const [isFolder, jobs] of [[false, FILES], [true, FOLDERS]] as const) {
  for (const [job, write] of Object.entries(jobs)) {
    for (const [fault, place] of Object.entries(PLACES)) {
      const path = place(`${job}${ENDINGS[job] ?? ""}`, isFolder);
      if (fault === "wrong" && !isFolder) await Deno.mkdir(path, { recursive: true });
      const error = await write(path).then(() => undefined, (error: Error) => error.message);
      say({ job, fault, path, isFolder, error });
    }
  }
}
await store.close();
Deno.stdout.writeSync(new TextEncoder().encode("done\n"));
