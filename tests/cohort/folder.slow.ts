import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import pl from "nodejs-polars";
import { cohort } from "../../src/cohort/cohort.ts";
import { PersonError } from "../../mod.ts";
import type { ResultOrigin } from "../../src/cohort/layout/manifest.ts";
import { tableFiles } from "../../src/cohort/layout/tableFiles.ts";
import { withdrawPeople } from "../../src/cohort/withdrawPeople.ts";
import { writeCohort } from "../../src/cohort/writeCohort.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { VERSION } from "../../src/options/version.ts";
import type { Progress } from "../../src/progress/progress.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import * as series from "../../src/series/mod.ts";
import * as sleep from "../../src/sleep/mod.ts";
import { madeHeartRate, madeStages, nameOf, writeMade, ZONES } from "./madeCohort.ts";
import { inFolder } from "../helpers/inFolder.ts";
import { inZone } from "./inZone.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

const rows = (frame: Frame) => toRows(columnsOf(frame));
const LAYER = { inBed: "layer" } as const;
const TEN = { people: 10 };

Deno.test("perPerson() returns the verb's result for each person's frame, in the person's zone", async () => {
  for (const named of [false, true]) {
    await inFolder(async (folder) => {
      await writeMade(folder, { ...TEN, named });
      await using people = await cohort(folder, { workers: 2, rowsAtOnce: 900 });
      const found = await people.table("stages").perPerson(sleep.merge, LAYER)
        .perPerson(sleep.statistics).collect();
      const expected = Array.from({ length: 10 }, (_, i) => {
        const stages = inZone(madeStages(i, TEN), ZONES[i % 8]!);
        return rows(sleep.statistics(sleep.merge(toFrame(stages), LAYER)))
          // In a cohort, everyone has the columns that a verb only adds if needed.
          .map((row) => ({
            person: named ? nameOf(i, true) : i,
            reason: null,
            basis: null,
            ...row,
          }));
      }).flat();
      assertEquals(rows(found), expected);
      assertEquals(rows(found).length > 1000, true);
    });
  }
});

Deno.test("verbs that read UTC without a zone use the person's zone by default", async () => {
  await inFolder(async (folder) => {
    await writeMade(folder, TEN);
    await using people = await cohort(folder, { workers: 1 });
    const stages = people.table("stages");
    const own = await stages.perPerson(sleep.aggregate).collect();
    const utc = await stages.perPerson(sleep.aggregate, { tz: "UTC" }).collect();
    const expected = (tz: (i: number) => string) =>
      Array.from(
        { length: 10 },
        (_, i) =>
          rows(sleep.aggregate(toFrame(inZone(madeStages(i, TEN), ZONES[i % 8]!)), { tz: tz(i) }))
            .map((row) => row["total_sleep_ms"] ?? Object.values(row)[1]),
      ).flat();
    const values = (frame: Frame) =>
      rows(frame).map((row) => row["total_sleep_ms"] ?? Object.values(row)[2]);
    assertEquals(values(own), expected((i) => ZONES[i % 8]!));
    assertEquals(values(utc), expected(() => "UTC"));
  });
});

Deno.test("verbs can be chained, with conditions and columns in between, and each file is read once", async () => {
  await inFolder(async (folder) => {
    await writeMade(folder, TEN);
    await using people = await cohort(folder, { workers: 2 });
    const query = people.table("stages").where({ source: "Wrist", person: [1, 2n, 5] })
      .perPerson(sleep.merge, { inBed: "layer" }).where({ sleep_stage: { from: 3 } })
      .perPerson(series.convert, { duration_ms: { from: "ms", to: "min" } }, {
        times: ["start_time", "end_time"],
      })
      .select("duration_ms", "start_time");
    const found = await query.collect();
    const expected = [1, 2, 5].flatMap((i) => {
      const watch = toRows(madeStages(i, TEN)).filter(({ source }) => source === "Wrist");
      const merged = rows(sleep.merge(watch, { inBed: "layer" }))
        .filter(({ sleep_stage }) => Number(sleep_stage) >= 3);
      return merged.map(({ duration_ms, start_time }) => ({
        person: i,
        duration_ms: Number(duration_ms) / 60_000,
        start_time,
      }));
    });
    assertEquals(rows(found), expected);
    assertEquals(await query.count(), expected.length);
  });
});

