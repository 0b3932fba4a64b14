import { assertEquals } from "@std/assert";
import { countCycles, joinNights, joinRecords } from "../../../src/client/pieces/joinPieces.ts";
import { int64Column, textColumn, timeColumn } from "../../../src/frame/columns/columns.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";

const pieces = [{ start: 0n, end: 10n }, { start: 10n, end: 20n }, { start: 20n, end: 30n }];

/** Records of these identifiers, starts and ends. */
const records = (...rows: (readonly [id: string | null, start: number, end: number])[]) =>
  toFrame({
    id: textColumn(rows.map(([id]) => id)),
    start_time: timeColumn(BigInt64Array.from(rows, ([, start]) => BigInt(start)), "UTC"),
    end_time: timeColumn(BigInt64Array.from(rows, ([, , end]) => BigInt(end)), "UTC"),
  });
const idsOf = (frame: ReturnType<typeof records>): unknown[] => frame.getColumn("id").toArray();

Deno.test("a record that reaches over cuts stays in the earliest piece that has it, however many do", () => {
  const long = ["long", 5, 25] as const;
  const frames = [
    records(["a", 1, 2], long),
    records(long, ["b", 12, 13]),
    records(long, ["c", 22, 23]),
  ];
  assertEquals(idsOf(joinRecords(frames, pieces, false)), ["a", "long", "b", "c"]);
  assertEquals(idsOf(joinRecords(frames, pieces, true)), ["c", "b", "a", "long"]);
});

Deno.test("records stay that have no identifier, that come twice in a piece, or that begin at a cut", () => {
  const none = [null, 5, 15] as const, twin = ["twin", 11, 12] as const;
  const frames = [
    records(none, ["edge", 5, 10]),
    records(none, ["edge", 10, 11], twin, twin),
    records(),
  ];
  const joined = idsOf(joinRecords(frames, pieces, false));
  assertEquals(joined, [null, "edge", null, "edge", "twin", "twin"]);
  const before = ["late", 5, 15] as const; // which the first piece should have had
  assertEquals(
    idsOf(joinRecords([records(), records(before), records(before)], pieces, false)),
    ["late"],
  );
});

/** Cycles of these numbers, under the name that stages or cycles give them. */
const cycles = (name: "number" | "cycle", ...numbers: number[]) =>
  toFrame({ [name]: int64Column(BigInt64Array.from(numbers, BigInt)) });

Deno.test("cycles are numbered through the pieces, those that a filter left out counted", () => {
  for (const name of ["number", "cycle"] as const) {
    const frames = [cycles(name, 0, 1, 1), cycles(name, 0, 2), cycles(name, 1)];
    const joined = joinNights(frames, [2n, 4n, 2n]).getColumn(name).toArray();
    assertEquals(joined.map(Number), [0, 1, 1, 2, 4, 7]);
  }
});

Deno.test("countCycles() counts to the greatest number, wherever it stands", () => {
  assertEquals(countCycles(cycles("cycle", 0, 0, 1, 2)), 3n);
  assertEquals(countCycles(cycles("number", 2, 0)), 3n);
  assertEquals(countCycles(cycles("number", 0)), 1n);
  assertEquals(countCycles(cycles("number")), 0n);
});
