import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { allPoints, m4, type Points } from "../../../src/plot/marks/lineSeries.ts";

const COLUMNS = 20, END = 1000;
const options = { start: 0, end: END, columns: COLUMNS, gap: Infinity };

/**
 * Returns the lowest and highest point of a line in each pixel column, drawn segment by segment.
 */
function painted({ x, y }: Points): string[] {
  const low = new Array<number>(COLUMNS + 1).fill(Infinity);
  const high = new Array<number>(COLUMNS + 1).fill(-Infinity);
  const touch = (column: number, value: number): void => {
    low[column] = Math.min(low[column]!, value);
    high[column] = Math.max(high[column]!, value);
  };
  const size = END / COLUMNS;
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(y[i]!)) continue;
    const from = Math.floor(x[i]! / size);
    touch(from, y[i]!);
    if (i + 1 >= x.length || Number.isNaN(y[i + 1]!)) continue;
    for (let column = from + 1; column <= Math.floor(x[i + 1]! / size); column++) {
      const part = (column * size - x[i]!) / (x[i + 1]! - x[i]!);
      const value = y[i]! + part * (y[i + 1]! - y[i]!);
      touch(column - 1, value);
      touch(column, value);
    }
  }
  return low.map((value, i) => `${value.toFixed(6)} ${high[i]!.toFixed(6)}`);
}

const series = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: END }),
    value: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: -50, max: 50 }) }, fc.constant(NaN)),
  }),
  { maxLength: 300 },
).map((points) => points.sort((a, b) => a.at - b.at));

Deno.test("m4() paints the same pixels as the whole line", () => {
  fc.assert(fc.property(series, (points) => {
    const micros = BigInt64Array.from(points, ({ at }) => BigInt(at) * 1000n);
    const y = Float64Array.from(points, ({ value }) => value);
    const whole = { x: Float64Array.from(points, ({ at }) => at), y };
    assertEquals(painted(m4(micros, y, options)), painted(whole));
    assertEquals(painted(allPoints(micros, y, options)), painted(whole));
  }));
});

Deno.test("m4() keeps at most five points per column, and the true extremes", () => {
  const count = 100_000;
  const micros = BigInt64Array.from({ length: count }, (_, i) => BigInt(i) * 10n);
  const y = Float64Array.from(
    { length: count },
    (_, i) => Math.sin(i / 900) + (i === 51_234 ? 40 : 0),
  );
  const reduced = m4(micros, y, options);
  assert(reduced.x.length <= 5 * (COLUMNS + 1));
  assertEquals(Math.max(...reduced.y), Math.max(...y));
  assertEquals(Math.min(...reduced.y), Math.min(...y));
  assertEquals(reduced.x[reduced.y.indexOf(Math.max(...y))], 512.34);
});

Deno.test("m4() breaks the line only at steps that are too long", () => {
  const instants = [0, 40, 100, 160, 700, 760];
  const micros = BigInt64Array.from(instants, (at) => BigInt(at) * 1000n);
  const reduced = m4(micros, Float64Array.from(instants), { ...options, gap: 100 });
  assertEquals([...reduced.y].map((value) => Number.isNaN(value)), [
    false,
    false,
    false,
    false,
    true,
    false,
    false,
  ]);
});

Deno.test("m4() reads instants before 1970", () => {
  const micros = new BigInt64Array([-2_000_001n, -1_000_000n]);
  const { x } = m4(micros, new Float64Array([1, 2]), { ...options, start: -3000, end: 0 });
  assertEquals([...x], [-2000.001, -1000]);
});
