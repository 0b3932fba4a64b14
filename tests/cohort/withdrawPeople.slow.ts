import { assert, assertEquals, assertRejects } from "@std/assert";
import { fileURLToPath } from "node:url";
import { zstdDecompressSync } from "node:zlib";
import { cohort } from "../../src/cohort/cohort.ts";
import { withdrawPeople } from "../../src/cohort/withdrawPeople.ts";
import { writeCohort } from "../../src/cohort/writeCohort.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import { inFolder } from "../helpers/inFolder.ts";

const rows = (frame: Frame) => toRows(columnsOf(frame));
const NAMES = ["ada", "bob", "eve", "kim", "lee", "mia"].map((name) => `person-${name}`);

/** Six people with notes and counts in two months; everyone has the same number of rows. */
async function writeStudy(folder: string, buckets = 2): Promise<void> {
  const times = ["2024-03-01T08:00Z", "2024-03-02T08:00Z", "2024-04-02T08:00Z"];
  await writeCohort(
    folder,
    NAMES.map((person, i) => ({
      person,
      zone: "Europe/Berlin",
      about: { site: `site of ${person}` },
      tables: {
        notes: times.map((time, j) => ({ time, note: `note ${j} of ${person}` })),
        steps: times.map((time, j) => ({ time, steps: 1000 * (i + 1) + j })),
      },
    })),
    { buckets },
  );
}

/** Bytes of all files, and of all their parts that are compressed by zstd. */
async function everyByte(folder: string): Promise<string> {
  let text = "";
  for (const file of await filesOf(folder)) {
    const bytes = await Deno.readFile(`${folder}/${file}`);
    text += file + new TextDecoder("latin1").decode(bytes);
    for (let at = 0; at < bytes.length - 4; at++) {
      const magic = bytes[at] === 0x28 && bytes[at + 1] === 0xb5 && bytes[at + 2] === 0x2f;
      if (!magic || bytes[at + 3] !== 0xfd) continue;
      try {
        text += new TextDecoder("latin1").decode(zstdDecompressSync(bytes.subarray(at)));
      } catch {
        // These four bytes are not the start of a frame.
      }
    }
  }
  return text;
}

