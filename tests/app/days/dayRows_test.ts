import { assertEquals } from "@std/assert";
import {
  calendarRows,
  dayLabels,
  dropEmptyColumns,
  eventRows,
  metricRows,
  placeRows,
  workoutRows,
} from "../../../src/app/days/dayRows.ts";
import { pageLabels } from "../../../src/app/page/pageLabels.ts";
import {
  type Columns,
  int64Column,
  textColumn,
  timeColumn,
} from "../../../src/frame/columns/columns.ts";
import { nullable } from "../../../src/frame/columns/nullable.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";

const TZ = "Europe/Berlin", DATE = "2024-03-10", PAGE = pageLabels({}, TZ);
const LABELS = dayLabels({ date: DATE, tz: TZ, units: "metric" }, PAGE);
const MILES = dayLabels({ date: DATE, tz: TZ, units: "imperial" }, PAGE);
const NONE = toFrame({});

/** Converts a local time in March 2024, such as `09T23:30`, to microseconds in UTC. */
const at = (time: string): bigint =>
  BigInt(Temporal.PlainDateTime.from(`2024-03-${time}`).toZonedDateTime(TZ).epochMilliseconds) *
  1000n;

const times = (...given: string[]) => timeColumn(BigInt64Array.from(given, at), TZ);
const frame = (columns: Columns) => toFrame(columns);

Deno.test("an interval of a day has clock times, with the date if it is on another day", () => {
  const span = (from: string, to: string | null): string =>
    LABELS.span(at(from), to === null ? null : at(to));
  assertEquals(span("10T13:54", "10T14:37"), "13:54 to 14:37");
  assertEquals(span("10T13:54", null), "13:54");
  assertEquals(span("10T13:54", "10T13:54"), "13:54");
  assertEquals(span("09T23:30", "10T07:00"), "2024-03-09 23:30 to 07:00");
  assertEquals(span("10T22:00", "11T01:30"), "22:00 to 2024-03-11 01:30");
});

Deno.test("an interval to the end of the day ends at 24:00, and one from midnight to midnight is all day", () => {
  const span = (from: string, to: string): string => LABELS.span(at(from), at(to));
  assertEquals(span("10T22:00", "11T00:00"), "22:00 to 24:00");
  assertEquals(span("09T22:00", "10T00:00"), "2024-03-09 22:00 to 00:00");
  assertEquals(span("10T22:00", "12T00:00"), "22:00 to 2024-03-12 00:00");
  assertEquals(span("10T00:00", "10T09:00"), "00:00 to 09:00");
  assertEquals(span("09T00:00", "10T00:00"), "2024-03-09 00:00 to 00:00");
  assertEquals(span("11T00:00", "12T00:00"), "2024-03-11 00:00 to 2024-03-12 00:00");
  for (const [from, to] of [["10", "11"], ["09", "11"], ["10", "12"], ["08", "14"]]) {
    assertEquals(span(`${from}T00:00`, `${to}T00:00`), "all day", `${from} ${to}`);
  }
  assertEquals(span("09T00:00", "11T09:00"), "2024-03-09 00:00 to 2024-03-11 09:00");
  assertEquals(span("09T09:00", "11T00:00"), "2024-03-09 09:00 to 24:00");
});

Deno.test("metrics are rows of value, range from lowest to highest, and number of samples", () => {
  const rows = metricRows(frame({
    metric: textColumn(["HeartRate", "StepCount", "ExerciseTime", "Weight"]),
    value: nullable([75.2, 8123, 90, 70]),
    unit: textColumn(["bpm", "steps", "min", null]),
    low: nullable([52, null, null, 70]),
    high: nullable([121, null, null, 70]),
    samples: int64Column(BigInt64Array.of(1234n, 10n, 1n, 2n)),
  }));
  assertEquals(rows.map((row) => Object.values(row).slice(1)), [
    ["75.2 bpm", "52 to 121 bpm", "1,234"],
    ["8,123 steps", null, "10"],
    ["1 h 30 min", null, "1"],
    ["70", null, "2"],
  ]);
  assertEquals(Object.keys(rows[0]!), ["metric", "value", "lowest to highest", "samples"]);
  assertEquals(metricRows(NONE), []);
});

