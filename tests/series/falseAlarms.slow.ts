import { assert, assertEquals } from "@std/assert";
import { changePoint } from "../../src/series/changePoint.ts";
import { changePoints } from "../../src/series/changePoints.ts";
import { interrupted } from "../../src/series/interrupted.ts";
import { random } from "../../src/series/numerics/random.ts";
import { periodogram } from "../../src/series/periodogram.ts";
import { trend } from "../../src/series/trend.ts";
import { unusual } from "../../src/series/unusual.ts";
import {
  autoregression,
  dateAfter,
  normals,
  secondOrder,
  slowWithNoise,
  valuesEvery,
} from "./simulated.ts";

const DAY = 86_400_000;

Deno.test("changePoints() mistakes a drift for a change in at most 7 of 100 records, and finds both true changes", () => {
  const normal = normals(7), records = 40;
  let falsePenalized = 0;
  for (const phi of [0, 0.5, 0.9]) {
    let alarms = 0, found = 0;
    for (let record = 0; record < records; record++) {
      const y = autoregression(90, phi, normal);
      const rows = (step: number) =>
        Array.from(y, (own, day) => ({
          date: dateAfter(day),
          y: own + (day >= 31 && day < 59 ? step : 0),
        }));
      if (changePoints(rows(0)).changes! > 0) alarms++;
      if (phi < 0.6 && changePoints(rows(4)).changes === 2) found++;
      // The penalty of BIC for a mean and a date, 2 log n
      if (changePoints(rows(0), { penalty: 2 * Math.log(90) }).changes! > 0) falsePenalized++;
    }
    assert(alarms <= 6, `${alarms} alarms at ${phi}`);
    if (phi < 0.6) assert(found >= (phi === 0 ? 0.9 : 0.4) * records, `${found} found at ${phi}`);
  }
  assert(falsePenalized > records, `${falsePenalized} alarms of BIC`);
});

Deno.test("changePoints() does not mistake a slow drift under noise for changes", () => {
  const normal = normals(9);
  let alarms = 0;
  for (let record = 0; record < 30; record++) {
    const rows = Array.from(autoregression(90, 0.9, normal), (own, day) => ({
      date: dateAfter(day),
      y: own + normal(),
    }));
    if (changePoints(rows).changes! > 0) alarms++;
  }
  assert(alarms <= 5, `${alarms} alarms`); // 14 if blocks of a week decide alone
});

Deno.test("changePoints() does not mistake rare extreme days for changes of level, and still finds a change", () => {
  const normal = normals(28), next = random(28), records = 40;
  let alarms = 0, found = 0;
  for (let record = 0; record < records; record++) {
    const y = autoregression(90, 0.3, normal).map((own) => own + (next() < 0.1 ? 6 * normal() : 0));
    const rows = (step: number) =>
      Array.from(y, (own, day) => ({ date: dateAfter(day), y: own + (day < 45 ? 0 : step) }));
    if (changePoints(rows(0)).changes! > 0) alarms++;
    if (changePoints(rows(6)).changes === 1) found++;
  }
  assert(alarms <= 6, `${alarms} alarms`); // 12 at the median variance alone
  assert(found >= 0.8 * records, `${found} found`);
});

Deno.test("changePoint() mistakes a drift for a change in at most 7 of 100 records, and covers the date of a true change", () => {
  const normal = normals(7);
  for (const phi of [0.5, 0.95]) {
    let alarms = 0, misses = 0;
    for (let record = 0; record < 60; record++) {
      const y = autoregression(42, phi, normal);
      const rows = (step: number) =>
        Array.from(y, (one, day) => ({ date: dateAfter(day), y: one + (day < 20 ? 0 : step) }));
      if (changePoint(rows(0)).p! < 0.05) alarms++;
      const { date_low, date_high } = changePoint(rows(3));
      if (dateAfter(20) < date_low! || dateAfter(20) > date_high!) misses++;
    }
    assert(alarms <= 9 && misses <= 8, `${alarms} alarms, ${misses} misses at ${phi}`);
  }
});

