/**
 * Repeatedly ends a service with kill -9 while it stores records, deletes them, stores files or
 * migrates. Then it searches with SQLite itself for acknowledged data that is missing and for
 * partial data: `deno run -A tests/torture/kill.ts ROUNDS` (50).
 * @module
 */
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { checkStore } from "../../src/store/sqlite/backup.ts";
import { MIGRATIONS } from "../../src/store/sqlite/migrations.ts";
import { type Running, running } from "../load/served.ts";
import { randomBy } from "./mutate.ts";

/** Results of the kills. */
export interface KillFigures {
  /** Number of kills. */
  readonly rounds: number;
  /** Number of acknowledged records. */
  readonly records: number;
  /** Number of acknowledged deletions. */
  readonly deletions: number;
  /** Number of acknowledged files. */
  readonly files: number;
  /** Number of requests in progress during a kill. */
  readonly cut: number;
  /** Number of migrations that were started. */
  readonly migrations: number;
  /** Acknowledged data that is missing. */
  readonly lost: readonly string[];
  /** Partial or damaged data. */
  readonly half: readonly string[];
}

/** Options of {@linkcode runKills}. */
export interface KillOptions {
  /** Number of rounds. @default 50 */
  readonly rounds?: number;
  /** Seed of the random numbers. @default 1 */
  readonly seed?: number;
}

/** Batch of records, or of deletions, as the ids of its records. */
type Batch = readonly string[];

interface Ledger {
  readonly there: Set<string>;
  readonly gone: Set<string>;
  readonly files: Map<string, number>;
  /** Batches that may or may not be stored. */
  readonly openRecords: Batch[];
  readonly openDeletions: Batch[];
  cut: number;
  deletions: number;
}

const FIXTURES = fileURLToPath(new URL("../fixtures/stores/", import.meta.url));

/** Kills services and checks what remains of the data that they acknowledged. */
export async function runKills({ rounds = 50, seed = 1 }: KillOptions = {}): Promise<KillFigures> {
  const folder = await Deno.makeTempDir(), below = randomBy(seed);
  const ledger: Ledger = {
    there: new Set(),
    gone: new Set(),
    files: new Map(),
    openRecords: [],
    openDeletions: [],
    cut: 0,
    deletions: 0,
  };
  const lost: string[] = [], half: string[] = [];
  let migrations = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      await oneRound(folder, ledger, below);
      look(`${folder}/lifeframe.sqlite`, ledger, { round, lost, half });
      if (round % 5 === 0) {
        migrations++;
        await oneMigration(below, 1 + below(MIGRATIONS.length), half);
      }
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return {
    rounds,
    records: ledger.there.size + ledger.gone.size,
    deletions: ledger.deletions,
    files: ledger.files.size,
    cut: ledger.cut,
    migrations,
    lost,
    half,
  };
}

async function oneRound(folder: string, ledger: Ledger, below: Below): Promise<void> {
  const here = await running(["--data", folder, "--rate", "0"]);
  const before = ledger.openRecords.length + ledger.openDeletions.length;
  let isOver = false;
  const doing = [ingest, ingest, remove, upload].map(async (work) => {
    while (!isOver) await work(here, ledger, below).catch(() => isOver = true);
  });
  await new Promise((resolve) => setTimeout(resolve, 100 + below(900)));
  here.child.kill("SIGKILL");
  await here.child.status;
  isOver = true;
  await Promise.all(doing);
  ledger.cut += ledger.openRecords.length + ledger.openDeletions.length - before;
}

type Below = (below: number) => number;

async function post(here: Running, path: string, body: BodyInit, type: string): Promise<Response> {
  const headers = { ...here.headers, "content-type": type };
  return await fetch(here.url + path, { method: "POST", headers, body });
}

async function ingest(here: Running, ledger: Ledger, below: Below): Promise<void> {
  const ids = Array.from(
    { length: 1 + below(below(2) === 0 ? 20 : 3000) },
    () => crypto.randomUUID(),
  );
  const body = ids.map((id, i) =>
    `{"id":"${id}","start_time":"${
      new Date(Date.UTC(2025, 0, 1) + i * 1000).toISOString()
    }","value":1}`
  ).join("\n");
  ledger.openRecords.push(ids);
  const path = "/ingest/v1/record/HeartRate";
  const response = await post(here, path, body, "application/x-jsonl");
  if (response.status !== 201) throw new Error(String(response.status));
  await response.body?.cancel();
  for (const id of ids) ledger.there.add(id);
  ledger.openRecords.splice(ledger.openRecords.indexOf(ids), 1);
}

