import { assert, assertEquals, assertThrows } from "@std/assert";
import { demo, plot, series, sleep } from "@lifeframe/lifeframe";

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
    [() => series.resample(heart, { ylabel: 1 } as never), 'unknown option "ylabel"; did you mean'],
  ];
  for (const [call, text] of calls) {
    const { message } = assertThrows(call, Error);
    assert(message.includes(text), message);
  }
  const message = await me.workouts(when, { activity: "Running" } as never)
    .then(() => "", (error: Error) => error.message);
  assert(message.includes('workouts.filter(pl.col("activity")'), message);
});

Deno.test("a chart takes the suggested width, height and unit", async () => {
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