Deno.test("changePoint() does not mistake a slow drift under noise, or of two time scales, for a change", () => {
  const normal = normals(9);
  const ofTwoScales = (n: number): number[] => {
    const y = [normal(), normal()];
    while (y.length < n + 100) y.push(0.5 * y.at(-1)! + 0.3 * y.at(-2)! + normal());
    return y.slice(100);
  };
  const underNoise = (n: number): number[] =>
    Array.from(autoregression(n, 0.9, normal), (own) => own + normal());
  for (const draw of [underNoise, ofTwoScales]) {
    let alarms = 0;
    for (let record = 0; record < 60; record++) {
      const rows = draw(90).map((y, day) => ({ date: dateAfter(day), y }));
      if (changePoint(rows).p! < 0.05) alarms++;
    }
    assert(alarms <= 9, `${alarms} alarms`); // 18 before errors had a weight without a change
  }
});

Deno.test("interrupted() reports changes in at most 7 of 100 records without any, and covers true ones", () => {
  const normal = normals(7);
  for (const phi of [0.3, 0.8]) {
    let level = 0, slope = 0, misses = 0;
    for (let record = 0; record < 80; record++) {
      const days = Array.from(
        autoregression(60, phi, normal),
        (y, day) => ({ date: dateAfter(day), y }),
      );
      const found = interrupted(days, { at: dateAfter(30) });
      if (found.level_change_p! < 0.05) level++;
      if (found.slope_change_p! < 0.05) slope++;
      const more = interrupted(
        days.map(({ date, y }, day) => ({ date, y: y + (day < 30 ? 0 : 2) })),
        { at: dateAfter(30) },
      );
      if (more.level_change_low! > 2 || more.level_change_high! < 2) misses++;
    }
    assert(Math.max(level, slope, misses) <= 10, `${level}, ${slope}, ${misses} at ${phi}`);
  }
});

Deno.test("interrupted() and trend() mistake days that depend on the day before yesterday for a change in at most 10 of 100 records", () => {
  const normal = normals(5), alarms = { level: 0, slope: 0, trend: 0 };
  for (let record = 0; record < 80; record++) {
    const days = Array.from(
      secondOrder(60, [0.2, 0.5], normal),
      (y, day) => ({ date: dateAfter(day), y }),
    );
    const { level_change_p, slope_change_p } = interrupted(days, { at: dateAfter(30) });
    if (level_change_p! < 0.05) alarms.level++;
    if (slope_change_p! < 0.05) alarms.slope++;
    if (trend(days).p! < 0.05) alarms.trend++;
  }
  const most = Math.max(...Object.values(alarms));
  assert(most <= 8, JSON.stringify(alarms)); // an autoregression of the first order: 17 of 80
});

Deno.test("trend() covers the true slope in at least 92 of 100 records, whatever the autocorrelation", () => {
  for (const phi of [0, 0.5, 0.8]) {
    const normal = normals(7);
    let misses = 0;
    for (let record = 0; record < 100; record++) {
      const y = autoregression(90, phi, normal).map((one, day) => one + 0.01 * day);
      const { slope_low, slope_high, p } = trend(
        Array.from(y, (one, day) => ({ date: dateAfter(day), y: one })),
        { per: "day" },
      );
      if (slope_low! > 0.01 || slope_high! < 0.01) misses++;
      assertEquals(p! < 0.05, slope_low! > 0 || slope_high! < 0, "p and interval disagree");
    }
    assert(misses <= 10, `${misses} of 100 at ${phi}`);
  }
});

Deno.test("trend() mistakes the slow drift of four weeks for a trend in at most 7 of 100 records", () => {
  const normal = normals(7);
  let alarms = 0;
  for (let record = 0; record < 500; record++) {
    const { p } = trend(
      Array.from(autoregression(28, 0.95, normal), (y, day) => ({ date: dateAfter(day), y })),
    );
    if (p! < 0.05) alarms++;
  }
  assert(alarms <= 35, `${alarms} of 500`);
});

