import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { cohort } from "../../src/cohort/cohort.ts";
import { withdrawPeople } from "../../src/cohort/withdrawPeople.ts";
import { writeCohort } from "../../src/cohort/writeCohort.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import * as series from "../../src/series/mod.ts";
import { inFolder } from "../helpers/inFolder.ts";

const rowsOf = (person: string, value: number) => [
  { person, time: "2025-03-31T08:00Z", value },
  { person, time: "2025-04-01T08:00Z", value },
];

/** Changes of a cohort. `into` is a folder of results. */
const CHANGES: { readonly [name: string]: (folder: string, into: string) => Promise<unknown> } = {
  add: (folder) =>
    writeCohort(folder, {
      people: [{ person: "eve", zone: "Asia/Kolkata" }],
      tables: { steps: rowsOf("eve", 3), more: rowsOf("ada", 4) },
    }),
  replace: (folder) =>
    writeCohort(folder, { tables: { steps: rowsOf("bob", 5) } }, { replace: true }),
  withdraw: (folder) => withdrawPeople(folder, "bob"),
  compact: async (folder) => {
    await using people = await cohort(folder, { workers: 1 });
    await people.compact();
  },
  writeTo: async (folder, into) => {
    await using people = await cohort(folder, { workers: 1 });
    await people.table("steps").perPerson(series.resample, { every: "1mo", aggregate: "sum" })
      .writeTo(into);
  },
};

/** Contents of a folder of results. */
const OF_RESULT = ["_cohort.json", "_lock", "people", "steps"];

/** Moves one file, so that `compact` has work to do. */
async function writeStudy(folder: string): Promise<void> {
  const zones = ["ada", "bob"].map((person) => ({ person, zone: "Europe/London" }));
  const steps = [...rowsOf("ada", 1), ...rowsOf("bob", 2)];
  await writeCohort(folder, { people: zones, tables: { steps } }, { buckets: 1 });
  const place = `${folder}/steps/bucket=00`;
  await Deno.rename(`${place}/month=2025-03/part-0.parquet`, `${place}/a.parquet`);
}

/** Returns everything that readers see. */
async function stateOf(folder: string): Promise<string> {
  await using people = await cohort(folder, { workers: 1 });
  const state: unknown[] = [toRows(columnsOf(await people.people()))];
  for (const table of await people.tables()) {
    state.push(table, toRows(columnsOf(await people.table(table).collect())));
  }
  const { errors, notes } = await people.check();
  return JSON.stringify(
    [state, errors, notes],
    (_, value) =>
      `${value}` === "[object Object]" ? value : Array.isArray(value) ? value : String(value),
  );
}

/** Runs a change in a process that kills itself before one of its changes of files. */
async function runKilled(
  change: string,
  folder: string,
  into: string,
  at: number,
): Promise<boolean> {
  const lock = fileURLToPath(new URL("../../tools/deno.lock", import.meta.url));
  const { signal, success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--no-check",
      `--lock=${lock}`,
      import.meta.url,
      change,
      folder,
      into,
      `${at}`,
    ],
    stderr: "piped",
  }).output();
  if (signal !== "SIGKILL") assert(success, new TextDecoder().decode(stderr));
  return signal === "SIGKILL";
}

if (Deno.args.length === 4 && import.meta.main) {
  const [change, folder, into, at] = Deno.args as [string, string, string, string];
  let left = Number(at);
  for (const name of ["rename", "remove", "mkdir", "open", "writeTextFile"] as const) {
    const own = Deno[name] as (...args: unknown[]) => unknown;
    Object.assign(Deno, {
      [name]: (...args: unknown[]) => {
        if (left-- === 0) Deno.kill(Deno.pid, "SIGKILL");
        return own(...args);
      },
    });
  }
  await CHANGES[change]!(folder, into);
}

for (const [name, change] of Object.entries(CHANGES)) {
  Deno.test(`readers see the state before or after ${name}, wherever it is killed, and the next writer works`, async () => {
    await inFolder(async (base) => {
      await Deno.mkdir(`${base}/study`);
      await writeStudy(`${base}/study`);
      const before = await stateOf(`${base}/study`);
      const copyTo = async (to: string) => {
        const { success } = await new Deno.Command("cp", { args: ["-r", `${base}/study`, to] })
          .output();
        assert(success);
      };
      await copyTo(`${base}/whole`);
      await change(`${base}/whole`, `${base}/result`);
      const after = await stateOf(`${base}/whole`);
      const result = name === "writeTo" ? await stateOf(`${base}/result`) : undefined;
      const seen = new Set<string>();
      for (let at = 0;; at++) {
        const folder = `${base}/${at}`, into = `${base}/${at}-result`;
        await copyTo(folder);
        const isKilled = await runKilled(name, folder, into, at);
        const state = await stateOf(folder);
        assert(state === before || state === after, `killed at ${at}: ${state}`);
        seen.add(state);
        if (result !== undefined) {
          await change(folder, into).catch((error) => { // resumes, unless all was committed
            if (!error.message.endsWith("already has a table steps")) throw error;
          });
          assertEquals(await stateOf(into), result, `killed at ${at}`);
          await withdrawPeople(into, "bob"); // also if the state of the work was left
          assertEquals([...Deno.readDirSync(into)].map(({ name }) => name).sort(), OF_RESULT);
        } else if (state === before) await change(folder, into);
        else await writeCohort(folder, { tables: {} });
        assertEquals(await stateOf(folder), after, `killed at ${at}`);
        const left = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
        assertEquals(left.filter((name) => /^[._]/.test(name)), ["_cohort.json", "_lock"]);
        await Deno.remove(folder, { recursive: true });
        if (!isKilled) break;
      }
      assertEquals(seen, new Set([before, after]));
    });
  });
}
