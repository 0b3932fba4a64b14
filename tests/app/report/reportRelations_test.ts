import { assert, assertEquals, assertMatch } from "@std/assert";
import type { MeasuredDays } from "../../../src/app/report/measures.ts";
import { relationFacts, relationsOf } from "../../../src/app/report/reportRelations.ts";
import { autoregression, normals } from "../../series/simulated.ts";

const FIRST = Temporal.PlainDate.from("2025-01-01");
const period = (days: number) => ({ first: FIRST, last: FIRST.add({ days: days - 1 }) });

/** A measure with one value per date from 1 January. */
function measure(
  label: string,
  values: ArrayLike<number>,
  { isNight, unit }: { isNight: boolean; unit: string },
): MeasuredDays {
  const text = (value: number): string => `${value.toLocaleString("en-US")} ${unit}`;
  return {
    label,
    unit,
    sentence: "It was",
    isNight,
    text,
    difference: text,
    band: (low, high) => `${low} to ${high}`,
    round: Math.round,
    words: ["more", "less"],
    vendor: new Set(),
    values: new Map(
      Array.from(values, (value, i) => [FIRST.add({ days: i }).toString(), value]),
    ),
  };
}

const NIGHT = { isNight: true, unit: "min" }, DAY = { isNight: false, unit: "drinks" };

/** Drinks of 60 days, and REM sleep that is 12 minutes shorter per drink on the night after. */
function drinker(days = 60): readonly [drinks: number[], rem: number[]] {
  const normal = normals(3);
  const drinks = Array.from({ length: days }, () => Math.max(0, Math.round(1.5 + 1.5 * normal())));
  const rem = drinks.map((_, i) => 100 - 12 * (drinks[i - 1] ?? 0) + 8 * normal());
  return [drinks, rem];
}

Deno.test("a report names a night that depends on the day before, in units with an interval", () => {
  const [drinks, rem] = drinker();
  const { relations, pairs } = relationsOf([
    measure("REM sleep", rem, NIGHT),
    measure("Drinks", drinks, DAY),
  ], period(60));
  assertEquals(pairs, 2);
  assertEquals(relations.map(({ first, second }) => [first, second]), [
    ["Drinks", "REM sleep, the night after"],
  ]);
  const said = /^(\d+) min less per 1 drinks more \((\d+) min to (\d+) min\)$/;
  assertMatch(relations[0]!.change, said);
  const [middle, low, high] = said.exec(relations[0]!.change)!.slice(1).map(Number);
  assert(low! < middle! && middle! < high! && low! <= 12 && high! >= 12, relations[0]!.change);
});

Deno.test("a report names a day that depends on the night before", () => {
  const [nights, days] = drinker();
  const { relations } = relationsOf([
    measure("Awake", nights, NIGHT),
    measure("Steps", days.slice(1), DAY), // on the same date
  ], period(59));
  assertEquals(relations.map(({ first, second }) => [first, second]), [
    ["Awake", "Steps, the day after"],
  ]);
});

Deno.test("a report does not name pairs that only share weekends and a trend", () => {
  const normal = normals(11);
  const drawn = (): Float64Array =>
    autoregression(60, 0.4, normal).map((one, i) => 50 + 5 * one + (i % 7 > 4 ? 10 : 0) + i / 4);
  let named = 0;
  for (let run = 0; run < 60; run++) {
    const { relations, pairs } = relationsOf([
      ...["a", "b", "c"].map((label) => measure(label, drawn(), NIGHT)),
      ...["d", "e", "f"].map((label) => measure(label, drawn(), DAY)),
    ], period(60));
    assertEquals(pairs, 18);
    if (relations.length > 0) named++;
  }
  assert(named <= 8, `${named} of 60`); // at a rate of one in twenty, chance exceeds this in 1 of 100 runs
});

Deno.test("a report describes measures that go together from 28 days, if it has days and nights", () => {
  const [drinks, rem] = drinker();
  const night = measure("REM sleep", rem, NIGHT), day = measure("Drinks", drinks, DAY);
  assertEquals(relationFacts([night, day], period(27)), []);
  assertEquals(relationFacts([night], period(60)), []);
  assertEquals(relationFacts([day], period(60)), []);
  const said = relationFacts([night, day], period(60));
  assertEquals(said.length, 1);
  assertMatch(
    said[0]!,
    /^Goes together, whatever the cause: REM sleep, the night after drinks, \d+ min less per 1 drinks more \(.*\)\.$/,
  );
  const other = measure("Steps", rem.toReversed(), DAY);
  assertEquals(relationFacts([night, other], period(60)), []);
});

Deno.test("a report names unrelated measures with extreme days in at most one of twenty reports", () => {
  const normal = normals(11);
  const reports = Array.from({ length: 40 }, () =>
    relationsOf(
      Array.from({ length: 8 }, (_, i) =>
        measure(
          `measure ${i}`,
          autoregression(60, 0.5, normal).map(Math.exp),
          i % 2 === 0 ? NIGHT : DAY,
        )),
      period(60),
    ));
  const named = reports.filter(({ relations }) => relations.length > 0).length;
  assert(named <= 2, `${named} of 40`); // values without their ranks: 5 of 40
});