Deno.test("workouts are rows in kilometres or miles, with empty cells for missing values", () => {
  const workouts = frame({
    start_date: times("10T09:00", "10T18:00"),
    end_date: times("10T10:05", "10T18:30"),
    activity: textColumn(["Running", null]),
    duration: nullable([65, null]),
    distance: nullable([10.5, null]),
    energy: nullable([640, null]),
  });
  assertEquals(workoutRows(workouts, LABELS), [
    {
      time: "09:00 to 10:05",
      activity: "Running",
      duration: "1 h 05 min",
      distance: "10.5 km",
      energy: "640 kcal",
    },
    { time: "18:00 to 18:30", activity: "Unknown", duration: null, distance: null, energy: null },
  ]);
  assertEquals(workoutRows(workouts, MILES)[0]!["distance"], "10.5 mi");
  assertEquals(workoutRows(NONE, LABELS), []);
});

Deno.test("calendar entries show their place if they have one", () => {
  const rows = calendarRows(
    frame({
      start_date: times("10T00:00", "10T09:00"),
      end_date: times("11T00:00", "10T10:00"),
      title: textColumn(["Holiday", "Dentist"]),
      location: textColumn(["", "Main Street 1"]),
    }),
    LABELS,
  );
  assertEquals(rows, [
    { time: "all day", title: "Holiday", location: null },
    { time: "09:00 to 10:00", title: "Dentist", location: "Main Street 1" },
  ]);
  assertEquals(calendarRows(NONE, LABELS), []);
});

Deno.test("events show their interval or the time of the note, with value and note", () => {
  const partly = (valid: number[], ...given: string[]) => ({
    ...times(...given),
    valid: Uint8Array.from(valid),
  });
  const rows = eventRows(
    frame({
      name: textColumn(["Sauna", "Tea", "Nap", "Walk"]),
      recorded_at: times("10T08:00", "10T09:00", "10T10:00", "10T11:00"),
      start_time: partly([1, 0, 1, 0], "10T18:00", "10T00:00", "10T13:00", "10T00:00"),
      end_time: partly([1, 0, 0, 1], "10T18:30", "10T00:00", "10T00:00", "10T14:00"),
      value: nullable([null, 0.5, 3, 0]),
      unit: textColumn([null, "l", null, null]),
      note: textColumn(["hot", "", null, null]),
    }),
    LABELS,
  );
  assertEquals(rows, [
    { time: "18:00 to 18:30", event: "Sauna", value: null, note: "hot" },
    { time: "09:00", event: "Tea", value: "0.5 l", note: null },
    { time: "10:00", event: "Nap", value: "3", note: null },
    { time: "11:00", event: "Walk", value: "0", note: null },
  ]);
  assertEquals(eventRows(NONE, LABELS), []);
});

Deno.test("stays show their city, and are numbered if a city has several places", () => {
  const visits = frame({
    kind: textColumn(["visit", "move", "visit", "gap", "visit", "visit", "visit"]),
    start_time: times(
      "10T00:00",
      "10T08:00",
      "10T09:00",
      "10T10:00",
      "10T11:00",
      "10T12:00",
      "10T13:00",
    ),
    end_time: times(
      "10T08:00",
      "10T09:00",
      "10T10:00",
      "10T11:00",
      "10T12:00",
      "10T13:00",
      "10T14:00",
    ),
    distance_m: nullable([null, 12_300, null, null, null, null, null]),
    place: int64Column(BigInt64Array.of(1n, 0n, 2n, 0n, 3n, 4n, 1n)),
    city: textColumn(["Berlin", null, "Potsdam", null, "Berlin", null, "Berlin"]),
  });
  const rows = placeRows(visits, LABELS);
  assertEquals(rows.map(({ place }) => place), [
    "Berlin, place 1",
    "on the way",
    "Potsdam",
    "not known",
    "Berlin, place 2",
    "a place without a name",
    "Berlin, place 1",
  ]);
  assertEquals(rows.map(({ duration }) => duration).slice(0, 2), ["8 h", "1 h"]);
  assertEquals(rows.map(({ distance }) => distance).slice(0, 3), [null, "12.3 km", null]);
  assertEquals(placeRows(visits, MILES)[1]!["distance"], "7.64 mi");
  assertEquals(placeRows(NONE, LABELS), []);
});

Deno.test("columns without values are omitted, and single gaps have a dash", () => {
  assertEquals(dropEmptyColumns([{ a: "1", b: null, c: null }, { a: null, b: null, c: "2" }]), [
    { a: "1", c: "–" },
    { a: "–", c: "2" },
  ]);
  assertEquals(dropEmptyColumns([]), []);
});
