import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import pl from "nodejs-polars";
import { float64Column, textColumn, timeColumn } from "../../../src/frame/columns/columns.ts";
import { unitsOf } from "../../../src/frame/polars/displays.ts";
import type { Frame } from "../../../src/frame/polars/frame.ts";
import { columnNames } from "../../../src/frame/polars/seriesOf.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";
import { withDisplay } from "../../../src/frame/polars/withDisplay.ts";

const TZ = "Europe/Berlin";

/** Returns three minutes of heart rate around a daylight saving change, with their unit. */
function heart(): Frame {
  const start = 1_711_846_740_000_000n; // 01:59 in Berlin, a minute before 03:00
  return withDisplay(
    toFrame({
      time: timeColumn(BigInt64Array.from([0n, 1n, 2n], (i) => start + i * 60_000_000n), TZ),
      heart_rate: float64Column(Float64Array.of(61, 75.5, 80)),
      source: textColumn(["watch", "watch", "phone"]),
    }),
    { units: { heart_rate: "bpm" } },
  );
}

const over = pl.col("heart_rate").gt(60);
const mean = pl.col("heart_rate").mean();
const first = pl.col("time").first();

/** Common operations of users on frames. Each keeps the time column and the column in bpm. */
const STEPS: Record<string, (frame: Frame) => Frame | Promise<Frame>> = {
  clone: (f) => f.clone(),
  describe: (f) => f.describe(),
  drop: (f) => f.drop("source"),
  dropNulls: (f) => f.dropNulls("heart_rate"),
  filter: (f) => f.filter(over),
  head: (f) => f.head(2),
  join: (f) => f.join(f.select("time").head(2), { on: "time" }),
  joinAsof: (f) => f.joinAsof(f.select("time"), { on: "time" }),
  limit: (f) => f.limit(2),
  rename: (f) => f.rename({ heart_rate: "pulse" }),
  reverse: (f) => f.select(pl.col("time").reverse(), pl.col("heart_rate").reverse()),
  sample: (f) => f.sample({ n: 2 }),
  select: (f) => f.select("time", "heart_rate"),
  slice: (f) => f.slice(1, 2),
  sort: (f) => f.sort("heart_rate", true),
  tail: (f) => f.tail(2),
  unique: (f) => f.unique({ subset: ["source"], maintainOrder: true }),
  vstack: (f) => f.vstack(f.clone()),
  withColumn: (f) => f.withColumn(pl.col("heart_rate").mul(2).alias("double")),
  withColumns: (f) => f.withColumns(pl.col("heart_rate").mul(2).alias("double")),
  withColumnRenamed: (f) => f.withColumnRenamed("heart_rate", "pulse"),
  withRowIndex: (f) => f.withRowIndex(),
  // Parts come in no order.
  partitionBy: (f) => f.partitionBy("source").find((part) => part.height === 2)!,
  "groupBy and agg": (f) => f.groupBy("source").agg(first, mean),
  groupByDynamic: (f) =>
    f.groupByDynamic({ indexColumn: "time", every: "1h", startBy: "window" }).agg(mean),
  groupByRolling: (f) => f.groupByRolling({ indexColumn: "time", period: "2m" }).agg(mean),
  "lazy and collectSync": (f) => f.lazy().filter(over).sort("time").collectSync(),
  "lazy and collect": async (f) => await f.lazy().filter(over).collect(),
  "lazy, groupBy and collect": async (f) =>
    await f.lazy().groupBy("source").agg(first, mean).collect(),
  "many steps": (f) => f.filter(over).sort("time").head(2).withColumns(pl.lit(1).alias("one")),
};

