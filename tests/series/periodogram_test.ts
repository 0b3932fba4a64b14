import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { chiSquareQuantile, chiSquareTail } from "../../src/series/numerics/chiSquare.ts";
import { redShare } from "../../src/series/statistics/redNoise.ts";
import { lombScargle } from "../../src/series/statistics/lombScargle.ts";
import { autoregression, normals, valuesEvery } from "./simulated.ts";
import {
  periodogram,
  type PeriodogramMethod,
  type PeriodogramOptions,
} from "../../src/series/periodogram.ts";
import type { Length } from "../../src/time/length.ts";

const HOUR = 3_600_000;
const START = Date.UTC(2024, 0, 1);
const noise = (n: number): number => (n * n * 7919) % 1000;

function assertRow(
  rows: Record<string, unknown>[],
  period: number,
  expected: Record<string, number>,
  tolerance: number,
): void {
  const row = rows.find((one) => Math.abs(Number(one["period_h"]) - period) < 1e-9)!;
  for (const [name, value] of Object.entries(expected)) {
    assertAlmostEquals(Number(row[name]) / value, 1, tolerance, `${period} h: ${name}`);
  }
}

/** Unevenly spaced, with gaps. */
const uneven = Array.from({ length: 200 }, (_, n) => n)
  .filter((n) => n % 17 !== 3 && !(n > 60 && n < 90))
  .map((n) => {
    const t = n + ((n * 37) % 11) / 20;
    return {
      time: new Date(Math.round(START + t * HOUR)),
      y: 5 + 2 * Math.cos(2 * Math.PI * t / 23.4) + noise(n) / 400,
    };
  });

Deno.test("periodogram() of Lomb and Scargle agrees with astropy 8.0.2, floating mean", () => {
  const rows = periodogram(uneven, { step: "6m", noise: "white" }).toRecords();
  assertRow(rows, 16, { power: 0.0006019991427568196, p: 0.9535415744588861 }, 1e-3);
  assertRow(rows, 20, { power: 0.10751918611109547, p: 0.00012511581299904715 }, 1e-4);
  assertRow(rows, 23.4, { power: 0.7865266162062283, p: 1.0426895037420824e-53 }, 1e-4);
  assertRow(rows, 24, { power: 0.6456445375239815 }, 1e-4);
  assertRow(rows, 32, { power: 0.03382889142333177, p: 0.06595833498065345 }, 1e-4);
  const best = rows.reduce((a, b) => Number(b["power"]) > Number(a["power"]) ? b : a);
  assertAlmostEquals(Number(best["period_h"]), 23.4, 0.11);
});

Deno.test("periodogram() of many values per cycle also agrees with astropy 8.0.2", () => {
  const dense = Array.from({ length: 6000 }, (_, n) => n)
    .filter((n) => n % 17 !== 3 && !(n > 2000 && n < 2900))
    .map((n) => {
      const minutes = 5 * n + ((n * 37) % 11) / 4;
      return {
        time: new Date(START + minutes * 60_000),
        y: 5 + 2 * Math.cos(2 * Math.PI * minutes / 60 / 23.4) + noise(n) / 400,
      };
    });
  const rows = periodogram(dense, { step: "6m" }).toRecords();
  assertRow(rows, 16, { power: 0.0003901795263490113 }, 1e-10);
  assertRow(rows, 20, { power: 0.008006303449160413 }, 1e-10);
  assertRow(rows, 23.4, { power: 0.7885141360392582 }, 1e-10);
  assertRow(rows, 24, { power: 0.2278280673402109 }, 1e-10);
  assertRow(rows, 32, { power: 0.00017569845440841293 }, 1e-10);
});

Deno.test("periodogram() of evenly spaced values agrees with value-by-value sums", () => {
  const even = Array.from({ length: 5000 }, (_, i) => ({
    time: new Date(START + i * 60_000),
    y: Math.sin(i / 300) + noise(i) / 500,
  }));
  const [first, ...rest] = even;
  const by = { from: "20h", to: "28h", step: "1h" } as const;
  const whole = periodogram(even, by).toRecords();
  // a first value a second later leaves no two steps of the usual length in a row... of every third
  const moved = periodogram(
    [
      first!,
      ...rest.map((row, i) => ({ ...row, time: new Date(row.time.getTime() + (i % 2) * 2) })),
    ],
    by,
  ).toRecords();
  whole.forEach((row, i) =>
    assertAlmostEquals(Number(row["power"]), Number(moved[i]!["power"]), 1e-5)
  );
});