Deno.test("trend() mistakes a slow state that is measured with noise for a trend in at most 9 of 100 half years", () => {
  const normal = normals(3);
  let alarms = 0;
  for (let record = 0; record < 100; record++) {
    const y = slowWithNoise(180, 0.9, normal);
    if (trend(Array.from(y, (one, day) => ({ date: dateAfter(day), y: one }))).p! < 0.05) alarms++;
  }
  assert(alarms <= 9, `${alarms} of 100`); // an autoregression without noise: 33 of 100
});

Deno.test("unusual() mistakes a slow drift of a measure for an episode in at most 7 of 100 records", () => {
  const normal = normals(7);
  let alarms = 0;
  for (let record = 0; record < 250; record++) {
    const days = Array.from(
      autoregression(90, 0.95, normal),
      (pulse, day) => ({ date: dateAfter(day), pulse }),
    );
    if (unusual(days).episodes! > 0) alarms++;
  }
  assert(alarms <= 17, `${alarms} of 250`);
});

Deno.test("unusual() does not mark rare extreme days or the long side of a skewed measure, and finds episodes among them", () => {
  const normal = normals(11);
  const heavy = (): number => {
    const squares = [0, 1, 2, 3].reduce((sum) => sum + normal() ** 2, 0);
    return normal() / Math.sqrt(squares / 4); // Student's t with 4 degrees of freedom
  };
  for (const draw of [heavy, () => Math.exp(0.6 * normal())]) {
    const record = (add: (day: number) => number) =>
      Array.from({ length: 70 }, (_, day) => ({ date: dateAfter(day), y: draw() + add(day) }));
    let alarms = 0, found = 0;
    for (let k = 0; k < 24; k++) {
      if (unusual(record(() => 0)).episodes! > 0) alarms++;
      const sick = unusual(record((day) => day >= 30 && day < 35 ? 6 : 0)).frame.toRecords();
      if (
        sick.some((row) => Math.abs(Number(row["start_time"]) - Date.UTC(2024, 0, 31)) < 3 * DAY)
      ) {
        found++;
      }
    }
    assert(alarms <= 4, `${alarms} of 24 records without an episode`);
    assert(found >= 20, `${found} of 24 episodes`);
  }
});

Deno.test("unusual() does not mark extreme days that follow each other, and finds episodes among them", () => {
  const normal = normals(3), counts = { alarms: 0, found: 0 };
  const shapes = [Math.exp, (one: number) => -Math.exp(one), (one: number) => Math.sinh(1.2 * one)];
  for (let record = 0; record < 45; record++) {
    const days = autoregression(90, 0.5, normal), shape = shapes[record % 3]!;
    const episodes = (sick: number): number =>
      unusual(Array.from(days, (one, day) => ({
        date: dateAfter(day),
        y: shape(one + (day >= 40 && day < 45 ? sick : 0)),
      }))).episodes!;
    if (episodes(0) > 0) counts.alarms++;
    if (record < 9 && episodes(6) > 0) counts.found++;
  }
  assert(counts.alarms <= 4, `${counts.alarms} of 45 records without an episode`);
  assert(counts.found >= 5, `${counts.found} of 9 episodes`);
});

Deno.test("periodogram() finds a period in 5 of 100 records of red noise; with a white noise model it would find most", () => {
  const normal = normals(3), runs = 200;
  for (const [days, phi] of [[7, 0.9], [14, 0.5], [28, 0], [28, 0.8]] as const) {
    for (const method of ["lomb-scargle", "chi-square"] as const) {
      const named = { red: 0, white: 0 };
      for (let run = 0; run < (method === "chi-square" ? runs / 2 : runs); run++) {
        const rows = valuesEvery(1, [...autoregression(24 * days, phi, normal)]);
        for (const noise of ["red", "white"] as const) {
          const scan = periodogram(rows, { method, noise, step: "30m" }).toRecords();
          if (scan.some((row) => Number(row["power"]) > Number(row["threshold"] ?? Infinity))) {
            named[noise] += method === "chi-square" ? 2 / runs : 1 / runs;
          }
        }
      }
      const text = `${method}, ${days} days, ${phi}: ${named.red}, ${named.white}`;
      assert(named.red < 0.095, text);
      if (method === "lomb-scargle" && phi >= 0.8) assert(named.white > 0.5, text);
    }
  }
});
