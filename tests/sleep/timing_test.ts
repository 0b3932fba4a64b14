import * as sleep from "../../src/sleep/mod.ts";
import { openFrame } from "../../src/frame/open.ts";
import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { type Row, toRows } from "../../src/frame/polars/rows.ts";
import { nightly } from "../../src/sleep/nightly.ts";
import { sessions } from "../../src/sleep/sessions.ts";
import { statistics } from "../../src/sleep/statistics.ts";
import { timing, type TimingOptions } from "../../src/sleep/timing.ts";

interface Value {
  value: number | null;
  unit: string;
  coverage: number;
  n: number;
}

function measured(rows: Row[], options: TimingOptions = {}): Record<string, Value> {
  const found = toRows(
    columnsOf(openFrame(timing(rows, { tz: "UTC", ...options })).frame()),
  ) as unknown as (Value & { name: string })[];
  return Object.fromEntries(found.map(({ name, ...rest }) => [name, rest]));
}

const hours = (clock: string): number => {
  const [h = 0, m = 0, s = 0] = clock.split(":").map(Number);
  return h + m / 60 + s / 3600;
};

/**
 * Returns a row of `sessions` for the sleep that ends on a date, with its onset as a time of day.
 */
function night(date: string, onset: number, length: number): Row {
  const midnight = Temporal.Instant.from(`${date}T00:00Z`).epochMilliseconds;
  // An onset too late for half of the sleep before noon was on the evening before.
  const start = midnight + (onset > 18 ? onset - 24 : onset) * 3_600_000;
  return {
    night: date,
    onset_time: new Date(Math.round(start)),
    wake_time: new Date(Math.round(start + length * 3_600_000)),
    main: true,
  };
}

const MONDAY = "2024-01-08", SATURDAY = "2024-01-13";

/** Measures one work night and one free night with these onsets and lengths. */
const week = (
  work: [onset: number, length: number],
  free: [onset: number, length: number],
  options: TimingOptions = {},
) => measured([night(MONDAY, ...work), night(SATURDAY, ...free)], options);

const close = (found: number | null, expected: number, what = ""): void => {
  assert(found !== null, what);
  assertAlmostEquals(found, expected, 1e-6, what);
};

// Examples from the documentation and tests of the R package mctq 0.3.2 (MIT licence).
Deno.test("timing() agrees with mctq's examples on the sleep-corrected mid-sleep", () => {
  for (
    const [msf, sdWork, sdFree, workDays, expected] of [
      ["04:00", 6, 8, 5, "03:17:08.571429"],
      ["23:30", 7, 9, 3, "23:04:17.142857"],
      ["02:15", 9, 7, 5, "02:15"],
      ["03:45", 6, 7.5, 5, "03:12:51.428571"],
      ["22:30", 5.5, 8, 4, "21:47:08.571429"],
      ["03:45", 7, 7, 5, "03:45"],
    ] as const
  ) {
    const onset = (hours(msf) - sdFree / 2 + 24) % 24;
    const freeDays = [6, 7, 5, 4, 3].slice(0, 7 - workDays);
    const found = week([23, sdWork], [onset, sdFree], { freeDays });
    close(found["MSF"]!.value, hours(msf), "MSF");
    close(found["MSFsc"]!.value, hours(expected), `MSFsc of ${msf}`);
    close(found["SDweek"]!.value, (sdWork * workDays + sdFree * (7 - workDays)) / 7);
  }
});

Deno.test("timing() agrees with mctq's examples on social jetlag, even across midnight", () => {
  for (
    const [msw, msf, expected] of [
      ["03:30", "05:00", 1.5],
      ["04:30", "23:30", -5],
      ["02:05", "23:05", -3],
      ["04:05", "04:05", 0],
      ["19:15", "02:30", 7.25],
      ["02:45", "04:15", 1.5],
    ] as const
  ) {
    const onset = (clock: string) => (hours(clock) - 4 + 24) % 24;
    const found = week([onset(msw), 8], [onset(msf), 8]);
    close(found["SJL_rel"]!.value, expected, `${msw} ${msf}`);
    close(found["SJL"]!.value, Math.abs(expected));
  }
});

