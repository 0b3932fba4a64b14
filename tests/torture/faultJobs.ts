// Runs one job on files below a folder, in a process whose system calls fail: `faultJobs.ts JOB
// FOLDER`. Prints `ack N` for each finished step, and at the end `done` or `error: MESSAGE`.
import { type Local, local, mirror, writeCohort } from "../../mod.ts";
import type { PersonData } from "../../src/cohort/layout/cohortData.ts";
import { watchFolder } from "../../src/cli/watchFolder.ts";
import { changeFile } from "../../src/client/auth/credentialsFile.ts";
import { openService } from "../../src/service/openService.ts";
import { backupStore, restoreStore } from "../../src/store/sqlite/backup.ts";

/** Number of records in a batch, which is stored as a whole. */
export const BATCH = 200;

/** Returns the time of a record in a batch. */
export const timeOf = (batch: number, i: number): string =>
  new Date(Date.UTC(2025, 0, 1 + batch) + i * 60_000).toISOString();

/** Returns the id of a record in a batch. */
export const idOf = (batch: number, i: number): string =>
  `00000000-0000-4000-8000-${String(batch * BATCH + i).padStart(12, "0")}`;

/** Returns the records of a batch. */
export function batchOf(batch: number): { id: string; start_time: string; value: number }[] {
  return Array.from(
    { length: BATCH },
    (_, i) => ({ id: idOf(batch, i), start_time: timeOf(batch, i), value: 60 + batch }),
  );
}

const NOW = (): Temporal.Instant => Temporal.Instant.from("2025-01-08T12:00Z");

/** Opens the store to mirror, report and export: two batches and a file. */
export async function source(folder = Deno.env.get("FAULT_SOURCE")!): Promise<Local> {
  const me = await local({ data: folder, tz: "UTC", now: NOW });
  if ((await me.api.user.totals()).total_records > 0) return me;
  for (const batch of [0, 1]) await me.api.ingest.records("HeartRate", batchOf(batch));
  await me.api.files.upload("/notes/a.txt", "text of a file");
  return me;
}

/** Returns a person's rows of a cohort. */
export const person = (name: string): PersonData => ({
  person: name,
  zone: "UTC",
  tables: {
    steps: [{ time: "2024-03-31T08:00Z", steps: 1 }, { time: "2024-05-31T08:00Z", steps: 2 }],
  },
});

/** Track with three heart rates. */
export const TRACK = `<gpx creator="Watch"><trk><trkseg>${
  [1, 2, 3].map((minute) =>
    `<trkpt lat="52.5" lon="13.4"><time>2024-05-01T08:0${minute}:00Z</time><hr>10${minute}</hr></trkpt>`
  ).join("")
}</trkseg></trk></gpx>`;

/** Returns the path of a credentials file. */
export const credentialsIn = (folder: string): string => `${folder}/credentials.json`;

/** Stores the credentials of one of several services. */
export async function signInTo(folder: string, number: number): Promise<void> {
  await changeFile(credentialsIn(folder), (file) => {
    const entry = { access_token: "secret", auth_url: "https://auth.example", client_id: "a" };
    file.services[`https://${number}.example`] = entry;
    return Promise.resolve();
  });
}

/** Watches a folder until a number of files are imported, or one fails. */
export async function watch(folder: string, files: number): Promise<void> {
  await using me = await local({ data: folder, tz: "UTC" });
  const stop = new AbortController();
  let failure: string | undefined, left = files;
  await watchFolder(`${folder}/in`, {
    ...{ state: `${folder}/watched.json`, settle: 1, every: 5, signal: stop.signal },
    importFile: async (path) => String(await me.ingest(path)),
    print: () => {
      if (--left === 0) stop.abort();
    },
    warn: (line) => {
      failure = line;
      stop.abort();
    },
  });
  if (failure !== undefined) throw new Error(failure.replace(/^[^:]*: /, ""));
}

const say = (line: string): number => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));

/** Jobs by name. Each receives the folder. */
export const JOBS: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  ingest: async (folder) => {
    await using me = await local({ data: folder, tz: "UTC" });
    for (let batch = 2; batch < 5; batch++) {
      await me.api.ingest.records("HeartRate", batchOf(batch));
      say(`ack ${batch}`);
    }
  },
  delete: async (folder) => {
    await using me = await local({ data: folder, tz: "UTC" });
    for (const batch of [0, 1]) {
      const body = batchOf(batch).map(({ id }) => ({ deleted_id: id, deleted_type: "HeartRate" }));
      await me.api.ingest.records("DeletedRecord", body);
      say(`ack ${batch}`);
    }
  },
  migrate: async (folder) => {
    const service = await openService({ folder });
    await service.close();
  },
  backup: async (folder) => {
    await backupStore(`${folder}/lifeframe.sqlite`, `${folder}/copy.sqlite`);
  },
  restore: async (folder) => {
    await restoreStore(`${folder}/other.sqlite`, folder, { replace: true });
  },
  mirror: async (folder) => {
    await using me = await source();
    await using _copy = await mirror(me, { data: folder, onProgress: () => {} });
  },
  writeCohort: async (folder) => {
    await writeCohort(folder, [person("bob"), person("eve")]);
  },
  report: async (folder) => {
    await using me = await source();
    const page = await me.report(me.range.lastDays(7));
    await page.save(`${folder}/report.html`);
  },
  export: async (folder) => {
    await using me = await source();
    await me.exportTo(`${folder}/out`, { replace: true, onProgress: () => {} });
  },
  signIn: async (folder) => {
    for (const number of [1, 2, 3]) {
      await signInTo(folder, number);
      say(`ack ${number}`);
    }
  },
  watch: (folder) => watch(folder, 1),
  pdf: async (folder) => {
    await using me = await source();
    const page = await me.report(me.range.lastDays(7));
    await page.save(`${folder}/report.pdf`);
  },
};

if (import.meta.main) {
  const [job = "", folder = ""] = Deno.args;
  try {
    await JOBS[job]!(folder);
    say("done");
  } catch (error) {
    say(`error: ${(error as Error).message}`);
  }
}
