import { assertEquals, assertRejects } from "@std/assert";
import { cohort } from "../../../src/cohort/cohort.ts";
import { IncompleteError } from "../../../src/cohort/cohortError.ts";
import { SparkError } from "../../../src/cohort/spark/sparkError.ts";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import type { Frame } from "../../../src/frame/polars/frame.ts";
import { toRows } from "../../../src/frame/polars/rows.ts";
import * as sleep from "../../../src/sleep/mod.ts";
import { sqliteSpark, type Table } from "../sqliteSpark.ts";

const rows = (frame: Frame) => toRows(columnsOf(frame));
const HOUR = 3_600_000_000n, START = 1_735_682_400_000_000n; // 2024-12-31T22:00Z
const STAGES: Table = {
  schema: { person: "int64", start_time: "time", end_time: "time", sleep_stage: "int64" },
  rows: [
    [12n, START + 2n * HOUR, START + 3n * HOUR, 4n],
    [12n, START, START + 2n * HOUR, 3n],
    [7n, START, START + HOUR, 5n],
  ],
};
const TABLES: Record<string, Table> = {
  "/data/people": {
    schema: { person: "int64", zone: "text" },
    rows: [[12n, "UTC"], [7n, "Asia/Tokyo"]],
  },
  "/data/stages": STAGES,
};

Deno.test("a result is written once as a new cohort by bucket and month, and reads back unchanged", async () => {
  await using server = await sqliteSpark({ tables: TABLES });
  const address = `sc://127.0.0.1:${server.port}`;
  await using people = await cohort(address, { folder: "/data" });
  const merged = people.table("stages").perPerson(sleep.merge);
  assertEquals(await merged.writeTo("/out/"), { rows: 3, people: 2, failed: 0 });
  assertEquals(server.written, [
    { path: "/out/stages", partitions: ["bucket", "month"] },
    { path: "/out/people", partitions: [] },
  ]);
  const [sql] = server.statements.filter((one) => one.includes("distribute by bucket"));
  const [staging] = /lifeframe_\w+/.exec(sql!)!;
  await using results = await cohort(address, { folder: "/out" });
  assertEquals(rows(await results.table("stages").collect()), rows(await merged.collect()));
  assertEquals(rows(await results.people()), rows(await people.people()));
  await assertRejects(
    () => merged.writeTo("/out"),
    RangeError,
    "the folder already has a table stages",
  );
  assertEquals(await merged.writeTo("/out", { table: "again" }), { rows: 3, people: 2, failed: 0 });
  assertEquals(server.written.length, 3, "the people are there already");
  // Drops the workers' temporary table, both before (in case it exists) and at the end.
  assertEquals(
    server.statements.filter((one) => one.includes(staging)).map((one) => one.slice(0, 6)),
    ["drop t", "create", "select", "select", "select", "drop t"],
  );
});

Deno.test("the rows of a written table are sorted by bucket, month, person and time", async () => {
  await using server = await sqliteSpark({ tables: TABLES });
  await using people = await cohort(`sc://127.0.0.1:${server.port}`, { folder: "/data" });
  await people.table("stages").perPerson(sleep.merge).writeTo("/out");
  assertEquals(
    server.rowsOf("/out/stages").map((
      { bucket, month, person, start_time },
    ) => [bucket, month, person, start_time]),
    [
      ["13", "2024-12", 7n, START],
      ["14", "2024-12", 12n, START],
      ["14", "2025-01", 12n, START + 2n * HOUR],
    ],
  );
});

Deno.test("a result without times is only written by bucket", async () => {
  await using server = await sqliteSpark({ tables: TABLES });
  await using people = await cohort(`sc://127.0.0.1:${server.port}`, { folder: "/data" });
  const stages = people.table("stages").perPerson(sleep.merge).select("sleep_stage");
  assertEquals((await stages.writeTo("/out")).rows, 3);
  assertEquals(server.written[0], { path: "/out/stages", partitions: ["bucket"] });
});

Deno.test("people for whom a verb fails are counted, reported once, and skipped", async () => {
  const wrong: Table = { ...STAGES, rows: [...STAGES.rows, [7n, START + 9n * HOUR, START, 1n]] };
  await using server = await sqliteSpark({ tables: { ...TABLES, "/data/stages": wrong } });
  await using people = await cohort(`sc://127.0.0.1:${server.port}`, { folder: "/data" });
  const told: string[] = [];
  const written = await people.table("stages").perPerson(sleep.merge).writeTo("/out", {
    onFailed: ({ person }) => told.push(person),
  });
  assertEquals([written, told], [{ rows: 2, people: 1, failed: 1 }, ["7"]]);
});

Deno.test("a result that does not add up, or has an unknown column, is not written", async () => {
  let first = true;
  const garble = (line: string) =>
    line.startsWith("row") && first ? (first = false, undefined) : line;
  await using server = await sqliteSpark({ tables: TABLES, garble });
  await using people = await cohort(`sc://127.0.0.1:${server.port}`, { folder: "/data" });
  const stages = people.table("stages");
  await assertRejects(
    () => stages.perPerson(sleep.merge).writeTo("/out"),
    IncompleteError,
    "of 3 rows, 2 arrived",
  );
  assertEquals(server.written, []);
  assertEquals(server.statements.at(-1)!.slice(0, 22), "drop table if exists `");
});

Deno.test("an unreadable folder is not treated as a folder without a table", async () => {
  await using server = await sqliteSpark({ tables: TABLES, broken: "/out/stages" });
  await using people = await cohort(`sc://127.0.0.1:${server.port}`, { folder: "/data" });
  const merged = people.table("stages").perPerson(sleep.merge);
  await assertRejects(() => merged.writeTo("/out"), SparkError, "the disk is gone");
  assertEquals(server.statements.filter((one) => one.startsWith("create table")), []);
});