Deno.test("where() keeps the same rows before a verb, where Polars decides, as after it, where a worker does", async () => {
  await inFolder(async (folder) => {
    await writeMade(folder, { people: 5, nights: 3 });
    await using people = await cohort(folder, { workers: 1 });
    const table = people.table("heart_rate");
    const all = Array.from(
      { length: 5 },
      (_, i) =>
        toRows(madeHeartRate(i, { people: 5, nights: 3 }))
          .map((row): Record<string, unknown> => ({ person: i, ...row })),
    ).flat();
    const at = (row: Record<string, unknown>) => Date.parse(row["time"] as string);
    const [from, to] = ["2025-03-21T00:00:00Z", "2025-03-22T06:00:00Z"];
    for (
      const [conditions, holds] of [
        [{ value: null }, ({ value }) => value === null],
        [
          { value: { from: 60, to: 61 } },
          ({ value }) => value !== null && Number(value) >= 60 && Number(value) < 61,
        ],
        [{ steps: [60n, 61, null] }, ({ steps }) => steps === 60 || steps === 61],
        [{ steps: { to: 58 } }, ({ steps }) => Number(steps) < 58],
        [
          { time: { from, to: new Date(to) } },
          (row) => at(row) >= Date.parse(from) && at(row) < Date.parse(to),
        ],
        [
          { person: { from: 2, to: 4 }, time: { from: Temporal.Instant.from(from) } },
          (row) => [2, 3].includes(row["person"] as number) && at(row) >= Date.parse(from),
        ],
        [{ steps: [] }, () => false],
      ] as [Parameters<typeof table.where>[0], (row: Record<string, unknown>) => boolean][]
    ) {
      const expected = all.filter(holds);
      assertEquals(
        rows(await table.where(conditions).collect()),
        expected,
        JSON.stringify(conditions, text),
      );
      if ("person" in conditions) continue; // a worker's frames lack this column
      const after = table.perPerson(series.convert, {}).where(conditions);
      assertEquals(rows(await after.collect()), expected, JSON.stringify(conditions, text));
    }
  });
});

function text(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}

Deno.test("count() and sum() cover all rows", async () => {
  await inFolder(async (folder) => {
    await writeMade(folder, TEN);
    await using people = await cohort(folder, { workers: 1 });
    const all = Array.from({ length: 10 }, (_, i) => toRows(madeHeartRate(i, TEN)));
    assertEquals(await people.table("heart_rate").count(), all.flat().length);
    const total = (own: Record<string, unknown>[]) =>
      own.reduce((sum, { steps }) => sum + Number(steps), 0);
    assertEquals(
      rows(await people.table("heart_rate").sum("steps", { by: "person" })),
      all.map((own, person) => ({ person, steps: total(own) })),
    );
    assertEquals(rows(await people.table("heart_rate").sum("steps")), [{
      steps: total(all.flat()),
    }]);
    await assertRejects(() => people.table("stages").sum("source"), TypeError, "expected numbers");
    await assertRejects(() => people.table("stages").sum("nothing"), TypeError, "nothing");
  });
});

Deno.test("sum() hides the sums of fewer people than minPeople", async () => {
  await inFolder(async (folder) => {
    await writeMade(folder, TEN);
    await using people = await cohort(folder, { workers: 1 });
    const stages = people.table("stages");
    const all = Array.from(
      { length: 10 },
      (_, i) => toRows(madeStages(i, TEN)).map((row) => ({ person: i, ...row })),
    ).flat() as Record<string, unknown>[];
    const some = stages.where({ person: [0, 1, 2] });
    const found = rows(await some.sum("sleep_stage", { by: "source", minPeople: 3 }));
    const sources = [...new Set(all.map(({ source }) => source as string | null))];
    const inOrder = sources.sort((a, b) => (a ?? "") < (b ?? "") ? -1 : 1); // null is first
    const expected = inOrder.map((source) => {
      const own = all.filter((row) => row["source"] === source && Number(row["person"]) < 3);
      const sum = own.reduce((total, row) => total + Number(row["sleep_stage"] ?? 0), 0);
      const isShown = new Set(own.map(({ person }) => person)).size >= 3;
      return { source, sleep_stage: isShown ? sum : null, people: isShown ? 3 : null };
    });
    assertEquals(found, expected);
    assertEquals(
      rows(await some.sum("sleep_stage", { by: "source", minPeople: 4 })).map((row) => [
        row["sleep_stage"],
        row["people"],
      ]),
      expected.map(() => [null, null]),
    );
    const whole = rows(await some.sum("sleep_stage", { minPeople: 3 }));
    assertEquals(whole[0]!["people"], 3);
    for (const minPeople of [1, 2.5, "3" as never]) {
      await assertRejects(() => stages.sum("sleep_stage", { minPeople }), RangeError, "at least 2");
    }
  });
});

