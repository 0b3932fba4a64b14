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

Deno.test("a record that crosses several cuts stays in the earliest piece that contains it", () => {
  const long = ["long", 5, 25] as const;
  const frames = [
    records(["a", 1, 2], long),
    records(long, ["b", 12, 13]),
    records(long, ["c", 22, 23]),
  ];
  assertEquals(idsOf(joinRecords(frames, pieces, false)), ["a", "long", "b", "c"]);
  assertEquals(idsOf(joinRecords(frames, pieces, true)), ["c", "b", "a", "long"]);
});

Deno.test("records without an identifier, repeated within a piece or starting at a cut are kept", () => {
  const none = [null, 5, 15] as const, twin = ["twin", 11, 12] as const;
  const frames = [
    records(none, ["edge", 5, 10]),
    records(none, ["edge", 10, 11], twin, twin),
    records(),
  ];
  const joined = idsOf(joinRecords(frames, pieces, false));
  assertEquals(joined, [null, "edge", null, "edge", "twin", "twin"]);
  const before = ["late", 5, 15] as const; // missing from the first piece
  assertEquals(
    idsOf(joinRecords([records(), records(before), records(before)], pieces, false)),
    ["late"],
  );
});

/** Cycles with these numbers, under their name in stages or cycles. */
const cycles = (name: "number" | "cycle", ...numbers: number[]) =>
  toFrame({ [name]: int64Column(BigInt64Array.from(numbers, BigInt)) });

Deno.test("cycles are numbered across the pieces, including those that a filter removed", () => {
  for (const name of ["number", "cycle"] as const) {
    const frames = [cycles(name, 0, 1, 1), cycles(name, 0, 2), cycles(name, 1)];
    const joined = joinNights(frames, [2n, 4n, 2n]).getColumn(name).toArray();
    assertEquals(joined.map(Number), [0, 1, 1, 2, 4, 7]);
  }
});

Deno.test("countCycles() returns the greatest number, in any row", () => {
  assertEquals(countCycles(cycles("cycle", 0, 0, 1, 2)), 3n);
  assertEquals(countCycles(cycles("number", 2, 0)), 3n);
  assertEquals(countCycles(cycles("number", 0)), 1n);
  assertEquals(countCycles(cycles("number")), 0n);
});
