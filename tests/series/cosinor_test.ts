import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { cosinor } from "../../src/series/cosinor.ts";
import type { FrameLike } from "../../src/frame/open.ts";
import { float64Column, textColumn, timeColumn } from "../../src/frame/columns/columns.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { rhythm } from "../../src/series/rhythm.ts";
import { studentBound } from "../../src/series/numerics/student.ts";
import { normals, valuesEvery } from "./simulated.ts";
import { rowsOf, statistic, statistics } from "./statistic.ts";

/** Three days of hours, five of them missing. */
const HOURS = Array.from({ length: 72 }, (_, t) => t).filter((t) =>
  ![5, 6, 30, 31, 32].includes(t)
);
const value = (t: number): number =>
  10 + 3 * Math.cos(2 * Math.PI * (t - 15.5) / 24) +
  2 * ((t * t * 7919 + t * 104729) % 1000) / 1000;
const rows = HOURS.map((t) => ({ time: new Date(Date.UTC(2024, 0, 1, t)), y: value(t) }));
/** scipy 1.17.1: Student's t of 64 degrees of freedom, 95 %. */
const T64 = 1.997729654317693;

Deno.test("cosinor() agrees with least squares in statsmodels 0.15.0", () => {
  const found = cosinor(rows, { tz: "UTC", unit: "bpm", errors: "independent" });
  const expected: Record<string, number> = {
    mesor: 10.896278767546757,
    amplitude: 3.069091536991657,
    acrophase: 15.7100496743225,
    acrophase_rad: 4.112881387031857,
    R2: 0.9274176799746601,
    p: 3.5203599278318587e-37,
    mesor_low: 10.896278767546757 - T64 * 0.07566477299331253,
    amplitude_high: 3.069091536991657 + T64 * 0.10758074748546755,
    acrophase_low: 15.7100496743225 - T64 * 0.13232018728672557,
  };
  for (const [name, value] of Object.entries(expected)) {
    assertAlmostEquals(statistics(found)[name]! / value, 1, 1e-9, name);
  }
  const { unit, n, coverage } = statistic(found, "mesor");
  assertEquals([unit, n, coverage], ["bpm", 67, 67 / 72]);
});

Deno.test("cosinor() fits two harmonics like statsmodels 0.15.0", () => {
  const found = statistics(cosinor(rows, { tz: "UTC", harmonics: 2, errors: "independent" }));
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

Deno.test("cosinor() returns the acrophase in local time, across daylight saving changes", () => {
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

Deno.test("cosinor() counts the phase of other periods from the first local midnight", () => {
  const own = Array.from({ length: 200 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 0, 1, 5 + i)), // 06:00 in Berlin
    y: Math.cos(2 * Math.PI * (i + 6 - 10) / 25),
  }));
  const { acrophase } = statistics(cosinor(own, { tz: "Europe/Berlin", period: "25h" }));
  assertAlmostEquals(acrophase!, 10, 1e-9);
});

Deno.test("cosinor() returns null if a cosine cannot be determined", () => {
  for (const some of [[], rows.slice(0, 5)]) {
    assertEquals(statistics(cosinor(some, { tz: "UTC" }))["amplitude"], null);
  }
  const noons = Array.from({ length: 30 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 0, 1 + i, 12)),
    y: i % 7,
  }));
  assertEquals(statistics(cosinor(noons, { tz: "UTC" }))["mesor"], null);
  assert(statistics(cosinor(noons, { tz: "UTC", period: "168h" }))["mesor"]! > 0);
});

Deno.test("cosinor() rejects a period in days and an invalid number of harmonics", () => {
  assertThrows(() => cosinor(rows, { period: "1d" }), RangeError, "write hours");
  assertThrows(() => cosinor(rows, { harmonics: 0 }), RangeError, "harmonics");
});

Deno.test("cosinor() keeps a period of half a day in local time", () => {
  const from = Temporal.PlainDate.from("2024-03-29").toZonedDateTime("Europe/Berlin");
  const own = Array.from({ length: 110 }, (_, i) => {
    const at = from.add({ hours: i });
    return { time: at.toInstant(), y: Math.cos(2 * Math.PI * (at.hour - 4) / 12) };
  });
  const { acrophase, R2 } = statistics(cosinor(own, { tz: "Europe/Berlin", period: "12h" }));
  assertAlmostEquals(acrophase!, 4, 1e-9);
  assertAlmostEquals(R2!, 1, 1e-9);
});

Deno.test("studentBound() agrees with scipy 1.17.1 for few or many degrees of freedom", () => {
  const known = [
    [5, 2.5705818356363146],
    [64, 1.997729654317693],
    [2000, 1.9611508260994377],
    [2001, 1.9611502326224413],
    [5000, 1.9604385517065073],
    [1e6, 1.959966356814107],
  ] as const;
  for (const [freedom, t] of known) assertAlmostEquals(studentBound(0.95, freedom), t, 1e-13);
});

