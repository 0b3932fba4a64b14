// deno-lint-ignore-file no-console -- reads the messages
import { assert, assertEquals, assertMatch, assertNotEquals, assertRejects } from "@std/assert";
import { inFolder } from "../../helpers/inFolder.ts";
import config from "../../../deno.json" with { type: "json" };
import { ingestSample } from "../../../src/app/sample/ingestSample.ts";
import { type FillStore, readySample } from "../../../src/app/sample/readySample.ts";
import { sampleClient } from "../../../src/app/sampleClient.ts";
import type { Me } from "../../../src/app/me.ts";
import { createService } from "../../../src/service/createService.ts";
import { openStore, type Store } from "../../../src/store/openStore.ts";

const USER = "00000000-0000-4000-8000-000000000001";
const OPTIONS = { days: 3 };
const ALL = { start_time: "2025-03-01T00:00Z", end_time: "2025-04-01T00:00Z" };

async function clientOf(store: Store): Promise<Me> {
  const { fetch, issueToken } = createService({ store });
  return sampleClient({ baseUrl: "http://localhost", token: await issueToken(USER), fetch });
}

/** Fills a store with the sample, and counts its calls. */
function counting(options = OPTIONS): { fill: FillStore; count: () => number } {
  let count = 0;
  return {
    fill: async (store) => {
      count++;
      await ingestSample(await clientOf(store), options);
    },
    count: () => count,
  };
}

function namesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

/** Returns the sample from some of a store's tables. */
async function contentOf(store: Store): Promise<unknown[]> {
  const me = await clientOf(store);
  return [
    await me.api.changes.available(ALL),
    (await me.api.metrics.samples({ metric: "SleepStage", ...ALL })).toRecords(),
    (await me.api.workouts.list(ALL)).toRecords().length,
    (await me.api.sources.list()).map(({ name }) => name),
  ];
}

Deno.test("the sample is created once; every later start has the same rows from the stored database", () =>
  inFolder(async (folder) => {
    const { fill, count } = counting();
    const memory = openStore();
    await fill(memory);
    const expected = await contentOf(memory);
    for (let start = 0; start < 3; start++) {
      const store = await readySample(OPTIONS, fill, () => folder);
      const found = await contentOf(store);
      // The service assigns ids of annotations, so separately created ones differ.
      assertEquals(withoutIds(found), withoutIds(expected), `start ${start}`);
      await store.close();
    }
    await memory.close();
    assertEquals(count(), 2, "once in memory, once for the folder");
    assertEquals(namesIn(folder).length, 1);
    assertMatch(
      namesIn(folder)[0]!,
      new RegExp(`^sample-${RegExp.escape(config.version)}-3(?:-\\w+)?\\.sqlite$`),
    );
  }));

function withoutIds(content: unknown[]): unknown {
  return JSON.parse(JSON.stringify(content).replaceAll(/Annotation\/[0-9a-f-]{36}/g, "Annotation"));
}

Deno.test("each client has a separate copy: its writes are invisible to others and not stored", () =>
  inFolder(async (folder) => {
    const { fill } = counting();
    const first = await readySample(OPTIONS, fill, () => folder);
    const kept = await Deno.readFile(`${folder}/${namesIn(folder)[0]}`);
    const me = await clientOf(first), before = await me.api.user.totals();
    await me.api.ingest.records("HeartRate", [{ start_time: "2025-03-20T10:00:30Z", value: 99 }]);
    assertEquals((await me.api.user.totals()).total_records, before.total_records + 1);
    const second = await readySample(OPTIONS, fill, () => folder);
    assertEquals(await (await clientOf(second)).api.user.totals(), before);
    assertEquals(await Deno.readFile(`${folder}/${namesIn(folder)[0]}`), kept);
    await first.close();
    await second.close();
  }));

