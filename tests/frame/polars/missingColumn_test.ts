import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { demo } from "@lifeframe/lifeframe";
import pl from "@lifeframe/lifeframe/polars";

const me = await demo({ days: 4 }), when = { days: 2 };
const nights = await me.nightly(when), stages = await me.stages(when);

Deno.test("Polars' methods of a frame name the column that was meant", () => {
  const calls: readonly [() => unknown, string][] = [
    [() => nights.getColumn("efficiency"), 'Cannot call getColumn: column "efficiency"'],
    [() => nights.filter(pl.col("deep").gt(60)), 'did you mean "deep_min"?'],
    [() => nights.select("bed_time"), 'did you mean "bedtime"?'],
    [() => nights.sort("efficiency"), 'did you mean "SE"?'],
    [() => nights.head(1).withColumn(pl.col("deep").alias("x")), 'did you mean "deep_min"?'],
    [() => nights.lazy().select("deep").collectSync(), 'did you mean "deep_min"?'],
    [() => stages.groupBy("stage").agg(pl.col("duration_ms").sum()), 'did you mean "sleep_stage"?'],
    [() => nights.select("zzz"), "the columns are night, bedtime, "],
  ];
  for (const [call, text] of calls) {
    const error = assertThrows(call, TypeError);
    assertStringIncludes(error.message, text);
    assertStringIncludes((error.cause as Error).message, "not found");
  }
});

Deno.test("an error about a missing part of a date suggests the verb that adds it", () => {
  assertThrows(
    () => nights.groupBy("month").mean(),
    TypeError,
    'column "month" is missing; series.dateParts(frame, { parts: ["month"] }) adds it',
  );
});

Deno.test("sort accepts its options after the column as well, even for a lazy frame", () => {
  const wanted = nights.sort({ by: "deep_min", descending: true, nullsLast: true }).toRecords();
  const options = { descending: true, nullsLast: true } as never;
  assertEquals(nights.sort("deep_min", options).toRecords(), wanted);
  assertEquals(nights.lazy().sort("deep_min", options).collectSync().toRecords(), wanted);
  assertEquals(nights.sort(pl.col("deep_min"), options).toRecords(), wanted);
  assertThrows(
    () => nights.sort({ by: "deep_min", desc: true } as never),
    TypeError,
    'Cannot sort: unknown option "desc"; did you mean "descending"?',
  );
});

Deno.test("errors for methods that Polars lacks, of columns and groupings, suggest what to use instead", () => {
  const deep = nights.getColumn("deep_min") as unknown as Record<string, () => unknown>;
  const groups = nights.groupBy("whole") as unknown as Record<string, () => unknown>;
  const calls: readonly [() => unknown, string][] = [
    [() => deep["std"]!(), "Cannot call column.std: this version of Polars has no such method."],
    [() => deep["map"]!(), "Use column.toArray().map(...)."],
    [() => deep["at"]!(), "Use column.toArray().at(...)."],
    [() => groups["count"]!(), "Use grouping.len()."],
    [() => nights.head("two" as never), "Polars expected i64"],
    [() => nights.filter((() => true) as never), 'frame.filter(pl.col("TST").lt(360))'],
  ];
  for (const [call, text] of calls) {
    assertStringIncludes(assertThrows(call, TypeError).message, text);
  }
  assertEquals(nights.getColumn("night").length, nights.height);
});

Deno.test("other errors of Polars stay as they are", () => {
  const error = assertThrows(() =>
    nights.select(pl.col("bedtime").sum().over("SE").cast("x" as never))
  );
  assertEquals((error as Error).message.includes("did you mean"), false);
});
