import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { openFrame } from "../../src/frame/open.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { type Row, toRows } from "../../src/frame/polars/rows.ts";
import { cycles } from "../../src/sleep/cycles.ts";
import { nightNamer } from "../../src/sleep/nights/nightOf.ts";
import { sessions, type SessionsOptions } from "../../src/sleep/sessions.ts";
import { pick } from "../../src/frame/pick.ts";
import { statistics } from "../../src/sleep/statistics.ts";
import { timing } from "../../src/sleep/timing.ts";
import { minuteRows, type Span, stageRows } from "./stageRows.ts";

type Piece = readonly [start: string, end: string, stage?: number];

const rows = (pieces: readonly Piece[]): Row[] =>
  pieces.map(([start_time, end_time, sleep_stage = 3]) => ({ start_time, end_time, sleep_stage }));

const found = (pieces: readonly Piece[], options: SessionsOptions) =>
  toRows(columnsOf(sessions(rows(pieces), options)));

const named = (pieces: readonly Piece[], options: SessionsOptions) =>
  found(pieces, options).map(({ night, main, nap }) => [night, main ? "main" : nap ? "nap" : ""]);

const tz = "Europe/Berlin";

Deno.test("sessions() ends a session at a gap longer than the option, not at an equal one", () => {
  const pieces = (minute: string): Piece[] => [
    ["2024-01-01T22:00Z", "2024-01-02T01:00Z"],
    [`2024-01-02T02:${minute}Z`, "2024-01-02T06:00Z"],
  ];
  const apart = { tz, wholeNights: false };
  assertEquals(found(pieces("00"), apart).length, 1);
  assertEquals(found(pieces("01"), apart).length, 2);
  assertEquals(found(pieces("01"), { ...apart, gap: "PT61M" }).length, 1);
  assertEquals(found(pieces("00"), { ...apart, gap: "PT0S" }).length, 2);
});

Deno.test("sessions() returns lengths in minutes, and cells display the unit", () => {
  const frame = sessions(rows([["2024-01-01T22:00Z", "2024-01-02T05:30:30Z"]]), { tz });
  assertEquals(openFrame(frame).units, { duration: "min", asleep: "min", in_bed_stage: "min" });
  assertEquals(frame.getColumn("duration").toArray(), [450.5]);
  assertEquals(frame.getColumn("in_bed_stage").nullCount(), 1);
});

Deno.test("sessions() counts time awake and in bed as part of a session, not as a gap", () => {
  const [only, ...others] = found([
    ["2024-01-01T21:00Z", "2024-01-02T07:00Z", 0],
    ["2024-01-01T22:00Z", "2024-01-02T01:00Z"],
    ["2024-01-02T01:00Z", "2024-01-02T03:00Z", 2],
    ["2024-01-02T04:30Z", "2024-01-02T06:00Z", 4],
  ], { tz });
  assertEquals(others, []);
  assertEquals(only!["duration"], 10 * 60);
  assertEquals(only!["in_bed_stage"], 10 * 60);
  assertEquals(only!["asleep"], 4.5 * 60);
  assertEquals(only!["onset_time"], "2024-01-01T23:00:00+01:00");
  assertEquals(only!["wake_time"], "2024-01-02T07:00:00+01:00");
});

Deno.test("sessions() names a night after the wake-up date, with the rules noon and 18:00", () => {
  const pieces: Piece[] = [
    ["2024-01-01T20:00+01:00", "2024-01-01T23:30+01:00"], // an evening
    ["2024-01-02T14:00+01:00", "2024-01-02T14:30+01:00"], // an afternoon
    ["2024-01-03T05:00+01:00", "2024-01-03T13:00+01:00"], // a late riser
    ["2024-01-04T08:00+01:00", "2024-01-04T17:00+01:00"], // after a night shift
  ];
  const dates = (rule: string) => found(pieces, { tz, rule }).map(({ night }) => night);
  assertEquals(dates("noon"), ["2024-01-02", "2024-01-03", "2024-01-03", "2024-01-05"]);
  assertEquals(dates("12:00"), dates("noon"));
  assertEquals(dates("18:00"), ["2024-01-02", "2024-01-02", "2024-01-03", "2024-01-04"]);
});

Deno.test("sessions() chooses the session with the most time asleep, then the longer, then the earlier", () => {
  const rule = "18:00";
  assertEquals(
    named([
      ["2024-01-01T22:00Z", "2024-01-02T01:00Z"],
      ["2024-01-02T03:00Z", "2024-01-02T06:30Z"],
      ["2024-01-02T12:00Z", "2024-01-02T16:00Z", 2],
    ], { tz, rule, wholeNights: false }),
    [["2024-01-02", "nap"], ["2024-01-02", "main"], ["2024-01-02", ""]],
  );
  const alike: Piece[] = [
    ["2024-01-01T22:00Z", "2024-01-02T01:00Z"],
    ["2024-01-02T03:00Z", "2024-01-02T06:00Z"],
  ];
  assertEquals(named(alike, { tz, rule, wholeNights: false }).map(([, kind]) => kind), [
    "main",
    "nap",
  ]);
  assertEquals(
    named([...alike, ["2024-01-02T06:00Z", "2024-01-02T06:10Z", 2]], {
      tz,
      rule,
      wholeNights: false,
    })
      .map(([, kind]) => kind),
    ["nap", "main"],
  );
  assertEquals(
    named(alike, { tz, rule, wholeNights: false, shortestMain: "PT4H" }).map(([, kind]) => kind),
    ["nap", "nap"],
  );
});

