import { assertEquals, assertMatch } from "@std/assert";
import { shownCells } from "./shownCells.ts";

Deno.test("an error in a cell shows its causes, and a stack that starts at the public call", async () => {
  const cells = await shownCells(
    `import { demo, plot, show } from "@lifeframe/lifeframe"; const me = await demo({ days: 1 });
     const day = me.range.lastDays(1); undefined`,
    `function draw() { plot.line([{ time: "x" }], { y: "v" }); }\ndraw()`,
    `const read = async () => await me.api.metrics.samples({ metric: "Heart", ...day });
     try { await read() } catch (error) { throw new Error("no heart", { cause: error }) }`,
    `throw new Error("outer", { cause: new Error("middle", { cause: "the root" }) })`,
    `show.table(3)`,
    `const kept = (() => { try { show.table(3) } catch (error) { return error } })();
     kept.stack; kept.internal.includes("sourceOf")`,
    `Promise.reject(new Error("outer", { cause: "inner" }))`,
    `const loop = new Error("loop"); loop.cause = loop; throw loop`,
    `await Promise.any([Promise.reject(new Error("a")), Promise.reject(new TypeError("b"))])`,
  );
  const stacks = cells.map(({ text }) => text.replaceAll(/\d+:\d+/g, "1:1"));
  assertEquals(stacks[1]!.split("\n"), [
    'TypeError: Cannot draw a line: time of row 0: "x" is not an ISO 8601 time',
    "    at draw (<anonymous>:1:1)",
    "    at <anonymous>:1:1",
    'Caused by: RangeError: Cannot read time of row 0: "x" is not an ISO 8601 time',
    "    at draw (<anonymous>:1:1)",
    "    at <anonymous>:1:1",
    "Caused by: RangeError: Temporal error: Invalid character while parsing year value.",
    "    at draw (<anonymous>:1:1)",
    "    at <anonymous>:1:1",
  ]);
  assertEquals(stacks[2]!.split("\n").map((line) => line.replace(/;.*/, "")), [
    "Error: no heart",
    "    at <anonymous>:1:1",
    'Caused by: NotFoundError: Cannot read metric_samples: Unknown metric "Heart"',
    "    at async read (<anonymous>:1:1)",
    "    at async <anonymous>:1:1",
  ]);
  assertEquals(stacks[3]!.split("\n").filter((line) => !line.startsWith("    at ")), [
    "Error: outer",
    "Caused by: Error: middle",
    "Caused by: the root",
  ]);
  assertEquals(stacks[4]!.split("\n").slice(1), ["    at <anonymous>:1:1"]);
  assertEquals(stacks[5], "true");
  assertMatch(stacks[6]!, /^Error: outer\n.*\nCaused by: inner$/);
  assertEquals(stacks[7]!.match(/Caused by/g)?.length, 5);
  assertMatch(
    stacks[8]!,
    /^AggregateError: [^]*\nCaused by: Error: a[^]*\nCaused by: TypeError: b/,
  );
});

Deno.test("an unhandled rejection and an error in a timer are printed under the cell", async () => {
  const cells = await shownCells(
    `import "@lifeframe/lifeframe"; undefined`,
    `Promise.reject(new Error("lost", { cause: "a reason" }));
     await new Promise((done) => setTimeout(done, 200)); 5`,
    `setTimeout(() => { throw new TypeError("late") }, 1);
     await new Promise((done) => setTimeout(done, 200))`,
    `Promise.reject(new Error("last value"))`,
    `await new Promise((done) => setTimeout(done, 200)); "no second report of it"`,
    `const handled = Promise.reject(new Error("caught")); handled.catch(() => {});
     await new Promise((done) => setTimeout(done, 200)); "quiet"`,
    `Promise.reject("text"); Promise.reject(undefined); await new Promise((done) => setTimeout(done, 200))`,
  );
  const texts = cells.map(({ text }) => text.replaceAll(/\d+:\d+/g, "1:1"));
  assertEquals(
    texts[1],
    'Uncaught (in promise) Error: lost\n    at <anonymous>:1:1 {\n  [cause]: "a reason"\n}\n5',
  );
  assertEquals(texts[2]!.split("\n")[0], "Uncaught TypeError: late");
  assertEquals(texts[3]!.split("\n")[0], "Error: last value");
  assertEquals(texts[4], '"no second report of it"');
  assertEquals(texts[5], '"quiet"');
  assertEquals(texts[6], "Uncaught (in promise) text\nUncaught (in promise) undefined\n");
});

Deno.test("a stack has the line of the cell", async () => {
  const cells = await shownCells(
    `import { show } from "@lifeframe/lifeframe";\nnotThere()`,
    `show.tablee()`,
    `const a = 1;\nconst b = 2;\nshow.tablee()`,
  );
  assertEquals(cells.map(({ text }) => /<anonymous>:(\d+)/.exec(text)?.[1]), ["2", "1", "3"]);
});
