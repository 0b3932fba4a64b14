import { assert, assertEquals, assertRejects } from "@std/assert";
import pl from "nodejs-polars";
import { cohort } from "../../src/cohort/cohort.ts";
import type { Condition } from "../../src/cohort/conditions.ts";
import { openTable } from "../../src/cohort/local/openTable.ts";
import { writeCohort } from "../../src/cohort/writeCohort.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import * as series from "../../src/series/mod.ts";
import { inFolder } from "../helpers/inFolder.ts";

const HOURS = 40;

/** Rows of two people, an hour apart, across a month's end. */
function rowsOf(hours: readonly number[]): Record<string, unknown>[] {
  return hours.map((hour) => ({
    person: BigInt(hour % 2),
    time: new Date(Date.UTC(2025, 1, 28, 4) + hour * 3_600_000),
    value: hour,
  }));
}

/** Writes files of another engine, each with some of the forty hours, and people. */
async function writeLayout(
  folder: string,
  files: { readonly [name: string]: readonly number[] },
): Promise<void> {
  await writeCohort(folder, {
    people: [0, 1].map((person) => ({ person, zone: "Europe/Berlin" })),
    tables: {},
  });
  await Deno.remove(`${folder}/_cohort.json`);
  for (const [name, hours] of Object.entries(files)) {
    const path = `${folder}/steps/${name}`;
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    const frame = pl.DataFrame(rowsOf(hours)).withColumns(
      pl.col("person").cast(pl.Int64),
      pl.col("value").cast(pl.Float64),
      pl.col("time").cast(pl.Datetime("us", "UTC")),
    );
    frame.select("person", "time", "value").writeParquet(path);
  }
}

const all = Array.from({ length: HOURS }, (_, hour) => hour);
const before = all.slice(0, 20), after = all.slice(20);