Deno.test("timing() agrees with mctq's examples on Jankowski's social jetlag", () => {
  for (
    const [soWork, seWork, soFree, seFree, expected, jetlag] of [
      [2, 10, 1, 8, -1, 1.5],
      [22, 6, 1, 6, 0, 1.5],
      [0, 8, 1, 9, 1, 1],
      [1, 7, 1, 9, 0, 1],
    ] as const
  ) {
    const length = (from: number, to: number) => (to - from + 24) % 24;
    const found = week([soWork, length(soWork, seWork)], [soFree, length(soFree, seFree)]);
    close(found["SJLsc_rel"]!.value, expected);
    close(found["SJLsc"]!.value, Math.abs(expected));
    close(found["SJL"]!.value, jetlag);
  }
});

Deno.test("timing() agrees with mctq's examples on the weekly sleep loss", () => {
  for (
    const [sdWork, sdFree, workDays, expected] of [
      [5.5, 9, 5, 5],
      [8, 6.5, 4, 2.571429],
      [7, 6.5, 2, 2571.42857142857 / 3600],
      [4, 5, 3, 6171.42857142858 / 3600],
      [5.8743, 7.4324, 6, 4807.85142857144 / 3600],
    ] as const
  ) {
    const freeDays = [6, 7, 5, 4, 3].slice(0, 7 - workDays);
    close(week([23, sdWork], [23, sdFree], { freeDays })["SLoss_week"]!.value, expected);
  }
});

Deno.test("timing() agrees with Fischer's composite phase deviation, even across a daylight saving change", () => {
  // Midpoints and lengths of three work days and three free days; by hand from the paper's formula
  const nights = [[3, 7], [2.5, 6.5], [2.75, 7], [4, 8], [4.25, 8.5], [4.5, 9]] as const;
  for (const first of ["2024-01-10", "2024-04-03", "2024-10-30"]) {
    const day = (i: number) => Temporal.PlainDate.from(first).add({ days: i });
    const stages = (of: readonly number[]) =>
      of.map((i) => {
        const [middle, length] = nights[i]!;
        const at = (hours: number) =>
          day(i).toZonedDateTime("Europe/Berlin").add({ minutes: Math.round(hours * 60) });
        return {
          start_time: at(middle - length / 2).toInstant().toString(),
          end_time: at(middle + length / 2).toInstant().toString(),
          sleep_stage: 1,
        };
      });
    const options = { tz: "Europe/Berlin", freeDays: [3, 4, 5].map((i) => day(i).toString()) };
    const found = timing(stages([0, 1, 2, 3, 4, 5]), options);
    assertAlmostEquals(found.MSFsc!, 3.8333, 5e-5);
    assertAlmostEquals(found.SJL!, 1.5, 5e-5);
    assertAlmostEquals(found.CPD!, 0.99896, 5e-5);
    // A missing night leaves out its own step and the next one.
    const gap = timing(stages([0, 1, 3, 4, 5]), options);
    const rows = gap.frame.toRecords().filter(({ name }) => name === "CPD");
    assertEquals(rows.map(({ n }) => Number(n)), [3]);
  }
  const alone = timing([{
    start_time: "2024-01-10T23:00Z",
    end_time: "2024-01-11T07:00Z",
    sleep_stage: 1,
  }], { tz: "UTC" });
  assertEquals([alone.CPD, alone.reason.CPD], [null, "no night before a free day"]);
  assertEquals(alone.reason.SLoss_week, "no night before a free day");
});

Deno.test("timing() gives no corrected mid-sleep if free days have an alarm", () => {
  const found = week([23, 6], [0, 8], { alarm: true });
  assertEquals(found["MSFsc"]!.value, null);
  close(found["MSF"]!.value, 4);
});

Deno.test("timing() is null, not 0, if a kind of day or everything is missing", () => {
  const work = measured([night(MONDAY, 23, 8)]);
  for (const name of ["SOf", "SDf", "MSF", "SDweek", "MSFsc", "SJL", "SJLsc", "onset_sd"]) {
    assertEquals(work[name]!.value, null, name);
  }
  close(work["MSW"]!.value, 3);
  close(work["midpoint"]!.value, 3);
  const none = measured([]);
  for (const [name, { value, coverage, n }] of Object.entries(none)) {
    assertEquals([value, coverage, n], [null, 0, 0], name);
  }
});