Deno.test("sessions() merges several sources before it counts time asleep", () => {
  const [night] = found([
    ["2024-01-01T22:00Z", "2024-01-02T06:00Z", 1],
    ["2024-01-01T22:00Z", "2024-01-02T06:00Z", 3],
  ], { tz });
  assertEquals(night!["asleep"], 8 * 60);
});

Deno.test("sessions() has elapsed durations across both daylight saving changes", () => {
  const lengths = ["2024-03-30", "2024-10-26", "2024-01-10"].map((date) => {
    const start = Temporal.PlainDateTime.from(`${date}T23:00`).toZonedDateTime(tz).toInstant();
    const [night] = found([[start.toString(), start.add({ hours: 8 }).toString()]], { tz });
    return [night!["night"], night!["duration"], night!["asleep"]];
  });
  const eight = 8 * 60;
  assertEquals(lengths, [
    ["2024-03-31", eight, eight],
    ["2024-10-27", eight, eight],
    ["2024-01-11", eight, eight],
  ]);
});

Deno.test("sessions() separates nights at local noon in zones with half hours", () => {
  const pieces: Piece[] = [
    ["2024-01-02T05:50Z", "2024-01-02T06:10Z"], // 11:35 to 11:55 in Kathmandu
    ["2024-01-02T08:00Z", "2024-01-02T08:20Z"],
  ];
  const dates = (tz: string) => found(pieces, { tz }).map(({ night }) => night);
  assertEquals(dates("Asia/Kathmandu"), ["2024-01-02", "2024-01-03"]);
  assertEquals(dates("UTC"), ["2024-01-02", "2024-01-02"]);
  assertEquals(dates("Australia/Lord_Howe"), ["2024-01-03", "2024-01-03"]);
});

Deno.test("sessions() works in zones that skip midnight or a whole day", () => {
  const night = (start: string, hours: number, zone: string, rule = "noon") => {
    const at = Temporal.Instant.from(start);
    return found([[start, at.add({ hours }).toString()]], { tz: zone, rule })[0]!["night"];
  };
  const paulo = "America/Sao_Paulo"; // 4 November 2018 began at 01:00
  assertEquals(night("2018-11-04T02:00Z", 8, paulo), "2018-11-04");
  assertEquals(night("2018-11-04T02:00Z", 8, paulo, "00:00"), "2018-11-04");
  assertEquals(night("2018-11-03T23:00Z", 1, paulo, "00:00"), "2018-11-03");
  // Samoa skipped 30 December 2011: the night that started on the 29th ended on the 31st.
  assertEquals(night("2011-12-30T09:00Z", 8, "Pacific/Apia"), "2011-12-31");
  assertEquals(night("2011-12-29T09:00Z", 8, "Pacific/Apia"), "2011-12-29");
});

Deno.test("nightNamer() gives every instant the date of the next boundary, in any zone", () => {
  const zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 2 * 366 * 1440 }),
      fc.constantFrom(0, 720, 1080, 150),
      (zone, minute, rule) => {
        const at = Temporal.Instant.from("2024-01-01T00:00Z").add({ minutes: minute });
        const date = Temporal.PlainDate.from(nightNamer(zone, rule)(at.epochNanoseconds / 1000n));
        const edge = (day: Temporal.PlainDate) =>
          day.toPlainDateTime().add({ minutes: rule }).toZonedDateTime(zone).epochNanoseconds;
        const end = rule === 0 ? date.add({ days: 1 }) : date;
        assert(edge(end.subtract({ days: 1 })) <= at.epochNanoseconds);
        assert(at.epochNanoseconds < edge(end));
      },
    ),
    { numRuns: 500 },
  );
});

const span = fc.record({
  start: fc.integer({ min: 0, max: 4000 }),
  length: fc.integer({ min: 0, max: 300 }),
  stage: fc.integer({ min: 0, max: 5 }),
}).map(({ start, length, stage }): Span => ({ start, end: start + length, stage }));

Deno.test("sessions() agrees with cycles() of the same gap, with one main sleep per night, and loses no sleep", () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 15 }), (spans) => {
      const all = minuteRows(
        sessions(stageRows(spans), { tz: "UTC", shortestMain: "PT0S", wholeNights: false }),
      );
      const same = minuteRows(cycles(stageRows(spans), { cycleGap: "PT60.000001M" }));
      assertEquals(
        all.map((row) => [row["start_time"], row["end_time"], row["asleep"]]),
        same.map((row) => [row["start_time"], row["end_time"], row["total_time_asleep_ms"]]),
      );
      for (const ofNight of Map.groupBy(all, ({ night }) => night).values()) {
        const main = ofNight.filter(({ main }) => main);
        assertEquals(main.length, 1);
        for (const { asleep } of ofNight) {
          assert((asleep as number) <= (main[0]!["asleep"] as number));
        }
      }
    }),
    { numRuns: 100 },
  );
});

