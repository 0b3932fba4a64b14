import { fileURLToPath } from "node:url";
import { DatabaseSync } from "node:sqlite";
import { cohort, local, mirror, writeCohort } from "../../mod.ts";
import { loadFile } from "../../src/client/auth/credentialsFile.ts";
import { checkStore } from "../../src/store/sqlite/backup.ts";
import { MIGRATIONS } from "../../src/store/sqlite/migrations.ts";
import {
  BATCH,
  batchOf,
  credentialsIn,
  idOf,
  JOBS,
  person,
  signInTo,
  source,
  TRACK,
  watch,
} from "./faultJobs.ts";
import type { Run } from "./faults.ts";

const FIXTURES = fileURLToPath(new URL("../fixtures/stores/", import.meta.url));

/** Returns the batches that a store holds as a whole. Throws if it holds a part of one. */
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

/** Rejects files that do not belong to a store. */
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

/** Returns the number of records in a store. */
async function recordsIn(folder: string): Promise<number> {
  await using me = await local({ data: folder, tz: "UTC" });
  return (await me.api.user.totals()).total_records;
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

/** Checks by the name of their job. */
export const CHECKS: Readonly<Record<keyof typeof JOBS, Check>> = {
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
  signIn: {
    prepare: async (folder) => {
      await Deno.mkdir(folder, { recursive: true });
      await signInTo(folder, 0);
    },
    look: async (folder, { acks }) => {
      await age(folder);
      await signInTo(folder, 9); // takes over the lock, and removes what was left
      const { services } = await loadFile(credentialsIn(folder));
      for (const number of [0, ...acks, 9]) {
        if (services[`https://${number}.example`] === undefined) {
          throw new Error(`the sign-in ${number} is lost`);
        }
      }
      equal(namesIn(folder), ["credentials.json"], "files");
    },
  },
  watch: {
    prepare: async (folder) => {
      await Deno.mkdir(`${folder}/in`, { recursive: true });
      await Deno.writeTextFile(`${folder}/in/walk.gpx`, TRACK);
    },
    look: async (folder, { isDone }) => {
      if (isDone) equal(await recordsIn(folder), 7, "records that were acknowledged");
      await age(folder);
      await Deno.writeTextFile(`${folder}/in/other.gpx`, TRACK.replaceAll("<hr>1", "<hr>2"));
      await watch(folder, 2);
      equal(await recordsIn(folder), 10, "records after the next start");
      const watched = JSON.parse(await Deno.readTextFile(`${folder}/watched.json`));
      equal(Object.values(watched).sort(), ["other.gpx", "walk.gpx"], "imported files");
      onlyStore(folder, /^watched\.json$|^in\//);
    },
  },
  pdf: {
    prepare: async (folder) => {
      await Deno.mkdir(`${folder}/tmp`, { recursive: true });
      await Deno.writeTextFile(`${folder}/report.pdf`, "%PDF old %%EOF");
    },
    look: async (folder, { isDone }) => {
      const text = new TextDecoder("latin1").decode(await Deno.readFile(`${folder}/report.pdf`));
      if (!/^%PDF[^]*%%EOF\s*$/.test(text)) throw new Error(`${text.length} characters of a PDF`);
      if (isDone && text.length < 1000) throw new Error("the report is lost");
      await age(folder);
      await JOBS["pdf"]!(folder);
      await Deno.remove(`${folder}/tmp`, { recursive: true }); // swept from the system's own folder
      equal(namesIn(folder), ["report.pdf"], "files");
    },
  },
};