/** Hours of a rhythm of 22 hours. */
const hourly = Array.from({ length: 200 }, (_, n) => ({
  time: new Date(START + n * HOUR),
  y: 100 + 50 * Math.cos(2 * Math.PI * n / 22) + noise(n) / 10,
}));
const CHI: PeriodogramOptions = {
  method: "chi-square",
  from: "18h",
  to: "30h",
  step: "1h",
  noise: "white",
};

Deno.test("periodogram() of Sokolove and Bushell agrees with chi-square of scipy 1.17.1", () => {
  const rows = periodogram(hourly, CHI).toRecords();
  assertEquals(rows.length, 13);
  const expected = {
    20: { power: 10.37161003497401, p: 0.9431755538583118, threshold: 39.38464336118866 },
    22: { power: 130.70468671611587, p: 7.506427839870572e-18, threshold: 42.22865935708309 },
    24: { power: 27.394832191340754, p: 0.23953392486046343, threshold: 45.032941460243855 },
  };
  for (const [period, values] of Object.entries(expected)) {
    assertRow(rows, Number(period), values, 1e-9);
  }
});

Deno.test("periodogram() of chi-square treats gaps as missing, not as zeros", () => {
  const holes = hourly.map((row, i) => ({ ...row, y: i % 29 === 4 || i < 3 ? null : row.y }));
  const rows = periodogram(holes, CHI).toRecords();
  const best = rows.reduce((a, b) => Number(b["power"]) > Number(a["power"]) ? b : a);
  assertEquals(best["period_h"], 22);
});

Deno.test("periodogram() of Rayleigh tests the phases of events", () => {
  const events = [8.1, 32.5, 55.9, 80.3, 104.0, 129.1, 151.7, 177.2, 201.0, 224.4]
    .map((hour) => ({ start_time: new Date(Math.round(hour * HOUR)) }));
  const rows = periodogram(events, { method: "rayleigh", from: "20h", to: "24h", step: "4h" })
    .toRecords();
  // numpy 2.4.6, Zar's formula; astropy 8.0.2 has p 0.99495 for the second, by another series
  assertRow(rows, 24, { power: 9.830077651403826, p: 7.626472552802861e-07 }, 1e-6);
  assertRow(rows, 20, { power: 0.005318873967918905, p: 0.9949466062130952 }, 1e-6);
  const { threshold } = rows[0]! as { threshold: number };
  // at the threshold p is the corrected significance
  const p = Math.exp(Math.sqrt(1 + 40 + 4 * (100 - threshold * 10)) - 21);
  assertAlmostEquals(p, 1 - 0.95 ** (1 / 2), 1e-9);
});

Deno.test("the chi-square distribution agrees with scipy 1.17.1", () => {
  // scipy.stats.chi2.sf and isf
  assertAlmostEquals(chiSquareTail(3.841458820694124, 1), 0.05, 1e-12);
  assertAlmostEquals(chiSquareTail(10, 4), 0.04042768199451279, 1e-14);
  assertAlmostEquals(chiSquareQuantile(0.05, 287) / 327.5114063309977, 1, 1e-3);
  assertAlmostEquals(chiSquareTail(chiSquareQuantile(1e-4, 287), 287), 1e-4, 1e-12);
});

Deno.test("periodogram() returns null if a period cannot be judged", () => {
  const flat = hourly.map((row) => ({ ...row, y: 3.3 }));
  for (const options of [{}, CHI]) {
    for (const rows of [flat, hourly.slice(0, 2), []]) {
      assert(
        periodogram(rows, { ...options, time: "time" }).toRecords().every((row) =>
          row["power"] === null && row["p"] === null && row["threshold"] === null
        ),
      );
    }
  }
});

Deno.test("periodogram() rejects invalid searches", () => {
  assertThrows(() => periodogram(hourly, { method: "fft" as "rayleigh" }), RangeError, "method");
  assertThrows(() => periodogram(hourly, { from: "30h", to: "20h" }), RangeError, "above");
  assertThrows(() => periodogram(hourly, { from: "1d" }), RangeError, "write hours");
  assertThrows(() => periodogram(hourly, { significance: 1 }), RangeError, "significance");
  assertThrows(() => periodogram(hourly, { step: "1us" }), RangeError);
  assertThrows(
    () => periodogram(hourly, { noise: "whit" as "white" }),
    RangeError,
    'noise is "whit"; did you mean "white"?',
  );
});

