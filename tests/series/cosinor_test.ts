import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { cosinor } from "../../src/series/cosinor.ts";
import { statistic, statistics } from "./statistic.ts";

/** Three days of hours, five of them missing. */
const HOURS = Array.from({ length: 72 }, (_, t) => t).filter((t) =>
  ![5, 6, 30, 31, 32].includes(t)
);
const value = (t: number): number =>
  10 + 3 * Math.cos(2 * Math.PI * (t - 15.5) / 24) +
  2 * ((t * t * 7919 + t * 104729) % 1000) / 1000;
const rows = HOURS.map((t) => ({ time: new Date(Date.UTC(2024, 0, 1, t)), y: value(t) }));
const Z = 1.959963984540054;

Deno.test("cosinor() fits as least squares of statsmodels 0.15.0 does", () => {
  const found = cosinor(rows, { tz: "UTC", unit: "bpm" });
  const expected: Record<string, number> = {
    mesor: 10.896278767546757,
    amplitude: 3.069091536991657,
    acrophase: 15.7100496743225,
    acrophase_rad: 4.112881387031857,
    R2: 0.9274176799746601,
    p: 3.5203599278318587e-37,
    mesor_low: 10.896278767546757 - Z * 0.07566477299331253,
    amplitude_high: 3.069091536991657 + Z * 0.10758074748546755,
    acrophase_low: 15.7100496743225 - Z * 0.13232018728672557,
  };
  for (const [name, value] of Object.entries(expected)) {
    assertAlmostEquals(statistics(found)[name]! / value, 1, 1e-9, name);
  }
  const { unit, n, coverage } = statistic(found, "mesor");
  assertEquals([unit, n, coverage], ["bpm", 67, 67 / 72]);
});

Deno.test("cosinor() fits two harmonics as statsmodels 0.15.0 does", () => {
  const found = statistics(cosinor(rows, { tz: "UTC", harmonics: 2 }));
  const expected: Record<string, number> = {
    mesor: 10.901266457733742,
    amplitude: 3.0594174942102517,
    acrophase: 15.705402133140737,
    amplitude_2: 0.19840000911475908,
    acrophase_2: 4.037573239476328,
    R2: 0.9314598289708841,
    p: 2.4525186247814986e-35,
  };
  for (const [name, value] of Object.entries(expected)) {
    assertAlmostEquals(found[name]! / value, 1, 1e-9, name);
  }
});

Deno.test("cosinor() tells the acrophase by the clock on the wall, through its changes", () => {
  for (
    const [tz, date] of [["Europe/Berlin", "2024-03-28"], [
      "America/Sao_Paulo",
      "2018-11-01",
    ]] as const
  ) {
    const from = Temporal.PlainDate.from(date).toZonedDateTime(tz);
    const own = Array.from({ length: 167 }, (_, i) => {
      const at = from.add({ hours: i });
      return { time: at.toInstant(), y: Math.cos(2 * Math.PI * (at.hour - 16) / 24) };
    });
    const { acrophase, R2 } = statistics(cosinor(own, { tz }));
    assertAlmostEquals(acrophase!, 16, 1e-9);
    assertAlmostEquals(R2!, 1, 1e-9);
  }
});

Deno.test("cosinor() counts the phase of another period from the first local midnight", () => {
  const own = Array.from({ length: 200 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 0, 1, 5 + i)), // 06:00 in Berlin
    y: Math.cos(2 * Math.PI * (i + 6 - 10) / 25),
  }));
  const { acrophase } = statistics(cosinor(own, { tz: "Europe/Berlin", period: "25h" }));
  assertAlmostEquals(acrophase!, 10, 1e-9);
});

Deno.test("cosinor() gives null where a cosine cannot be told", () => {
  for (const some of [[], rows.slice(0, 5), rows.map((row) => ({ ...row, y: 4.2 }))]) {
    assertEquals(statistics(cosinor(some, { tz: "UTC" }))["amplitude"], null);
  }
  const noons = Array.from({ length: 30 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 0, 1 + i, 12)),
    y: i % 7,
  }));
  assertEquals(statistics(cosinor(noons, { tz: "UTC" }))["mesor"], null);
  assert(statistics(cosinor(noons, { tz: "UTC", period: "168h" }))["mesor"]! > 0);
});

Deno.test("cosinor() refuses a period in days and a number of harmonics that is none", () => {
  assertThrows(() => cosinor(rows, { period: "1d" }), RangeError, "write hours");
  assertThrows(() => cosinor(rows, { harmonics: 0 }), RangeError, "harmonics");
});

Deno.test("cosinor() keeps a period of half a day to the clock on the wall", () => {
  const from = Temporal.PlainDate.from("2024-03-29").toZonedDateTime("Europe/Berlin");
  const own = Array.from({ length: 110 }, (_, i) => {
    const at = from.add({ hours: i });
    return { time: at.toInstant(), y: Math.cos(2 * Math.PI * (at.hour - 4) / 12) };
  });
  const { acrophase, R2 } = statistics(cosinor(own, { tz: "Europe/Berlin", period: "12h" }));
  assertAlmostEquals(acrophase!, 4, 1e-9);
  assertAlmostEquals(R2!, 1, 1e-9);
});
