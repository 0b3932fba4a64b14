import { assertEquals, assertNotEquals } from "@std/assert";
import type { Length } from "../../src/time/length.ts";
import { changePoint } from "../../src/series/changePoint.ts";
import { compare } from "../../src/series/compare.ts";
import { correlate } from "../../src/series/correlate.ts";
import { interrupted } from "../../src/series/interrupted.ts";
import { trend } from "../../src/series/trend.ts";
import { normals } from "./simulated.ts";

/** Lengths of a step, with the days of each. */
const LONG: readonly (readonly [Length, number])[] = [
  ["2d", 2],
  ["36h", 1.5],
  ["48h", 2],
  ["7d", 7],
  ["1w", 7],
  ["1mo", 0],
  ["P1M", 0],
  ["1q", 0],
  ["1y", 0],
];
const SHORT: readonly (readonly [Length, number])[] = [["1d", 1], ["24h", 1], ["P1D", 1]];

const MONTHS: Readonly<Record<string, number>> = { "1mo": 1, P1M: 1, "1q": 3, "1y": 12 };

/** Returns 84 steps with values that rise and are higher if the step starts on a weekend. */
function stepsOf(every: string, days: number) {
  const normal = normals(4), months = MONTHS[every] ?? 0;
  return Array.from({ length: 84 }, (_, i) => {
    const time = new Date(Date.UTC(1950, months * i, 1, 24 * days * i));
    const isWeekend = time.getUTCDay() % 6 === 0;
    return {
      time,
      walk: normal() < (isWeekend ? 0.8 : -0.6),
      x: normal() + (isWeekend ? 2 : 0),
      y: normal() + (isWeekend ? 2 : 0) + i / 40,
    };
  });
}

type Rows = ReturnType<typeof stepsOf>;

/** Verbs that remove the effect of weekdays, with and without the effect. */
const VERBS: Readonly<
  Record<string, (rows: Rows, every: Length, partial: readonly "weekday"[]) => unknown[]>
> = {
  "compare by condition": (rows, every, partial) =>
    compare(rows, { condition: "walk", y: "y", every, tz: "UTC", partial }).frame.toRecords()
      .map(({ value, partial }) => [value, partial]),
  "compare periods": (rows, every, partial) => {
    const end = { start_time: rows[42]!.time, end_time: rows[83]!.time };
    const a = { start_time: rows[0]!.time, end_time: rows[41]!.time };
    return compare(rows, { a, b: end, y: "y", every, tz: "UTC", partial }).frame.toRecords()
      .map(({ value, partial }) => [value, partial]);
  },
  correlate: (rows, every, partial) =>
    correlate(rows, { x: ["x"], y: ["y"], every, tz: "UTC", partial }).toRecords(),
  trend: (rows, every, partial) =>
    trend(rows, { y: "y", every, tz: "UTC", partial }).frame.toRecords(),
  changePoint: (rows, every, partial) =>
    changePoint(rows, { y: "y", every, tz: "UTC", partial }).frame.toRecords(),
  interrupted: (rows, every, partial) =>
    interrupted(rows, { y: "y", at: rows[42]!.time, every, tz: "UTC", partial }).frame.toRecords(),
};

for (const [name, verb] of Object.entries(VERBS)) {
  Deno.test(`${name}() removes weekdays from steps of a day, but not from longer steps`, () => {
    for (const [every, days] of LONG) {
      const rows = stepsOf(every as string, days);
      assertEquals(verb(rows, every, ["weekday"]), verb(rows, every, []), String(every));
    }
    for (const [every, days] of SHORT) {
      const rows = stepsOf(every as string, days);
      assertNotEquals(verb(rows, every, ["weekday"]), verb(rows, every, []), String(every));
    }
  });
}
