import { assert, assertEquals, assertRejects } from "@std/assert";
import { cohort } from "../../../src/cohort/cohort.ts";
import type { Cohort } from "../../../src/cohort/cohortOptions.ts";
import { IncompleteError, PersonError } from "../../../src/cohort/cohortError.ts";
import { SparkError } from "../../../src/cohort/spark/sparkError.ts";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import type { Frame } from "../../../src/frame/polars/frame.ts";
import { toRows } from "../../../src/frame/polars/rows.ts";
import * as series from "../../../src/series/mod.ts";
import * as sleep from "../../../src/sleep/mod.ts";
import type { Progress } from "../../../src/progress/progress.ts";
import { sqliteSpark, type Table } from "../sqliteSpark.ts";

const rows = (frame: Frame) => toRows(columnsOf(frame));
const HOUR = 3_600_000_000n, START = 1_735_682_400_000_000n; // 2024-12-31T22:00Z

const PEOPLE: Table = {
  schema: { person: "text", zone: "text", age: "int64" },
  rows: [["b\\c%", "Asia/Tokyo", 50n], ["a\tb", "Europe/Berlin", 40n], ["d", "UTC", null]],
};
const STAGES: Table = {
  schema: {
    person: "text",
    start_time: "time",
    end_time: "time",
    sleep_stage: "int64",
    source: "text",
  },
  rows: [
    ["b\\c%", START + HOUR, START + 2n * HOUR, 5n, "it's"],
    ["a\tb", START + 3n * HOUR, START + 4n * HOUR, 3n, "w\\n"],
    ["a\tb", START, START + HOUR, 3n, null],
    ["a\tb", START + HOUR, START + 3n * HOUR, 4n, "w\\n"],
    ["d", START, START + HOUR, 2n, "x"],
  ],
};
const READINGS: Table = {
  schema: { person: "text", day: "date", value: "float64", "odd `name`": "int64" },
  rows: [
    ["d", 0, 1.5, 2n],
    ["a\tb", 1, null, 3n],
    ["a\tb", 0, -2.25, 2n ** 60n],
    ["b\\c%", 2, 4, null],
  ],
};
const TABLES = { "/data/people": PEOPLE, "/data/stages": STAGES, "/data/readings": READINGS };

async function withSpark(
  options: Parameters<typeof sqliteSpark>[0],
  test: (people: Cohort, server: Awaited<ReturnType<typeof sqliteSpark>>) => Promise<void>,
  folder: string | null = "/data/",
): Promise<void> {
  await using server = await sqliteSpark(options);
  const address = `sc://127.0.0.1:${server.port}`;
  await using people = await cohort(address, folder === null ? {} : { folder });
  await test(people, server);
}

Deno.test("people, rows, counts and sums match the tables, sorted as on one machine", async () => {
  await withSpark({ tables: TABLES }, async (people) => {
    assertEquals(rows(await people.people()), [
      { person: "a\tb", zone: "Europe/Berlin", age: 40 },
      { person: "b\\c%", zone: "Asia/Tokyo", age: 50 },
      { person: "d", zone: "UTC", age: null },
    ]);
    const stages = people.table("stages"), readings = people.table("readings");
    assertEquals(rows(await stages.select("sleep_stage").collect()), [
      { person: "a\tb", sleep_stage: 3 },
      { person: "a\tb", sleep_stage: 4 },
      { person: "a\tb", sleep_stage: 3 },
      { person: "b\\c%", sleep_stage: 5 },
      { person: "d", sleep_stage: 2 },
    ]);
    assertEquals((await readings.collect()).columns, ["person", "day", "value", "odd `name`"]);
    assertEquals(await stages.count(), 5);
    assertEquals(rows(await stages.sum("sleep_stage", { by: "person" })), [
      { person: "a\tb", sleep_stage: 10 },
      { person: "b\\c%", sleep_stage: 5 },
      { person: "d", sleep_stage: 2 },
    ]);
    assertEquals(rows(await readings.sum("value")), [{ value: 3.25 }]);
    assertEquals(rows(await readings.where({ value: [] }).sum("value")), [{ value: 0 }]);
    await assertRejects(() => stages.sum("source"), TypeError, "it holds str, expected numbers");
    await assertRejects(
      () => stages.select("nothing").collect(),
      TypeError,
      "Cannot select column nothing: there are only person, start_time",
    );
  });
});

