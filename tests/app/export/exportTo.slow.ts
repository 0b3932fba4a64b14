import { assert, assertEquals, assertRejects } from "@std/assert";
import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
import pl from "nodejs-polars";
import { local, type Me } from "../../../mod.ts";
import { ingestSample } from "../../../src/app/sample/ingestSample.ts";

const quiet = { onProgress: () => {} };
const EVER = { start_time: "0001-01-01T00:00:00Z", end_time: "9999-12-31T00:00:00Z" };

/** Creates a store with three days of the sample and a file, and a folder to write to. */
async function withData(work: (me: Me, folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  await using me = await local({ tz: "Europe/Berlin" });
  await ingestSample(me, { days: 3, ...quiet });
  try {
    await work(me, folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const lines = async (path: string): Promise<unknown[]> =>
  (await Deno.readTextFile(path)).split("\n").filter(Boolean).map((line) => JSON.parse(line));

Deno.test("exportTo() writes every record as Parquet by type and month, and lists the files in a manifest", () =>
  withData(async (me, folder) => {
    await me.api.ingest.records("HeartRate", [
      { start_time: "2025-01-31T22:59:59Z", value: 50 },
      {
        start_time: "2025-01-31T23:00:00Z",
        value: 51,
        note: "in bed",
        device: { name: "Band", hardwareVersion: "7" },
      },
    ]);
    const manifest = await me.exportTo(`${folder}/mine`, quiet);
    assertEquals(JSON.parse(await Deno.readTextFile(`${folder}/mine/manifest.json`)), manifest);
    const available = await me.api.changes.available(EVER);
    assertEquals(
      manifest.records,
      Object.fromEntries(available.map(({ data_type, count }) => [data_type, count])),
    );
    const ids = new Map<string, string[]>();
    for (const { path, holds, rows, sha256 } of manifest.files) {
      const bytes = await Deno.readFile(`${folder}/mine/${path}`);
      assertEquals(createHash("sha256").update(bytes).digest("hex"), sha256, path);
      if (!path.startsWith("records/")) continue;
      const frame = pl.readParquet(`${folder}/mine/${path}`);
      assertEquals(frame.height, rows, path);
      const list = ids.get(holds) ?? [];
      ids.set(holds, [...list, ...frame.getColumn(frame.columns[0]!).toArray() as string[]]);
    }
    for (const [holds, list] of ids) assertEquals(new Set(list).size, list.length, holds);
    const heart = (month: string) =>
      pl.readParquet(`${folder}/mine/records/HeartRate/${month}.parquet`).toRecords();
    assertEquals(
      heart("2025-01").map(({ value }) => value),
      [50],
      "months are of the client's zone",
    );
    const [noted] = heart("2025-02");
    assertEquals([noted!["value"], noted!["note"], noted!["device"]], [51, "in bed", "Band"]);
    assertEquals(JSON.parse(noted!["other"] as string).device_properties, { hardwareVersion: "7" });
    const samples = await me.api.metrics.samples({ metric: "StepCount", ...EVER }, {
      piece: false,
    });
    const steps = pl.readParquet(`${folder}/mine/records/StepCount/2025-03.parquet`);
    assertEquals(steps.select(...samples.columns).toRecords(), samples.toRecords());
  }));

Deno.test("exportTo() writes other data as JSON lines, copies files unchanged, and writes no token", () =>
  withData(async (me, folder) => {
    const name = "../../x y?.md";
    await me.api.files.upload(`/notes/${name.replaceAll("/", "_")}`, "one");
    await me.api.files.upload("/notes/today.md", "two");
    const { token } = await me.api.sessions.create({
      body: { session_name: "script", state: "x" },
    });
    const manifest = await me.exportTo(pathToFileURL(`${folder}/mine/`), quiet);
    assertEquals(await lines(`${folder}/mine/tags.jsonl`), await me.api.tags.list());
    assertEquals(await lines(`${folder}/mine/annotations.jsonl`), await me.api.annotations.list());
    assertEquals((await lines(`${folder}/mine/sessions.jsonl`)).length, 1);
    const files = manifest.files.filter(({ holds }) => holds === "file");
    const contents = await Promise.all(
      files.map(({ path }) => Deno.readTextFile(`${folder}/mine/${path}`)),
    );
    assertEquals(contents.sort(), ["one", "two"]);
    assert(files.every(({ path }) => /^files\/[\w-]+\/[\w.-]+$/.test(path)));
    for (const { path } of manifest.files) {
      const text = await Deno.readTextFile(`${folder}/mine/${path}`);
      assert(!text.includes(token) && !/eyJ[\w-]+\./.test(text), path);
    }
  }));

Deno.test("exportTo() accepts a new or empty folder, or an earlier export if allowed", () =>
  withData(async (me, folder) => {
    await Deno.mkdir(`${folder}/full`);
    await Deno.writeTextFile(`${folder}/full/letter.txt`, "dear");
    for (const replace of [false, true]) {
      await assertRejects(
        () => me.exportTo(`${folder}/full`, { replace, ...quiet }),
        RangeError,
        "is not an earlier export, since it contains letter.txt",
      );
    }
    assertEquals(await Deno.readTextFile(`${folder}/full/letter.txt`), "dear");
    await Deno.mkdir(`${folder}/empty`);
    await me.exportTo(`${folder}/empty`, quiet);
    await assertRejects(() => me.exportTo(`${folder}/empty`), RangeError, "{ replace: true }");
    await me.api.tags.create({ body: { name: "later" } });
    await me.exportTo(`${folder}/empty`, { replace: true, ...quiet });
    const names = (await lines(`${folder}/empty/tags.jsonl`)).map((tag) =>
      (tag as { name: string }).name
    );
    assert(names.includes("later"));
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), ["empty", "full"]);
  }));

Deno.test("an aborted export leaves nothing behind", () =>
  withData(async (me, folder) => {
    const stop = new AbortController();
    await assertRejects(
      () =>
        me.exportTo(`${folder}/mine`, {
          signal: stop.signal,
          onProgress: ({ done }) => done > 100 && stop.abort(new Error("enough")),
        }),
      Error,
      "enough",
    );
    assertEquals([...Deno.readDirSync(folder)], []);
  }));