Deno.test("cosinor() of eight values uses Student's t, like statsmodels 0.15.0", () => {
  const eight = Array.from({ length: 8 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 0, 1, 3 * i)),
    y: value(3 * i),
  }));
  const found = statistics(cosinor(eight, { tz: "UTC", errors: "independent" }));
  const expected = {
    mesor_low: 10.20584264,
    mesor_high: 11.38215736,
    amplitude_low: 2.5439782569873803,
    amplitude_high: 4.207538477038279,
    acrophase_low: 14.977828372747874,
    p: 0.0004042852001972721,
  };
  for (const [name, wanted] of Object.entries(expected)) {
    assertAlmostEquals(found[name]! / wanted, 1, 1e-8, name);
  }
});

/** Nine days of hourly values, some missing. Each day has its own level. */
const LEVELS = [0.7, -0.4, 1.1, 0.2, -0.9, 0.5, -1.3, 0.6, 0.1];
const NINE_DAYS = Array.from({ length: 200 }, (_, t) => t).filter((t) => t % 17 !== 3)
  .map((t) => ({
    time: new Date(Date.UTC(2024, 0, 1, t)),
    y: value(t) + LEVELS[Math.floor(t / 24)]!,
  }));

Deno.test("cosinor() treats only days as independent, like clusters in statsmodels 0.15.0", () => {
  const found = cosinor(NINE_DAYS, { tz: "UTC", errors: "days" });
  const expected = {
    mesor_low: 10.415842313733027,
    mesor_high: 11.62737136,
    amplitude_low: 2.866604769290778,
    acrophase_low: 15.34419626646393,
    p: 4.9037599475265985e-09, // Hotelling's, of the covariance of statsmodels and scipy's F
  };
  for (const [name, wanted] of Object.entries(expected)) {
    assertAlmostEquals(statistics(found)[name]! / wanted, 1, 1e-8, name);
  }
  const independent = statistics(cosinor(NINE_DAYS, { tz: "UTC", errors: "independent" }));
  assertAlmostEquals(independent["mesor_low"]!, 10.88817737, 1e-8);
  assertAlmostEquals(independent["acrophase_low"]!, 15.270273055825466, 1e-9);
  assertEquals(statistics(found)["mesor"], independent["mesor"]);
});

Deno.test("cosinor() reports the assumption of its intervals, and uses the same one for a few days", () => {
  const errors = (found: FrameLike) =>
    Object.fromEntries(rowsOf(found).map((row) => [row["name"], row["errors"]]));
  const found = errors(cosinor(NINE_DAYS, { tz: "UTC" }));
  assertEquals([found["mesor"], found["R2"], found["amplitude_2"]], [null, null, undefined]);
  for (const name of ["p", "mesor_low", "amplitude_high", "acrophase_low"]) {
    assertEquals(found[name], "dependent", name);
  }
  const uncertain = ["p", "mesor", "amplitude", "acrophase"].flatMap((name) =>
    name === "p" ? ["p"] : [`${name}_low`, `${name}_high`]
  );
  const isNull = (frame: ReturnType<typeof cosinor>) =>
    uncertain.map((name) => statistics(frame)[name]).every((one) => one === null);
  // Three days, four days, and four days with an hour of the fifth.
  const hours = (count: number) =>
    NINE_DAYS.filter(({ time }) => time.getTime() / 3.6e6 < 473352 + count);
  for (const few of [rows, hours(96), hours(97)]) {
    const frame = cosinor(few, { tz: "UTC" });
    assert(isNull(frame));
    assert(statistics(frame)["mesor"]! > 9);
  }
  assert(!isNull(cosinor(hours(120), { tz: "UTC" })));
  assert(isNull(cosinor(rows, { tz: "UTC", errors: "days" })));
  // Four harmonics have nine coefficients: nine days are too few for them.
  assert(isNull(cosinor(NINE_DAYS, { tz: "UTC", harmonics: 4, errors: "days" })));
  assert(!isNull(cosinor(NINE_DAYS, { tz: "UTC", harmonics: 3, errors: "days" })));
  assertThrows(
    () => cosinor(rows, { errors: "hac" as "days" }),
    RangeError,
    'errors is "hac", expected "dependent", "days" or "independent"',
  );
});

Deno.test("cosinor() across a daylight saving change has the intervals of the local times as UTC", () => {
  for (const [tz, month] of [["Europe/Berlin", 3], ["America/New_York", 3], ["UTC", 1]] as const) {
    const start = Temporal.ZonedDateTime.from({ year: 2024, month, day: 1, timeZone: tz });
    const rows = Array.from({ length: 45 * 24 }, (_, hour) => ({
      at: start.add({ hours: hour }),
      value: hour % 17 === 0 ? null : 60 + Math.sin(hour / 3.7) + Math.cos(hour ** 2),
    })).filter((_, hour) => hour % 131 > 9); // gaps, and days with few values
    const [local, plain] = ["own", "UTC"].map((zone) =>
      rows.map(({ at, value }) => ({
        time: (zone === "own" ? at : at.toPlainDateTime().toZonedDateTime("UTC")).toInstant(),
        value,
      }))
    );
    for (const errors of ["dependent", "days", "independent"] as const) {
      const of = (given: typeof local, zone: string) => {
        const { frame } = cosinor(given!, { tz: zone, errors, harmonics: 2 });
        return frame.select("name", "value", "n", "errors", "note").toRecords();
      };
      assertEquals(of(local, tz), of(plain, "UTC"), `${tz} ${errors}`);
    }
  }
});