for (const [name, step] of Object.entries(STEPS)) {
  Deno.test(`a frame that went through ${name} shows local time, types and units`, async () => {
    const shown = Deno.inspect(await step(heart()));
    assertMatch(shown.split("\n")[0]!, /^\d+ rows? × \d+ columns?$/);
    assertMatch(shown, /f64, bpm/);
    if (name === "describe") return;
    assertMatch(shown, /datetime\[us, Europe\/Berlin\]/);
    assertMatch(shown, /2024-03-31 (?:01:59\+01:00|03:0[01]\+02:00|01:00\+01:00)/);
  });
}

Deno.test("Polars returns the same for a frame with a display as without", async () => {
  const plain = pl.DataFrame(
    ["time", "heart_rate", "source"].map((name) => heart().getColumn(name)),
  );
  for (const [name, step] of Object.entries(STEPS)) {
    if (name === "sample") continue;
    const [own, other] = [await step(heart()), await step(plain)];
    const order = name.includes("roupBy") && other.columns.includes("source") ? ["source"] : [];
    const sorted = (frame: Frame): string =>
      String(
        (order.length > 0 ? frame.sort("source") : frame).toRecords().map((row) =>
          JSON.stringify(row)
        ),
      );
    assertEquals(sorted(own), sorted(other), name);
  }
});

Deno.test("a count does not keep the unit of its column, and a display can be replaced", () => {
  const counted = heart().groupBy("source").agg(pl.col("heart_rate").count());
  assertEquals(unitsOf(counted), {});
  assertEquals(unitsOf(heart().rename({ heart_rate: "pulse" })), { pulse: "bpm" });
  const imperial = withDisplay(heart().head(1), { units: { heart_rate: "beats/min" } });
  assertMatch(Deno.inspect(imperial.head(1)), /beats\/min/);
});

Deno.test("a displayed zone is kept, but the title and number of rows are not", () => {
  const frame = withDisplay(heart(), { tz: "Asia/Tokyo", title: "Heart", head: 1, tail: 0 });
  const shown = Deno.inspect(frame.filter(over));
  assertMatch(shown, /2024-03-31 09:59\+09:00/);
  assert(!shown.includes("Heart") && shown.startsWith("3 rows"));
});

Deno.test("frames of other code are not changed, even next to ours", () => {
  const theirs = pl.DataFrame({ source: ["watch"], place: ["wrist"] });
  assert(Deno.inspect(theirs.head(1)).startsWith("shape:"));
  theirs.join(heart(), { on: "source" });
  assert(Deno.inspect(theirs).startsWith("shape:"));
  assert(Deno.inspect(theirs.join(heart(), { on: "source" })).startsWith("shape:"));
});

Deno.test("columns named like methods hide them, as in Polars", () => {
  const frame = toFrame({ filter: float64Column(Float64Array.of(1)), head: textColumn(["a"]) });
  assertMatch(Deno.inspect(frame.select("filter")), /^1 row × 1 column/);
  assertEquals((frame as unknown as { filter: pl.Series }).filter.len(), 1);
});

Deno.test("frames with columns named clone, columns or inner keep the display, and their names", () => {
  for (const name of ["clone", "columns", "inner", "getColumn", "writeCSV"]) {
    const one = Float64Array.of(1);
    const frame = toFrame({ [name]: float64Column(one), other: float64Column(one) });
    assertEquals(columnNames(frame), [name, "other"]);
    assertMatch(Deno.inspect(frame.head(1)), /^1 row × 2 columns/);
    const renamed = frame.head(1);
    if (name !== "columns") renamed.columns = ["a", "b"];
    assertEquals(columnNames(renamed), name === "columns" ? [name, "other"] : ["a", "b"]);
    assertEquals(columnNames(frame), [name, "other"]);
  }
});

Deno.test("errors for methods of other versions of Polars name the replacement", () => {
  const frame = heart() as unknown as Record<string, () => unknown>;
  const message = (name: string): string => assertThrows(() => frame[name]!(), TypeError).message;
  assertMatch(message("melt"), /^Cannot call frame\.melt: .* Use frame\.unpivot\(/);
  assertMatch(message("withRowCount"), /Use frame\.withRowIndex\(/);
});