Deno.test("sessions() uses the frame's own zone, and accepts other column names", () => {
  const frame = sessions([
    { begin: "2024-01-01T22:00Z", until: "2024-01-02T06:00Z", code: 3 },
  ], { tz: "UTC", columns: { start_time: "begin", end_time: "until", sleep_stage: "code" } });
  assertEquals(toRows(columnsOf(frame))[0]!["start_time"], "2024-01-01T22:00:00Z");
  assertEquals(toRows(columnsOf(sessions([], { tz: "UTC" }))), []);
});

Deno.test("sessions() rejects a rule that is not a time of day", () => {
  for (const rule of ["25:00", "6pm", "", "12"]) {
    assertThrows(() => sessions([], { rule }), RangeError, "Cannot use rule");
  }
});

Deno.test("sessions() joins a night around one wake without a record", () => {
  const waking = (from: string, to: string): Piece[] => [
    ["2024-01-01T22:00Z", from],
    [to, "2024-01-02T08:00Z"],
  ];
  const kinds = (pieces: Piece[], options = {}) => named(pieces, { tz, ...options });
  // Three hours of sleep, three awake, four of sleep.
  const night = waking("2024-01-02T01:00Z", "2024-01-02T04:00Z");
  assertEquals(kinds(night), [["2024-01-02", "main"]]);
  assertEquals(found(night, { tz })[0]!["asleep"], 7 * 60);
  assertEquals(pick(statistics(rows(night), { tz }), "TST"), 420);
  assertEquals(kinds(night, { wholeNights: false }), [["2024-01-02", "nap"], [
    "2024-01-02",
    "main",
  ]]);
  // A wake longer than the sleep before it, or than the sleep after it.
  assertEquals(kinds(waking("2024-01-02T00:59Z", "2024-01-02T04:00Z")).length, 2);
  assertEquals(kinds(waking("2024-01-02T03:00Z", "2024-01-02T06:00Z")).length, 2);
});

Deno.test("sessions() joins across the shortest wake first, and never across the edge of a night", () => {
  const pieces: Piece[] = [
    ["2024-01-01T20:00Z", "2024-01-01T23:00Z"], // three hours, two and a half awake
    ["2024-01-02T01:30Z", "2024-01-02T03:00Z"], // an hour and a half, a little less awake
    ["2024-01-02T04:15Z", "2024-01-02T08:00Z"],
  ];
  assertEquals(named(pieces, { tz }), [["2024-01-02", "main"]]);
  const twelve: Piece[] = [1, 2, 3].map((day) => [
    `2024-01-0${day}T18:00Z`,
    `2024-01-0${day + 1}T07:00Z`,
  ]);
  assertEquals(named(twelve, { tz }).length, 3);
});

Deno.test("sessions() never makes a nap a main sleep, and timing() lists the nights without one", () => {
  const pieces: Piece[] = [
    ["2024-01-01T22:00Z", "2024-01-02T06:00Z"],
    ["2024-01-03T01:00Z", "2024-01-03T03:59Z"], // less than three hours
    ["2024-01-03T22:00Z", "2024-01-04T06:00Z"],
    ["2024-01-05T22:00Z", "2024-01-06T06:00Z"], // no sleep on the 5th
  ];
  const kinds = named(pieces, { tz });
  assertEquals(kinds.map(([, kind]) => kind), ["main", "nap", "main", "main"]);
  assertEquals(named(pieces, { tz, shortestMain: "PT0S" })[1], ["2024-01-03", "main"]);
  const measured = toRows(columnsOf(timing(rows(pieces), { tz }).frame));
  const of = (name: string) => measured.find((row) => row["name"] === name)!;
  assertEquals([of("onset")["n"], of("onset")["coverage"]], [3, 3 / 5]);
  assertEquals(of("onset")["missing"], "2024-01-03, 2024-01-05");
  assertEquals(of("SOw")["missing"], "2024-01-03, 2024-01-05"); // a Wednesday and a Friday
  assertEquals(of("SOf")["missing"], null);
  assertEquals(measured, toRows(columnsOf(timing(sessions(rows(pieces), { tz }), { tz }).frame)));
});

Deno.test("statistics() accepts a single session however short, but only nights of several sessions", () => {
  const nap: Piece = ["2024-01-02T12:00Z", "2024-01-02T12:40Z"];
  assertEquals(pick(statistics(rows([nap]), { tz }), "TST"), 40);
  const both = statistics(rows([["2024-01-01T22:00Z", "2024-01-02T06:00Z"], nap]), { tz });
  assertEquals(pick(both, "TST"), 480);
});
