import { assertEquals } from "@std/assert";
import { locations } from "../../src/api/locations.ts";
import { readRecords } from "../../src/client/response/readRecords.ts";
import type { Endpoint } from "../../src/api/fields/endpoint.ts";

const FLAGS = { source_is_simulated_by_software: false, source_is_produced_by_accessory: false };

const read = (endpoint: Endpoint, rows: object[]) =>
  readRecords(endpoint, {}, new TextEncoder().encode(JSON.stringify(rows)));

Deno.test("readRecords() reads unknown arrivals and departures as null", () => {
  const frame = read(locations.mobileVisits, [
    { arrival_date: "0001-01-01T00:00:00+00:00", departure_date: "2024-01-01T00:00:00Z" },
    { arrival_date: "2024-01-02T00:00:00Z", departure_date: "4001-01-01T00:00:00+00:00" },
    { arrival_date: "2024-01-03T00:00:00Z", departure_date: "3999-12-31T00:00:00Z" },
  ]);
  const times = (name: string) =>
    (frame.getColumn(name).toArray() as unknown as (Date | null)[])
      .map((time) => time?.toISOString() ?? null);
  assertEquals(times("arrival_date"), [
    null,
    "2024-01-02T00:00:00.000Z",
    "2024-01-03T00:00:00.000Z",
  ]);
  assertEquals(times("departure_date"), [
    "2024-01-01T00:00:00.000Z",
    null,
    "3999-12-31T00:00:00.000Z",
  ]);
});

Deno.test("readRecords() reads unknown measures as null, and keeps heights of -1", () => {
  const frame = read(locations.mobileUpdates, [
    { ...FLAGS, speed: -1, course_heading_degrees: 0, altitude_meters: -1 },
    { ...FLAGS, speed: 1.5, course_heading_degrees: -1, altitude_meters: 30 },
  ]);
  const column = (name: string): unknown[] => frame.getColumn(name).toArray();
  assertEquals(column("speed"), [null, 1.5]);
  assertEquals(column("course_heading_degrees"), [0, null]);
  assertEquals(column("altitude_meters"), [-1, 30]);
});