const WHITE = { noise: "white", significance: 0.05, alpha: 0.05 } as const;

Deno.test("a search reports its number of steps before it starts: values or quarters times periods", () => {
  const stepsOf = (count: number): number => {
    const at = Float64Array.from({ length: count }, (_, i) => i * 480 * 3600e6 / count);
    const value = at.map((_, i) => noise(i)), step = at[1]!;
    const periods = [16, 20, 24, 28, 32].map((hour) => hour * 3600e6);
    const told: number[] = [];
    const stop = (steps: number): void => {
      told.push(steps);
      throw new RangeError("too many");
    };
    assertThrows(() => lombScargle({ at, value, step }, periods, WHITE, stop), RangeError);
    return told[0]!;
  };
  assertEquals(stepsOf(480), 480 * 5); // four in a quarter of 16 hours: value by value
  assertEquals(stepsOf(48_000), 120 * 18 * 5); // 120 quarters of 18 polynomials
});

Deno.test("periodogram() has a threshold that white noise exceeds at any period with the given probability", () => {
  const [{ threshold }] = periodogram(uneven, { step: "1h", noise: "white" }).toRecords() as [
    { threshold: number },
  ];
  // by the formula of `p` the 17 periods together come to 0.05
  assertAlmostEquals(1 - (1 - (1 - threshold) ** ((uneven.length - 3) / 2)) ** 17, 0.05, 1e-12);
});

Deno.test("periodogram() of chi-square corrects for the distinct periods that it tried", () => {
  const scan = (step: Length) =>
    periodogram(hourly, { method: "chi-square", from: "20h", to: "22h", step }).toRecords();
  assertEquals(scan("1m"), scan("1h"));
  const short = { method: "chi-square", from: "1h", to: "3h", step: "1h" } as const;
  assertEquals(periodogram(hourly, short).toRecords().map((row) => row["period_h"]), [2, 3]);
});

Deno.test("periodogram() of chi-square does not judge a period that occurs only once", () => {
  const rows = periodogram(hourly.slice(0, 40), CHI).toRecords();
  assertEquals(
    rows.map((row) => row["power"] === null),
    rows.map((row) => Number(row["period_h"]) > 20),
  );
});

/** An autoregression of the logistic map, whose numbers are the same in every language. */
function logisticNoise(n: number): { at: Float64Array; value: Float64Array; step: number } {
  const value = new Float64Array(n);
  for (let i = 0, x = 0.3, before = 0; i < n; i++) {
    x = Math.min(Math.max(4 * x * (1 - x), 1e-9), 1 - 1e-9);
    const shock = Math.round((2 * Math.asin(Math.sqrt(x)) / Math.PI - 0.5) * 1e6) / 1e6;
    value[i] = before = 0.8 * before + shock;
  }
  const step = HOUR * 1000;
  return { at: value.map((_, i) => i * step), value, step };
}

Deno.test("periodogram() expects the powers of pyleoclim 1.2.1 for red noise, and a higher threshold", () => {
  const record = logisticNoise(480);
  // 2,000 simulations by pyleoclim of its fit to this record (0.68517), powers by astropy 8.0.2
  const theirs = [[16, 0.01095, 0.0315], [20, 0.0136, 0.0396], [24, 0.01538, 0.0456], [
    32,
    0.01758,
    0.0531,
  ]] as const;
  for (const [period, mean, limit] of theirs) {
    const length = period * record.step;
    const noise = {
      at: Float64Array.from({ length: 480 }, (_, i) => i),
      step: record.step,
      phis: [0.6851661848903806],
      ratio: 1,
      size: 480,
    };
    assertAlmostEquals(redShare(noise, length) / mean, 1, 0.03, `${period} h`);
    const [found] = lombScargle(record, [length], { ...WHITE, noise: "red" }, () => {});
    const ratio = found!.threshold! / limit;
    assert(ratio > 0.95 && ratio < 1.12, `${period} h: ${ratio}`); // ours allows for a fit that is off
  }
});