for (
  const [layout, files] of Object.entries({
    "a level for days": {
      "bucket=0/month=2025-02/day=2025-02-28/a.parquet": before,
      "bucket=0/month=2025-03/day=2025-03-01/a.parquet": after,
    },
    "months without a leading zero": {
      "bucket=0/month=2025-2/a.parquet": before,
      "bucket=0/month=2025-3/a.parquet": after,
    },
    "years and months": {
      "year=2025/month=2/a.parquet": before,
      "year=2025/month=3/a.parquet": after,
    },
    "no folders": { "a.parquet": before, "b.parquet": after },
    "rows outside the month of their folder": {
      "bucket=0/month=2024-01/part-0.parquet": before,
      "bucket=0/month=2025-03/part-0.parquet": after,
    },
    "people in several buckets": {
      "bucket=0/month=2025-02/a.parquet": before,
      "bucket=7/month=2025-03/a.parquet": after,
    },
    "names that are also patterns": {
      "bucket=0/*.parquet": before,
      "bucket=0/[a]{b}?.parquet": after,
    },
    "many small files, some of them hidden": {
      ...Object.fromEntries(all.map((hour) => [`bucket=0/${hour}.parquet`, [hour]])),
      "bucket=0/.1.parquet": before,
      "bucket=0/_1.parquet": after,
    },
    "many small files": Object.fromEntries(
      all.map((hour) => [`bucket=0/month=2025-${hour % 2 + 2}/${hour}.parquet`, [hour]]),
    ),
    "many small files at several levels": Object.fromEntries(
      all.map((
        hour,
      ) => [`${["", "bucket=1/", "bucket=1/day=2/"][hour % 3]}${hour % 5}${hour}.parquet`, [hour]]),
    ),
    "many small files at several levels, some of them hidden": {
      ...Object.fromEntries(
        all.map((hour) => [`bucket=${hour % 2}/day=${hour % 3}/${hour}.parquet`, [hour]]),
      ),
      "bucket=0/_temporary/a.parquet": before,
      "bucket=1/day=2/.a.parquet": after,
    },
    "encoded names and folders for null": {
      "hour=01%3A00%2F2 %25/a.parquet": before,
      "hour=__HIVE_DEFAULT_PARTITION__/a.parquet": after,
    },
    "a list of files by other programs": {
      "a.parquet": all,
      _metadata: before,
      "_common_metadata.parquet": after,
    },
    "extensions in capitals": { "a.PARQUET": before, "b.Parquet": after },
    "files beside folders": { "a.parquet": before, "month=2025-03/a.parquet": after },
    "hidden and temporary files": {
      "bucket=0/a.parquet": all,
      "bucket=0/_temporary/a.parquet": before,
      "bucket=0/.b.parquet": after,
    },
  })
) {
  Deno.test(`cohort() reads every row of a folder with ${layout}`, async () => {
    await inFolder(async (folder) => {
      await writeLayout(folder, files);
      await using people = await cohort(folder, { workers: 2 });
      const steps = people.table("steps");
      assertEquals(await people.tables(), ["steps"]);
      assertEquals(await steps.count(), HOURS);
      const whole = toRows(columnsOf(await steps.collect()));
      assertEquals(
        whole.map(({ value }) => value).sort((a, b) => Number(a) - Number(b)),
        all,
      );
      const march = { time: { from: "2025-03-01T00:00Z", to: "2025-04-01T00:00Z" } };
      assertEquals(await steps.where(march).count(), after.length);
      assertEquals(await steps.where({ person: 1 }).count(), HOURS / 2);
      const { frame, errors } = await people.check();
      const [row] = toRows(columnsOf(frame));
      assertEquals([row!.rows, row!.people, errors], [HOURS, 2, []]);
      const daily = series.resample;
      const sums = toRows(columnsOf(
        await steps.perPerson(daily, { every: "1mo", aggregate: "sum" }).select("value").collect(),
      ));
      // In Berlin, the 19th hour of the record is the first of March for both people.
      const sum = (person: number, isMarch: boolean) =>
        all.filter((hour) => hour % 2 === person && hour >= 19 === isMarch)
          .reduce((total, hour) => total + hour, 0);
      assertEquals(
        sums.map(({ person, value }) => [person, value]),
        [0, 1].flatMap((person) => [[person, sum(person, false)], [person, sum(person, true)]]),
      );
    });
  });
}

for (
  const [what, files, message] of [
    [
      "the name of a folder contains a column",
      { "source=Wrist/a.parquet": all },
      "source is only in the folder's name",
    ],
    [
      "a column is also a folder",
      { "value=1/a.parquet": all },
      "value is a column and a folder",
    ],
    ["a folder is not key=value", { "2025/a.parquet": all }, "the folder 2025 is not"],
    [
      "a folder that starts with _ holds a column",
      { "_source=Wrist/a.parquet": all },
      "_source is only in the folder's name",
    ],
    ["files have other columns", {}, "column value is missing"],
    ["a file is not Parquet", {}, "steps/bucket=0/a.parquet.tmp is not a Parquet file"],
  ] as const
) {
  Deno.test(`cohort() reports the file by name if ${what}`, async () => {
    await inFolder(async (folder) => {
      await writeLayout(folder, { "bucket=0/a.parquet": all, ...files });
      if (what === "files have other columns") {
        pl.readParquet(`${folder}/steps/bucket=0/a.parquet`).drop("value")
          .writeParquet(`${folder}/steps/bucket=0/b.parquet`);
      }
      if (what === "a file is not Parquet") {
        await Deno.writeTextFile(`${folder}/steps/bucket=0/a.parquet.tmp`, "half");
      }
      await using people = await cohort(folder, { workers: 1 });
      const error = await assertRejects(() => people.table("steps").count(), TypeError, message);
      assertEquals(/steps\/\S+parquet/.test((error as Error).message), true);
    });
  });
}