Deno.test("an empty result is a frame with the columns of the result", async () => {
  await inFolder(async (folder) => {
    await writeMade(folder, TEN);
    await using people = await cohort(folder, { workers: 1 });
    const none = people.table("stages").where({ person: 99 });
    const some = people.table("stages").where({ person: 1 });
    for (const query of [(t: typeof none) => t, (t: typeof none) => t.perPerson(sleep.merge)]) {
      const [empty, full] = [await query(none).collect(), await query(some).collect()];
      assertEquals(empty.height, 0);
      assertEquals(empty.columns, full.columns);
      assertEquals(empty.dtypes.map(String), full.dtypes.map(String));
    }
    assertEquals(await none.count(), 0);
  });
});

Deno.test("a person with invalid rows is named with the verb's error; other results are kept on request", async () => {
  await inFolder(async (folder) => {
    await writeMade(folder, TEN);
    await writeCohort(folder, {
      people: [{ person: 3, zone: "Asia/Kathmandu", age: 71n }],
      tables: {
        stages: [{
          person: 3,
          start_time: "2025-03-25T08:00Z",
          end_time: "2025-03-25T07:00Z",
          sleep_stage: 1,
          source: "Wrist",
        }],
      },
    });
    await using people = await cohort(folder, { workers: 2 });
    const merged = people.table("stages").perPerson(sleep.merge);
    const error = await assertRejects(() => merged.collect(), PersonError, "person 3");
    assertEquals([(error as PersonError).person, (error as PersonError).kind], ["3", "RangeError"]);
    assert(
      (error as Error).message.includes("end_time is before start_time in row"),
      String(error),
    );
    await assertRejects(() => merged.count(), PersonError, "person 3");
    const failed: string[] = [];
    const kept = await merged.collect({ onFailed: ({ person }) => failed.push(person) });
    assertEquals(failed, ["3"]);
    await merged.writeTo(`${folder}/merged`, { onFailed: () => {} });
    await using results = await cohort(`${folder}/merged`, { workers: 1 });
    assertEquals((await results.check()).results["stages"]?.failed, 1);
    assertEquals(
      new Set(rows(kept).map(({ person }) => person)),
      new Set([0, 1, 2, 4, 5, 6, 7, 8, 9]),
    );
    assertEquals(await merged.count({ onFailed: () => {} }), kept.height);
  });
});

Deno.test("progress rises from zero to all buckets, then ends", async () => {
  await inFolder(async (folder) => {
    await writeMade(folder, TEN);
    await using people = await cohort(folder, { workers: 2, rowsAtOnce: 500 });
    const told: Progress[] = [];
    await people.table("stages").perPerson(sleep.merge).collect({
      onProgress: (progress) => told.push(progress),
    });
    assertEquals(told.at(0)!.done, 0);
    assert(told.every(({ done }, i) => i === 0 || done >= told[i - 1]!.done));
    assert(told.length > 8, "between the buckets, too");
    const last = told.at(-1)!;
    assert(
      Math.abs(last.done - last.total!) < 1e-9 && last.ended &&
        last.action === "sleep.merge of stages",
    );
  });
});

