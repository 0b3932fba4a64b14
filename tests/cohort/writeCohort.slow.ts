import { assert, assertEquals, assertRejects } from "@std/assert";
import pl from "nodejs-polars";
import { cohort } from "../../src/cohort/cohort.ts";
import { bucketOf } from "../../src/cohort/layout/bucketOf.ts";
import { type StagedRows, stageFile } from "../../src/cohort/layout/fileRows.ts";
import { tableFiles } from "../../src/cohort/layout/tableFiles.ts";
import { writeCohort } from "../../src/cohort/writeCohort.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import { float64Column, int64Column, timeColumn } from "../../src/frame/columns/columns.ts";
import { concatColumns } from "../../src/frame/concatColumns.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { ofPerson, writeMade } from "./madeCohort.ts";
import { inFolder } from "../helpers/inFolder.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

const PEOPLE = [{ person: "ada", zone: "Europe/London" }, { person: "bob", zone: "UTC" }];
const AT = "2024-03-31T08:00Z";
const rows = (frame: Frame) => toRows(columnsOf(frame));

Deno.test("a cohort's files are split by bucket and month, sorted by person and time, and contain every row", async () => {
  await inFolder(async (folder) => {
    await writeMade(folder, { people: 9 });
    const files = await tableFiles(folder, "heart_rate");
    let total = 0;
    for (const { path, bucket, month } of files) {
      const { person, time } = columnsOf(pl.readParquet(path)) as Record<
        string,
        { values: BigInt64Array }
      >;
      total += person!.values.length;
      for (let row = 0; row < person!.values.length; row++) {
        assertEquals(bucketOf(person!.values[row]!, 4), bucket);
        assertEquals(new Date(Number(time!.values[row]! / 1000n)).toISOString().slice(0, 7), month);
        const later = row === 0 || person!.values[row]! > person!.values[row - 1]! ||
          (person!.values[row] === person!.values[row - 1] &&
            time!.values[row]! >= time!.values[row - 1]!);
        assert(later, `row ${row} of ${path}`);
      }
    }
    assertEquals(new Set(files.map(({ month }) => month)), new Set(["2025-03", "2025-04"]));
    await using people = await cohort(folder);
    assertEquals(await people.table("heart_rate").count(), total);
  });
});

Deno.test("bucketOf() never changes, so that appended rows join the earlier ones", () => {
  const people = [
    "ada",
    "bob",
    "4a0e2f1c-6f0b-4c57-9d0f-2b1f3c4d5e6f",
    "",
    "Ω",
    0n,
    7n,
    -1n,
    10n ** 18n,
  ];
  assertEquals(people.map((person) => bucketOf(person, 1000)), BUCKETS_OF_OLD);
});
/** Computed independently in Python: FNV-1a over UTF-16, MurmurHash3's finalizer. */
const BUCKETS_OF_OLD = [346, 828, 874, 923, 233, 415, 114, 84, 338];

Deno.test("writeCohort() adds people and rows to existing ones, and keeps small files together", async () => {
  await inFolder(async (folder) => {
    const tables = (steps: number) => ({ steps: [{ person: "ada", time: AT, steps }] });
    const first = await writeCohort(folder, { people: PEOPLE, tables: tables(1) });
    assertEquals(first, { people: 2, rows: { steps: 1 }, files: 2 });
    const second = await writeCohort(folder, {
      people: [PEOPLE[0]!, { person: "eve", zone: "Asia/Tokyo" }],
      tables: tables(2),
    });
    assertEquals(second, { people: 1, rows: { steps: 1 }, files: 2 });
    assertEquals((await tableFiles(folder, "steps")).length, 1);
    await using people = await cohort(folder);
    assertEquals(rows(await people.people()).map(({ person }) => person), ["ada", "bob", "eve"]);
    assertEquals(rows(await people.table("steps").collect()).map(({ steps }) => steps), [1, 2]);
  });
});