Deno.test("several simultaneous starts create one stored database", () =>
  inFolder(async (folder) => {
    const { fill } = counting();
    const stores = await Promise.all(
      [1, 2, 3].map(() => readySample(OPTIONS, fill, () => folder)),
    );
    const contents = await Promise.all(stores.map(contentOf));
    for (const content of contents) assertEquals(withoutIds(content), withoutIds(contents[0]!));
    await Promise.all(stores.map((store) => store.close()));
    assertEquals(namesIn(folder).length, 1);
  }));

Deno.test("other days and seeds have separate databases; older versions are deleted", () =>
  inFolder(async (folder) => {
    const old = ["sample-0.0.1-3.sqlite", "sample-0.0.1-3-abc.sqlite", "sample-0.0.1-30.sqlite"];
    for (const name of [...old, "sample-0.0.1-3-seed2.sqlite", "others.sqlite"]) {
      await Deno.writeTextFile(`${folder}/${name}`, "old");
    }
    const open = async (options: { days: number; seed?: number }) => {
      const store = await readySample(options, counting(options).fill, () => folder);
      const { value } = (await (await clientOf(store)).api.metrics
        .samples({ metric: "HeartRate", ...ALL })).toRecords().at(-1)!;
      await store.close();
      return value;
    };
    assertNotEquals(await open({ days: 3 }), undefined);
    assertEquals(namesIn(folder).filter((name) => name.includes("0.0.1")), [
      "sample-0.0.1-3-seed2.sqlite",
      "sample-0.0.1-30.sqlite",
    ]);
    await open({ days: 3, seed: 2 });
    await open({ days: 2 });
    const names = namesIn(folder);
    assertEquals(names.filter((name) => name.includes("0.0.1")), ["sample-0.0.1-30.sqlite"]);
    assertEquals(names.length, 5, names.join());
    assert(names.includes("others.sqlite"));
  }));

Deno.test("a truncated or invalid stored database is created again", () =>
  inFolder(async (folder) => {
    const { fill, count } = counting();
    await (await readySample(OPTIONS, fill, () => folder)).close();
    const path = `${folder}/${namesIn(folder)[0]}`, whole = await Deno.readFile(path);
    const cuts = [whole.length - 4096, whole.length - 1, 100, 99, 0];
    for (const [i, length] of cuts.entries()) {
      await Deno.writeFile(path, whole.subarray(0, length));
      const store = await readySample(OPTIONS, fill, () => folder);
      assert((await (await clientOf(store)).api.user.totals()).total_records > 1000);
      await store.close();
      assertEquals(count(), i + 2, `${length} bytes`);
    }
    await Deno.writeFile(path, new Uint8Array(whole.length));
    await (await readySample(OPTIONS, fill, () => folder)).close();
    assertEquals(count(), cuts.length + 2);
  }));

Deno.test("without a writable folder, each start creates the sample in memory, with one warning", () =>
  inFolder(async (folder) => {
    const file = `${folder}/file`, said: string[] = [], { warn } = console;
    await Deno.writeTextFile(file, "a file, and no folder");
    const { fill, count } = counting();
    console.warn = (text: string) => said.push(text);
    try {
      for (const place of [`${file}/lifeframe`, undefined, `${file}/lifeframe`]) {
        const store = await readySample(OPTIONS, fill, () => place);
        assert((await (await clientOf(store)).api.user.totals()).total_records > 1000);
        await store.close();
      }
    } finally {
      console.warn = warn;
    }
    assertEquals(count(), 3);
    assertEquals(said.length, 1);
    assertMatch(
      said[0]!,
      /^The sample is made again at each start, because it cannot be stored: \S/,
    );
    assertEquals(namesIn(folder), ["file"]);
  }));

Deno.test("invalid options are rejected, and nothing is stored", () =>
  inFolder(async (folder) => {
    for (const options of [{ days: 0 }, { days: 3, seed: 0.5 }]) {
      const { fill } = counting(options);
      await assertRejects(
        () => readySample(options, fill, () => folder),
        RangeError,
        "sample data",
      );
    }
    assertEquals(namesIn(folder), []);
  }));