Deno.test("periodogram() finds a 24-hour period in red noise, and reports nothing for a drift", () => {
  const normal = normals(4);
  let found = 0;
  for (let run = 0; run < 50; run++) {
    const noise = autoregression(24 * 14, 0.8, normal);
    const rows = valuesEvery(
      1,
      Array.from(noise, (one, i) => one + Math.cos(2 * Math.PI * i / 24)),
    );
    const scan = periodogram(rows, { step: "1h" }).toRecords();
    const best = scan.reduce((a, b) => Number(b["power"]) > Number(a["power"]) ? b : a);
    if (best["period_h"] === 24 && Number(best["power"]) > Number(best["threshold"])) found++;
  }
  assert(found > 40, `${found}`);
  const drift = valuesEvery(1, Array.from({ length: 100 }, (_, i) => i + normal() / 10));
  for (const row of periodogram(drift, { step: "1h" }).toRecords()) {
    assertEquals([row["p"], row["threshold"]], [null, null]);
    assert(Number(row["power"]) >= 0);
  }
});

/** A value a day that recurs each week. */
const weekly = Array.from({ length: 90 }, (_, i) => ({
  time: new Date(Date.UTC(2025, 0, 1 + i)),
  value: Math.sin(2 * Math.PI * i / 7),
}));

Deno.test("periodogram() returns null for periods that are too short for the distance of the values", () => {
  for (const row of periodogram(weekly, { tz: "UTC", step: "4h" }).toRecords()) {
    const { period_h: _, ...rest } = row;
    assertEquals(rest, { power: null, p: null, threshold: null, note: "values too far apart" });
  }
  const range = { tz: "UTC", from: "48h", to: "480h", step: "6h" } as const;
  const found = periodogram(weekly, range).toRecords();
  const [best] = found.toSorted((a, b) => Number(b["power"]) - Number(a["power"]));
  assertEquals(best!["period_h"], 7 * 24);
  const wider = periodogram(weekly, { ...range, from: "36h" }).toRecords();
  assertEquals(
    wider.map((row) => row["note"] === null),
    wider.map((row) => Number(row["period_h"]) >= 48),
  );
  assertEquals(wider.slice(2), found, "periods that cannot be shown cost the others nothing");
  const uneven = weekly.flatMap((row, i) =>
    i % 10 === 0 ? [row, { ...row, time: new Date(row.time.getTime() + 3_600_000 * 5) }] : [row]
  );
  for (const row of periodogram(uneven, { tz: "UTC", step: "4h" }).toRecords()) {
    assert(Number(row["power"]) >= 0);
    assertEquals(row["note"], "slow drift"); // of p: a week in days is a drift for these periods
  }
});

Deno.test("periodogram() rejects a range in which no group can show a period", () => {
  for (const range of [{ from: "16h" }, { to: "40h" }, { from: "20h", to: "30h" }]) {
    assertThrows(
      () => periodogram(weekly, { tz: "UTC", ...range }),
      RangeError,
      "values are at least 24 h apart, so they show no period under 48 h",
    );
  }
  const sparse = weekly.map((row) => ({ ...row, who: "sparse" }));
  const fine = hourly.map((row) => ({ time: row.time, value: row.y, who: "fine" }));
  const found = periodogram([...sparse, ...fine], {
    by: "who",
    from: "20h",
    to: "30h",
    step: "2h",
  });
  const rows = found.toRecords();
  const notes = Object.groupBy(rows, (row) => String(row["who"]));
  assertEquals(notes["sparse"]!.map((row) => row["note"]), Array(6).fill("values too far apart"));
  assertEquals(
    notes["fine"]!.map(({ who: _, ...row }) => row),
    periodogram(fine, { from: "20h", to: "30h", step: "2h" }).toRecords(),
  );
});

Deno.test("periodogram() gives the reason for each null", () => {
  const notes = (rows: Parameters<typeof periodogram>[0], method: PeriodogramMethod) =>
    new Set(
      periodogram(rows, { method, time: "time", step: "4h" }).toRecords().map((row) => row["note"]),
    );
  const flat = hourly.map((row) => ({ ...row, y: 3.3 }));
  for (const method of ["lomb-scargle", "chi-square"] as const) {
    assertEquals(notes(flat, method), new Set(["no variation"]));
    assertEquals(notes(hourly.slice(0, 3), method), new Set(["too few values"]));
    assertEquals(notes(hourly, method), new Set([null]));
  }
  assertEquals(notes([{ time: new Date(0) }], "rayleigh"), new Set(["too few values"]));
  const drift = valuesEvery(1, Array.from({ length: 100 }, (_, i) => i));
  assertEquals(notes(drift, "lomb-scargle"), new Set(["slow drift"]));
});
