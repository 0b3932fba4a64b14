import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { getTimes } from "suncalc";
import { places } from "../../mod.ts";
import { sunTimes } from "../../src/places/sunTimes.ts";

const place = { latitude: 52.52, longitude: 13.405 }, tz = "Europe/Berlin";

/** Returns the times of a column on the local clock. */
const clock = (frame: ReturnType<typeof places.photoperiod>, name: string): string[] =>
  frame.getColumn(name).dt.strftime("%Y-%m-%d %H:%M:%S").toArray()
    .map(String);

Deno.test("photoperiod() gives the dawn and dusk of LightLogR", () => {
  const found = places.photoperiod([{ date: "2023-06-01" }], {
    place: { latitude: 20, longitude: 20 },
    tz: "Europe/Zurich",
  });
  assertEquals(clock(found, "dawn"), ["2023-06-01 05:35:47"]);
  assertEquals(clock(found, "dusk"), ["2023-06-01 19:39:58"]);
});

Deno.test("photoperiod() is within 6 seconds of PyEphem on four continents, and at daylight saving changes", () => {
  // PyEphem 4.2.1: horizon = -angle, pressure = 0, previous_rising and next_setting of the transit
  // nearest to 12:00, use_center=True
  const theirs = [
    [20, 20, "Europe/Zurich", 6, "2023-06-01T05:35:48+02:00", "2023-06-01T19:39:58+02:00"],
    [52.52, 13.405, tz, 6, "2024-03-31T06:07:36+02:00", "2024-03-31T20:14:25+02:00"],
    [52.52, 13.405, tz, 6, "2024-10-27T06:18:36+01:00", "2024-10-27T17:20:56+01:00"],
    [-33.87, 151.21, "Australia/Sydney", 12, "2024-12-21T04:35:47+11", "2024-12-21T21:10:42+11"],
    [40.71, -74.01, "America/New_York", 0.833, "2024-11-03T06:29:21-05", "2024-11-03T16:49:19-05"],
    [1.87, -157.4, "Pacific/Kiritimati", 6, "2024-02-01T06:20:09+14", "2024-02-01T19:05:50+14"],
    [60.17, 24.94, "Europe/Helsinki", 6, "2024-06-05T02:29:40+03", "2024-06-06T00:10:43+03"],
    [64.15, -21.94, "Atlantic/Reykjavik", 6, "2024-05-10T03:01:20Z", "2024-05-10T23:52:13Z"],
  ] as const;
  for (const [latitude, longitude, tz, angle, dawn, dusk] of theirs) {
    const date = dawn.slice(0, 10);
    const [row] = places.photoperiod([{ date }], { place: { latitude, longitude }, tz, angle })
      .toRecords();
    for (const [name, expected] of Object.entries({ dawn, dusk })) {
      const seconds = Temporal.Instant.from(expected).epochMilliseconds / 1000;
      assertAlmostEquals(Number(row![name]) / 1000, seconds, 6, `${name} of ${date} in ${tz}`);
    }
  }
});

Deno.test("sunTimes() is within half a second of suncalc, except near grazing", () => {
  for (let k = 0; k < 500; k++) {
    const date = new Date(Date.UTC(1980, 0, 1 + 37 * k, 12));
    const latitude = -55 + (k * 7) % 110, longitude = -180 + (k * 47) % 360;
    const { solarNoon, dawn, dusk } = getTimes(date, latitude, longitude);
    const found = sunTimes(solarNoon.getTime(), { latitude, longitude }, -6);
    for (const [ours, theirs] of [[found.rise, dawn], [found.set, dusk]] as const) {
      assertAlmostEquals(ours!, theirs!.getTime(), 500);
    }
  }
});

Deno.test("photoperiod() is null, with the reason, on a polar day and in a polar night", () => {
  const tromso = { latitude: 69.65, longitude: 18.96 }, tz = "Europe/Oslo";
  const year = Array.from({ length: 366 }, (_, day) => ({
    date: Temporal.PlainDate.from("2024-01-01").add({ days: day }).toString(),
  }));
  const rows = places.photoperiod(year, { place: tromso, tz, angle: 0.833 }).toRecords();
  const isUp = rows.map(({ note }) => note === "the sun stays above -0.833°");
  const isDown = rows.map(({ note }) => note === "the sun stays below -0.833°");
  const span = (flags: readonly boolean[]) =>
    [flags.indexOf(true), flags.lastIndexOf(true)]
      .map((i) => year[i]!.date);
  // PyEphem 4.2.1 raises AlwaysUpError and NeverUpError on these dates
  assertEquals(span(isUp), ["2024-05-17", "2024-07-25"]);
  assertEquals([isDown.indexOf(false), isDown.lastIndexOf(false)], [14, 330]);
  rows.forEach(({ dawn, dusk, photoperiod, note }) => {
    assertEquals(note === null, dawn !== null && dusk !== null);
    assertEquals(photoperiod === null, note !== null);
  });
  assert(rows.every(({ noon }) => noon !== null));
  const civil = places.photoperiod(year, { place: tromso, tz }).toRecords();
  assertEquals(civil[0]!["note"], null); // civil twilight at noon in the polar night
});

Deno.test("photoperiod() has a row for each local date of each person, at the place of that day", () => {
  const rows = [
    { user: "b", time: "2024-03-30T23:30Z", latitude_degrees: null, longitude_degrees: null },
    { user: "b", time: "2024-03-31T10:00Z", latitude_degrees: 52.52, longitude_degrees: 13.405 },
    { user: "b", time: "2024-03-31T12:00Z", latitude_degrees: 0, longitude_degrees: 0 },
    { user: "a", time: "2024-10-26T22:30Z", latitude_degrees: 52.52, longitude_degrees: 13.405 },
    { user: "a", time: "2024-10-26T20:30Z", latitude_degrees: null, longitude_degrees: null },
  ];
  const found = places.photoperiod(rows, { by: "user", tz }).toRecords();
  assertEquals(
    found.map((
      { user, date, note },
    ) => [user, String(date), note]),
    [["b", "2024-03-31", null], ["a", "2024-10-26", "no location"], ["a", "2024-10-27", null]],
  );
  const [spring, autumn] = ["2024-03-31", "2024-10-27"].map((date) =>
    places.photoperiod([{ date }], { place, tz }).toRecords()[0]!
  );
  assertEquals([found[0]!["dawn"], found[2]!["dusk"]], [spring!["dawn"], autumn!["dusk"]]);
  assertEquals(places.photoperiod([], { place, tz }).height, 0);
});

Deno.test("photoperiod() rejects places off Earth, missing locations and other options", () => {
  const days = [{ date: "2024-06-20" }];
  const wrong = (options: object): string =>
    assertThrows(() => places.photoperiod(days, { place, tz, ...options }), Error).message;
  assert(wrong({ place: { latitude: 91, longitude: 0 } }).includes("place is at 91 degrees north"));
  assert(wrong({ place: { lat: 52, long: 13 } }).includes("lat"));
  assert(wrong({ place: undefined }).includes("no column lat or latitude_degrees. Pass place"));
  assert(wrong({ angle: NaN }).includes("angle is NaN"));
  assert(wrong({ angle: "civil" }).includes('angle is the text "civil", expected a number'));
  assert(wrong({ depression: 6 }).includes('"depression"'));
  assertThrows(
    () => places.photoperiod([{ time: "2024-06-20T12:00Z" }], { place }),
    RangeError,
    "Pass tz",
  );
});
