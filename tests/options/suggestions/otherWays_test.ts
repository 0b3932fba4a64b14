import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { demo, plot, series, show, sleep } from "@lifeframe/lifeframe";

const me = await demo({ days: 3 }), when = { days: 2 };
const heart = await me.series("HeartRate", when, { every: "5m" });
const stages = await me.stages(when);

Deno.test("an option of other tools is answered with the call to write", async () => {
  const calls: readonly [() => unknown, string][] = [
    [() => series.compare(heart, { before: "2025-02" } as never), 'write a and b, such as { a: "'],
    [() => series.compare(heart, { group: "g" } as never), "write condition, the column"],
    [() => plot.compare(heart, { group: "g" } as never), "write condition, the column"],
    [() => plot.line(heart, { ylabel: "bpm" } as never), "write unit, or title"],
    [() => plot.line(heart, { figsize: [8, 4] } as never), "write width and height in pixels"],
    [() => sleep.merge(stages, { priority: ["Wrist"] as never }), "pass sourcePriority"],
    [() => sleep.fromHypnogram([0], undefined as never), "it needs start, such as { start: "],
    [() => plot.line(heart, { color: "red" } as never), "plot: { marks }"],
    [() => plot.scatter(heart, { x: "a", y: "b", color: "c" } as never), 'did you mean "by"?'],
    [() => plot.line(heart, { plot: { symbol: "Diamond" as never } }), "plot.symbol is the text"],
    [() => series.rolling(heart, 7 as never), 'such as { window: "7d" }'],
    [() => series.between(heart, "2025-03-01", "2025-03-08" as never), "two dates are one range"],
    [() => plot.line(heart)["show" as "svg"](), "it shows itself as the last value of a cell"],
    [() => show.table(me.catalog as never), "await one, such as .list()"],
    [() => series.resample(heart, { ylabel: 1 } as never), 'unknown option "ylabel"; did you mean'],
  ];
  for (const [call, text] of calls) {
    const { message } = assertThrows(call, Error);
    assert(message.includes(text), message);
  }
  const questions: readonly [() => Promise<unknown>, string][] = [
    [() => me.workouts(when, { activity: "Run" } as never), 'workouts.filter(pl.col("activity")'],
    [() => me.influences(when, { y: "depp" }), 'did you mean "deep"?'],
    [() => me.day("yesterday"), 'Write "2025-03-20"'],
    [() => me.report(when, { sections: ["sleep"] } as never), "a report shows every part"],
    [() => me.report(when, { format: "pdf" } as never), 'report.save("report.pdf")'],
    [() => me.totals("StepCount", when, { by: "day" } as never), ").frame"],
  ];
  for (const [call, text] of questions) {
    const { message } = await assertRejects(call, Error);
    assert(message.includes(text), message);
  }
});

Deno.test("a chart accepts the suggested width, height and unit", async () => {
  const picture = plot.line(heart, { width: 500, height: 300, unit: "beats" });
  assert((await picture.svg()).includes("beats"));
});

Deno.test("nouns of me called as functions name their methods", () => {
  const calls: readonly [unknown, string][] = [
    [me.catalog, "Use me.api.catalog.list("],
    [me.imports, "Use me.api.imports.list("],
    [me.api.metrics, "me.api.metrics.samples("],
    [me.api, "me.api.metrics"],
    [me.range, 'me.range.month("2025-03")'],
  ];
  for (const [noun, text] of calls) {
    const { message } = assertThrows(() => (noun as () => void)(), TypeError);
    assert(message.startsWith("Cannot call me.") && message.includes(text), message);
  }
  assertEquals(typeof me, "object");
});

Deno.test("a list of frames, or me, is not read as rows", () => {
  const list = assertThrows(() => plot.line([heart, stages] as never), TypeError).message;
  assert(list.includes("the data is a list of frames, expected one frame"), list);
  const client = assertThrows(() => plot.line(me as never), TypeError).message;
  assert(client.includes("expected a Polars frame"), client);
  const aligned = assertThrows(() => series.align([heart] as never, { every: "1h" }), TypeError);
  assert(aligned.message.includes("frames is a list, expected frames by name"), aligned.message);
});

Deno.test("a statistic read from a long frame is answered with sleep.pick()", () => {
  const found = sleep.statistics(stages) as never as { TST: number };
  assertThrows(() => found.TST, TypeError, 'Use sleep.pick(frame, "TST")');
});

Deno.test("a source in another case or with a slip is answered with the source of the data", async () => {
  const night = { start_time: "2025-03-10T22:00Z", end_time: "2025-03-11T05:00Z", sleep_stage: 3 };
  const rows = [{ ...night, source: "Wrist" }, { ...night, source: "Apple Watch 2" }];
  for (const [name, meant] of [["wrist", "Wrist"], ["Wrst", "Wrist"], ["AppleWatch 2", "Apple"]]) {
    const sourcePriority = [name!];
    for (const verb of [sleep.merge, sleep.sessions, sleep.nightly, sleep.cycles]) {
      const { message } = assertThrows(() => verb(rows, { sourcePriority }), RangeError);
      assert(
        message.includes(
          `has "${name}", which is not a source of the data; did you mean "${meant}`,
        ),
      );
    }
    await assertRejects(() => me.nightly(when, { sourcePriority: ["wrist"] }), RangeError, "Wrist");
  }
  for (const name of ["Apple Watch 1", "Ring", "Apple Watch"]) {
    sleep.merge(rows, { sourcePriority: [name] }); // another device, without data in this range
  }
  sleep.merge(rows, { sourcePriority: ["wrist", "Wrist"] });
});

Deno.test("fillNull() with a number keeps times and texts", () => {
  const gaps = series.resample([
    { time: "2025-03-10T08:00Z", pulse: 60 },
    { time: "2025-03-10T10:00Z", pulse: 62 },
  ], { every: "1h", tz: "UTC" });
  const filled = gaps.fillNull(0);
  assertEquals(filled.getColumn("pulse").toArray(), [60, 0, 62]);
  assertEquals(String(filled.schema["time"]), String(gaps.schema["time"]));
  assertEquals(filled.getColumn("time").toArray(), gaps.getColumn("time").toArray());
});
