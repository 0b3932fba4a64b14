// Durable ingest of 200 k JSON lines against bare inserts in transactions of 20 k:
// deno run --allow-all tests/bench/ingest.ts
import { DatabaseSync } from "node:sqlite";
import { createService } from "../../src/service/createService.ts";
import { openStore } from "../../src/store/openStore.ts";
import { report } from "./ratio.ts";

const COUNT = 200_000, BATCH = 20_000, START = Date.UTC(2024, 0, 1);
const body = (from: number): string =>
  Array.from({ length: BATCH }, (_, i) => {
    const at = new Date(START + (from + i) * 1000).toISOString();
    return `{"start_time":"${at}","value":${60 + i % 40},"source":"Watch"}`;
  }).join("\n");

async function ingested(folder: string): Promise<number> {
  const service = createService({ store: openStore({ path: `${folder}/service.sqlite` }) });
  const token = await service.issueToken(await service.owner());
  const bodies = Array.from({ length: COUNT / BATCH }, (_, i) => body(i * BATCH));
  const begun = performance.now();
  for (const text of bodies) {
    const response = await service.fetch(
      new Request("http://localhost/ingest/v1/record/HeartRate", {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/x-jsonl",
          "content-length": String(text.length),
        },
        body: text,
      }),
    );
    if (response.status !== 201) throw new Error(await response.text());
    await response.body?.cancel();
  }
  const took = performance.now() - begun;
  await service.close();
  return took;
}

function inserted(folder: string): number {
  const database = new DatabaseSync(`${folder}/bare.sqlite`);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE records (series INTEGER, start INTEGER, id BLOB, end INTEGER, value REAL,
      PRIMARY KEY (series, start, id)) WITHOUT ROWID;
    CREATE UNIQUE INDEX ids ON records (id)`);
  const insert = database.prepare("INSERT INTO records VALUES (1, ?, ?, ?, ?)");
  const begun = performance.now();
  for (let from = 0; from < COUNT; from += BATCH) {
    database.exec("BEGIN");
    for (let i = from; i < from + BATCH; i++) {
      const id = new Uint8Array(16);
      new DataView(id.buffer).setUint32(4, i);
      insert.run(START + i, id, START + i, 60);
    }
    database.exec("COMMIT");
  }
  const took = performance.now() - begun;
  database.close();
  return took;
}

const times: { step: number; floor: number }[] = [];
for (let round = 0; round < 3; round++) {
  const folder = await Deno.makeTempDir();
  times.push({ step: await ingested(folder), floor: inserted(folder) });
  await Deno.remove(folder, { recursive: true });
}
times.sort((a, b) => a.step / a.floor - b.step / b.floor);
report(`durable ingest of ${COUNT} JSON lines`, times[1]!, 2.5);
