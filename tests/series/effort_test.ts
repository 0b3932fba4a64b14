import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { demo } from "../../mod.ts";
import { effort } from "../../src/series/effort.ts";

const START = Date.UTC(2025, 2, 29, 20), MINUTE = 60_000, TZ = "Europe/Berlin";

const rowsOf = (readings: readonly (readonly [gap: number, value: number])[]) => {
  let at = START;
  return readings.map(([gap, value]) => ({ time: new Date(at += gap * MINUTE), value }));
};

Deno.test("effort() agrees with a count second by second, across a daylight saving change", () => {
  const reading = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 50, max: 190 }));
  fc.assert(
    fc.property(fc.array(reading, { minLength: 1, maxLength: 40 }), (readings) => {
      const rows = rowsOf(readings), edges = [92.5, 111, 129.5, 148, 166.5];
      const want = new Map<string, number[]>();
      for (const [i, { time, value }] of rows.entries()) {
        const next = rows[i + 1]?.time.getTime() ?? Infinity;
        // A reading belongs to the day on which it starts.
        const day = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(TZ)
          .toPlainDate().toString();
        const sums = want.getOrInsertComputed(day, () => [0, 0, 0, 0, 0, 0]);
        for (
          let at = time.getTime();
          at < Math.min(next, time.getTime() + 5 * MINUTE);
          at += 1000
        ) {
          const zone = edges.filter((edge) => value >= edge).length;
          sums[5]!++;
          if (zone > 0) sums[zone - 1]!++;
        }
      }
      const found = effort(rows, { max: 185, tz: TZ }).toRecords()
        .filter(({ measured }) => measured !== null);
      assertEquals(
        found.map((row) =>
          ["zone_1", "zone_2", "zone_3", "zone_4", "zone_5", "measured"]
            .map((name) => Math.round(60 * Number(row[name])))
        ),
        [...want.values()],
      );
    }),
    { numRuns: 60 },
  );
});

Deno.test("effort() uses the highest rate that three readings hold as the maximum, not a spike", () => {
  const rows = rowsOf([[1, 100], [1, 240], [1, 150], [1, 152], [1, 151], [1, 90]]);
  assertEquals(effort(rows, { tz: TZ }).getColumn("max").toArray(), [150]);
  assertEquals(effort(rows, { tz: TZ, max: 200 }).getColumn("zone_5").toArray(), [1]);
});

Deno.test("effort() returns null for days without readings, and accepts zones and weeks", () => {
  const rows = rowsOf([[0, 100], [4 * 24 * 60, 100]]);
  const days = effort(rows, { max: 200, tz: TZ });
  assertEquals<unknown>(days.getColumn("measured").toArray(), [5, null, null, null, 5]);
  const weeks = effort(rows, { max: 200, zones: [0.5], every: "1w", tz: TZ });
  assertEquals(weeks.columns, ["time", "zone_1", "measured", "max"]);
  assertEquals(weeks.getColumn("zone_1").toArray(), [5, 5]);
});

Deno.test("effort() accepts the result of me.samples(), and its minutes add up to the measured time", async () => {
  const me = await demo({ days: 14 });
  const weeks = effort(await me.samples("HeartRate", { days: 14 }), { max: 185, every: "1w" });
  for (const row of weeks.toRecords()) {
    const inZones = [1, 2, 3, 4, 5].reduce((sum, zone) => sum + Number(row[`zone_${zone}`]), 0);
    assertEquals(inZones > 0 && inZones < Number(row["measured"]), true);
  }
});

Deno.test("effort() rejects an impossible maximum or impossible zones, and names what is missing", () => {
  const rows = rowsOf([[1, 100], [1, 120]]);
  for (const max of [0, -1, NaN, Infinity]) {
    assertThrows(() => effort(rows, { max, tz: TZ }), RangeError, "expected a heart rate");
  }
  for (const zones of [[], [0.6, 0.5], [0], [140, 160]]) {
    assertThrows(() => effort(rows, { max: 180, zones, tz: TZ }), RangeError, "ascending shares");
  }
  assertThrows(() => effort(rows, { tz: TZ }), RangeError, "Pass max");
});
