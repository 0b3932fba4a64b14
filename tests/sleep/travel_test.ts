import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { pick } from "../../src/frame/pick.ts";
import { type Row, toRows } from "../../src/frame/polars/rows.ts";
import { resample } from "../../src/series/resample.ts";
import { nightly } from "../../src/sleep/nightly.ts";
import { sessions } from "../../src/sleep/sessions.ts";
import { regularity } from "../../src/sleep/regularity.ts";
import { timing } from "../../src/sleep/timing.ts";
import { day, lastNights } from "../../src/time/range.ts";
import { zone, type ZoneFrom } from "../../src/time/zone.ts";

/**
 * Returns nights from 23:00 to 07:00 by the clock of two zones; the traveller changes zone at `at`.
 */
function trip(from: string, to: string, at: string): { rows: Row[]; tz: ZoneFrom[] } {
  const change = Temporal.Instant.from(at);
  const nightsIn = (tz: string, isThere: (time: Temporal.Instant) => boolean): Row[] =>
    Array.from({ length: 28 }, (_, i) => {
      const date = Temporal.PlainDate.from("2024-01-02").add({ days: i });
      const start = date.toPlainDateTime("23:00").toZonedDateTime(tz).toInstant();
      const end = date.add({ days: 1 }).toPlainDateTime("07:00").toZonedDateTime(tz).toInstant();
      return isThere(start) && isThere(end)
        ? [{ start_time: start, end_time: end, sleep_stage: 3, tz }]
        : [];
    }).flat();
  return {
    rows: [
      ...nightsIn(from, (time) => Temporal.Instant.compare(time, change) < 0),
      ...nightsIn(to, (time) => Temporal.Instant.compare(time, change) >= 0),
    ],
    tz: [{ from: "2020-01-01T00:00Z", tz: from }, { from: at, tz: to }],
  };
}

const withoutZone = (rows: readonly Row[]): Row[] => rows.map(({ tz: _, ...row }) => row);

const TRIPS = [
  ["Europe/Berlin", "America/New_York"],
  ["Pacific/Auckland", "Pacific/Honolulu"], // across the date line: one date occurs twice
  ["Pacific/Honolulu", "Pacific/Auckland"], // and back: one date is skipped
  ["Asia/Kathmandu", "Australia/Lord_Howe"],
] as const;

Deno.test("timing() of someone who sleeps from 23:00 to 07:00 in every zone has that onset and no spread", () => {
  for (const [from, to] of TRIPS) {
    const { rows, tz } = trip(from, to, "2024-01-15T20:00Z");
    const own = withoutZone(rows);
    const frames = [
      timing(own, { tz }),
      timing(rows), // a column of zones
      timing(sessions(own, { tz })), // which keeps the zone of waking
      timing(sessions(own, { tz }), { tz }),
    ];
    for (const found of frames) {
      assertAlmostEquals(pick(found, "onset")!, 23, 1e-9);
      assertAlmostEquals(pick(found, "wake")!, 7, 1e-9);
      assertEquals([pick(found, "onset_sd"), pick(found, "midpoint_sd")], [0, 0]);
    }
    // A single zone for all nights is wrong by hours.
    assert(pick(timing(own, { tz: from }), "midpoint_sd")! > 0.5);
    for (const row of toRows(columnsOf(nightly(own, { tz })))) {
      assertEquals([row["onset"], row["wake"]], [-1, 7]);
    }
  }
});

Deno.test("sessions() of a traveller have the local wake-up date, each once, and lose no sleep", () => {
  const dates = ([from, to]: typeof TRIPS[number]) => {
    const { rows, tz } = trip(from, to, "2024-01-15T20:00Z");
    const found = toRows(columnsOf(sessions(withoutZone(rows), { tz })));
    assertEquals(found.length, rows.length);
    for (const row of found) {
      const waking = Temporal.Instant.from(String(row["wake_time"]))
        .toZonedDateTimeISO(String(row["tz"])).toPlainDate().toString();
      assertEquals(row["night"], waking);
    }
    return found.map(({ night, main }) => `${String(night).slice(8)}${main ? "" : " nap"}`);
  };
  const [berlin, west, east] = TRIPS.map(dates);
  assertEquals(new Set(berlin).size, berlin!.length);
  // Two wake-ups on one date have one main sleep of that date.
  assertEquals(west!.slice(12, 16), ["15", "16", "16 nap", "17"]);
  assertEquals(east!.slice(11, 15), ["14", "15", "17", "18"]);
});

Deno.test("regularity() compares moments 24 elapsed hours apart on days of the traveller's clock", () => {
  const { rows, tz } = trip("Europe/Berlin", "America/New_York", "2024-01-15T12:00Z");
  const pairs = toRows(columnsOf(regularity(withoutZone(rows), { tz, per: "pair" })));
  // Sleep moves by six hours, from 22:00 to 04:00 UTC, seen from noon (11:00 UTC) to noon: 6 and 5
  // hours differ on the day before the flight and one on the next, which has 30 hours.
  const unlike = pairs.filter(({ value }) => value !== 100);
  assertEquals(unlike.map(({ night }) => night), ["2024-01-15", "2024-01-16"]);
  assertAlmostEquals(unlike[0]!["value"] as number, 200 * 13 / 24 - 100, 1e-9);
  assertAlmostEquals(unlike[1]!["value"] as number, 200 * 29 / 30 - 100, 1e-9);
});

Deno.test("a day of travel west is longer in ranges and in resample(), and no hour is lost", () => {
  const tz = [
    { from: "2024-01-01T00:00Z", tz: "Europe/Berlin" },
    { from: "2024-01-15T12:00Z", tz: "America/New_York" },
  ];
  const { start_time, end_time } = day("2024-01-15", tz);
  assertEquals(start_time.toString(), "2024-01-15T00:00:00+01:00[Europe/Berlin]");
  assertEquals(end_time.toString(), "2024-01-16T00:00:00-05:00[America/New_York]");
  const two = lastNights(2, tz, { until: "2024-01-16T15:00Z" });
  assertEquals(two.start_time.toString(), "2024-01-14T12:00:00+01:00[Europe/Berlin]");
  assertEquals(two.end_time.toString(), "2024-01-16T12:00:00-05:00[America/New_York]");
  const hours = Array.from({ length: 78 }, (_, hour) => ({
    time: new Date(Date.UTC(2024, 0, 13, 23 + hour)),
    steps: 1,
  }));
  const days = toRows(columnsOf(resample(hours, { every: "1d", tz, aggregate: "sum" })));
  assertEquals(days.map(({ steps }) => steps), [24, 30, 24]);
});

Deno.test("zone() reads a list of zones, and reports what is wrong with it", () => {
  const from = "2024-01-15T12:00Z";
  assertEquals(zone([{ from, tz: "Europe/Berlin" }]), "Europe/Berlin");
  const both = zone([{ from: "2024-01-01", tz: "Europe/Berlin" }, { from, tz: "Asia/Tokyo" }]);
  assertEquals(both, "Europe/Berlin; from 2024-01-15T12:00:00Z Asia/Tokyo");
  assertEquals(zone(both), both);
  assertThrows(() => zone([]), RangeError, "the list is empty");
  assertThrows(
    () => zone([{ from, tz: "Europe/Berlin" }, { from, tz: "Asia/Tokyo" }]),
    RangeError,
    "Asia/Tokyo does not start after Europe/Berlin",
  );
  assertThrows(() => zone([{ from, tz: "Europe/Berlni" }]), RangeError, "did you mean");
  assertThrows(() => zone(["Europe/Berlin"] as never), TypeError, "item 0 is");
});