for (
  const [what, change, message] of [
    ["is a number", pl.col("person").cast(pl.Float64), "column person is f64, expected i64 or str"],
    ["is a date", pl.col("time").cast(pl.Date).alias("person"), "column person is date, expected"],
    [
      "is in a folder's name",
      pl.col("person").alias("who"),
      "even if the name of a folder contains it",
    ],
    ["has a column without a name", pl.col("value").alias(""), "a column has no name"],
  ] as const
) {
  Deno.test(`cohort() rejects files whose person ${what}, by name`, async () => {
    await inFolder(async (folder) => {
      const name = "person=1/a.parquet", path = `${folder}/steps/${name}`;
      await writeLayout(folder, { [name]: all });
      const changed = pl.readParquet(path).withColumns(change);
      (changed.columns.includes("who") ? changed.drop("person") : changed).writeParquet(path);
      await using people = await cohort(folder, { workers: 1 });
      for (
        const run of [() => people.table("steps").count(), () => people.table("steps").collect()]
      ) {
        const error = await assertRejects(run, TypeError, message);
        assertEquals((error as Error).message.startsWith(`Cannot read steps/${name}: `), true);
      }
    });
  });
}

Deno.test("cohort() reads columns that differ only in case, and rejects tables with a log", async () => {
  await inFolder(async (folder) => {
    await writeLayout(folder, { "a.parquet": all });
    const path = `${folder}/steps/a.parquet`;
    pl.readParquet(path).withColumns(pl.col("value").mul(pl.lit(2)).alias("Value"))
      .writeParquet(path);
    await using people = await cohort(folder, { workers: 1 });
    const sums = await people.table("steps").sum("Value", { by: "person" });
    assertEquals(sums.getColumn("Value").toArray(), [760, 800]);
    for (const log of ["_delta_log", ".hoodie"]) {
      await Deno.mkdir(`${folder}/steps/${log}`);
      const message = `Cannot read table steps: it has a log of `;
      await assertRejects(() => people.table("steps").count(), TypeError, message);
      assertEquals((await people.check()).errors.length, 1);
      await Deno.remove(`${folder}/steps/${log}`);
    }
  });
});

Deno.test("cohort() reports the one of many small files whose columns differ", async () => {
  await inFolder(async (folder) => {
    await writeLayout(
      folder,
      Object.fromEntries(all.map((hour) => [`bucket=0/${hour}.parquet`, [hour]])),
    );
    const odd = `${folder}/steps/bucket=0/7.parquet`, frame = pl.readParquet(odd);
    await using people = await cohort(folder, { workers: 1 });
    for (
      const [other, message] of [
        [frame.drop("value"), "column value is missing"],
        [frame.rename({ value: "Value" }), "column value is missing"],
        [frame.withColumns(pl.col("value").cast(pl.Int64)), "column value is i64, expected f64"],
        [frame.withColumns(pl.col("time").cast(pl.Datetime("ns", "UTC"))), "datetime[ns, UTC]"],
        [frame.select("time", "person", "value"), "its columns are in another order"],
      ] as const
    ) {
      other.writeParquet(odd);
      const error = await assertRejects(() => people.table("steps").count(), TypeError, message);
      assertEquals(
        (error as Error).message.startsWith("Cannot read steps/bucket=0/7.parquet"),
        true,
      );
    }
    const bytes = new TextEncoder().encode("PAR1 but nothing more PAR1");
    await Deno.writeFile(odd, bytes);
    await assertRejects(() => people.table("steps").count(), TypeError, "steps/bucket=0/7.parquet");
  });
});

Deno.test("a table without files is an error, not zero rows", async () => {
  await inFolder(async (folder) => {
    await writeLayout(folder, { "bucket=0/a.parquet": all });
    await Deno.remove(`${folder}/steps/bucket=0/a.parquet`);
    await using people = await cohort(folder, { workers: 1 });
    await assertRejects(() => people.table("steps").count(), RangeError, "no such table");
  });
});

