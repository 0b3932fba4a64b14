import { assertEquals, assertThrows } from "@std/assert";
import { readPoints } from "../../src/places/readPoints.ts";

const at = (minute: number): Date => new Date(Date.UTC(2024, 0, 1, 0, minute));
const micros = (minute: number): bigint => BigInt(at(minute).getTime()) * 1000n;
const sample = (minute: number, latitude_degrees: number | null, others: object = {}) => ({
  timestamp: at(minute),
  latitude_degrees,
  longitude_degrees: 10,
  ...others,
});

Deno.test("readPoints() sorts samples; among equal times the first known location counts", () => {
  const { time, where, step } = readPoints(
    [sample(3, 3), sample(1, null), sample(2, 2), sample(1, 1), sample(1, 9)],
    "find visits",
  );
  assertEquals([...time], [micros(1), micros(2), micros(3)]);
  assertEquals(where.map((point) => point?.latitude), [1, 2, 3]);
  assertEquals(step, 0n);
});

Deno.test("readPoints() treats a location with only one coordinate as unknown", () => {
  const { where } = readPoints([
    sample(1, 1),
    sample(2, null),
    sample(3, 3, { longitude_degrees: null }),
  ], "find visits");
  assertEquals(where, [{ latitude: 1, longitude: 10 }, null, null]);
});

Deno.test("readPoints() keeps locations within the accuracy, and locations of unknown accuracy", () => {
  const rows = [199, 200, 201, null].map((horizontal_accuracy_meters, i) =>
    sample(i, i, { horizontal_accuracy_meters })
  );
  const known = (accuracy?: number): boolean[] =>
    readPoints(rows, "find visits", accuracy === undefined ? {} : { accuracy }).where.map((point) =>
      point !== null
    );
  assertEquals(known(), [true, true, false, true]);
  assertEquals(known(201), [true, true, true, true]);
  assertEquals(known(199), [true, false, false, true]);
  for (const accuracy of [0, -1, NaN]) {
    assertThrows(
      () => known(accuracy),
      RangeError,
      `Cannot find visits: expected accuracy above 0, got ${accuracy}`,
    );
  }
});

Deno.test("readPoints() uses the smallest distance between two rows as the step of a grid", () => {
  const grid = (...minutes: number[]): bigint =>
    readPoints(
      minutes.map((minute) => ({ slice_time: at(minute), lat: 1, long: 2 })),
      "find visits",
    ).step;
  assertEquals(grid(0, 10, 15, 20, 40), 300_000_000n);
  assertEquals(grid(0, 5, 15), 300_000_000n);
  assertEquals(grid(0), 0n);
});

Deno.test("readPoints() rejects coordinates that are not on Earth, and accepts all others", () => {
  const read = (latitude: number, longitude_degrees: number) =>
    readPoints([sample(0, 0), sample(1, latitude, { longitude_degrees })], "find visits");
  for (const [latitude, longitude] of [[90, 360], [-90, -360], [0, 0]] as const) {
    assertEquals(read(latitude, longitude).where[1], { latitude, longitude });
  }
  for (const [latitude, longitude] of [[90.01, 0], [-90.01, 0], [0, 360.01], [0, -361]] as const) {
    assertThrows(
      () => read(latitude, longitude),
      RangeError,
      `Cannot find visits: row 1 is at ${latitude} degrees north, ${longitude} east, which is not on Earth`,
    );
  }
});

Deno.test("readPoints() reports the missing column", () => {
  const lacks = (row: Record<string, unknown>): string =>
    assertThrows(() => readPoints([row], "find visits"), TypeError).message;
  assertEquals(
    lacks({ lat: 1, long: 2 }),
    "Cannot find visits: the frame has no column slice_time, timestamp or time",
  );
  assertEquals(
    lacks({ time: at(0), long: 2 }),
    "Cannot find visits: the frame has no column lat or latitude_degrees",
  );
  assertEquals(
    lacks({ time: at(0), lat: 2 }),
    "Cannot find visits: the frame has no column long or longitude_degrees",
  );
});

Deno.test("readPoints() reports the column and row of a null time", () => {
  const rows = (name: string) => [{ [name]: at(0), lat: 1, long: 2 }, {
    [name]: null,
    lat: 1,
    long: 2,
  }];
  for (const name of ["slice_time", "timestamp", "time"]) {
    assertThrows(
      () => readPoints(rows(name), "find visits"),
      TypeError,
      `Cannot find visits: ${name} is null in row 1`,
    );
  }
  assertThrows(
    () => readPoints(rows("seen"), "find visits", { columns: { time: "seen" } }),
    TypeError,
    "Cannot find visits: seen is null in row 1",
  );
});
