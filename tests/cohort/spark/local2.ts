import { assert, assertEquals, assertRejects } from "@std/assert";
import pl from "nodejs-polars";
import { cohort } from "../../../src/cohort/cohort.ts";
import type { Cohort } from "../../../src/cohort/cohortOptions.ts";
import { PersonError } from "../../../mod.ts";
import { sparkAddress } from "../../../src/cohort/spark/address.ts";
import { SparkConnection } from "../../../src/cohort/spark/connection.ts";
import { SparkError } from "../../../src/cohort/spark/sparkError.ts";
import { workerCommand } from "../../../src/cohort/spark/workerCommand.ts";
import type { CohortTable } from "../../../src/cohort/table.ts";
import { tableFiles } from "../../../src/cohort/layout/tableFiles.ts";
import { writeCohort } from "../../../src/cohort/writeCohort.ts";
import * as series from "../../../src/series/mod.ts";
import * as sleep from "../../../src/sleep/mod.ts";
import { writeMade, writeSkewed } from "../madeCohort.ts";
import { STORED_TYPES, writeStored } from "../storedTypes.ts";
import { assertSame } from "./assertSame.ts";
import { LONG } from "./longQuery.ts";
import { sparkServer } from "./sparkServer.ts";

Deno.test("a cohort on Spark, local[2]", async (test) => {
  const folder = await Deno.makeTempDir();
  await writeMade(folder, { people: 20 });
  await using server = await sparkServer();
  const onSpark = (more: { workerCommand?: string } = {}) =>
    cohort(server.address, { folder, ...more });
  await using here = await cohort(folder, { workers: 1 });
  await using there = await onSpark();
  const stages = there.table("stages");

  await test.step("returns the same rows as this machine, to the last bit", async (step) => {
    const queries: { [what: string]: (people: Cohort) => CohortTable } = {
      "selected rows": (people) =>
        people.table("stages").where({
          source: ["Phone\twith a tab", null],
          person: { from: 3, to: 9n },
          start_time: { from: "2025-03-25T00:00Z", to: new Date("2025-04-01T00:00Z") },
        }).select("source", "start_time"),
      "readings with nulls": (people) =>
        people.table("heart_rate").where({ value: [null, 60.5], steps: { to: 70 } }),
      "readings in a range": (people) =>
        people.table("heart_rate").where({ value: { from: 61.25, to: 61.5 } }),
      "no rows": (people) => people.table("heart_rate").where({ person: 99 }),
      "sleep.merge": (people) =>
        people.table("stages").perPerson(sleep.merge, {
          sourcePriority: ["Wrist"],
          provenance: true,
        }),
      "statistics of merged stages": (people) =>
        people.table("stages").perPerson(sleep.merge, { inBed: "layer" }).perPerson(
          sleep.statistics,
        )
          .where({ name: ["TST", "SE"] }),
      "cycles, which have lists": (people) => people.table("stages").perPerson(sleep.cycles),
      "a verb of no rows": (people) =>
        people.table("stages").where({ person: 99 }).perPerson(sleep.merge),
      "columns that depend on the data": (people) =>
        people.table("stages").where({ person: { to: 4 } }).select("start_time", "source")
          .perPerson(
            series.resample,
            { time: "start_time", every: "1d", aggregate: "durations" },
          ),
    };
    for (const [what, query] of Object.entries(queries)) {
      await step.step(what, async () => {
        const expected = await query(here).collect();
        assertSame(await query(there).collect(), expected);
        assertEquals(await query(there).count(), expected.height);
      });
    }
    await step.step("sums", async () => {
      const sum = (people: Cohort) =>
        people.table("heart_rate").where({ person: { from: 2 } }).sum("steps", { by: ["person"] });
      assertSame(await sum(there), await sum(here));
      const hidden = (people: Cohort) =>
        people.table("stages").where({ person: { to: 4 } })
          .sum("sleep_stage", { by: "source", minPeople: 4 });
      assertSame(await hidden(there), await hidden(here));
    });
    await step.step("people", async () => assertSame(await there.people(), await here.people()));
  });

  await test.step("reports errors of Spark and of verbs, with class and state", async () => {
    const missing = await assertRejects(() => there.table("nothing").count(), SparkError);
    assert((missing as SparkError).errorClass !== undefined, String(missing));
    assertEquals((missing as SparkError).sqlState?.length, 5);
    const overlap = () => stages.perPerson(sleep.statistics).collect();
    const error = await assertRejects(overlap, PersonError, "merge them first with sleep.merge");
    assertEquals((error as PersonError).kind, "RangeError");
    const failed: string[] = [];
    const kept = await stages.perPerson(sleep.statistics).collect({
      onFailed: ({ person }) => failed.push(person),
    });
    assertEquals([kept.height, failed.length], [0, 20]);
    await assertRejects(
      () => stages.where({ nothing: 1 }).count(),
      TypeError,
      "there are only the columns",
    );
  });

  await test.step("runs a custom verb, and reports why it cannot", async () => {
    const own = (name: string) => new URL(`../${name}.ts`, import.meta.url);
    const counts = (people: Cohort) => people.table("stages").perPerson(own("ownVerb"), "count");
    assertSame(await counts(there).collect(), await counts(here).collect());
    const missing = stages.perPerson(own("no such")).collect();
    await assertRejects(() => missing, PersonError, "cannot be loaded");
  });

  await test.step("reports progress in tasks", async () => {
    const told: (number | undefined)[] = [];
    await stages.perPerson(sleep.merge).count({ onProgress: ({ total }) => told.push(total) });
    assert(told.some((total) => total !== undefined && total > 0));
  });

  await test.step("detects rows that a worker does not read, does not write, or garbles", async () => {
    const own = workerCommand({ steps: [] });
    const worker = async (command: string, kind: string, message: string) => {
      await using broken = await onSpark({ workerCommand: command });
      const merged = broken.table("stages").perPerson(sleep.merge);
      const error = await assertRejects(() => merged.collect(), Error, message);
      assertEquals((error as Error).name, kind);
    };
    await worker("cat > /dev/null; true", "IncompleteError", "the workers report 0 of 7387 rows");
    await worker(`{ head -n 50; cat > /dev/null; } | ${own}`, "IncompleteError", "of 7387 rows");
    await worker(
      `sh -c '"$0" "$@" | tail -n 3' ${own}`,
      "IncompleteError",
      "of 5954 rows, 2 arrived",
    );
    await worker(
      `sh -c '"$0" "$@" | sed "s/\\t3\\(\\t[^\\t]*\\)$/\\t4\\1/"' ${own}`,
      "IncompleteError",
      "changed in transit",
    );
    await worker(
      `sh -c '"$0" "$@" | sed "s/\\t3\\(\\t[^\\t]*\\)$/\\tx\\1/"' ${own}`,
      "SparkError",
      "CAST_INVALID_INPUT",
    );
    await worker(
      "sh -c 'cat > /dev/null; echo not today >&2; exit 3' #",
      "SparkError",
      "not today",
    );
  });

  await test.step("writes a result as a new cohort, which reads back unchanged", async () => {
    const target = `${folder}/results`;
    const merged = (people: Cohort) => people.table("stages").perPerson(sleep.merge);
    const expected = await merged(here).collect();
    const written = await merged(there).writeTo(target);
    assertEquals(written, { rows: expected.height, people: 20, failed: 0 });
    const statistics = there.table("stages").perPerson(sleep.merge).perPerson(sleep.statistics);
    await statistics.writeTo(target, { table: "statistics" });
    await assertRejects(() => merged(there).writeTo(target), RangeError, "already");
    const lists = stages.perPerson(sleep.cycles).writeTo(target, { table: "cycles" });
    await assertRejects(() => lists, TypeError, "leave it out with select");
    await using results = await cohort(target, { workers: 1 });
    assertEquals(await results.tables(), ["stages", "statistics"]);
    assertSame(await results.table("stages").collect(), expected);
    await using onSparkToo = await cohort(server.address, { folder: target });
    assertSame(await onSparkToo.table("stages").collect(), expected);
    assertSame(
      await results.table("statistics").sum("n", { by: "name" }),
      await onSparkToo.table("statistics").sum("n", { by: "name" }),
    );
  });

  await test.step("reports the file with different columns before a worker runs", async () => {
    const other = await Deno.makeTempDir();
    await writeMade(other, { people: 5, nights: 3 });
    const file = (await tableFiles(other, "heart_rate")).at(-1)!;
    await using drifted = await cohort(server.address, { folder: other });
    const whole = await drifted.table("heart_rate").count();
    assertEquals(await drifted.table("heart_rate").count(), whole); // each file is read once
    pl.readParquet(file.path).drop("steps").writeParquet(file.path); // during a session
    await assertRejects(() => drifted.table("heart_rate").count(), TypeError, "steps");
    await Deno.remove(other, { recursive: true });
  });

  await test.step("reads files next to folders and at other levels, and rejects other folders", async () => {
    const other = await Deno.makeTempDir();
    await writeMade(other, { people: 5, nights: 3 });
    const [first, second] = await tableFiles(other, "heart_rate");
    await Deno.rename(first!.path, `${other}/heart_rate/beside.parquet`);
    await Deno.mkdir(`${other}/heart_rate/year=2025/day=1`, { recursive: true });
    await Deno.rename(second!.path, `${other}/heart_rate/year=2025/day=1/deeper.PARQUET`);
    await using local = await cohort(other, { workers: 1 });
    await using moved = await cohort(server.address, { folder: other });
    assertSame(
      await moved.table("heart_rate").collect(),
      await local.table("heart_rate").collect(),
    );
    await Deno.mkdir(`${other}/heart_rate/raw`);
    await Deno.rename(`${other}/heart_rate/beside.parquet`, `${other}/heart_rate/raw/a.parquet`);
    for (const people of [local, moved]) {
      await assertRejects(
        () => people.table("heart_rate").count(),
        TypeError,
        "Cannot read heart_rate/raw/a.parquet: the folder raw is not written as key=value",
      );
    }
    await Deno.remove(other, { recursive: true });
  });

  await test.step("reads and rejects the types of other writers as this machine does", async (step) => {
    for (const [what, { bytes, values }] of Object.entries(STORED_TYPES)) {
      await step.step(what, async () => {
        const other = await Deno.makeTempDir();
        await writeStored(other, bytes);
        await using local = await cohort(other, { workers: 1 });
        await using moved = await cohort(server.address, { folder: other });
        if (values === undefined) {
          for (const people of [local, moved]) {
            const error = await assertRejects(() => people.table("stored").count(), TypeError);
            assert(/Cannot read .*stored.*/.test((error as Error).message), String(error));
          }
        } else {
          assertSame(
            await moved.table("stored").collect(),
            await local.table("stored").collect(),
          );
        }
        await Deno.remove(other, { recursive: true });
      });
    }
    await step.step("several types of other writers in one table", async () => {
      const other = await Deno.makeTempDir();
      const instants = Object.values(STORED_TYPES).filter(({ values }) =>
        String(values?.[1]).endsWith("Z")
      );
      await writeStored(other, ...instants.map(({ bytes }) => bytes));
      await using local = await cohort(other, { workers: 1 });
      await using moved = await cohort(server.address, { folder: other });
      assertEquals(await moved.table("stored").count(), 3 * instants.length);
      assertSame(await moved.table("stored").collect(), await local.table("stored").collect());
      await Deno.remove(other, { recursive: true });
    });
  });

  await test.step("reads many small files, and names the one with other columns", async () => {
    const other = await Deno.makeTempDir();
    await writeMade(other, { people: 5, nights: 3 });
    const [first] = await tableFiles(other, "heart_rate"), rows = pl.readParquet(first!.path);
    for (let i = 0; i < 60; i++) {
      rows.slice(i, 1).writeParquet(`${other}/heart_rate/${i}.parquet`);
    }
    await using local = await cohort(other, { workers: 1 });
    await using many = await cohort(server.address, { folder: other });
    assertSame(await many.table("heart_rate").collect(), await local.table("heart_rate").collect());
    const daily = (people: Cohort) =>
      people.table("heart_rate").perPerson(series.resample, { every: "1d" });
    assertSame(await daily(many).collect(), await daily(local).collect());
    await using again = await cohort(server.address, { folder: other });
    const odd = [
      `${other}/heart_rate/37.parquet`,
      "Cannot read .*heart_rate/37.parquet: ",
    ] as const;
    for (
      const [columns, message] of [
        [rows.drop("steps"), "column steps is missing"],
        [rows.withColumns(pl.col("steps").cast(pl.Int32)), "column steps is "],
        [rows.select("person", "value", "time", "steps"), "its columns are in another order"],
      ] as const
    ) {
      columns.writeParquet(odd[0]);
      for (const people of [local, many, again]) {
        const error = await assertRejects(() => people.table("heart_rate").count(), TypeError);
        assert(new RegExp(odd[1] + message).test((error as Error).message), String(error));
      }
    }
    await Deno.remove(other, { recursive: true });
  });

  await test.step("reports a person who is listed twice or has no zone", async () => {
    const other = await Deno.makeTempDir();
    await writeCohort(other, { people: [{ person: 1, zone: "UTC" }], tables: {} });
    const people = `${other}/people/part-0.parquet`, one = pl.readParquet(people);
    pl.concat([one, one]).writeParquet(people);
    await assertRejects(() => cohort(server.address, { folder: other }), TypeError, "twice");
    await Deno.remove(other, { recursive: true });
  });

  await test.step("an aborted query and a closed cohort free their slots at once", async () => {
    const connection = new SparkConnection(sparkAddress(server.address, undefined), undefined);
    await connection.open();
    const short = "select count(*) from range(1000)";
    const timeOf = async (sql: string) => {
      const start = performance.now();
      await Array.fromAsync(connection.query(sql, { signal: new AbortController().signal }));
      return performance.now() - start;
    };
    const free = await timeOf(short);
    for (const end of ["abort", "close"]) {
      const own = new SparkConnection(sparkAddress(server.address, undefined), undefined);
      await own.open();
      const stop = new AbortController();
      const running = assertRejects(
        () => Array.fromAsync(own.query(LONG, { signal: stop.signal })),
        Error,
      );
      await pause(1500);
      if (end === "abort") stop.abort(new Error("enough"));
      else await own.close();
      await running;
      const taken = await timeOf(short); // an occupied slot stays so for minutes
      assert(taken < 10_000 + 3 * free, `${end} has not freed the slots in ${taken} ms`);
      if (end === "abort") await own.close();
    }
    const codec = "spark.sql.execution.arrow.compression.codec";
    assertEquals(await connection.settings([codec]), { [codec]: "zstd" });
    await connection.close();
  });

  await test.step("returns the same rows if one person has half of them", async () => {
    const other = await Deno.makeTempDir();
    await writeSkewed(other);
    await using skewed = await cohort(other, { workers: 1 });
    await using skewedThere = await cohort(server.address, { folder: other });
    const merged = (people: Cohort) => people.table("stages").perPerson(sleep.merge);
    const hours = (people: Cohort) =>
      people.table("heart_rate").perPerson(series.resample, { every: "1h" });
    for (const query of [merged, hours]) {
      assertSame(await query(skewedThere).collect(), await query(skewed).collect());
    }
    await Deno.remove(other, { recursive: true });
  });

  await Deno.remove(folder, { recursive: true });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
