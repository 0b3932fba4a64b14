import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { type Row, toRows } from "../../src/frame/polars/rows.ts";
import { fitbitSleep } from "../../src/read/fitbit/fitbitSleep.ts";
import { nightly } from "../../src/sleep/nightly.ts";
import { sessions, type SessionsOptions } from "../../src/sleep/sessions.ts";
import { regularity } from "../../src/sleep/regularity.ts";
import { statistics } from "../../src/sleep/statistics.ts";
import { timing } from "../../src/sleep/timing.ts";
import { pick } from "../../src/frame/pick.ts";
import { fitbitLogs } from "./fitbitLogs.ts";
import { DAY, HOUR, KINDS, life, randomFrom, type Sleep } from "./lives.ts";

const stages = (sleeps: readonly Sleep[]): Row[] =>
  sleeps.map(([start, end]) => ({
    start_time: new Date(start),
    end_time: new Date(end),
    sleep_stage: 3,
  }));

const found = (sleeps: readonly Sleep[], options: SessionsOptions = {}) =>
  toRows(columnsOf(sessions(stages(sleeps), { tz: "UTC", ...options })));

const wakingDate = (row: Row): string => String(row["wake_time"]).slice(0, 10);

/** Returns a sleep on each of 28 days, with starts that vary by up to an hour. */
const daily = (from: number, hours: number, seed: number, days = 28): Sleep[] => {
  const random = randomFrom(seed), first = Date.UTC(2024, 0, 1);
  return Array.from({ length: days }, (_, day) => {
    const minutes = Math.round(120 * random() - 60);
    const start = first + day * DAY + from * HOUR + minutes * 60_000;
    return [start, start + hours * HOUR];
  });
};

Deno.test("sessions() of someone who sleeps from 08:00 to 16:00 are 28 main sleeps on 28 dates", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const rows = found(daily(8, 8, seed));
    assertEquals(rows.map(({ main }) => main), new Array(28).fill(true));
    assertEquals(
      rows.map(({ night }) => night),
      rows.map((_, i) => `2024-01-${String(i + 1).padStart(2, "0")}`),
    );
    assertEquals(new Set(rows.map(({ cut_basis }) => cut_basis)), new Set(["midsleep"]));
    const table = toRows(columnsOf(nightly(stages(daily(8, 8, seed)), { tz: "UTC" })));
    assertEquals(table.map(({ nap_min, TST }) => [nap_min, TST]), new Array(28).fill([0, 480]));
    assert(table.every(({ bedtime }) => (bedtime as number) > 6 && (bedtime as number) < 10));
    const timed = toRows(columnsOf(timing(stages(daily(8, 8, seed)), { tz: "UTC" }).frame));
    assertEquals(timed.find(({ name }) => name === "onset")!["n"], 28);
    assertEquals(timed.find(({ name }) => name === "onset")!["missing"], null);
  }
});

Deno.test("timing(), regularity() and statistics() report the time of day that nights were cut at, if it is not noon", () => {
  const title = "Nights begin at 00:00, opposite the usual midsleep";
  const day = stages(daily(8, 8, 4)), usual = stages(daily(23, 8, 4));
  const table = sessions(day, { tz: "UTC" });
  for (const frame of [timing(day, { tz: "UTC" }), timing(table), timing(table, { tz: "UTC" })]) {
    assertStringIncludes(Deno.inspect(frame), title);
  }
  for (const measure of [regularity, statistics, nightly]) {
    assertStringIncludes(Deno.inspect(measure(day, { tz: "UTC" })), title);
    assert(!Deno.inspect(measure(day, { tz: "UTC", rule: "noon" })).includes("Nights begin"));
    assert(!Deno.inspect(measure(usual, { tz: "UTC" })).includes("Nights begin"));
  }
  assert(!Deno.inspect(timing(usual, { tz: "UTC" })).includes("Nights begin"));
  const few = stages(daily(23, 8, 4, 3));
  assertStringIncludes(Deno.inspect(timing(few, { tz: "UTC" })), "12:00, for lack of four days");
});

Deno.test("sessions() with the rule noon still cuts the sleep of someone who sleeps by day", () => {
  const rows = found(daily(8, 8, 3), { rule: "noon" });
  assert(rows.filter(({ main }) => main).length < 28);
  assertEquals(
    new Set(rows.map(({ cut, cut_basis }) => `${cut} ${cut_basis}`)),
    new Set(["12:00 rule"]),
  );
});

Deno.test("sessions() of real nights and of early, usual and late sleepers are the same as with the rule noon", async () => {
  const tz = "Europe/Berlin", sourcePriority = ["fitbit-short"];
  const real = await fitbitSleep(fitbitLogs(), { tz });
  const without = (rule?: string) =>
    toRows(columnsOf(sessions(real, { tz, sourcePriority, ...(rule && { rule }) })))
      .map(({ cut: _cut, cut_basis: _basis, ...row }) => row);
  assertEquals(without(), without("noon"));
  for (const [from, hours] of [[20, 8], [22, 8], [23, 7], [25, 8], [27, 8]] as const) {
    const sleeps = daily(from, hours, from);
    // A nap of an hour after lunch every other day.
    const naps = sleeps.filter((_, i) => i % 2 === 0).map(([, end]): Sleep => [
      end + 7 * HOUR,
      end + 8 * HOUR,
    ]);
    const all = [...sleeps, ...naps].sort(([a], [b]) => a - b);
    const plain = (rows: Row[]) => rows.map(({ cut: _cut, cut_basis: _basis, ...row }) => row);
    assertEquals(plain(found(all)), plain(found(all, { rule: "noon" })));
  }
});