Deno.test("timing() computes the circular mean of times around midnight", () => {
  const found = measured([
    night("2024-01-08", 23.5, 8),
    night("2024-01-09", 0.5, 8),
    night("2024-01-10", 0, 8),
  ]);
  const onset = found["onset"]!.value!;
  close(Math.min(onset, 24 - onset), 0);
  // The definition in full: angles of -7.5, 7.5 and 0 degrees.
  const R = (2 * Math.cos(Math.PI / 24) + 1) / 3;
  close(found["onset_R"]!.value, R);
  close(found["onset_sd"]!.value, Math.sqrt(-2 * Math.log(R)) * 12 / Math.PI);
  assertEquals(found["onset_R"]!.unit, "1");
});

Deno.test("timing() of equal times has no spread, for any number of nights", () => {
  for (
    const [evening, hour] of [["18:20", 18 + 1 / 3], ["22:10", 22 + 1 / 6], ["23:00", 23]] as const
  ) {
    for (const count of [2, 3, 7, 13, 14, 41]) {
      const nights = Array.from({ length: count }, (_, i) => {
        const date = Temporal.PlainDate.from("2024-01-01").add({ days: i });
        return {
          start_time: `${date}T${evening}Z`,
          end_time: `${date.add({ days: 1 })}T03:00Z`,
          sleep_stage: 1,
        };
      });
      const found = timing(nights, { tz: "UTC" });
      assertEquals([found.onset_sd, found.wake_sd, found.midpoint_sd, found.onset_R], [0, 0, 0, 1]);
      assertAlmostEquals(found.onset!, hour, 1e-13);
    }
  }
});

Deno.test("timing() gives no mean of times that cancel each other out", () => {
  const found = measured([night("2024-01-08", 22, 4), night("2024-01-09", 10, 4)]);
  assertEquals(found["onset"]!.value, null);
  assertEquals(found["onset_sd"]!.value, null);
  close(found["onset_R"]!.value, 0);
});

Deno.test("timing() compares only nights of adjacent dates, by the shorter way around the clock", () => {
  const found = measured([
    night("2024-01-08", 23.5, 8),
    night("2024-01-09", 0.5, 8), // an hour later
    night("2024-01-11", 3, 8), // no neighbour before it
    night("2024-01-12", 1, 8), // two hours earlier
  ]);
  close(found["onset_RMSSD"]!.value, Math.sqrt((1 + 4) / 2));
  assertEquals(found["onset_RMSSD"]!.n, 2);
  assertEquals(found["onset_RMSSD"]!.coverage, 0.5);
  assertEquals([found["onset"]!.n, found["onset"]!.coverage], [4, 0.8]);
});

Deno.test("timing() counts a night by its wake-up date: a night before a work day is a work night", () => {
  const tz = "Europe/Berlin";
  const stages = (evenings: readonly string[]) =>
    evenings.map((evening) => {
      const start = Temporal.PlainDateTime.from(`${evening}T23:00`).toZonedDateTime(tz).toInstant();
      return {
        start_time: start.toString(),
        end_time: start.add({ hours: 8 }).toString(),
        sleep_stage: 3,
      };
    });
  const sundayAndFriday = stages(["2024-01-07", "2024-01-12"]);
  const found = measured(sundayAndFriday, { tz });
  assertEquals([found["MSW"]!.n, found["MSF"]!.n], [1, 1]);
  assertEquals([found["MSW"]!.coverage, found["MSF"]!.coverage], [0.2, 1]);
  // A holiday on Monday: that night is free, and so are 2 of the 6 days.
  const holiday = measured(sundayAndFriday, { tz, freeDays: [6, 7, "2024-01-08"] });
  assertEquals([holiday["MSW"]!.n, holiday["MSF"]!.n], [0, 2]);
  const odd = measured(sundayAndFriday, { tz, freeDays: (date) => Number(date.slice(-2)) % 2 > 0 });
  assertEquals([odd["MSW"]!.n, odd["MSF"]!.n], [1, 1]);
  assertThrows(() => timing([], { freeDays: [0] }), RangeError, "0 is neither a weekday");
  assertThrows(() => timing([], { freeDays: ["24.12."] }), RangeError, "24.12.");
});