Deno.test("check() describes tables, and compact() rewrites them as writeCohort would", async () => {
  await inFolder(async (folder) => {
    const files = Object.fromEntries(
      all.map((hour) => [`bucket=${hour % 3}/day=${hour}/a.parquet`, [hour]]),
    );
    await writeLayout(folder, { ...files, "bucket=0/_old/a.parquet": before });
    await using people = await cohort(folder, { workers: 1 });
    const steps = people.table("steps"), whole = toRows(columnsOf(await steps.collect()));
    const found = await people.check();
    assertEquals(found.errors, []);
    assertEquals(found.notes, [
      "_cohort.json is missing: another program wrote the folder, so no file is skipped by its path",
      "steps has person 0, 1 in several buckets; their rows are joined",
      "steps/bucket=0/_old/a.parquet is skipped, as its name starts with _ or .",
    ]);
    const [row] = toRows(columnsOf(found.frame));
    assertEquals([row!.table, row!.files, row!.rows, row!.people], ["steps", 40, 40, 2]);
    assertEquals(await people.compact(), { before: 40, after: 4 });
    assertEquals(toRows(columnsOf(await steps.collect())), whole);
    assertEquals((await people.check()).notes, [
      "steps/bucket=0/_old/a.parquet is skipped, as its name starts with _ or .",
    ]);
    assertEquals(await steps.where({ person: 1 }).count(), HOURS / 2);
    await writeCohort(folder, { tables: { steps: rowsOf([99]) } });
    assertEquals(await steps.count(), HOURS + 1);
  });
});

for (
  const [change, moved] of Object.entries({
    "to another bucket": "bucket=02/month=2025-02/part-7.parquet",
    "to a bucket that does not exist": "bucket=99/month=2025-02/part-0.parquet",
    "to a bucket without a number": "bucket=__HIVE_DEFAULT_PARTITION__/part-0.parquet",
    "to another month": "bucket=01/month=2024-01/part-0.parquet",
    "out of its folders": "part-0.parquet",
  })
) {
  Deno.test(`where() reads a file of writeCohort that was moved ${change}`, async () => {
    await inFolder(async (folder) => {
      const persons = Array.from({ length: 20 }, (_, person) => ({ person, zone: "UTC" }));
      const steps = persons.flatMap(({ person }) =>
        [1, 2].map((month) => ({ person, time: new Date(Date.UTC(2025, month)), value: person }))
      );
      await writeCohort(folder, { people: persons, tables: { steps } }, { buckets: 4 });
      const to = `${folder}/steps/${moved}`;
      await Deno.mkdir(to.slice(0, to.lastIndexOf("/")), { recursive: true });
      await Deno.rename(`${folder}/steps/bucket=01/month=2025-02/part-0.parquet`, to);
      await using people = await cohort(folder, { workers: 1 });
      const table = people.table("steps");
      for (const { person } of persons) {
        assertEquals(await table.where({ person }).count(), 2, `person ${person}`);
      }
      const february = { from: new Date("2025-02-01"), to: new Date("2025-03-01") };
      assertEquals(await table.where({ time: february }).count(), persons.length);
    });
  });
}

Deno.test("where() by person or time only opens the files of writeCohort that can match", async () => {
  await inFolder(async (folder) => {
    const persons = ["ada", "bob", "eve", "joe"].map((person) => ({ person, zone: "UTC" }));
    const steps = persons.flatMap(({ person }) =>
      [0, 1, 2].map((month) => ({ person, time: new Date(Date.UTC(2025, month)), value: month }))
    );
    await writeCohort(folder, { people: persons, tables: { steps } }, { buckets: 50 });
    const filesOf = async (condition: Condition): Promise<string[]> =>
      (await openTable(folder, "steps", [condition])).files.map(({ name }) => name);
    for (const { person } of persons) {
      const names = await filesOf({ column: "person", in: [person] });
      assertEquals(names.length, 3);
      for (const name of names) {
        assert(pl.readParquet(`${folder}/${name}`).getColumn("person").toArray().includes(person));
      }
    }
    const february = { from: "2025-02-01T00:00Z", to: "2025-02-27T00:00Z" };
    const names = await filesOf({ column: "time", ...february });
    assertEquals(names.filter((name) => name.includes("month=2025-02")).length, names.length);
    assertEquals(names.length, new Set(names.map((name) => name.split("/")[1])).size);
  });
});

