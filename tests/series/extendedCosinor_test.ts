import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { extendedCosinor } from "../../src/series/extendedCosinor.ts";
import { intensityGradient, logLine } from "../../src/series/intensityGradient.ts";
import { random } from "../../src/series/numerics/random.ts";
import { madeCounts, minuteRows } from "./madeCounts.ts";

const MIDNIGHT = Date.UTC(2024, 0, 1);

Deno.test("extendedCosinor() finds the least squares of scipy, which are smaller than GGIR's", () => {
  // GGIR's test_cosinor.R: log(1000 (sin + 1) + 1) over 7 days. Its values of amplitude and alpha
  // agree to 0.4 %; its fit stops at a sum of squares of 2778.018, scipy's least_squares reaches
  // 2773.047 with amplitude 7.222299, beta 6.294669 (GGIR: 7.245069, 5.939461).
  const sine = Array.from(
    { length: 7 * 1440 },
    (_, i) => 1000 * (Math.sin((i + 1) / 1440 * 2 * Math.PI) + 1),
  );
  const found = extendedCosinor(minuteRows(sine, MIDNIGHT + 60_000), {
    tz: "UTC",
    transform: "log",
  });
  assertAlmostEquals(found.amplitude!, 7.222299, 1e-5);
  assertAlmostEquals(found.beta!, 6.294669, 1e-4);
  assertAlmostEquals(found.alpha!, -0.9213276, 1e-6);
  assertAlmostEquals(found.R2!, 0.897700942, 1e-8);
  assertAlmostEquals(found.amplitude! / 7.245069, 1, 0.004, "GGIR");
  assertAlmostEquals(found.alpha! / -0.921499, 1, 0.001, "GGIR");
  assertAlmostEquals(found.up_mesor!, 19.52358, 0.002, "GGIR");
  assertAlmostEquals(found.down_mesor!, 16.47642, 0.002, "GGIR");
  assertAlmostEquals(found.R2!, 0.8976208, 0.0001, "GGIR");
  assertEquals(found.minimum, 0);
});

Deno.test("extendedCosinor() recovers a curve from noise with gaps, in the local zone", () => {
  const next = random(3);
  const noon = Date.UTC(2024, 2, 29, 23); // midnight in Berlin, two days before the change
  const rows = minuteRows(
    Array.from({ length: 6 * 1440 }, (_, i) => {
      if (i % 1440 > 600 && i % 1440 < 700) return null;
      const isSummer = noon + i * 60_000 >= Date.UTC(2024, 2, 31, 1);
      const hour = i / 60 + (isSummer ? 1 : 0);
      const curve = 1 / (1 + Math.exp(-6 * (Math.cos((hour - 15) * Math.PI / 12) + 0.3)));
      return 20 + 100 * curve + 10 * (next() - 0.5);
    }),
    noon,
  );
  const found = extendedCosinor(rows, { tz: "Europe/Berlin", unit: "mg" });
  assertAlmostEquals(found.acrophase!, 15, 0.05);
  assertAlmostEquals(found.alpha!, -0.3, 0.02);
  assertAlmostEquals(found.beta!, 6, 0.3);
  assertAlmostEquals(found.minimum!, 20, 1);
  assertEquals([found.unit.minimum, found.unit.acrophase], ["mg", "h"]);
  assert(found.R2! > 0.99);
});

Deno.test("extendedCosinor() is null without variation and rejects logarithms of negative values", () => {
  const flat = extendedCosinor(minuteRows(Array(1440).fill(3), MIDNIGHT), { tz: "UTC" });
  assertEquals([flat.amplitude, flat.reason.beta], [null, "no variation"]);
  const few = extendedCosinor(minuteRows([1, 2, 3], MIDNIGHT), { tz: "UTC" });
  assertEquals(few.reason.alpha, "fewer than 6 times of day");
  assertThrows(
    () => extendedCosinor(minuteRows([1, -2, 3], MIDNIGHT), { tz: "UTC", transform: "log" }),
    RangeError,
    "value -2 has no logarithm",
  );
});

