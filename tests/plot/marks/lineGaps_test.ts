import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { lineGaps } from "../../../src/plot/marks/lineGaps.ts";

Deno.test("lineGaps() returns the times without a value of any line, as found one by one", () => {
  const row = fc.record({
    step: fc.oneof(fc.constant(1), fc.constantFrom(0, 2, 5, 30)),
    values: fc.tuple(fc.constantFrom(1, 2, NaN), fc.constantFrom(3, NaN)),
  });
  const ends = fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: 0, max: 80 }));
  fc.assert(fc.property(fc.array(row), ends, fc.integer({ min: 2, max: 4 }), (rows, ends, gap) => {
    let minute = 0;
    const minutes = rows.map(({ step }) => minute += step);
    const lines = {
      zone: "UTC",
      times: BigInt64Array.from(minutes, (minute) => BigInt(minute) * 60_000_000n),
      series: [0, 1].map((line) => ({
        name: `${line}`,
        color: "black",
        values: Float64Array.from(rows, ({ values }) => values[line]!),
      })),
    };
    const [start, end] = [ends[0], ends[0] + ends[1]];
    const known = minutes.filter((minute, i) =>
      minute >= start && minute <= end && rows[i]!.values.some((value) => !Number.isNaN(value))
    );
    const usual = minutes.slice(1).map((minute, i) => minute - minutes[i]!)
      .filter((step) => step > 0).sort((a, b) => a - b);
    const median = usual[usual.length >> 1] ?? Infinity; // the upper one of an even number
    const all = [start, ...known, end];
    const expected = all.slice(1).flatMap((to, i) =>
      to - all[i]! > gap * median ? [{ start: all[i]! * 60_000, end: to * 60_000 }] : []
    );
    const span = { start: start * 60_000, end: end * 60_000 };
    assertEquals(lineGaps(lines, span, { gap, least: 0 }), expected);
  }));
});