Deno.test("timing() weights work and free days by their dates if freeDays are not weekdays", () => {
  const dates = ["2024-01-08", "2024-01-09", "2024-01-10", "2024-01-11"];
  const rows = dates.map((date, i) => night(date, 23, i === 0 ? 10 : 6));
  const found = measured(rows, { freeDays: [dates[0]!] });
  close(found["SDweek"]!.value, (10 * 1 + 6 * 3) / 4);
});

Deno.test("timing() of stages equals timing() of their nights, without naps", () => {
  const stages = [
    ["2024-01-10T22:00Z", "2024-01-11T05:00Z", 3],
    ["2024-01-11T05:00Z", "2024-01-11T06:00Z", 2],
    ["2024-01-11T13:00Z", "2024-01-11T14:00Z", 3],
    ["2024-01-11T23:00Z", "2024-01-12T06:00Z", 3],
  ].map(([start_time, end_time, sleep_stage]) => ({ start_time, end_time, sleep_stage }));
  const direct = timing(stages, { tz: "Europe/Berlin" }).frame;
  assert(direct.frameEqual(timing(sessions(stages, { tz: "Europe/Berlin" })).frame, true));
  const found = measured(stages, { tz: "Europe/Berlin" });
  assertEquals(found["onset"]!.n, 2);
  close(found["wake"]!.value, 6.5); // the end of sleep, not of the last minute awake
  const renamed = stages.map(({ start_time, ...rest }) => ({ ...rest, begin: start_time }));
  const same = timing(renamed, { tz: "Europe/Berlin", columns: { start_time: "begin" } });
  assert(same.frame.frameEqual(direct, true));
  const nightly = [{ date: MONDAY, a: "2024-01-07T23:00Z", b: "2024-01-08T07:00Z" }];
  const columns = { night: "date", onset_time: "a", wake_time: "b" };
  close(measured(nightly, { columns })["midpoint"]!.value, 3);
});

Deno.test("timing() has the midpoint at half of the elapsed sleep across a daylight saving change", () => {
  const tz = "Europe/Berlin";
  const midpoint = (start_time: string) => {
    const end_time = Temporal.Instant.from(start_time).add({ hours: 8 }).toString();
    const found = measured([{ start_time, end_time, sleep_stage: 3 }], { tz });
    close((found["SDw"]!.value ?? found["SDf"]!.value)!, 8);
    return found["midpoint"]!.value;
  };
  close(midpoint("2024-03-30T22:00Z"), 4); // 23:00 and 4 h, over an hour that is skipped
  close(midpoint("2024-03-29T22:00Z"), 3);
  close(midpoint("2024-10-26T21:00Z"), 2); // the second 02:00
  close(midpoint("2024-10-25T21:00Z"), 3);
});

Deno.test("timing() of shifted nights has shifted means and the same spreads", () => {
  const some = fc.array(
    fc.record({
      onset: fc.integer({ min: -120, max: 180 }),
      length: fc.integer({ min: 240, max: 600 }),
    }),
    { minLength: 2, maxLength: 10 },
  );
  fc.assert(
    fc.property(some, fc.integer({ min: -120, max: 120 }), (nights, shift) => {
      const made = (by: number) =>
        measured(nights.map(({ onset, length }, i) => {
          const date = Temporal.PlainDate.from(MONDAY).add({ days: i }).toString();
          return night(date, ((onset + by) / 60 + 24) % 24, length / 60);
        }));
      const before = made(0), after = made(shift);
      for (const name of ["onset_sd", "onset_R", "onset_RMSSD", "midpoint_sd", "SDweek", "SJL"]) {
        const [a, b] = [before[name]!.value, after[name]!.value];
        assertEquals(a === null, b === null);
        if (a !== null) assertAlmostEquals(a, b!, 1e-6, name);
      }
      const way = (after["onset"]!.value! - before["onset"]!.value! - shift / 60 + 36) % 24 - 12;
      assertAlmostEquals(way, 0, 1e-6);
    }),
    { numRuns: 25 },
  );
});

