import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { SampleLocationUpdate } from "../../../src/sample/days/deviceLocations.ts";
import { sampleLocation } from "../../../src/sample/days/sampleLocation.ts";
import { sampleNights } from "../../../src/sample/nights/sampleNights.ts";
import { sampleRecords } from "../../../src/sample/records/sampleRecords.ts";
import { sampleUntil } from "../../../src/sample/life/sampleUntil.ts";

const { updates, map, visits } = sampleLocation();
const HOME = { latitude_degrees: 52.5, longitude_degrees: 13.4 };

type Place = Pick<SampleLocationUpdate, "latitude_degrees" | "longitude_degrees">;

/** Returns the great-circle distance in metres (haversine). */
function distance(a: Place, b: Place): number {
  const rad = Math.PI / 180;
  const half = (x: number, y: number) => Math.sin((y - x) * rad / 2) ** 2;
  const h = half(a.latitude_degrees, b.latitude_degrees) +
    Math.cos(a.latitude_degrees * rad) * Math.cos(b.latitude_degrees * rad) *
      half(a.longitude_degrees, b.longitude_degrees);
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(h));
}

Deno.test("sampleLocation() is determined by its options", () => {
  const text = (seed: number) => JSON.stringify(sampleLocation({ seed, days: 30 }));
  assertEquals(text(3), text(3));
  assertNotEquals(text(3), text(4));
});

Deno.test("sampleLocation() with days returns the part of the whole sample that reaches into them", () => {
  const from = sampleUntil.epochMilliseconds - 20 * 86_400_000;
  assertEquals(sampleLocation({ days: 20 }), {
    updates: updates.filter(({ timestamp }) => Date.parse(timestamp) >= from),
    map: map.filter(({ timestamp }) => Date.parse(timestamp) >= from),
    visits: visits.filter(({ departure_date }) => Date.parse(departure_date) > from),
  });
});

Deno.test("sampleLocation() returns updates in order of time at a plausible speed", () => {
  assertEquals(new Set(updates.map(({ uuid }) => uuid)).size, updates.length);
  assert(updates.length > 10_000 && updates.length < 20_000, `${updates.length} updates`);
  for (const [i, update] of updates.entries()) {
    const before = updates[i - 1];
    if (before === undefined) continue;
    const seconds = (Date.parse(update.timestamp) - Date.parse(before.timestamp)) / 1000;
    assert(seconds > 0);
    const speed = distance(before, update) / seconds;
    assert(speed < 10, `${speed} m/s before ${update.timestamp}`);
    assert(update.speed < 10 && update.course_heading_degrees < 360);
  }
  const fastest = updates.reduce((most, { speed }) => Math.max(most, speed), 0);
  assert(fastest > 4, `the ride is at ${fastest} m/s`);
});

Deno.test("sampleLocation() has speeds that agree with the distance covered", () => {
  const from = sampleUntil.epochMilliseconds - 60 * 86_400_000;
  let compared = 0;
  for (const [i, update] of updates.entries()) {
    const before = updates[i - 1];
    if (before === undefined || Date.parse(before.timestamp) < from) continue;
    const seconds = (Date.parse(update.timestamp) - Date.parse(before.timestamp)) / 1000;
    const riding = update.speed > 4 && before.speed > 4 && seconds === 60;
    if (!riding) continue;
    compared++;
    const speed = distance(before, update) / seconds;
    assert(Math.abs(speed - update.speed) < 0.8, `${speed} and ${update.speed} m/s`);
  }
  assert(compared > 100);
});

const isUnknown = ({ arrival_date }: { arrival_date: string }): boolean => arrival_date < "0002";

Deno.test("sampleLocation() has visits in every season, a few with an unknown start", () => {
  const unknown = visits.filter(isUnknown).length;
  assert(unknown > 5 && unknown < visits.length / 20, `${unknown} of ${visits.length}`);
  const ends = visits.filter(isUnknown).map(({ departure_date }) => Date.parse(departure_date));
  assertEquals(ends.toSorted((a, b) => a - b), ends);
});

Deno.test("sampleLocation() has visits that do not overlap, some with an unknown start or end", () => {
  assertEquals(visits[0]?.arrival_date, "0001-01-01T00:00:00+00:00");
  assertEquals(visits.at(-1)?.departure_date, "4001-01-01T00:00:00+00:00");
  for (const [i, visit] of visits.entries()) {
    assert(Date.parse(visit.departure_date) > Date.parse(visit.arrival_date));
    const before = visits[i - 1];
    if (before === undefined || isUnknown(visit)) continue;
    assert(Date.parse(visit.arrival_date) > Date.parse(before.departure_date));
    // A recreational ride ends where it started.
    const away = Date.parse(visit.arrival_date) - Date.parse(before.departure_date);
    assert(distance(visit, before) > 1000 || away > 25 * 60_000);
  }
  const places = new Set(visits.map((v) => `${v.latitude_degrees} ${v.longitude_degrees}`));
  assertEquals(places.size, 5);
});

Deno.test("sampleLocation() has the person at home every night", () => {
  const home = visits.filter((visit) => distance(visit, HOME) === 0);
  for (const night of sampleNights()) {
    const around = home.some(({ arrival_date, departure_date }) =>
      Date.parse(arrival_date) <= night.start && night.end <= Date.parse(departure_date)
    );
    assert(around, new Date(night.start).toISOString());
  }
});

Deno.test("sampleLocation() has fewer and less accurate samples of a map provider for the same paths", () => {
  assertEquals(new Set(map.map(({ uuid }) => uuid)).size, map.length);
  assert(map.length > 5000 && map.length < updates.length, `${map.length} samples`);
  const device = updates.map((update) => ({ ...update, at: Date.parse(update.timestamp) }));
  let near = 0, compared = 0, row = 0;
  for (const sample of map) {
    assert(sample.horizontal_accuracy_meters >= 20 && sample.source === "Maps");
    const at = Date.parse(sample.timestamp);
    while ((device[row + 1]?.at ?? Infinity) < at) row++;
    const [before, after] = [device[row]!, device[row + 1]];
    if (after === undefined || after.at - before.at > 60_000) continue;
    compared++;
    // Between two samples of the device a minute apart, up to 7 m/s.
    const detour = distance(before, sample) + distance(sample, after) - distance(before, after);
    if (detour < 150) near++;
  }
  assert(compared > 100 && near > 0.99 * compared, `${near} of ${compared}`);
});

Deno.test("sampleLocation() has walks during long bouts of steps on the phone", () => {
  const days = 60;
  const from = sampleUntil.epochMilliseconds - days * 86_400_000;
  const long = [...sampleRecords({ days })].filter(({ data_type }) => data_type === "StepCount")
    .flatMap(({ records }) => records)
    .map(({ start_time, end_time = "" }) => [Date.parse(start_time), Date.parse(end_time)] as const)
    .filter(([start, end]) => start >= from && end - start > 10 * 60_000);
  assert(long.length > 50);
  for (const [start, end] of long) {
    const during = updates.filter(({ timestamp }) =>
      start <= Date.parse(timestamp) && Date.parse(timestamp) < end
    );
    assert(during.length > 0 && during.every(({ speed }) => speed > 0.8 && speed < 3.5));
  }
});