Deno.test("writeCohort() writes the same files person by person as all at once", async () => {
  const each = 200_000, names = ["a", "b", "c", "d"]; // 800,000 rows are two groups
  const samples = (person: number) => ({
    time: timeColumn(
      BigInt64Array.from(
        { length: each },
        (_, i) => 1_711_872_000_000_000n + BigInt(i) * 1_000_000n,
      ),
    ),
    value: float64Column(Float64Array.from({ length: each }, (_, i) => i % 97 + person)),
  });
  const people = names.map((person) => ({ person, zone: "UTC" }));
  await inFolder(async (folder) => {
    await writeCohort(`${folder}/one`, {
      people,
      tables: {
        samples: toFrame(concatColumns(names.map((person, i) => ofPerson(person, samples(i))))),
      },
    }, { buckets: 2 });
    const parts = people.map((one, i) => ({ ...one, tables: { samples: toFrame(samples(i)) } }));
    const written = await writeCohort(`${folder}/each`, parts, { buckets: 2 });
    assertEquals(written.rows, { samples: names.length * each });
    const [one, other] = await Promise.all(
      ["one", "each"].map(async (name) => {
        const files = await tableFiles(`${folder}/${name}`, "samples");
        return files.map(({ name, path }) => [name, Deno.readFileSync(path)]);
      }),
    );
    assertEquals(one!.length, 4); // two buckets and two months
    assertEquals(other, one);
  });
});

Deno.test("a folder's files are joined before there are a hundred", async () => {
  await inFolder(async (root) => {
    const folder = "steps/bucket=00";
    const frame = (steps: number) =>
      toFrame({ steps: int64Column(BigInt64Array.of(BigInt(steps))) });
    await Deno.mkdir(`${root}/${folder}`, { recursive: true });
    const add = async (steps: number): Promise<StagedRows> =>
      await stageFile(root, { folder, frame: frame(steps) }, ["steps"], false);
    for (let i = 0; i < 64; i++) {
      const { added, joined } = await add(100 - i);
      assertEquals({ added, joined }, { added: `${folder}/part-${i}.parquet`, joined: [] });
      await Deno.rename(`${root}/_new/${added}`, `${root}/${added}`);
    }
    const { added, joined } = await add(0);
    assertEquals(added, `${folder}/part-0.parquet`);
    assertEquals(joined, Array.from({ length: 63 }, (_, i) => `${folder}/part-${i + 1}.parquet`));
    const steps = rows(pl.readParquet(`${root}/_new/${added}`)).map(({ steps }) => steps);
    assertEquals(steps, [0, ...Array.from({ length: 64 }, (_, i) => 37 + i)]);
  });
});

Deno.test("writeCohort() accepts one person at a time, from exports or a service", async () => {
  await inFolder(async (folder) => {
    async function* each() {
      for (const person of ["ada", "bob"]) {
        await Promise.resolve();
        yield {
          person,
          zone: "UTC",
          about: { age: 40 },
          tables: { steps: [{ time: AT, steps: 5 }] },
        };
      }
    }
    assertEquals((await writeCohort(folder, each())).rows, { steps: 2 });
    await using people = await cohort(folder);
    assertEquals(rows(await people.people()), [
      { person: "ada", zone: "UTC", age: 40 },
      { person: "bob", zone: "UTC", age: 40 },
    ]);
  });
});

const WRONG: readonly [string, Parameters<typeof writeCohort>[1], string][] = [
  ["a zone that does not exist", {
    people: [{ person: "ada", zone: "Europe/Lundun" }],
    tables: {},
  }, "Europe/Lundun"],
  [
    "a person who occurs twice",
    { people: [PEOPLE[0]!, PEOPLE[0]!], tables: {} },
    "ada is in people twice",
  ],
  ["a person in another zone than before", {
    people: [{ person: "ada", zone: "UTC" }],
    tables: {},
  }, "person ada lives in Europe/London, not in UTC"],
  ["rows of somebody who is not among the people", {
    people: PEOPLE,
    tables: { steps: [{ person: "eve", time: AT, steps: 1 }] },
  }, "person eve of row 0 is not in people"],
  ["rows of nobody", {
    people: PEOPLE,
    tables: { steps: [{ person: null, time: AT, steps: 1 }] },
  }, "person is null in row 0"],
  ["a column that the table lacks", {
    people: PEOPLE,
    tables: { steps: [{ person: "ada", time: AT, steps: 1, more: 1 }] },
  }, "no column more"],
  [
    "a missing column",
    { people: PEOPLE, tables: { steps: [{ person: "ada", time: AT }] } },
    "steps",
  ],
  ["a column of another type", {
    people: PEOPLE,
    tables: { steps: [{ person: "ada", time: AT, steps: "one" }] },
  }, "steps"],
  ["a table whose name is no name", { people: PEOPLE, tables: { "a b": [] } }, '"a b"'],
];