Deno.test("an aborted query rejects at once with the reason, and stops its workers", async () => {
  await inFolder(async (folder) => {
    await writeMade(folder, TEN);
    await using people = await cohort(folder, { workers: 2, rowsAtOnce: 200 });
    const stop = new AbortController();
    const running = people.table("stages").perPerson(sleep.sessions).collect({
      signal: stop.signal,
      onProgress: ({ done }) => done > 0 && stop.abort(new Error("enough")),
    });
    await assertRejects(() => running, Error, "enough");
    await assertRejects(
      () => people.table("stages").perPerson(sleep.merge).collect({ signal: stop.signal }),
      Error,
      "enough",
    );
    const left = people.table("stages").perPerson(sleep.merge).collect();
    const closed = assertRejects(() => left, DOMException, "closed");
    await people.close();
    await closed;
  });
});

Deno.test("a result can be written as a new cohort, and reads back unchanged", async () => {
  await inFolder(async (folder) => {
    await writeMade(folder, TEN);
    await using people = await cohort(folder, { workers: 2, rowsAtOnce: 500 });
    const merged = people.table("stages").perPerson(sleep.merge);
    const whole = await merged.collect();
    const written = await merged.writeTo(`${folder}/merged`);
    assertEquals(written, { rows: whole.height, people: 10, failed: 0 });
    await using results = await cohort(`${folder}/merged`, { workers: 1 });
    assertEquals(rows(await results.table("stages").collect()), rows(whole));
    assertEquals(rows(await results.people()), rows(await people.people()));
    await assertRejects(() => merged.writeTo(`${folder}/merged`), RangeError, "already");
    await people.table("stages").perPerson(sleep.sessions).writeTo(`${folder}/merged`, {
      table: "nights",
    });
    assertEquals(await results.tables(), ["nights", "stages"]);
  });
});

Deno.test("a written result states its version, query, input and failed people until its rows change", async () => {
  await inFolder(async (folder) => {
    await writeMade(folder, TEN);
    const digest = async (bytes: Uint8Array<ArrayBuffer> | string): Promise<string> => {
      const input = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
      return new Uint8Array(await crypto.subtle.digest("SHA-256", input)).toHex();
    };
    const files = (await tableFiles(folder, "stages")).sort((a, b) => a.name < b.name ? -1 : 1);
    const sums = await Promise.all(
      files.map(async ({ path, name }) => `${await digest(await Deno.readFile(path))}  ${name}\n`),
    );
    await using people = await cohort(folder, { workers: 1 });
    const zones = rows(await people.people()).map((row) => `${row["person"]} ${row["zone"]}\n`);
    const merged = people.table("stages").perPerson(sleep.merge, { mergeContiguous: false });
    const target = `${folder}/merged`, written = await merged.writeTo(target);
    const origin: ResultOrigin = {
      version: VERSION,
      table: "stages",
      steps: [{ kind: "verb", verb: "sleep.merge", args: [{ mergeContiguous: false }] }],
      input: {
        files: files.length,
        rows: await people.table("stages").count(),
        sha256: await digest(sums.join("")),
        zones: await digest(zones.sort().join("")),
      },
      ...written,
    };
    await using results = await cohort(target, { workers: 1 });
    assertEquals((await results.check()).results, { stages: origin });

    const own = new URL("./ownVerb.ts", import.meta.url);
    await people.table("stages").perPerson(own, "count").writeTo(target, { table: "mine" });
    await results.compact();
    const { stages, mine } = (await results.check()).results;
    assertEquals(stages, origin);
    assertEquals(mine?.steps, [{ kind: "module", module: "ownVerb.ts", args: ["count"] }]);

    await writeCohort(target, { tables: { mine: await results.table("mine").collect() } });
    assertEquals((await results.check()).results, { stages: origin });
    await withdrawPeople(target, 3);
    assertEquals((await results.check()).results, {});
  });
});

