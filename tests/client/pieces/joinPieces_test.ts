import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { countCycles, joinNights, joinRecords } from "../../../src/client/pieces/joinPieces.ts";
import { int64Column, textColumn, timeColumn } from "../../../src/frame/columns/columns.ts";
import { fromRows } from "../../../src/frame/polars/rows.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";
import { fromMicros } from "../../../src/time/instant.ts";

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

Deno.test("joinRecords() keeps the records that a comparison of all of them keeps", () => {
  const time = fc.option(fc.integer({ min: 0, max: 30 }), { nil: null });
  const record = fc.record({
    id: fc.option(fc.constantFrom("", "a", "b", "c"), { nil: null }),
    start_time: time,
    end_time: time,
  });
  const pieceRows = fc.array(record, { maxLength: 8 });
  fc.assert(fc.property(fc.tuple(pieceRows, pieceRows, pieceRows), fc.boolean(), (parts, last) => {
    const frames = parts.map((rows) =>
      toFrame({
        id: textColumn(rows.map(({ id }) => id)),
        ...fromRows(
          rows.map(({ start_time, end_time }) => ({
            start_time: start_time === null ? null : fromMicros(BigInt(start_time)),
            end_time: end_time === null ? null : fromMicros(BigInt(end_time)),
          })),
          { start_time: "time", end_time: "time" },
          { zone: "UTC" },
        ),
      })
    );
    const keyOf = ({ id, start_time, end_time }: typeof parts[0][0]): string =>
      JSON.stringify([id, start_time ?? end_time]);
    const crosses = parts.flatMap((rows, i) =>
      i === 0 ? [] : rows.filter(({ id, start_time, end_time }) => {
        const times = [start_time, end_time].filter((one) => one !== null);
        return id !== null && (times.length === 0 || Math.min(...times) < i * 10);
      }).map(keyOf)
    );
    const kept = parts.map((rows, i) =>
      rows.filter((row) =>
        row.id === null || !crosses.includes(keyOf(row)) ||
        !parts.slice(0, i).flat().some((earlier) => keyOf(earlier) === keyOf(row))
      )
    );
    if (last) kept.reverse();
    const joined = joinRecords(frames, pieces, last);
    assertEquals(idsOf(joined), kept.flat().map(({ id }) => id));
    assertEquals(
      joined.getColumn("end_time").toArray().map((at) => at === null ? null : Number(at) * 1000),
      kept.flat().map(({ end_time }) => end_time === null ? null : Math.trunc(end_time / 1000)),
    );
  }));
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

Deno.test("countCycles() returns the largest number of any row", () => {
  assertEquals(countCycles(cycles("cycle", 0, 0, 1, 2)), 3n);
  assertEquals(countCycles(cycles("number", 2, 0)), 3n);
  assertEquals(countCycles(cycles("number", 0)), 1n);
  assertEquals(countCycles(cycles("number")), 0n);
});