Deno.test("where() on Spark keeps the rows with equal values, values in a range, or nulls", async () => {
  await withSpark({ tables: TABLES }, async (people) => {
    const stages = people.table("stages"), readings = people.table("readings");
    for (
      const [table, conditions, count] of [
        [stages, { source: "it's" }, 1],
        [stages, { source: ["w\\n", null] }, 3],
        [stages, { source: "w\n" }, 0],
        [stages, { source: [] }, 0],
        [stages, { person: "a\tb", sleep_stage: 3 }, 2],
        [stages, { sleep_stage: { from: 3 } }, 4],
        [stages, { sleep_stage: { from: 3, to: 5 } }, 3],
        [stages, { start_time: { from: "2024-12-31T23:00Z" } }, 3],
        [stages, { start_time: { to: "2024-12-31T23:00Z" } }, 2],
        [stages, { start_time: "2025-01-01T01:00Z" }, 1],
        [readings, { day: "1970-01-01" }, 2],
        [readings, { day: { from: "1970-01-02" } }, 2],
        [readings, { value: -2.25 }, 1],
        [readings, { value: null }, 1],
        [readings, { value: { to: 1.5 } }, 1],
        [readings, { value: { from: -2.25, to: 100 } }, 3],
        [readings, { "odd `name`": 2n ** 60n }, 1],
        [readings, { "odd `name`": { to: 3 } }, 1],
      ] as [typeof stages, Parameters<typeof stages.where>[0], number][]
    ) {
      const what = JSON.stringify(
        conditions,
        (_, value) => typeof value === "bigint" ? `${value}` : value,
      );
      assertEquals(await table.where(conditions).count(), count, what);
      assertEquals((await table.where(conditions).collect()).height, count, what);
    }
  });
});

Deno.test("verbs run in workers on each person's rows, in the person's zone", async () => {
  await withSpark({ tables: TABLES }, async (people) => {
    const stages = people.table("stages");
    const merged = stages.perPerson(sleep.merge, { inBed: "layer" });
    const own = rows(await merged.select("sleep_stage", "start_time").collect());
    assertEquals(own, [
      { person: "a\tb", sleep_stage: 3, start_time: "2024-12-31T22:00:00Z" },
      { person: "a\tb", sleep_stage: 4, start_time: "2024-12-31T23:00:00Z" },
      { person: "a\tb", sleep_stage: 3, start_time: "2025-01-01T01:00:00Z" },
      { person: "b\\c%", sleep_stage: 5, start_time: "2024-12-31T23:00:00Z" },
      { person: "d", sleep_stage: 2, start_time: "2024-12-31T22:00:00Z" },
    ]);
    // Only one person's merged stages need the column, but everyone has it.
    assertEquals(rows(await merged.select("stages_known").collect()), [
      { person: "a\tb", stages_known: "light" },
      { person: "a\tb", stages_known: "light deep" },
      { person: "a\tb", stages_known: "light deep" },
      { person: "b\\c%", stages_known: null },
      { person: "d", stages_known: null },
    ]);
    for (const person of ["a\tb", "d", "z"]) {
      const { columns } = await stages.where({ person }).perPerson(sleep.merge).collect();
      assertEquals(columns.at(-1), "stages_known", person);
    }
    assertEquals(await merged.count(), 5);
    assertEquals(await merged.where({ sleep_stage: 3 }).count(), 2);
    assertEquals(rows(await merged.sum("sleep_stage", { by: "person" })), [
      { person: "a\tb", sleep_stage: 10 },
      { person: "b\\c%", sleep_stage: 5 },
      { person: "d", sleep_stage: 2 },
    ]);
    const days = stages.where({ person: ["a\tb", "b\\c%"] }).perPerson(sleep.aggregate);
    // Each person's days start at midnight in Berlin or Tokyo.
    assertEquals(
      rows(await days.select("period_start_time", "value", "sum_ms").collect()),
      [["a\tb", 23, 3, 2], ["a\tb", 23, 4, 2], ["b\\c%", 15, 5, 1]].map((
        [person, hour, value, hours],
      ) => ({
        person,
        period_start_time: `2024-12-31T${hour}:00:00Z`,
        value,
        sum_ms: Number(hours) * 3_600_000,
      })),
    );
    assertEquals((await stages.where({ person: "z" }).perPerson(sleep.merge).collect()).height, 0);
  });
});

Deno.test("results with different columns are joined, with null for a person's missing columns", async () => {
  await withSpark({ tables: TABLES }, async (people, { statements }) => {
    const found = await people.table("stages").select("start_time", "source")
      .perPerson(series.resample, {
        time: "start_time",
        every: "1d",
        aggregate: "durations",
      }).collect();
    const lasts = (person: string, day: number, hour: number, source: string, hours: number) => ({
      person,
      start_time: `2024-12-${day}T${String(hour).padStart(2, "0")}:00:00Z`,
      "source_w\\n": null,
      "source_it's": null,
      source_x: null,
      ...(hours === 0 ? {} : { [`source_${source}`]: hours * 3_600_000 }),
    });
    assertEquals(rows(found), [
      lasts("a\tb", 30, 23, "", 0),
      lasts("a\tb", 31, 23, "w\\n", 24),
      lasts("b\\c%", 31, 15, "it's", 16),
      lasts("d", 31, 0, "x", 2),
    ]);
    const runs = statements.filter((sql) => sql.includes("transform("));
    assertEquals(runs.length, 2, "one for the columns of all people, one for their rows");
  });
});