Deno.test("intensityGradient() agrees with GGIR's g.intensitygradient", () => {
  // test_g.intensitygradient.R: -0.23, 10.50, 0.59
  const x = [...Array.from({ length: 160 }, (_, i) => 12.5 + 25 * i), 6000];
  const line = logLine(x, x.map((one) => -1.5 * one + 10_000))!;
  assertEquals([line.gradient, line.intercept, line.R2].map((one) => one.toFixed(2)), [
    "-0.23",
    "10.50",
    "0.59",
  ]);
  // The original function on the bins of simulated counts (commit 388064b7)
  const found = intensityGradient(minuteRows(madeCounts(5760)));
  assertAlmostEquals(found.gradient!, -0.4746674641, 1e-9);
  assertAlmostEquals(found.intercept!, 6.4888367096, 1e-9);
  assertAlmostEquals(found.R2!, 0.4886163939, 1e-9);
});

Deno.test("intensityGradient() leaves out gaps, and is null with too few bins", () => {
  const values: (number | null)[] = madeCounts(5760);
  const half = intensityGradient(minuteRows(values.map((one, i) => i % 1440 < 720 ? one : null)));
  assertEquals(half.frame.getColumn("coverage").toArray()[0], 0.5);
  assert(half.gradient !== null);
  assertEquals(intensityGradient(minuteRows([1, 2, 3])).reason.gradient, "fewer than 3 bins");
  assertThrows(() => intensityGradient(minuteRows(values), { width: 30 }), RangeError, "multiple");
});

Deno.test("extendedCosinor() of several people has each peak on the local clock, across both changes", () => {
  // Berlin: the clock goes forward on 31 March at 1:00 UTC, and back on 27 October.
  for (
    const [first, change, before, after] of [
      [Date.UTC(2024, 2, 28, 23), Date.UTC(2024, 2, 31, 1), 1, 2],
      [Date.UTC(2024, 9, 24, 22), Date.UTC(2024, 9, 27, 1), 2, 1],
    ] as const
  ) {
    const curve = (peak: number, user: string) =>
      Array.from({ length: 6 * 96 }, (_, i) => {
        const at = first + i * 900_000;
        const hour = at / 3_600_000 + (at >= change ? after : before);
        const level = Math.exp(6 * (Math.cos((hour - peak) * Math.PI / 12) + 0.3));
        return { user, time: new Date(at), counts: 20 + 100 * level / (1 + level) };
      });
    const rows = [...curve(15, "a"), ...curve(20, "b")];
    const options = { y: "counts", tz: "Europe/Berlin" };
    const found = extendedCosinor(rows, { ...options, by: "user" }).toRecords();
    const peaks = found.filter(({ name }) => name === "acrophase").map(({ value }) =>
      Number(value)
    );
    assertAlmostEquals(peaks[0]!, 15, 0.02);
    assertAlmostEquals(peaks[1]!, 20, 0.02);
    const own = extendedCosinor(rows.filter(({ user }) => user === "b"), options);
    assertEquals(peaks[1], own.acrophase);
  }
});

Deno.test("intensityGradient() of several people gives each their own line, across a daylight saving change", () => {
  const first = Date.UTC(2024, 2, 30, 23); // 31 March in Berlin has 23 hours
  const people = [1, 2].flatMap((times) =>
    minuteRows(madeCounts(2820).map((own) => own * times), first)
      .map((row) => ({ ...row, user: `P${times}` }))
  );
  const rows = intensityGradient(people, { by: "user" }).toRecords();
  const of = (user: string) =>
    rows.find((row) => row["user"] === user && row["name"] === "gradient")!["value"];
  for (const user of ["P1", "P2"]) {
    const own = intensityGradient(people.filter((row) => row.user === user));
    assertEquals(of(user), own.gradient);
  }
  assert(of("P1") !== of("P2"));
});