Deno.test("timing() and statistics() with dstNights: false ignore nights of a daylight saving change", () => {
  const tz = "Europe/Berlin";
  for (const [first, changed] of [["2024-03-18", "2024-03-31"], ["2024-10-14", "2024-10-27"]]) {
    const rows = Array.from({ length: 21 }, (_, day) => {
      const date = Temporal.PlainDate.from(first!).add({ days: day });
      const at = (date: Temporal.PlainDate, time: string) =>
        date.toZonedDateTime({ timeZone: tz, plainTime: time }).toInstant();
      return {
        start_time: at(date, "23:00"),
        end_time: at(date.add({ days: 1 }), "07:00"),
        sleep_stage: 3,
        date: date.add({ days: 1 }).toString(),
      };
    });
    const all = rows.map(({ date: _, ...row }) => row);
    const others = rows.filter(({ date }) => date !== changed).map(({ date: _, ...row }) => row);
    const options = { tz, dstNights: false };
    // No social jetlag of the change remains, half an hour in one of six nights.
    assertAlmostEquals(measured(all, { tz })["SJL"]!.value!, 0.5 / 6, 1e-9);
    assertAlmostEquals(measured(all, options)["SJL"]!.value!, 0, 1e-9);
    assertEquals(measured(all, options), measured(others, { tz }));
    // Nights that were found before, with and without their cut.
    const found = toRows(columnsOf(sessions(all, { tz })));
    assertEquals(measured(found, options), measured(others, { tz }));
    assertEquals(
      measured(found.map(({ cut: _, ...night }) => night), options),
      measured(others, { tz }),
    );
    for (const verb of [statistics, nightly]) {
      assertEquals(
        toRows(columnsOf(verb(all, options))),
        toRows(columnsOf(verb(others, { tz }))),
      );
    }
  }
});

Deno.test("sessions() with dstNights: false keeps a night of travel, and no nap becomes a night", () => {
  const tz = [
    { from: "2024-01-01T00:00Z", tz: "Europe/Berlin" },
    { from: "2024-03-30T02:00Z", tz: "America/New_York" },
  ];
  const rows = [
    { start_time: "2024-03-29T22:00Z", end_time: "2024-03-30T06:00Z", sleep_stage: 3 },
    { start_time: "2024-03-31T03:00Z", end_time: "2024-03-31T10:00Z", sleep_stage: 3 },
  ];
  assertEquals(sessions(rows, { tz, dstNights: false }).height, 2);
  const nap = { start_time: "2024-04-01T15:00Z", end_time: "2024-04-01T16:00Z", sleep_stage: 3 };
  const berlin = { tz: "Europe/Berlin", dstNights: false };
  const changed = {
    start_time: "2024-03-30T22:00Z",
    end_time: "2024-03-31T05:00Z",
    sleep_stage: 3,
  };
  assertEquals(sessions([changed, nap], berlin).height, 1);
  assertEquals(nightly([changed, nap], berlin).height, 0);
});

Deno.test("one answer has fields and units, and answers by group are a long frame", () => {
  const nights = [1, 2, 3, 4, 5, 6].map((day) => ({
    start_time: `2024-01-0${day}T23:00Z`,
    end_time: `2024-01-0${day + 1}T07:00Z`,
    sleep_stage: 3,
    user: "a",
  }));
  const own = { tz: "UTC", by: "user" };
  const timed = timing(nights, { tz: "UTC" });
  assertAlmostEquals(timed.onset!, 23);
  assertEquals([timed.unit.onset, timed.unit.onset_R], ["h", "1"]);
  assertEquals(timing(nights, own).getColumn("user").len(), timed.frame.height);
  const regular = sleep.regularity(nights, { tz: "UTC" });
  assertEquals([regular.SRI, regular.unit.SRI, sleep.regularity(nights, own).height], [
    100,
    "1",
    1,
  ]);
  assertEquals(sleep.regularity(nights, { tz: "UTC", per: "pair" }).height, 5);
  const agreed = sleep.agreement(nights, nights);
  assertEquals([agreed.accuracy, agreed.unit.epochs], [1, "count"]);
  assertEquals(sleep.agreement(nights, nights, { by: "user" }).columns[0], "user");
  const pairs = [{ a: 1, b: 2, user: "a" }, { a: 2, b: 5, user: "a" }];
  const limits = sleep.blandAltman(pairs, { reference: "a", other: "b", unit: "min" });
  assertEquals([limits.bias, limits.unit.bias, limits.bias_low], [2, "min", null]);
  const typo = agreed as unknown as { readonly [name: string]: number };
  assertThrows(() => typo["acuracy"], TypeError, 'did you mean "accuracy"?');
});