Deno.test("a partially written result is resumed, except for another query", async () => {
  await inFolder(async (folder) => {
    await writeMade(folder, TEN);
    await using people = await cohort(folder, { workers: 1, rowsAtOnce: 500 });
    const merged = people.table("stages").perPerson(sleep.merge);
    const target = `${folder}/merged`, stop = new AbortController();
    await assertRejects(
      () =>
        merged.writeTo(target, {
          signal: stop.signal,
          onProgress: ({ done }) => done > 2 && stop.abort(new Error("enough")),
        }),
      Error,
      "enough",
    );
    const begun = await tableFiles(target, "stages");
    assert(begun.length > 1);
    const before = await Promise.all(
      begun.map(async ({ path }) => (await Deno.stat(path)).mtime!.getTime()),
    );
    await assertRejects(() => cohort(target), TypeError);
    const other = people.table("stages").perPerson(sleep.merge, { mergeContiguous: false });
    await assertRejects(() => other.writeTo(target), RangeError, "another query");
    const whole = await merged.collect();
    assertEquals((await merged.writeTo(target)).rows, whole.height);
    const after = await Promise.all(
      begun.map(async ({ path }) => (await Deno.stat(path)).mtime!.getTime()),
    );
    assertEquals(after, before, "what was there was not written anew");
    await using results = await cohort(target);
    assertEquals(rows(await results.table("stages").collect()), rows(whole));
  });
});

Deno.test("columns that only some people have are null for the others, whether collected or written", async () => {
  await inFolder(async (folder) => {
    const at = (hour: number) => `2025-03-25T0${hour}:00Z`;
    await writeCohort(folder, [
      {
        person: "a",
        zone: "UTC",
        tables: { state: [{ time: at(1), state: "on" }, { time: at(2), state: "off" }] },
      },
      {
        person: "b",
        zone: "UTC",
        tables: { state: [{ time: at(1), state: "off" }, { time: at(2), state: "low" }] },
      },
    ]);
    await using people = await cohort(folder, { workers: 1, rowsAtOnce: 1 });
    const hours = people.table("state").perPerson(series.resample, {
      every: "1d",
      aggregate: "durations",
    });
    const whole = rows(await hours.collect());
    assertEquals(whole.map((row) => Object.keys(row)), whole.map(() => Object.keys(whole[0]!)));
    assert(Object.keys(whole[0]!).length >= 5, Object.keys(whole[0]!).join());
    await hours.writeTo(`${folder}/hours`);
    await using results = await cohort(`${folder}/hours`);
    assertEquals(
      new Set(rows(await results.table("state").collect()).map(canonical)),
      new Set(whole.map(canonical)),
    );
  });
});

Deno.test("everyone has the columns that a verb only adds if needed, even if nobody needs them", async () => {
  await inFolder(async (folder) => {
    const night = (person: string, ...stages: readonly number[]) => ({
      person,
      zone: "UTC",
      tables: {
        stages: stages.map((sleep_stage, i) => ({
          start_time: `2025-03-25T0${i}:00Z`,
          end_time: `2025-03-25T0${i + 1}:00Z`,
          sleep_stage,
          source: `${sleep_stage}`, // each device records a single stage
        })),
      },
    });
    await writeCohort(folder, [night("a", 3, 4), night("b", 5)]);
    await using people = await cohort(folder, { workers: 1, rowsAtOnce: 1 });
    const stages = people.table("stages"), merged = stages.perPerson(sleep.merge);
    assertEquals(rows(await merged.select("stages_known").collect()), [
      { person: "a", stages_known: "light" },
      { person: "a", stages_known: "light deep" },
      { person: "b", stages_known: null },
    ]);
    assertEquals(await merged.where({ stages_known: null }).count(), 1);
    // The next verb does not receive the cohort's extra columns.
    assertEquals(
      rows(await merged.perPerson(sleep.merge).select("stages_known").collect()),
      rows(await merged.select("stages_known").collect()),
    );
    const own = new URL("./ownVerb.ts", import.meta.url);
    assertEquals(
      rows(await merged.select("stages_known").perPerson(own, "count").select("rows").collect())
        .map(({ person, rows }) => [person, Number(rows)]),
      [["a", 2], ["b", 1]],
    );
    for (const verb of [sleep.merge, sleep.nightly, sleep.statistics]) {
      const [all, ...some] = await Promise.all(
        [undefined, "a", "b", "nobody"].map(async (person) => {
          const query = (person === undefined ? stages : stages.where({ person })).perPerson(verb);
          await query.writeTo(`${folder}/${verb.name} ${person}`);
          await using written = await cohort(`${folder}/${verb.name} ${person}`);
          const found = await query.collect(), read = await written.table("stages").collect();
          assertEquals([read.columns, read.dtypes.map(String)], [
            found.columns,
            found.dtypes.map(String),
          ]);
          return [found.columns, found.dtypes.map(String)];
        }),
      );
      for (const one of some) assertEquals(one, all, verb.name);
    }
  });
});