async function remove(here: Running, ledger: Ledger, below: Below): Promise<void> {
  const open = new Set(ledger.openDeletions.flat());
  const ids = [...ledger.there.values().filter((id) => !open.has(id)).take(1 + below(500))];
  if (ids.length === 0) return await new Promise((resolve) => setTimeout(resolve, 10));
  const body = ids.map((id) => `{"deleted_id":"${id}","deleted_type":"HeartRate"}`).join("\n");
  ledger.openDeletions.push(ids);
  const path = "/ingest/v1/record/DeletedRecord";
  const response = await post(here, path, body, "application/x-jsonl");
  if (response.status !== 201) throw new Error(String(response.status));
  await response.body?.cancel();
  for (const id of ids) {
    ledger.there.delete(id);
    ledger.gone.add(id);
  }
  ledger.deletions += ids.length;
  ledger.openDeletions.splice(ledger.openDeletions.indexOf(ids), 1);
}

async function upload(here: Running, ledger: Ledger, below: Below): Promise<void> {
  const size = 10 + below(below(4) === 0 ? 3_000_000 : 100_000);
  const announced = await post(
    here,
    "/input/v1/file",
    JSON.stringify({
      name: crypto.randomUUID(),
      path: "/",
      content_type: "application/octet-stream",
      content_length: size,
    }),
    "application/json",
  );
  const { file, url } = await announced.json();
  const content = new Uint8Array(size).fill(below(256));
  const response = await fetch(url, { method: "POST", body: content });
  if (response.status !== 200) throw new Error(String(response.status));
  await response.body?.cancel();
  ledger.files.set(file.id, size);
}

/** Checks a store without our code, and updates the ledger. */
function look(
  path: string,
  ledger: Ledger,
  { round, lost, half }: { round: number; lost: string[]; half: string[] },
): void {
  half.push(...checkStore(path).problems.map((problem) => `round ${round}: ${problem}`));
  const database = new DatabaseSync(path);
  const ids = new Set(
    database.prepare("SELECT lower(hex(id)) AS id FROM records").all().map(({ id }) => id),
  );
  const has = (id: string): boolean => ids.has(id.replaceAll("-", ""));
  const sizes = new Map(
    database.prepare(
      `SELECT f.id, sum(length(c.bytes)) AS size FROM files f JOIN chunks c ON c.content = f.content
       WHERE f.state = 'uploaded' GROUP BY f.id`,
    ).all().map(({ id, size }) => [id as string, Number(size)]),
  );
  database.close();
  const settle = (batches: Batch[], what: string, then: (id: string, isIn: boolean) => void) => {
    for (const batch of batches.splice(0)) {
      const count = batch.filter(has).length;
      if (count !== 0 && count !== batch.length) {
        half.push(`round ${round}: ${count} of a batch of ${batch.length} ${what}`);
      }
      for (const id of batch) then(id, has(id));
    }
  };
  settle(ledger.openDeletions, "deletions", (id, isIn) => {
    if (isIn) return;
    ledger.there.delete(id);
    ledger.gone.add(id);
  });
  settle(ledger.openRecords, "records", (id, isIn) => isIn && ledger.there.add(id));
  for (const id of ledger.there) if (!has(id)) lost.push(`round ${round}: record ${id}`);
  for (const id of ledger.gone) if (has(id)) lost.push(`round ${round}: deletion of ${id}`);
  for (const [id, size] of ledger.files) {
    if (sizes.get(id) !== size) lost.push(`round ${round}: file ${id}`);
  }
}

/** Kills a service while it opens a store of an earlier version. */
async function oneMigration(below: Below, version: number, half: string[]): Promise<void> {
  const folder = await Deno.makeTempDir(), path = `${folder}/lifeframe.sqlite`;
  try {
    await Deno.copyFile(`${FIXTURES}version-${version}.sqlite`, path);
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        ...[
          "run",
          "--no-check",
          "-A",
          fileURLToPath(new URL("../../src/cli/serve.ts", import.meta.url)),
        ],
        ...["--port", "0", "--data", folder, "--quiet"],
      ],
      stdout: "null",
      stderr: "null",
    }).spawn();
    // It opens the store 0.2 to 1 s after its start, depending on the load of the machine.
    for (let waited = 0; waited < 5_000; waited += 5) {
      if (await Deno.stat(`${path}-wal`).then(() => true, () => false)) break;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await new Promise((resolve) => setTimeout(resolve, below(15)));
    child.kill("SIGKILL");
    await child.status;
    const { problems, version: found, records } = checkStore(path);
    half.push(...problems.map((problem) => `migration of version ${version}: ${problem}`));
    if (records !== 50) half.push(`migration of version ${version}: ${records} of 50 records`);
    await using here = await running(["--data", folder]);
    const response = await fetch(`${here.url}/user/v1alpha1/tag`, { headers: here.headers });
    if ((await response.json())[0]?.name !== "walk") {
      half.push(`migration of version ${version} from ${found}: a tag is gone`);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const [rounds = "50"] = Deno.args;
  const figures = await runKills({ rounds: Number(rounds) });
  // deno-lint-ignore no-console
  console.log(figures);
  Deno.exitCode = figures.lost.length + figures.half.length > 0 ? 1 : 0;
}
