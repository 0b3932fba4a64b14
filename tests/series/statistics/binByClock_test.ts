import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { localClock } from "../../../src/series/clock/localClock.ts";
import { binByClock } from "../../../src/series/statistics/binByClock.ts";

const MINUTE = 60_000_000, TZ = "Europe/Berlin";
/** An hour and a half before the clock is set forward and back. */
const STARTS = ["2024-03-30T23:30Z", "2024-10-26T23:30Z"].map((at) =>
  Temporal.Instant.from(at).epochMilliseconds * 1000
);

Deno.test("binByClock() gives the sums and means of each window's values, counted one by one", () => {
  const gap = fc.oneof(
    { weight: 5, arbitrary: fc.constant(1) }, // usually a value in each step
    fc.constantFrom(0, 0.5, 2, 7, 40),
  );
  fc.assert(fc.property(
    fc.constantFrom(...STARTS),
    fc.array(gap, { minLength: 1, maxLength: 80 }),
    fc.constantFrom(1, 5, 10),
    fc.constantFrom(10, 30, 60),
    (start, gaps, minutes, windowMinutes) => {
      const step = minutes * MINUTE, length = windowMinutes * MINUTE;
      let time = start;
      const at = Float64Array.from(gaps, (one) => time += one * step);
      const value = Float64Array.from(gaps, (_, i) => 1 + Math.sin(i));
      const span = { first: at[0]!, last: at.at(-1)! }, origin = Math.floor(span.first / length);
      const windows = Array.from(
        { length: Math.floor(span.last / length) - origin + 1 },
        (_, i) => {
          const own = [...value].filter((_, row) => Math.floor(at[row]! / length) === origin + i);
          const due = Array.from(
            { length: Math.floor((span.last - span.first) / step) + 1 },
            (_, k) => span.first + k * step,
          ).filter((time) => Math.floor(time / length) === origin + i).length;
          const face = Temporal.Instant.fromEpochMilliseconds((origin + i) * length / 1000)
            .toZonedDateTimeISO(TZ);
          const sum = own.reduce((a, b) => a + b, 0);
          const slot = (60 * face.hour + face.minute) / windowMinutes;
          return { own, due, sum, slot };
        },
      );
      const values = { name: "value", zone: TZ, at, value, span, step };
      const clock = localClock(span, TZ);
      const found = (reduce: "mean" | "sum") => binByClock(values, clock, length, reduce);
      assertEquals(
        [...found("mean").value],
        windows.map(({ own, sum }) => own.length === 0 ? NaN : sum / own.length),
      );
      assertEquals(
        [...found("mean").slot],
        windows.map(({ own, slot }) => own.length === 0 ? -1 : slot),
      );
      assertEquals(
        [...found("sum").value],
        windows.map(({ own, due, sum }) => own.length > 0 && own.length >= due ? sum : NaN),
      );
    },
  ));
});
