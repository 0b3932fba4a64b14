import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { statisticColumns } from "../../src/frame/statisticFrame.ts";
import { statistics } from "../../src/frame/statistics.ts";
import { textColumn } from "../../src/frame/columns/columns.ts";
import { table } from "../../src/frame/polars/table.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";

const frame = toFrame({
  ...statisticColumns([
    { name: "mean_a", value: 7.5, unit: "h", coverage: 1, n: 10 },
    { name: "p", value: null, unit: "1", coverage: 1, n: 10 },
  ]),
  note: textColumn([null, "too few days"]),
});

Deno.test("an answer has a number for each name, with its unit and the reason for a null", () => {
  const answer = statistics<"mean_a" | "p">("a comparison", frame);
  assertEquals([answer.mean_a, answer.p], [7.5, null]);
  assertEquals([answer.unit.mean_a, answer.unit.p], ["h", "1"]);
  assertEquals([answer.reason.mean_a, answer.reason.p], [null, "too few days"]);
  assertEquals(answer.frame, frame);
});

Deno.test("the fields of an answer are enumerable, and its frame is not", () => {
  const answer = statistics<"mean_a" | "p">("a comparison", frame);
  assertEquals({ ...answer } as object, { mean_a: 7.5, p: null });
  assertEquals(JSON.stringify(answer), '{"mean_a":7.5,"p":null}');
});

Deno.test("reading an unknown field of an answer throws, instead of returning NaN", () => {
  const answer = statistics<"mean_a" | "p">("a comparison", frame) as unknown as {
    readonly [name: string]: number;
  };
  assertThrows(() => answer["mean_c"], TypeError, 'no such field; did you mean "mean_a"?');
  assertThrows(() => answer["zzyzx"]! * 2, TypeError, "available: mean_a, p");
  const { unit } = statistics<string>("a comparison", frame);
  assertThrows(() => unit["mean_b"], TypeError, 'did you mean "mean_a"?');
});

Deno.test("an answer can be awaited, and displays like its frame", async () => {
  const answer = await Promise.resolve(statistics<"mean_a" | "p">("a comparison", frame));
  for (const text of ["mean_a", "7.5", "too few days"]) {
    assertStringIncludes(Deno.inspect(answer), text);
    assertStringIncludes(String(answer), text);
  }
  const shown = answer as unknown as { [key: symbol]: () => Promise<{ "text/html": string }> };
  assertStringIncludes(
    (await shown[Symbol.for("Jupyter.display")]!())["text/html"],
    "too few days",
  );
});

Deno.test("show.table() accepts an answer like its frame", () => {
  const answer = statistics<"mean_a" | "p">("a comparison", frame);
  assertEquals(String(table(answer, { head: 1 })), String(table(frame, { head: 1 })));
});
