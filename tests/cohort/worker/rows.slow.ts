import { assert, assertEquals } from "@std/assert";
import { unescapeText } from "../../../src/cohort/worker/cellText.ts";
import type { WorkerPlan } from "../../../src/cohort/worker/plan.ts";
import { decodePlan, encodePlan } from "../../../src/cohort/worker/plan.ts";
import { runRows } from "../../../src/cohort/worker/rows.ts";
import { digestRows } from "../../../src/cohort/digest.ts";
import type { Columns } from "../../../src/frame/columns/columns.ts";

const PLAN: WorkerPlan = {
  steps: [],
  rows: true,
  input: [["time", "time"], ["value", "float64"]],
  output: [["time", "time"], ["value", "float64"]],
};

/** Returns a worker's output for lines, cell by cell, and its number of chunks. */
async function run(plan: WorkerPlan, text: string, cut = 1 << 20) {
  const bytes = new TextEncoder().encode(text);
  const chunks = Array.from(
    { length: Math.ceil(bytes.length / cut) },
    (_, i) => bytes.subarray(i * cut, (i + 1) * cut),
  );
  const pieces: string[] = [];
  await runRows(plan, ReadableStream.from(chunks), (written) => {
    pieces.push(new TextDecoder().decode(written));
    return Promise.resolve();
  });
  const lines = pieces.join("").split("\n");
  assertEquals(lines.pop(), "", "each line ends");
  return { lines: lines.map((line) => line.split("\t")), pieces };
}

const ROWS = "a%09b\tUTC\t1\t0.5\na%09b\tUTC\t2\t\\N\nc\tAsia/Tokyo\t3\t-0\n";

Deno.test("each row is a line with its person and index, and the last line has the counts of rows read and written", async () => {
  const columns: Columns = {
    person: { type: "text", values: ["a\tb", "a\tb", "c"] },
    time: { type: "time", zone: "UTC", values: BigInt64Array.of(1n, 2n, 3n) },
    value: {
      type: "float64",
      values: Float64Array.of(0.5, 0, -0),
      valid: Uint8Array.of(1, 0, 1),
    },
  };
  const trailer = JSON.stringify({ rowsIn: 3, rowsOut: 3, digest: digestRows(columns) });
  for (
    const [text, cut] of [[ROWS, 1000], [ROWS.slice(0, -1), 1000], [ROWS, 1], [ROWS, 7]] as const
  ) {
    assertEquals((await run(PLAN, text, cut)).lines, [
      ["row", "a%09b", "0", "\\N", "1", "0.5"],
      ["row", "a%09b", "1", "\\N", "2", "\\N"],
      ["row", "c", "0", "\\N", "3", "-0"],
      ["trailer", "", "\\N", trailer, "\\N", "\\N"],
    ]);
  }
  const none = JSON.stringify({ rowsIn: 0, rowsOut: 0, digest: 0 });
  assertEquals((await run(PLAN, "")).lines, [["trailer", "", "\\N", none, "\\N", "\\N"]]);
});

Deno.test("rows are counted and not written if only their number is needed", async () => {
  const trailer = JSON.stringify({ rowsIn: 3, rowsOut: 3, digest: 0 });
  const { lines } = await run({ ...PLAN, rows: false }, ROWS);
  assertEquals(lines, [["trailer", "", "\\N", trailer, "\\N", "\\N"]]);
});

Deno.test("a missing column is null, and one with another name or type is reported instead of rows", async () => {
  const more = [...PLAN.output!, ["more", "text"]] as const;
  const { lines } = await run({ ...PLAN, output: more }, ROWS);
  assertEquals(lines[0], ["row", "a%09b", "0", "\\N", "1", "0.5", "\\N"]);
  for (const output of [[["time", "time"]], [["time", "time"], ["value", "int64"]]] as const) {
    const own = (await run({ ...PLAN, output }, ROWS)).lines;
    const nulls = output.map(() => "\\N"), note = JSON.stringify(PLAN.output);
    assertEquals(own.slice(0, 2), [
      ["columns", "a%09b", "\\N", note, ...nulls],
      ["columns", "c", "\\N", note, ...nulls],
    ]);
    assertEquals(JSON.parse(own[2]![3]!), { rowsIn: 3, rowsOut: 0, digest: 0 });
  }
});

Deno.test("a person's error does not affect the results of others", async () => {
  const bad = "a\tUTC\t1\tx\na\tUTC\t2\t1\nb\t\\N\t3\t1\nc\tUTC\t4\t2\n";
  const { lines } = await run(PLAN, bad);
  assertEquals(lines.map(([kind, person]) => [kind, person]), [
    ["error", "a"],
    ["error", "b"],
    ["row", "c"],
    ["trailer", ""],
  ]);
  const [first, second] = lines.map((cells) => cells[3]!).slice(0, 2).map((note) =>
    JSON.parse(unescapeText(note))
  );
  assertEquals(first, {
    person: "a",
    name: "TypeError",
    message: 'Cannot read a row: value is "x", expected float64',
  });
  assertEquals(second.message, "Cannot find the zone of person b: it is not in people");
  assertEquals(JSON.parse(lines[3]![3]!).rowsIn, 4);
});

Deno.test("lines with a wrong number of cells and a missing module are errors without a person or trailer", async () => {
  for (const line of ["c\tUTC\t4\n", "c\tUTC\t4\t5\t6\n"]) {
    const { lines } = await run(PLAN, ROWS + line + line);
    assertEquals(lines.map(([kind, person]) => [kind, person]).at(-1), ["error", ""]);
    assertEquals(lines.length, 3); // two rows of the previous person
    assertEquals(
      JSON.parse(lines[2]![3]!).message,
      `Cannot read row 3: it has ${line.split("\t").length} cells, not 4`,
    );
  }
  const steps = [{ kind: "module", module: "file:///no such.ts", args: [] }] as const;
  const { lines } = await run({ ...PLAN, steps }, ROWS);
  assertEquals([lines.length, lines[0]![0], lines[0]![1]], [1, "error", ""]);
  assert(lines[0]![3]!.includes("cannot be loaded"));
});

Deno.test("lines are written in chunks of several thousand, and none is lost", async () => {
  const count = 10_000;
  const one = await run(PLAN, "a\tUTC\t1\t2\n".repeat(count));
  const each = await run(
    PLAN,
    Array.from({ length: count }, (_, i) => `${i}\t\\N\t1\t2\n`).join(""),
  );
  for (const { lines, pieces } of [one, each]) {
    assertEquals(lines.length, count + 1);
    assertEquals(pieces.map((piece) => piece.split("\n").length - 1), [
      4096,
      4096,
      count + 1 - 8192,
    ]);
  }
});

Deno.test("a plan is one argument of a command line, and reads back unchanged", () => {
  const plan: WorkerPlan = {
    ...PLAN,
    steps: [{ kind: "select", columns: ["ü?>~"] }],
    person: "int64",
  };
  assert(/^[\w-]+$/.test(encodePlan(plan)), encodePlan(plan));
  assertEquals(decodePlan(encodePlan(plan)), plan);
});
