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

Deno.test("other errors of Polars stay as they are", () => {
  const error = assertThrows(() =>
    nights.select(pl.col("bedtime").sum().over("SE").cast("x" as never))
  );
  assertEquals((error as Error).message.includes("did you mean"), false);
});