const anyLife = fc.record({
  kind: fc.constantFrom(...KINDS),
  seed: fc.integer({ min: 1, max: 1_000_000 }),
});

Deno.test("sessions() loses no minute, and the main sleep of a date is the longest that ends on it", () => {
  fc.assert(
    fc.property(anyLife, ({ kind, seed }) => {
      const sleeps = life(kind, seed), rows = found(sleeps);
      const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
      assertEquals(
        total(rows.map(({ asleep }) => Math.round(60_000 * (asleep as number)))),
        total(sleeps.map(([start, end]) => end - start)),
      );
      for (const row of rows) if (row["main"] === true) assertEquals(row["night"], wakingDate(row));
      const byNight = Map.groupBy(rows, ({ night }) => night);
      for (const together of [byNight, Map.groupBy(rows, wakingDate)]) {
        for (const some of together.values()) {
          const longest = Math.max(
            ...some.map(({ asleep }) => Math.round(60_000 * (asleep as number))),
          );
          const mains = some.filter(({ main }) => main);
          assertEquals(mains.length, longest >= 3 * HOUR ? 1 : 0);
          if (mains.length === 1) {
            assertEquals(Math.round(60_000 * (mains[0]!["asleep"] as number)), longest);
          }
        }
      }
    }),
    { numRuns: 400 },
  );
});

Deno.test("sessions() gives a sleep the same date and kind, however much else the frame has", () => {
  fc.assert(
    fc.property(anyLife, fc.integer({ min: 0, max: 30 }), ({ kind, seed }, skipped) => {
      const sleeps = life(kind, seed, 100), middle = sleeps[0]![0] + (33 + skipped) * DAY;
      const label = (within: number) =>
        found(sleeps.filter(([start]) => Math.abs(start - middle) < within * DAY)).filter((
          { start_time },
        ) => Math.abs(Date.parse(String(start_time)) - middle) < 7 * DAY)
          .map(({ number: _, ...row }) => row);
      const week = label(7 + 16), month = label(15 + 16), all = label(1000);
      assertEquals(week, all);
      assertEquals(month, all);
    }),
    { numRuns: 150 },
  );
});

Deno.test("sessions() follows a shift change and a day of 25 hours", () => {
  const first = Date.UTC(2024, 0, 1);
  const shifts = Array.from({ length: 42 }, (_, day): Sleep => {
    const start = first + day * DAY + (day < 21 ? -1 : 8) * HOUR;
    return [start, start + 7 * HOUR];
  });
  const byShift = found(shifts);
  assertEquals(byShift.filter(({ main }) => main).length, 42);
  assertEquals(byShift.map(wakingDate), byShift.map(({ night }) => night));
  assertEquals([byShift[0]!["cut"], byShift[41]!["cut"]], ["12:00", "00:00"]);
  const long = Array.from({ length: 57 }, (_, cycle): Sleep => {
    const start = first + cycle * 25 * HOUR;
    return [start, start + 8 * HOUR];
  });
  const drifting = found(long);
  assertEquals(drifting.filter(({ main }) => main).length, 57);
  assertEquals(drifting.map(wakingDate), drifting.map(({ night }) => night));
  assert(new Set(drifting.map(({ cut }) => cut)).size > 5);
});

Deno.test("regularity() includes every day of someone who sleeps around noon", () => {
  const sleeps = stages(daily(8, 8, 5)), options = { tz: "UTC", per: "pair" as const };
  const pairs = toRows(columnsOf(regularity(sleeps, options)));
  assertEquals(pairs.length, 27);
  assertEquals(pairs[0]!["night"], "2024-01-01");
  assert(pairs.slice(1, -1).every(({ coverage }) => coverage === 1));
  const noon = toRows(columnsOf(regularity(sleeps, { ...options, rule: "noon" })));
  assert(noon.slice(1, -1).some(({ coverage }) => (coverage as number) < 1));
  const own = pick(regularity(sleeps, { tz: "UTC" }), "SRI")!;
  assert(Math.abs(own - pick(regularity(sleeps, { tz: "UTC", rule: "noon" }), "SRI")!) < 3);
});

Deno.test("sessions() without enough sleep or a usual time cuts at noon, and says why", () => {
  const few = found(daily(8, 8, 1, 3));
  assertEquals(
    few.map(({ cut, cut_basis }) => [cut, cut_basis]),
    new Array(3).fill(["12:00", "few"]),
  );
  assertEquals(few.map(({ night }) => night), ["2024-01-01", "2024-01-02", "2024-01-03"]);
  const twice = Array.from({ length: 28 }, (_, i): Sleep => {
    const start = Date.UTC(2024, 0, 1, 12 * i);
    return [start, start + 4 * HOUR];
  });
  assertEquals(new Set(found(twice).map(({ cut_basis }) => cut_basis)), new Set(["scattered"]));
});