Deno.test("a table with a pipe among its files is rejected, and the pipe is named", async () => {
  await inFolder(async (folder) => {
    await writeLayout(folder, { "bucket=0/a.parquet": all });
    const pipe = `${folder}/steps/bucket=0/b.parquet`; // whoever opens it waits for a writer
    await new Deno.Command("mkfifo", { args: [pipe] }).output();
    await using people = await cohort(folder, { workers: 1 });
    await assertRejects(
      () => people.table("steps").count(),
      TypeError,
      "Cannot read steps/bucket=0/b.parquet: it is not a file",
    );
  });
});

Deno.test("check() names each file with people of another bucket, and only those", async () => {
  await inFolder(async (folder) => {
    const persons = Array.from({ length: 60 }, (_, person) => ({ person, zone: "UTC" }));
    const steps = persons.flatMap(({ person }) =>
      [1, 2].map((month) => ({ person, time: new Date(Date.UTC(2025, month)), value: person }))
    );
    await writeCohort(folder, { people: persons, tables: { steps } }, { buckets: 4 });
    const months = ["2025-02", "2025-03"];
    const nameOf = (bucket: number, month: string, file: string) =>
      `steps/bucket=0${bucket}/month=${month}/${file}.parquet`;
    await Deno.rename(
      `${folder}/${nameOf(1, months[0]!, "part-0")}`,
      `${folder}/${nameOf(2, months[0]!, "part-7")}`,
    );
    const other = nameOf(3, months[1]!, "another-writer"); // whose files are read for any person
    await Deno.rename(`${folder}/${nameOf(0, months[1]!, "part-0")}`, `${folder}/${other}`);
    await using people = await cohort(folder, { workers: 1 });
    const { frame, notes, errors } = await people.check();
    // Count file by file.
    const found = new Map<unknown, Set<string>>();
    let rows = 0;
    for (const bucket of [0, 1, 2, 3]) {
      for (const month of months) {
        const below = `${folder}/steps/bucket=0${bucket}/month=${month}`;
        for (const { name } of Deno.readDirSync(below)) {
          for (const person of pl.readParquet(`${below}/${name}`).getColumn("person").toArray()) {
            found.set(person, (found.get(person) ?? new Set()).add(`${bucket}`));
            rows++;
          }
        }
      }
    }
    const divided = [...found.values()].filter(({ size }) => size > 1).length;
    const [row] = toRows(columnsOf(frame));
    assertEquals([row!.rows, row!.people], [rows, found.size]);
    assertEquals(errors, []);
    assertEquals(notes.map((note) => note.replace(/\(.*?\)/, "()")), [
      `steps has ${divided} people () in several buckets; their rows are joined`,
      `${
        nameOf(2, months[0]!, "part-7")
      } has people of another bucket, so reading one person opens it, too; compact() moves them`,
    ]);
  });
});

Deno.test("check() and verbs name the one of many files that has a row without a person", async () => {
  await inFolder(async (folder) => {
    await writeLayout(
      folder,
      Object.fromEntries(all.map((hour) => [`bucket=0/${hour}.parquet`, [hour]])),
    );
    const odd = `${folder}/steps/bucket=0/7.parquet`;
    pl.readParquet(odd).withColumns(pl.lit(null).cast(pl.Int64).alias("person")).writeParquet(odd);
    await using people = await cohort(folder, { workers: 1 });
    const message = "Cannot read steps/bucket=0/7.parquet: person is null in row 0 of steps";
    assertEquals((await people.check()).errors, [message]);
    const merged = people.table("steps").perPerson(series.resample, { every: "1d" });
    await assertRejects(() => merged.count(), TypeError, message);
  });
});

