import { assertEquals, assertRejects } from "@std/assert";
import pl from "nodejs-polars";
import { cohort } from "../../../src/cohort/cohort.ts";
import type { Cohort } from "../../../src/cohort/cohortOptions.ts";
import type { TableSchema } from "../../../src/cohort/tableSchema.ts";
import { type SqliteSpark, sqliteSpark, type Table } from "../sqliteSpark.ts";

const SCHEMA: TableSchema = { person: "int64", time: "time", value: "float64" };
const PEOPLE: Table = { schema: { person: "int64", zone: "text" }, rows: [[1n, "UTC"]] };
const file = (name: string, changed: string, schema?: TableSchema) => ({
  path: `/data/steps/bucket=00/${name}.parquet`,
  changed,
  ...(schema === undefined ? {} : { schema }),
});

async function withFiles(
  files: NonNullable<Table["files"]>,
  test: (people: Cohort, server: SqliteSpark) => Promise<void>,
  schema: TableSchema = SCHEMA,
): Promise<void> {
  const steps: Table = { schema, rows: [], files };
  await using server = await sqliteSpark({
    tables: { "/data/people": PEOPLE, "/data/steps": steps },
  });
  await using people = await cohort(`sc://127.0.0.1:${server.port}`, { folder: "/data" });
  await test(people, server);
}

/** Files whose columns were requested. */
const checked = ({ statements }: SqliteSpark): string[] =>
  statements.splice(0).flatMap((sql) =>
    /^describe query select \* from .*\/([^/]*)\.parquet`$/.exec(sql)?.[1] ?? []
  );

Deno.test("each file's columns are read once per session, and again only after a change", async () => {
  const names = Array.from({ length: 20 }, (_, i) => `part ${String(i).padStart(2, "0")}%`);
  const files = names.map((name) => file(name, "2025-01-01 10:00:00"));
  await withFiles(files, async (people, server) => {
    await people.table("steps").count();
    assertEquals(checked(server).sort(), names);
    await people.table("steps").count();
    assertEquals(checked(server), []);
    files[7]!.changed = "2025-01-01 10:00:01";
    await people.table("steps").count();
    assertEquals(checked(server), [names[7]]);
  });
});

Deno.test("the columns of many small files are requested once if they are equal", async () => {
  const parquet = (...names: string[]) =>
    pl.DataFrame(Object.fromEntries(names.map((name) => [name, [1]])))
      .writeParquet();
  const small = parquet("person", "time", "value"), other = parquet("person", "value", "time");
  const files = Array.from({ length: 500 }, (_, i) => ({ ...file(`${i}`, "1"), bytes: small }));
  const long = Array.from({ length: 3 }, (_, i) => file(`long${i}`, "1"));
  await withFiles([...files, ...long], async (people, server) => {
    await people.table("steps").count();
    const [one, ...rest] = checked(server).sort();
    assertEquals(rest, ["long0", "long1", "long2"]);
    assertEquals(/^\d+$/.test(one!), true);
    await people.table("steps").count();
    assertEquals(checked(server), []);
  });
  const order: TableSchema = { person: "int64", value: "float64", time: "time" };
  files[321] = { ...file("odd", "1", order), bytes: other };
  await withFiles([...files, ...long], async (people, server) => {
    await assertRejects(() => people.table("steps").count(), TypeError, "bucket=00/odd.parquet: ");
    assertEquals(checked(server).includes("odd"), true);
  });
  files[321] = { ...file("odd", "1", order), bytes: small.slice(0, -1) }; // has its own query
  await withFiles(files, async (people) => {
    await assertRejects(() => people.table("steps").count(), TypeError, "bucket=00/odd.parquet: ");
  });
});

for (
  const [what, schema, message] of [
    [
      "lacks a column",
      { person: "int64", time: "time" },
      "column value is missing, although the table has it",
    ],
    [
      "has one more",
      { ...SCHEMA, "more of it": "bool" },
      "column more of it is one that the table does not have",
    ],
    ["has another type", { ...SCHEMA, value: "int64" }, "column value is i64, expected f64"],
    [
      "lacks the times",
      { person: "int64", value: "float64" },
      "column time is missing, although the table has it",
    ],
    [
      "has another order",
      { person: "int64", value: "float64", time: "time" },
      "its columns are in another order, person, value, time; expected person, time, value",
    ],
  ] as [string, TableSchema, string][]
) {
  Deno.test(`a file on Spark that ${what} is reported, and again the next time`, async () => {
    await withFiles(
      [file("good", "1"), file("wrong", "1", schema), file("last", "1")],
      async (people) => {
        for (let times = 0; times < 2; times++) {
          await assertRejects(
            () => people.table("steps").count(),
            TypeError,
            `Cannot read /data/steps/bucket=00/wrong.parquet: ${message}`,
          );
        }
      },
    );
  });
}

Deno.test("a file on Spark is rejected if its folder's name holds a column, or repeats one", async () => {
  const inMonth = (folders: string) => ({ path: `/data/steps/${folders}/a.parquet`, changed: "1" });
  const files = [inMonth("bucket=00/month=2025-01"), inMonth("bucket=00/month=2025-2")];
  await withFiles(files, async (people) => {
    assertEquals((await people.table("steps").collect()).columns, Object.keys(SCHEMA));
    await assertRejects(() => people.table("steps").select("month").collect(), TypeError, "month");
  });
  for (
    const [odd, schema, message] of [
      [inMonth("bucket=00/source=Wrist"), SCHEMA, "source is only in the folder's name"],
      [inMonth("bucket=00"), { ...SCHEMA, bucket: "text" }, "bucket is a column and a folder"],
      [inMonth("raw"), SCHEMA, "the folder raw is not written as key=value"],
      [
        { path: "/data/steps/a.parquet.tmp", changed: "1" },
        SCHEMA,
        "steps/a.parquet.tmp is not a Parquet file",
      ],
    ] as const
  ) {
    await withFiles([...files, odd], async (people) => {
      await assertRejects(() => people.table("steps").count(), TypeError, message);
    }, schema);
  }
});

Deno.test("a table on Spark without a person column is rejected", async () => {
  await withFiles([], async (people) => {
    await assertRejects(
      () => people.table("steps").count(),
      TypeError,
      "Cannot read table steps: column person is missing",
    );
  }, { time: "time" });
});

Deno.test("a table on Spark with a log of another format is rejected", async () => {
  for (const log of ["_delta_log", ".hoodie"]) {
    await using server = await sqliteSpark({
      tables: {
        "/data/people": PEOPLE,
        "/data/steps": { schema: SCHEMA, rows: [] },
        [`/data/steps/${log}`]: { schema: SCHEMA, rows: [] },
      },
    });
    await using people = await cohort(`sc://127.0.0.1:${server.port}`, { folder: "/data" });
    await assertRejects(
      () => people.table("steps").count(),
      TypeError,
      `Cannot read table steps: it has a log of`,
    );
  }
});