for (const [what, data, message] of WRONG) {
  Deno.test(`writeCohort() rejects ${what}, and leaves the folder unchanged`, async () => {
    await inFolder(async (folder) => {
      const good = { good: [{ person: "bob", time: AT, x: 1 }] };
      await writeCohort(folder, {
        people: PEOPLE,
        tables: { steps: [{ person: "ada", time: AT, steps: 1 }] },
      });
      const before = await listing(folder);
      const all = Symbol.iterator in data || Symbol.asyncIterator in data
        ? data
        : { ...data, tables: { ...good, ...data.tables } };
      const error = await assertRejects(() => writeCohort(folder, all), Error);
      assert(error.message.startsWith("Cannot "), error.message);
      assert(error.message.includes(message), error.message);
      assertEquals(await listing(folder), before);
    });
  });
}

Deno.test("a reader without permission to write rejects the leftovers of a killed writer, and others finish them", async () => {
  await inFolder(async (folder) => {
    const tables = { steps: [{ person: "ada", time: AT, steps: 1 }] };
    await writeCohort(folder, { people: PEOPLE, tables });
    // State left by a process that is killed between the journal and the last renaming.
    await Deno.mkdir(`${folder}/_new/people`, { recursive: true });
    await Deno.copyFile(`${folder}/people/part-0.parquet`, `${folder}/_new/people/part-0.parquet`);
    await Deno.writeTextFile(
      `${folder}/_commit.json`,
      JSON.stringify([
        { from: "_new/gone.parquet", to: "gone.parquet" },
        { from: "_new/people/part-0.parquet", to: "people/part-0.parquet" },
      ]),
    );
    const query = Deno.permissions.query; // as without --allow-write
    Deno.permissions.query = () => Promise.resolve({ state: "prompt" } as Deno.PermissionStatus);
    try {
      await assertRejects(
        () => cohort(folder),
        TypeError,
        "with permission to write to the folder",
      );
    } finally {
      Deno.permissions.query = query;
    }
    { // a living writer holds the lock
      using lock = await Deno.open(`${folder}/_lock`, { create: true, write: true });
      await lock.lock(true);
      await assertRejects(() => cohort(folder), TypeError, "a writer was stopped");
    }
    await using people = await cohort(folder);
    assertEquals(await people.table("steps").count(), 1);
    assertEquals(
      [...Deno.readDirSync(folder)].some(({ name }) => /^_(new|commit)/.test(name)),
      false,
    );
  });
});

Deno.test("a cohort of another engine can be read but not extended, since its people would be duplicated", async () => {
  await inFolder(async (folder) => {
    const data = { people: PEOPLE, tables: { steps: [{ person: "ada", time: AT, steps: 1 }] } };
    await writeCohort(folder, data);
    const own = `${folder}/people/part-0.parquet`;
    await Deno.rename(own, `${folder}/people/part-00000-a1b2.zstd.parquet`);
    await assertRejects(() => writeCohort(folder, data), TypeError, "another engine");
    await using people = await cohort(folder);
    assertEquals((await people.people()).height, 2);
    assertEquals(await people.table("steps").count(), 1);
  });
});

async function listing(folder: string): Promise<string[]> {
  const found: string[] = [];
  const walk = async (below: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(`${folder}/${below}`)) {
      if (name === "_new") continue; // uncommitted, deleted by the next append
      if (isDirectory) await walk(`${below}/${name}`);
      else found.push(`${below}/${name} ${(await Deno.stat(`${folder}/${below}/${name}`)).size}`);
    }
  };
  await walk(".");
  return found.sort();
}