Deno.test("check() reports tables that cannot be read, and people without a zone", async () => {
  await inFolder(async (folder) => {
    await writeLayout(folder, { "bucket=0/a.parquet": all });
    await Deno.writeTextFile(`${folder}/steps/bucket=0/b.parquet`, "PAR1");
    await Deno.mkdir(`${folder}/pulse`);
    pl.readParquet(`${folder}/steps/bucket=0/a.parquet`)
      .withColumns(pl.col("person").add(pl.lit(1)).cast(pl.Int64))
      .writeParquet(`${folder}/pulse/a.parquet`);
    await using people = await cohort(folder, { workers: 1 });
    const { errors, notes } = await people.check();
    assertEquals(errors.length, 1);
    assertEquals(errors[0]!.startsWith("Cannot read steps/bucket=0/b.parquet: "), true);
    assertEquals(notes[1], "pulse has person 2 who are not in people; verbs that need a zone fail");
  });
});

for (
  const [what, target, link, message] of [
    [
      "to a file of the table",
      "bucket=0/a.parquet",
      "b.parquet",
      "a.parquet: through a link, it is the same file as steps/b.parquet",
    ],
    [
      "to a folder of the table",
      "bucket=0",
      "bucket=1",
      "bucket=1: through a link, it is the same file as steps/bucket=0",
    ],
    ["to the folder above", "", "bucket=0/day=1", "it is the same file as steps/bucket=0"],
    ["to nothing", "bucket=7/a.parquet", "b.parquet", "b.parquet: it is a broken link"],
  ] as const
) {
  Deno.test(`cohort() rejects a link ${what}, whose rows would count twice or not at all`, async () => {
    await inFolder(async (folder) => {
      await writeLayout(folder, { "bucket=0/a.parquet": all });
      await Deno.symlink(`${folder}/steps/${target}`, `${folder}/steps/${link}`);
      await using people = await cohort(folder, { workers: 1 });
      await assertRejects(() => people.table("steps").count(), TypeError, message);
      assertEquals((await people.check()).errors.length, 1);
    });
  });
}

Deno.test("cohort() follows links that lead outside its folder", async () => {
  await inFolder(async (folder) => {
    await writeLayout(folder, { "bucket=0/a.parquet": before, "_else/a.parquet": after });
    await Deno.symlink(`${folder}/steps/_else`, `${folder}/steps/month=2025-03`);
    await using people = await cohort(folder, { workers: 1 });
    assertEquals(await people.table("steps").count(), HOURS);
  });
});

Deno.test("check() notes copies of a file, and files that are in no table", async () => {
  await inFolder(async (folder) => {
    await writeLayout(folder, { "bucket=0/a.parquet": all, "bucket=0/b.parquet": [0] });
    await Deno.copyFile(`${folder}/steps/bucket=0/a.parquet`, `${folder}/steps/a (1).parquet`);
    await Deno.copyFile(`${folder}/steps/bucket=0/a.parquet`, `${folder}/steps.parquet`);
    await using people = await cohort(folder, { workers: 1 });
    assertEquals((await people.check()).notes.slice(1), [
      "steps/bucket=0/a.parquet has the same bytes as steps/a (1).parquet, so their rows count twice",
      "steps.parquet is skipped: a table is a folder, so move the file into one",
    ]);
  });
});

for (
  const [what, from, to, message] of [
    [
      "in a folder of their own",
      "part-0.parquet",
      "site=1/part-0.parquet",
      "cannot be in subfolders",
    ],
    ["without an extension", "part-0.parquet", "part-0", "is not a Parquet file"],
  ] as const
) {
  Deno.test(`cohort() rejects people ${what}`, async () => {
    await inFolder(async (folder) => {
      await writeLayout(folder, { "bucket=0/a.parquet": all });
      await Deno.mkdir(`${folder}/people/site=1`);
      await Deno.rename(`${folder}/people/${from}`, `${folder}/people/${to}`);
      await assertRejects(() => cohort(folder), TypeError, message);
    });
  });
}
