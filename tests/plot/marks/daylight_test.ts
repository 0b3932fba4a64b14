import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { daylight } from "../../../src/plot/marks/daylight.ts";
import { daylightHours } from "../../../src/plot/nights/daylightRows.ts";
import * as plot from "../../../src/plot/mod.ts";
import { golden } from "../golden.ts";
import { sampleNights, variedNights } from "../sampleNights.ts";
import { found, textBoxes } from "../svg.ts";

const tz = "Europe/Berlin", BERLIN = { lat: 52.52, long: 13.405 };
const utc = (text: string): number => Temporal.Instant.from(text).epochMilliseconds;
const minutes = (at: number, tz: string): number => {
  const { hour, minute, second } = Temporal.Instant.fromEpochMilliseconds(Math.round(at))
    .toZonedDateTimeISO(tz);
  return 60 * hour + minute + second / 60;
};

/** Published wall clock times of sunrise and sunset (timeanddate.com, US Naval Observatory). */
const PUBLISHED = [
  ["Berlin, summer", "2024-06-21", tz, BERLIN, "04:43", "21:33"],
  ["Berlin, winter", "2024-12-21", tz, BERLIN, "08:15", "15:54"],
  ["Sydney", "2024-12-21", "Australia/Sydney", { lat: -33.87, long: 151.21 }, "05:41", "20:05"],
  ["Honolulu", "2024-03-20", "Pacific/Honolulu", { lat: 21.31, long: -157.86 }, "06:35", "18:43"],
] as const;

for (const [name, date, zone, place, rise, set] of PUBLISHED) {
  Deno.test(`daylight() agrees with the published sunrise and sunset of ${name} to two minutes`, () => {
    const day = Temporal.PlainDate.from(date);
    const start = day.toZonedDateTime(zone).epochMilliseconds;
    const end = day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
    const [span, ...others] = daylight(start, end, place, "test");
    assertEquals(others, []);
    const clock = (text: string): number => 60 * Number(text.slice(0, 2)) + Number(text.slice(3));
    assertAlmostEquals(minutes(span!.start, zone), clock(rise), 2);
    assertAlmostEquals(minutes(span!.end, zone), clock(set), 2);
  });
}

Deno.test("daylight() of a polar day is one interval; a polar night has none", () => {
  const tromso = { lat: 69.65, long: 18.96 };
  const start = utc("2024-06-10T00:00Z"), end = utc("2024-06-15T00:00Z");
  assertEquals(daylight(start, end, tromso, "test"), [{ start, end }]);
  assertEquals(
    daylight(utc("2024-12-10T00:00Z"), utc("2024-12-15T00:00Z"), tromso, "test"),
    [],
  );
});

Deno.test("daylight() is cut at both ends, even far from Greenwich", () => {
  for (const long of [-179, -90, 0, 90, 179]) {
    const start = utc("2024-03-20T00:00Z"), end = utc("2024-03-22T00:00Z");
    const spans = daylight(start, end, { lat: 0, long }, "test");
    const total = spans.reduce((sum, span) => sum + span.end - span.start, 0);
    assertAlmostEquals(total / 3_600_000, 24.25, 0.1, `${long}`); // 12 h 7 min a day on the equator
    for (const span of spans) assert(span.start >= start && span.end <= end);
  }
});

Deno.test("daylight is in wall clock time, in summer and winter", () => {
  const slots = ["2024-03-30", "2024-03-31"].map((date) => utc(`${date}T00:00Z`));
  const hours = daylightHours(slots, tz, {
    place: BERLIN,
    from: 0,
    shown: [0, 24],
    action: "test",
  });
  assertAlmostEquals(hours[1]!.from - hours[0]!.from, 1, 0.1);
  const evening = daylightHours(slots, tz, {
    place: BERLIN,
    from: 18,
    shown: [0, 24],
    action: "test",
  });
  assertEquals(evening.map(({ row }) => row), [0, 0, 1, 1]);
});

Deno.test("timeline(), sleepRaster(), actogram() and line() shade daylight on request", async () => {
  const nights = sampleNights("2024-03-10", 28, tz), year = variedNights("2024-01-01", 365, tz);
  const steps = Array.from({ length: 24 * 20 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 2, 20, i)).toISOString(),
    steps: i % 24 < 6 ? 0 : (i * 7919) % 900,
  }));
  const few = steps.slice(0, 24 * 4);
  const pictures = {
    "timeline-sun": plot.timeline(nights, { tz, sun: BERLIN }),
    "timeline-year-sun": plot.timeline(year, { tz, sun: BERLIN }),
    "sleepRaster-sun": plot.sleepRaster(nights, { tz, sun: BERLIN }),
    "sleepRaster-year-sun": plot.sleepRaster(year, { tz, sun: BERLIN }),
    "actogram-sun": plot.actogram(steps, { tz, sun: BERLIN, double: true }),
    "line-sun": plot.line(few, { tz, sun: BERLIN }),
  };
  for (const [name, picture] of Object.entries(pictures)) {
    const svg = await golden(name, picture);
    assert(textBoxes(svg).some(({ text }) => text === "Sunrise to sunset"), name);
    assert(found(svg, "[fill='#fbf3d9']").length > 0, name);
    const said = found(svg, "text, title, desc").map(({ textContent }) => textContent).join();
    assert(!said.includes("52.5") && !said.includes("13.4"), "the place is not written");
  }
});

Deno.test("an invalid place is rejected with its value", () => {
  const nights = sampleNights("2024-03-10", 2, tz);
  const draw = (sun: unknown) => () => plot.timeline(nights, { tz, sun: sun as never });
  assertThrows(draw({ lat: 91, long: 0 }), RangeError, "lat of sun is 91, expected -90 to 90");
  assertThrows(draw({ lat: 50 }), TypeError, "long of sun is missing, expected degrees");
  assertThrows(draw("Berlin"), TypeError, "sun is");
  assertThrows(draw({ lat: 50, lon: 3 }), TypeError, 'unknown option "lon" in sun');
});