Deno.test("cosinor() of a constant returns it as the mesor, without amplitude or acrophase", () => {
  // sums of 0.1 + 0.2 round, and the square of 1e200 is infinite
  for (const level of [0, 4.2, -7, 0.1 + 0.2, 1e-200, 1e200, 123_456_789.123]) {
    const found = statistics(
      cosinor(NINE_DAYS.map((row) => ({ ...row, y: level })), { tz: "UTC", harmonics: 2 }),
    );
    const { mesor, amplitude, amplitude_2, ...rest } = found;
    assertEquals([mesor, amplitude, amplitude_2], [level, 0, 0], `${level}`);
    assert(Object.values(rest).every((one) => one === null), `${level}`);
  }
});

Deno.test("cosinor() starts the interval of an amplitude that may be 0 at 0, with any acrophase", () => {
  const noise = normals(8);
  for (let run = 0; run < 60; run++) {
    const found = statistics(
      cosinor(valuesEvery(1, Array.from({ length: 168 }, noise)), { tz: "UTC" }),
    );
    const isSeen = found["p"]! <= 0.05;
    assertEquals(found["amplitude_low"]! > 0, isSeen);
    assertEquals(Math.abs(found["acrophase_high"]! - found["acrophase_low"]! - 24) < 1e-9, !isSeen);
  }
});

Deno.test("cosinor() has no amplitude below 0, and no acrophase error over half a period", () => {
  const noise = normals(5);
  let reached = 0, widest = 0;
  for (let run = 0; run < 100; run++) {
    const found = statistics(
      cosinor(valuesEvery(1, Array.from({ length: 24 }, noise)), {
        tz: "UTC",
        errors: "independent",
      }),
    );
    assert(found["amplitude_low"]! >= 0);
    if (found["amplitude_low"] === 0) reached++;
    widest = Math.max(widest, found["acrophase_high"]! - found["acrophase_low"]!);
  }
  assert(reached > 20, `${reached}`);
  assertAlmostEquals(widest, 24, 1e-9); // some of noise go as far as they may
});

Deno.test("cosinor() returns a number for each name, and the reason for each null", () => {
  const found = cosinor(NINE_DAYS, { tz: "UTC", harmonics: 2 });
  assertEquals<object>({ ...found }, statistics(found.frame));
  assertEquals([found.unit.acrophase, found.unit.mesor, found.unit.p], ["h", "1", "1"]);
  assert(found.amplitude_2 !== null && found.reason.amplitude_2 === null);
  const wrong = found as unknown as { readonly mesour: number };
  assertThrows(() => wrong.mesour, TypeError, 'did you mean "mesor"?');

  const short = cosinor(NINE_DAYS.slice(0, 48), { tz: "UTC" });
  assertEquals([short.p, short.reason.p, short.reason.mesor], [null, "too few days", null]);
  const equal = cosinor(NINE_DAYS.map((row) => ({ ...row, y: 5 })), { tz: "UTC" });
  assertEquals([equal.acrophase, equal.reason.acrophase], [null, "no variation"]);
  const few = cosinor(NINE_DAYS.slice(0, 5), { tz: "UTC" });
  assertEquals([few.mesor, few.reason.mesor], [null, "too few values"]);
  const daily = Array.from(
    { length: 9 },
    (_, i) => ({ time: new Date(Date.UTC(2024, 0, i)), y: i }),
  );
  const once = cosinor(daily, { tz: "UTC" });
  assertEquals([once.mesor, once.reason.mesor], [null, "not separable"]);
});

Deno.test("cosinor() and rhythm() use the unit of the frame by default", () => {
  const columns = {
    time: timeColumn(BigInt64Array.from({ length: 72 }, (_, i) => BigInt(i) * 3_600_000_000n)),
    bpm: float64Column(Float64Array.from({ length: 72 }, (_, i) => 60 + i % 24)),
    user: textColumn(new Array<string>(72).fill("anna")),
  };
  const frame = toFrame(columns, { bpm: "bpm" }), tz = "UTC";
  assertEquals(cosinor(frame, { tz }).unit.mesor, "bpm");
  assertEquals(cosinor(frame, { tz, unit: "beats/min" }).unit.amplitude, "beats/min");
  assertEquals(statistic(cosinor(frame, { tz, by: "user" }), "mesor")["unit"], "bpm");
  assertEquals([rhythm(frame, { tz }).unit.M10, rhythm(frame, { tz }).unit.RA], ["bpm", "1"]);
  assertEquals(rhythm(frame, { tz, threshold: 70 }).unit.M10, "1");
  assertEquals(rhythm(frame, { tz, unit: "beats/min" }).unit.L5, "beats/min");
  assertEquals(statistic(rhythm(frame, { tz, period: "1d" }), "L5")["unit"], "bpm");
});
