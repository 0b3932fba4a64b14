import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { rhythm } from "../../src/series/rhythm.ts";
import { statistic } from "./statistic.ts";

const MINUTE = 60_000;

interface Record {
  readonly tz: string;
  readonly start: number;
  readonly step: number;
  readonly values: readonly (number | null)[];
}

const rows = ({ start, step, values }: Record) =>
  values.map((value, i) => ({ time: new Date(start + i * step * MINUTE), value }));

/** Every minute of a record: what the clock shows, and whether a value of it covers it. */
function minutesOf({ tz, start, step, values }: Record) {
  return Array.from({ length: values.length * step }, (_, i) => {
    const at = Temporal.Instant.fromEpochMilliseconds(start + i * MINUTE).toZonedDateTimeISO(tz);
    return {
      hour: at.toString().slice(0, 13) + at.offset,
      ofDay: at.hour * 60 + at.minute,
      covered: values[Math.floor(i / step)] !== null,
      begins: i % step === 0 && values[i / step] !== null,
    };
  });
}

/**
 * Returns whether a minute of the day is in a window of some hours from an onset, also across
 * midnight.
 */
const within = (ofDay: number, onset: number, hours: number): boolean =>
  (ofDay - Math.round(onset * 60) + 1440) % 1440 < hours * 60;

const record: fc.Arbitrary<Record> = fc.record({
  tz: fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "America/Sao_Paulo"),
  // around daylight saving changes in each of the zones
  day: fc.constantFrom("2018-11-01", "2024-03-28", "2024-10-24", "2024-11-01", "2024-03-08"),
  minute: fc.integer({ min: 0, max: 1439 }),
  step: fc.constantFrom(5, 15, 30, 60),
  days: fc.integer({ min: 3, max: 6 }),
  gaps: fc.array(
    fc.record({ from: fc.double({ min: 0, max: 1, noNaN: true }), size: fc.nat(40) }),
    {
      maxLength: 3,
    },
  ),
}).map(({ tz, day, minute, step, days, gaps }) => {
  const count = days * 1440 / step;
  const values = Array.from({ length: count }, (_, i) => (i * 7919) % 101 as number | null);
  for (const { from, size } of gaps) {
    values.fill(
      null,
      Math.floor(from * (count - 1)) + 1,
      Math.floor(from * (count - 1)) + 1 + size,
    );
  }
  values[0] ??= 1; // a record begins and ends with values
  values[count - 1] ??= 1;
  return { tz, start: Date.parse(`${day}T00:00Z`) + minute * MINUTE, step, values };
});

Deno.test("rhythm(): coverage and n of every statistic equal a count of minutes", () => {
  const reached = { partial: 0, whole: 0 };
  fc.assert(
    fc.property(record, (own) => {
      const found = rhythm(rows(own), { tz: own.tz });
      const of = (name: string) => {
        const { value, coverage, n } = statistic(found, name);
        return { value: value as number, coverage: coverage as number, n: Number(n) };
      };
      const minutes = minutesOf(own);
      const counted = (hours: number, onset: number) => {
        const window = minutes.filter(({ ofDay }) => within(ofDay, onset, hours));
        return {
          coverage: window.filter(({ covered }) => covered).length / window.length,
          n: window.filter(({ begins }) => begins).length,
        };
      };
      const both = [["L5", 5] as const, ["M10", 10] as const].map(([name, hours]) => {
        const onset = of(`${name}_onset`).value;
        if (onset === null) return { coverage: 0, n: 0 };
        const wanted = counted(hours, onset);
        for (const row of [name, `${name}_onset`]) {
          assertAlmostEquals(of(row).coverage, wanted.coverage, 1e-12, row);
          assertEquals(of(row).n, wanted.n, row);
        }
        reached[wanted.coverage === 1 ? "whole" : "partial"]++;
        return wanted;
      });
      assertAlmostEquals(of("RA").coverage, Math.min(both[0]!.coverage, both[1]!.coverage), 1e-12);
      assertEquals(of("RA").n, both[0]!.n + both[1]!.n);
      const toLastRow = minutes.slice(0, minutes.length - own.step + 1);
      const hours = new Set(toLastRow.map(({ hour }) => hour));
      const known = new Set(minutes.filter(({ begins }) => begins).map(({ hour }) => hour));
      for (const name of ["IS", "IV", "phi"]) {
        assertEquals([of(name).n, of(name).coverage], [known.size, known.size / hours.size], name);
      }
      const lengths = Array.from({ length: 60 }, (_, i) => i + 1)
        .filter((length) => 1440 % length === 0 && length >= own.step);
      for (const name of ["ISm", "IVm"]) {
        assertEquals([of(name).n, of(name).coverage], [
          lengths.length,
          known.size / hours.size,
        ], name);
      }
    }),
    { numRuns: 40, seed: 9 },
  );
  assert(reached.partial > 10 && reached.whole > 10, JSON.stringify(reached));
});

/** Days of rest from 00:00 to 05:00 and 10 busy hours from 12:00, by minutes. */
const busy = (i: number): number => i % 1440 < 300 ? 1 : i % 1440 >= 720 && i % 1440 < 1320 ? 9 : 5;

Deno.test("rhythm() of a complete record of 8 days and 10 hours has full coverage", () => {
  const start = Date.UTC(2024, 0, 10, 22);
  const values = Array.from({ length: 8 * 1440 + 600 }, (_, i) => busy(i + 1320));
  const found = rhythm(rows({ tz: "UTC", start, step: 1, values }), { tz: "UTC" });
  assertEquals(found.frame.toRecords().map((row) => row["coverage"]), Array(10).fill(1));
});

Deno.test("rhythm() reports 150 missing minutes for L5, and none for M10", () => {
  const start = Date.UTC(2024, 0, 10);
  const values = Array.from(
    { length: 9 * 1440 },
    (_, i) => i >= 2 * 1440 + 60 && i < 2 * 1440 + 210 ? null : busy(i),
  );
  const found = rhythm(rows({ tz: "UTC", start, step: 1, values }), { tz: "UTC" });
  const of = (name: string) => [statistic(found, name)["coverage"], statistic(found, name)["n"]];
  assertEquals(of("L5"), [2550 / 2700, 2550]);
  assertEquals(of("M10"), [1, 5400]);
  assertEquals(of("RA"), [2550 / 2700, 2550 + 5400]);
});

Deno.test("rhythm() reports full coverage of an M10 that occurs once in a complete record", () => {
  const start = Date.UTC(2024, 0, 1);
  const values = Array.from({ length: 2160 }, (_, i) => busy(i));
  const found = rhythm(rows({ tz: "UTC", start, step: 1, values }), { tz: "UTC" });
  assertEquals(["L5", "M10", "RA"].map((name) => statistic(found, name)["coverage"]), [1, 1, 1]);
  assertEquals(["L5", "M10", "RA"].map((name) => statistic(found, name)["n"]), [600, 600, 1200]);
});