function canonical(row: Record<string, unknown>): string {
  return JSON.stringify(Object.entries(row).sort());
}

for (
  const [what, change, message] of [
    ["a column is missing", (frame: Frame) => frame.drop("steps"), "column steps is missing"],
    [
      "a column is one more",
      (frame: Frame) => frame.withColumns(pl.lit(1).alias("more")),
      "column more",
    ],
    [
      "columns are in another order",
      (frame: Frame) => frame.select("person", "value", "time", "steps"),
      "another order",
    ],
    [
      "int32 stands where int64 is expected",
      (frame: Frame) => frame.withColumns(pl.col("steps").cast(pl.Int32)),
      "column steps is i32, expected i64",
    ],
    [
      "times are in nanoseconds",
      (frame: Frame) => frame.withColumns(pl.col("time").cast(pl.Datetime("ns", "UTC"))),
      "column time is datetime[ns, UTC], expected datetime[us, UTC]",
    ],
  ] as const
) {
  Deno.test(`a file is reported before any verb runs if ${what}`, async () => {
    await inFolder(async (folder) => {
      await writeMade(folder, TEN);
      const file = (await tableFiles(folder, "heart_rate")).at(-1)!;
      change(pl.readParquet(file.path)).writeParquet(file.path);
      await using people = await cohort(folder, { workers: 1 });
      const table = people.table("heart_rate").where({ person: 0 });
      for (
        const run of [
          () => table.count(),
          () => table.perPerson(series.rhythm, { y: "value" }).collect(),
        ]
      ) {
        const error = await assertRejects(run, TypeError, message);
        assert((error as Error).message.startsWith(`Cannot read ${file.name}: `), String(error));
      }
      await Deno.truncate(file.path, 100);
      await assertRejects(() => table.count(), TypeError, file.name);
    });
  });
}

Deno.test("a cohort without a manifest, as from another engine, is read with its first file's columns", async () => {
  await inFolder(async (folder) => {
    await writeMade(folder, TEN);
    await Deno.remove(`${folder}/_cohort.json`);
    await using people = await cohort(folder, { workers: 1 });
    assertEquals(await people.tables(), ["heart_rate", "stages"]);
    assertEquals(
      rows(await people.table("stages").where({ person: 3 }).collect()).length > 10,
      true,
    );
  });
});

Deno.test("perPerson() rejects arguments that cannot be sent to a worker, and names them", async () => {
  await inFolder(async (folder) => {
    await writeMade(folder, { people: 1, nights: 1 });
    await using people = await cohort(folder);
    const table = people.table("stages");
    assertThrows(
      () => table.perPerson(sleep.merge, { priority: () => 1 }),
      TypeError,
      "argument 1.priority is a function",
    );
    assertThrows(
      () => table.perPerson((frame) => frame as Frame),
      TypeError,
      "not a verb of sleep, series or places",
    );
    assertThrows(() => table.perPerson("sleep.merge" as never), TypeError, "not a verb");
    assertThrows(() => table.where({ sleep_stage: NaN }), TypeError, "sleep_stage");
    assertThrows(() => table.select(), TypeError, "the list is empty");
    await assertRejects(
      () => people.table("stage").count(),
      RangeError,
      "available: heart_rate, stages",
    );
    await assertRejects(
      () => table.where({ stage: 1 }).count(),
      TypeError,
      "there are only the columns",
    );
    await assertRejects(() => table.where({ sleep_stage: "deep" }).count(), TypeError, '"deep"');
    await assertRejects(
      () => cohort(folder, { worker: 1 } as never),
      TypeError,
      'did you mean "workers"?',
    );
    await assertRejects(
      () => table.collect({ onprogress: () => {} } as never),
      TypeError,
      "onProgress",
    );
    await assertRejects(() => cohort(`${folder}/nothing`), TypeError, "there is no such folder");
  });
});