Deno.test("rows that a worker loses, duplicates or garbles are detected", async () => {
  const isRow = (line: string) => line.startsWith("row\t");
  let last = "";
  for (
    const [garble, message] of [
      [(line: string) => line.startsWith("trailer") ? undefined : line, "report 0 of 5 rows"],
      [
        (line: string) => isRow(line) && last === "" ? (last = line, undefined) : line,
        "of 5 rows, 4 arrived",
      ],
      [
        (line: string) => isRow(line) ? line.replace(/\t4(?=\t[^\t]*$)/, "\t3") : line,
        "rows were changed in transit",
      ],
    ] as const
  ) {
    await withSpark({ tables: TABLES, garble }, async (people) => {
      const merged = people.table("stages").perPerson(sleep.merge);
      await assertRejects(() => merged.collect(), IncompleteError, message);
    });
  }
});

Deno.test("a person for whom a verb fails is named, or reported to onError", async () => {
  const wrong = [...STAGES.rows, ["d", START + 9n * HOUR, START, 2n, "x"]] as Table["rows"];
  const tables = { ...TABLES, "/data/stages": { ...STAGES, rows: wrong } };
  await withSpark({ tables }, async (people) => {
    const merged = people.table("stages").perPerson(sleep.merge);
    for (const run of [() => merged.collect(), () => merged.count()]) {
      const error = await assertRejects(run, PersonError, "for person d: ");
      assertEquals([(error as PersonError).person, (error as PersonError).kind], [
        "d",
        "RangeError",
      ]);
    }
    const failed: string[] = [], onFailed = ({ person }: { person: string }) => failed.push(person);
    assertEquals((await merged.collect({ onFailed })).height, 4);
    assertEquals(await merged.count({ onFailed }), 4);
    assertEquals(failed, ["d", "d"]);
  });
});

Deno.test("errors of Spark keep their message, class and state", async () => {
  await withSpark({ tables: TABLES }, async (people) => {
    const error = await assertRejects(
      () => people.table("nothing").count(),
      SparkError,
      "Cannot run a query on Spark: [PATH_NOT_FOUND] parquet.`/data/nothing` is not there",
    ) as SparkError;
    assertEquals([error.errorClass, error.sqlState, error.status], [
      "PATH_NOT_FOUND",
      "42K03",
      "INTERNAL",
    ]);
    await assertRejects(() => people.tables(), TypeError, "SQL lists no folders");
  });
});

Deno.test("progress reports the tasks of all stages, and ends", async () => {
  await withSpark({ tables: TABLES }, async (people) => {
    const told: Progress[] = [];
    await people.table("stages").perPerson(sleep.merge).count({
      onProgress: (progress) => told.push(progress),
    });
    assertEquals(
      new Set(
        told.slice(1).map(({ done, total, unit, action }) =>
          `${done} of ${total} ${unit}: ${action}`
        ),
      ),
      new Set(["1 of 6 pieces: sleep.merge of stages"]),
    );
    assertEquals(told.map(({ ended }) => ended).lastIndexOf(false), told.length - 2);
  });
});

Deno.test("without a folder the tables come from the catalog, including from another schema", async () => {
  const tables = { steps: READINGS, people: PEOPLE, acts: READINGS, "main.more": READINGS };
  await withSpark({ tables }, async (people) => {
    assertEquals(await people.tables(), ["acts", "main.more", "steps"]);
    assertEquals(await people.table("steps").count(), 4);
    assertEquals(await people.table("main.more").count(), 4);
    assertEquals((await people.people()).height, 3);
  }, null);
});

Deno.test("a cohort on Spark does not open if people lack a zone or a table has an unsupported type", async () => {
  const lost: Table = { ...PEOPLE, rows: [["d", null, 1n]] };
  await using server = await sqliteSpark({ tables: { "/data/people": lost } });
  await assertRejects(
    () => cohort(`sc://127.0.0.1:${server.port}`, { folder: "/data" }),
    TypeError,
    "Cannot read people: zone is null in row 0",
  );
  assert(server.calls.includes("ReleaseSession"));
});

Deno.test("a column with different types in people's results is an error that names it", async () => {
  // As with a custom verb that returns text for one person and numbers for the others.
  const garble = (line: string) =>
    line.startsWith("columns\td\t")
      ? line.replace('["start_time","time"]', '["start_time","text"]')
      : line;
  await withSpark({ tables: TABLES, garble }, async (people) => {
    const days = people.table("stages").select("start_time", "source").perPerson(series.resample, {
      time: "start_time",
      every: "1d",
      aggregate: "durations",
    });
    await assertRejects(
      () => days.collect(),
      TypeError,
      'Cannot join the rows of people: column start_time is "time" for some, "text" for others',
    );
  });
});