async function filesOf(folder: string, below = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${below}`)) {
    if (isDirectory) found.push(...await filesOf(folder, `${below}${name}/`));
    else found.push(`${below}${name}`);
  }
  return found;
}

Deno.test("withdrawPeople() leaves no trace of a person in any file of the folder", async () => {
  await inFolder(async (folder) => {
    await writeStudy(folder);
    const before = await everyByte(folder);
    for (const name of NAMES) {
      assert(before.includes(`note 1 of ${name}`), "the search finds notes");
    }
    await using people = await cohort(folder, { workers: 1 });
    const whole = rows(await people.table("notes").collect());
    const withdrawn = await withdrawPeople(folder, ["person-eve", "person-ada"]);
    assertEquals([withdrawn.people, withdrawn.rows], [2, { notes: 6, steps: 6 }]);
    const after = await everyByte(folder);
    for (const name of NAMES) {
      const isGone = name === "person-eve" || name === "person-ada";
      assertEquals(after.includes(name), !isGone, name);
    }
    assertEquals(
      rows(await people.table("notes").collect()),
      whole.filter(({ person }) => person !== "person-eve" && person !== "person-ada"),
    );
    assertEquals((await people.people()).height, 4);
    assertEquals(await people.table("steps").count(), 12);
  });
});

Deno.test("withdrawPeople() removes files without rows, and everyone can be withdrawn", async () => {
  await inFolder(async (folder) => {
    await writeStudy(folder, 1);
    for (const name of NAMES) await withdrawPeople(folder, name);
    const files = (await filesOf(folder)).sort();
    assertEquals(files, ["_cohort.json", "_lock", "people/part-0.parquet"]);
    await using people = await cohort(folder);
    assertEquals(await people.table("steps").count(), 0);
    await writeStudy(folder, 1); // the study continues
    assertEquals(await people.table("steps").count(), 18);
  });
});

Deno.test("withdrawPeople() rejects and names files in which rows of the person would stay", async () => {
  for (
    const [place, what] of [
      ["notes/_old/a.parquet", "copy"],
      ["notes/.a.PARQUET", "copy"],
      ["notes.parquet", "copy"],
      ["notes/bucket=00/month=2024-03/part-0.parquet", "link"],
    ] as const
  ) {
    await inFolder(async (folder) => {
      const study = `${folder}/study`;
      await writeStudy(study, 1);
      const source = `${study}/notes/bucket=00/month=2024-03/part-0.parquet`;
      await Deno.mkdir(`${study}/notes/_old`);
      if (what === "copy") await Deno.copyFile(source, `${study}/${place}`);
      else {
        await Deno.rename(source, `${folder}/elsewhere.parquet`);
        await Deno.symlink(`${folder}/elsewhere.parquet`, source);
      }
      const before = await everyByte(study);
      const error = await assertRejects(
        () => withdrawPeople(study, "person-ada"),
        RangeError,
        place,
      );
      assert(/may contain their rows|where they would stay/.test((error as Error).message));
      assertEquals(await everyByte(study), before);
    });
  }
});

Deno.test("withdrawPeople() changes nothing if it rejects", async () => {
  await inFolder(async (folder) => {
    await writeStudy(folder);
    const before = await everyByte(folder);
    const rejects = (people: unknown, kind: typeof RangeError | typeof TypeError, text: string) =>
      assertRejects(() => withdrawPeople(folder, people as string), kind, text);
    await rejects("person-zoe", RangeError, "person person-zoe is not in people");
    await rejects(["person-ada", "person-zoe"], RangeError, "person-zoe");
    await rejects(7, RangeError, "person 7 is not in people");
    await rejects([], TypeError, "the list is empty");
    await rejects(undefined, TypeError, "expected an integer or a string");
    await using people = await cohort(folder, { workers: 1, rowsAtOnce: 3 });
    const stop = new AbortController();
    await people.table("steps").perPerson(await verb()).writeTo(folder, {
      table: "half",
      signal: stop.signal,
      onProgress: ({ done }) => done > 1 && stop.abort(new Error("enough")),
    }).catch(() => {});
    await rejects("person-ada", RangeError, "the table half is partially written");
    await Deno.remove(`${folder}/_written`, { recursive: true });
    await Deno.remove(`${folder}/half`, { recursive: true }).catch(() => {});
    await Deno.remove(`${folder}/_new`, { recursive: true }).catch(() => {});
    assertEquals((await everyByte(folder)).length, before.length);
    await Deno.remove(`${folder}/_cohort.json`);
    await rejects("person-ada", TypeError, "writeCohort did not write it");
  });
});

async function verb() {
  return (await import("../../src/series/mod.ts")).convert as never;
}

Deno.test("a withdrawal that is killed at any change is completed by the next writer, as a whole", async () => {
  for (const kept of [0, 3, 5]) {
    await inFolder(async (folder) => {
      await writeStudy(folder);
      const journal = await journalOf(folder, "person-eve");
      // State left by a process that is killed after some of the changes.
      for (const { from, to } of journal.slice(0, kept)) {
        if (from === undefined) await Deno.remove(`${folder}/${to}`);
        else await Deno.rename(`${folder}/${from}`, `${folder}/${to}`);
      }
      await withdrawPeople(folder, "person-ada");
      await using people = await cohort(folder, { workers: 1 });
      const text = await everyByte(folder);
      assert(!text.includes("person-eve") && !text.includes("person-ada"));
      assertEquals(await people.table("notes").count(), 12);
    });
  }
});

/** Runs a withdrawal until it has written its journal, and returns that. */
async function journalOf(folder: string, person: string) {
  const remove = Deno.remove, rename = Deno.rename;
  try {
    let isCommitted = false;
    Deno.rename = async (from, to) => {
      if (isCommitted) throw new Error("killed");
      await rename(from, to);
      if (String(to).endsWith("_commit.json")) isCommitted = true;
    };
    Deno.remove = async (path, options) => {
      if (isCommitted) throw new Error("killed");
      await remove(path, options);
    };
    await assertRejects(() => withdrawPeople(folder, person), Error, "killed");
  } finally {
    [Deno.remove, Deno.rename] = [remove, rename];
  }
  return JSON.parse(await Deno.readTextFile(`${folder}/_commit.json`)) as {
    from?: string;
    to: string;
  }[];
}

Deno.test("withdrawPeople() keeps a table that another writer adds while it waits", async () => {
  await inFolder(async (folder) => {
    await writeStudy(folder);
    const time = "2024-03-01T08:00Z";
    for (const [i, person] of NAMES.slice(0, 4).entries()) {
      const rows = [{ person: "person-mia", time, value: i }];
      const add = () => writeCohort(folder, { tables: { [`extra_${i}`]: rows } });
      await Promise.all([add(), withdrawPeople(folder, person)]);
    }
    const { tables } = JSON.parse(await Deno.readTextFile(`${folder}/_cohort.json`));
    assertEquals(Object.keys(tables).length, 6);
    await using people = await cohort(folder);
    assertEquals(await people.tables(), [
      ...["extra_0", "extra_1", "extra_2", "extra_3"],
      "notes",
      "steps",
    ]);
    assertEquals((await people.people()).height, 2);
  });
});

Deno.test("replace exchanges the rows of the given people in the given tables, and no others", async () => {
  await inFolder(async (folder) => {
    await writeStudy(folder);
    const time = "2024-05-01T08:00Z";
    const replaced = await writeCohort(folder, [
      { person: "person-bob", zone: "Europe/Berlin", tables: { steps: [{ time, steps: 7 }] } },
      { person: "person-new", zone: "Asia/Tokyo", about: { site: "new" }, tables: {} },
    ], { replace: true });
    assertEquals([replaced.people, replaced.rows], [1, { steps: 1 }]);
    await using people = await cohort(folder, { workers: 1 });
    const steps = rows(await people.table("steps").where({ person: "person-bob" }).collect());
    assertEquals(steps.map(({ steps }) => steps), [7]);
    assertEquals(await people.table("steps").count(), 16);
    assertEquals(await people.table("notes").count(), 18);
    assert(!(await everyByte(folder)).includes("part-0.parquet.tmp"));
    const twice = ["a", "b"].map(() => ({
      person: "person-bob",
      zone: "Europe/Berlin",
      tables: { steps: [{ time, steps: 8 }] },
    }));
    await assertRejects(
      () => writeCohort(folder, twice, { replace: true }),
      TypeError,
      "person person-bob occurs twice",
    );
    assertEquals(await people.table("steps").count(), 16);
  });
});

Deno.test("readers see the rows before or after a withdrawal by another process, never some of both", async () => {
  await inFolder(async (folder) => {
    await writeStudy(folder, 6);
    const script = `
      import { withdrawPeople, writeCohort } from ${JSON.stringify(MODULE)};
      const [folder] = Deno.args, time = "2024-03-01T08:00Z";
      for (let i = 0; i < 12; i++) {
        await withdrawPeople(folder, "person-eve");
        await writeCohort(folder, [{ person: "person-eve", zone: "Europe/Berlin",
          about: { site: "again" }, tables: { notes: [0, 1, 2].map((j) => ({ time, note: "n" + j })) } }]);
      }`;
    const writer = new Deno.Command(Deno.execPath(), {
      args: ["eval", script, folder],
      stdout: "null",
      stderr: "inherit",
    }).spawn();
    let isOver = false;
    const ended = writer.status.then(({ success }) => {
      isOver = true;
      assert(success);
    });
    const found = new Map<number, number>();
    await using people = await cohort(folder, { workers: 1 });
    while (!isOver) {
      try {
        const counts = new Map<unknown, number>();
        for (const { person } of rows(await people.table("notes").collect())) {
          counts.set(person, (counts.get(person) ?? 0) + 1);
        }
        assertEquals([...new Set(counts.values())], [3], "nobody has a part of the rows");
        found.set(counts.size, (found.get(counts.size) ?? 0) + 1);
      } catch (error) {
        if (/changed in the meantime|not finished/.test(String(error))) continue;
        await ended;
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await ended;
    assertEquals([...found.keys()].sort(), [5, 6], JSON.stringify([...found]));
  });
});

const MODULE = `file://${fileURLToPath(new URL("../../mod.ts", import.meta.url))}`;

const KEY = "a secret of at least 16 characters";
const PSEUDONYMS = ["b4020012d5bffa56e7c788bab879d724", "75ce0706bb990bbe07070eeb5b33820c"];

Deno.test("pseudonyms replace people, and equal Python's HMAC-SHA-256", async () => {
  await inFolder(async (folder) => {
    const time = "2024-03-01T08:00Z", zone = "UTC";
    const options = { pseudonymKey: KEY };
    await writeCohort(folder, [
      { person: "ada", zone, tables: { steps: [{ time, steps: 1 }] } },
      { person: "7", zone, tables: { steps: [{ time, steps: 2 }] } },
    ], options);
    await writeCohort(folder, { tables: { steps: [{ person: 7, time, steps: 3 }] } }, options);
    await using people = await cohort(folder, { workers: 1 });
    // python3 -c "import hmac; print(hmac.new(KEY, b'person ada', 'sha256').hexdigest()[:32])"
    const [ada, seven] = PSEUDONYMS;
    const steps = rows(await people.table("steps").collect());
    assertEquals(
      steps.map(({ person, steps }) => [person, steps]).sort((a, b) => Number(a[1]) - Number(b[1])),
      [[ada, 1], [seven, 2], [seven, 3]],
    );
    const text = await everyByte(folder);
    assert(!text.includes("ada") && !text.includes(KEY));
    for (
      const [key, message] of [
        [undefined, "people have pseudonyms. Pass pseudonymKey"],
        ["another secret of 16 characters", "is not the key of the earlier rows"],
        ["short", "expected at least 16"],
        [7, "expected a string or bytes"],
      ] as const
    ) {
      const other = key === undefined ? {} : { pseudonymKey: key as string };
      await assertRejects(() => withdrawPeople(folder, "ada", other), TypeError, message);
      const add = () => writeCohort(folder, { tables: {} }, other);
      await assertRejects(add, TypeError, message);
    }
    assertEquals((await withdrawPeople(folder, "ada", options)).rows, { steps: 1 });
    await assertRejects(() => withdrawPeople(folder, "ada", options), RangeError, "person ada is");
    await people.compact();
    await withdrawPeople(folder, 7, options);
    assertEquals((await people.people()).height, 0);
  });
  await inFolder(async (folder) => {
    await writeStudy(folder);
    await assertRejects(
      () => writeCohort(folder, { tables: {} }, { pseudonymKey: KEY }),
      TypeError,
      "the cohort has people's own identifiers",
    );
  });
});
