import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { range, read, series, show } from "../../../mod.ts";
import { float64Column, textColumn } from "../../../src/frame/columns/columns.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { columnNames } from "../../../src/frame/polars/seriesOf.ts";
import { type Row, toRows } from "../../../src/frame/polars/rows.ts";
import type { Frame } from "../../../src/frame/polars/frame.ts";
import type { DailyOptions } from "../../../src/app/days/daily.ts";
import { handMade, slept } from "../handMade.ts";

const TZ = "Europe/Berlin", NOW = "2025-03-31T12:00:00+02:00";
const rowsOf = (frame: Frame): Row[] => toRows(columnsOf(frame));

/**
 * Thirteen days around the daylight saving change on the 30th, with a workout on every third day.
 */
const DAYS = Array.from(
  { length: 13 },
  (_, i) => Temporal.PlainDate.from("2025-03-18").add({ days: i }),
);
const worked = (day: Temporal.PlainDate): boolean => day.day % 3 === 0;
const at = (day: Temporal.PlainDate, plainTime: string): string =>
  day.toZonedDateTime({ timeZone: TZ, plainTime }).toInstant().toString();
/** Sleep from 23:00: seven hours, or eight after a workout. The 24th has no record. */
const records = {
  SleepStage: DAYS.filter((day) => day.day !== 24).map((day) => {
    const evening = day.subtract({ days: 1 });
    const start = Temporal.Instant.from(at(evening, "23:00"));
    return {
      ...slept("Watch", "2025-03-18T23:30", "2025-03-19T07:00"),
      start_time: start.toString(),
      end_time: start.add({ hours: worked(evening) ? 8 : 7 }).toString(),
    };
  }),
  StepCount: DAYS.map((day) => ({
    start_time: at(day, "10:00"),
    end_time: at(day, "10:30"),
    value: 5000 + 1000 * (day.day % 3),
  })),
  MobileWorkout: DAYS.filter(worked).map((day) => ({
    apple_workout_id: crypto.randomUUID(),
    start_date: at(day, "18:00"),
    end_date: at(day, "18:45"),
    duration: 2700,
    workout_activity_type: "running",
  })),
};
const held = (refuses?: (path: string) => 403 | undefined) =>
  handMade({ records, now: NOW, tz: TZ, ...(refuses && { refuses }) });
const RANGE = range.between("2025-03-18", "2025-03-31", TZ);
const notes = DAYS.map((day) => ({
  date: day.toString(),
  mood: day.day % 5,
  wine: day.day % 2 === 0,
  note: `day ${day.day}`,
}));

Deno.test("daily() counts the workouts that start on a day, and lists each kind once, in order", async () => {
  const workout = (start: string, minutes: number, kind: string) => ({
    apple_workout_id: crypto.randomUUID(),
    start_date: start,
    end_date: Temporal.Instant.from(start).add({ minutes }).toString(),
    duration: 60 * minutes,
    workout_activity_type: kind,
  });
  await using me = await handMade({
    now: NOW,
    tz: TZ,
    records: {
      MobileWorkout: [
        workout("2025-03-17T23:50:00+01:00", 30, "rowing"), // on the day before
        workout("2025-03-18T07:00:00+01:00", 20, "running"),
        workout("2025-03-18T08:00:00+01:00", 30, "cycling"),
        workout("2025-03-18T18:00:00+01:00", 10, "running"),
        workout("2025-03-19T23:59:00+01:00", 40, "yoga"),
      ],
    },
  });
  const days = await me.daily(range.between("2025-03-18", "2025-03-21", TZ), { workouts: true });
  assertEquals(
    rowsOf(days).map((row) => [row["workouts"], row["workout_min"], row["activities"]]),
    [[3, 60, "cycling, running"], [1, 40, "yoga"], [0, 0, null]],
  );
});

Deno.test("daily() has metrics, workouts, the previous night and your own rows by local date", async () => {
  await using me = await held();
  const frame = await me.daily(RANGE, {
    metrics: ["StepCount"],
    sleep: ["asleep", "efficiency", "bedtime", "SFI"],
    workouts: true,
    own: notes,
  });
  assertEquals(columnNames(frame), [
    "time",
    "workouts",
    "worked_out",
    "workout_min",
    "workout_distance",
    "activities",
    "step_count",
    "asleep",
    "efficiency",
    "bedtime",
    "SFI",
    "sleep_coverage",
    "sleep_reason",
    "mood",
    "wine",
    "note",
    "whole",
  ]);
  const rows = rowsOf(frame);
  assertEquals(rows.length, DAYS.length);
  DAYS.forEach((day, i) => {
    const row = rows[i]!, isSlept = day.day !== 24;
    assertEquals((row["time"] as string).slice(0, 10), day.toString());
    assertEquals(row["step_count"], 5000 + 1000 * (day.day % 3));
    assertEquals(row["asleep"], !isSlept ? null : worked(day.subtract({ days: 1 })) ? 480 : 420);
    assertEquals(row["bedtime"], isSlept ? -1 : null);
    assertEquals(row["sleep_coverage"], isSlept ? 1 : 0);
    // The watch in this test records sleep but no wake.
    assertEquals(row["efficiency"], null);
    const reason = isSlept ? "efficiency, SFI: wake is not recorded" : null;
    assertEquals(row["sleep_reason"], reason);
    assertEquals(
      [row["workouts"], row["worked_out"], row["workout_min"], row["activities"]],
      worked(day) ? [1, true, 45, "running"] : [0, false, 0, null],
    );
    assertEquals([row["mood"], row["wine"], row["note"]], [
      day.day % 5,
      day.day % 2 === 0,
      `day ${day.day}`,
    ]);
    assertEquals(row["whole"], true);
  });
  const shown = Deno.inspect(await me.daily(RANGE, { sleep: ["asleep", "bedtime"] }));
  for (const text of ["f64, min", "f64, HH:MM", "23:00"]) assertStringIncludes(shown, text);
});

Deno.test("daily() has the same days with and without metrics, even if the range cuts them", async () => {
  await using me = await held();
  for (
    const asked of [RANGE, {
      start_time: "2025-03-28T08:00+01:00",
      end_time: "2025-03-31T20:00+02:00",
    }]
  ) {
    const [own, theirs] = await Promise.all([
      me.daily(asked, { sleep: ["asleep"] }),
      me.api.metrics.timeSeries({ metric: "StepCount", samprate: "1d", tz: TZ, ...asked }),
    ]);
    assertEquals(rowsOf(own).map(({ time }) => time), rowsOf(theirs).map(({ time }) => time));
  }
});

Deno.test("a lag finds the night after a workout in compare() and correlate()", async () => {
  await using me = await held();
  const days = await me.daily(RANGE, { sleep: ["asleep"], workouts: true });
  const found = series.compare(days, { condition: "worked_out", y: "asleep", lag: 1 });
  assertEquals([found.mean_a, found.mean_b, found.missing_b], [420, 480, 1]);
  assertEquals(found.unit.difference, "min");
  const rows = rowsOf(
    await me.correlate(RANGE, {
      sleep: ["asleep"],
      workouts: true,
      x: ["workout_min"],
      lag: [0, 1],
    }),
  );
  assertEquals(rows.map(({ a, b, lag, method }) => `${a} ${b} ${lag} ${method}`), [
    "workout_min asleep 0 pearson",
    "workout_min asleep 0 spearman",
    "workout_min asleep 1 pearson",
    "workout_min asleep 1 spearman",
  ]);
  assert(Math.abs((rows[2]!["r"] as number) - 1) < 1e-12 && (rows[0]!["r"] as number) < 0.5);
});

Deno.test("correlate() accepts your own columns, including booleans, and skips partially recorded nights", async () => {
  await using me = await held();
  const rows = rowsOf(
    await me.correlate(RANGE, {
      metrics: ["StepCount"],
      sleep: ["asleep"],
      own: notes,
      x: ["StepCount"],
      method: "pearson",
    }),
  );
  assertEquals(rows.map(({ a, b, n }) => [a, b, Number(n)]), [
    ["step_count", "asleep", 12],
    ["step_count", "mood", 13],
    ["step_count", "wine", 13],
  ]);
  const thin = { ...slept("Watch", "2025-03-18T23:30", "2025-03-19T07:00"), value: 0 };
  await me.api.ingest.records("SleepStage", [{
    ...thin,
    start_time: at(DAYS[3]!, "06:30"),
    end_time: at(DAYS[3]!, "14:30"),
  }]);
  const n = async (includePartial: boolean): Promise<number> =>
    Number(
      rowsOf(
        await me.correlate(RANGE, { metrics: ["StepCount"], sleep: ["asleep"], includePartial }),
      )[0]!["n"],
    );
  assertEquals([await n(false), await n(true)], [11, 12]);
});

Deno.test("correlate() with x pairs habits with the other columns, not with each other", async () => {
  await using me = await held();
  const asked = { metrics: ["StepCount"], sleep: ["asleep"], own: notes } as const;
  const rows = rowsOf(
    await me.correlate(RANGE, { ...asked, x: ["mood", "wine"], method: "spearman" }),
  );
  assertEquals(rows.map(({ a, b }) => `${a} ${b}`), [
    "mood step_count",
    "mood asleep",
    "wine step_count",
    "wine asleep",
  ]);
  await assertRejects(
    () => me.correlate(RANGE, { ...asked, x: ["moods"] }),
    TypeError,
    "moods",
  );
});

Deno.test("a table of days can be passed as own: its marks describe days and are not causes", async () => {
  await using me = await held();
  const own = await me.daily(RANGE, { sleep: ["asleep"], workouts: true, own: notes });
  const rows = (await me.influences(RANGE, { y: "StepCount", own })).frame.toRecords();
  const causes = new Set(rows.map(({ cause }) => cause));
  assertEquals(["asleep", "workout_min", "mood", "wine"].filter((name) => !causes.has(name)), []);
  for (const mark of ["whole", "sleep_coverage", "workouts", "worked_out"]) {
    assert(!causes.has(mark), mark);
  }
  const pairs = rowsOf(await me.correlate(RANGE, { metrics: ["StepCount"], own, y: "StepCount" }));
  assertEquals(
    new Set(pairs.map(({ a }) => a)),
    new Set(["workout_min", "asleep", "mood", "wine"]),
  );
  const both = await me.daily(RANGE, { sleep: ["deep"], own });
  assertEquals(columnNames(both).filter((name) => name === "sleep_coverage").length, 1);
  const steps = await me.daily(RANGE, { metrics: ["StepCount"] });
  const [plain, given] = await Promise.all([
    me.totals("StepCount", RANGE),
    me.totals("StepCount", RANGE, { own: steps }),
  ]);
  assertEquals(given.total, plain.total);
});

Deno.test("influences() says that a constant habit has no variation, not that days are too few", async () => {
  await using me = await held();
  const own = DAYS.map((day) => ({ date: day.toString(), tablets: true }));
  const found = await me.influences(RANGE, { y: "StepCount", x: ["tablets"], own });
  assertEquals(found.finding, "nothing to tell about step count; tablets: no variation");
  assertEquals(found.reason.clear, "tablets: no variation");
});

Deno.test("a day that is cut in own is not whole, but a number called whole is your column", async () => {
  await using me = await held();
  const cut = await me.daily({
    start_time: "2025-03-28T08:00+01:00",
    end_time: "2025-03-31T00:00+02:00",
  }, { metrics: ["StepCount"] });
  const days = await me.daily(range.between("2025-03-27", "2025-03-31", TZ), { own: cut });
  assertEquals(rowsOf(days).map(({ whole }) => whole), [true, false, true, true]);
  const grain = [{ date: "2025-03-28", whole: 3 }];
  await assertRejects(
    () => me.daily(range.day("2025-03-28", TZ), { own: grain }),
    RangeError,
    'there would be two columns "whole"; rename the column of own',
  );
});

Deno.test("daily() keeps the units of your own columns", async () => {
  await using me = await held();
  const own = show.withDisplay(
    toFrame({ date: textColumn(["2025-03-18"]), weight: float64Column(new Float64Array([70.5])) }),
    { units: { weight: "kg" } },
  );
  const shown = Deno.inspect(await me.daily(range.day("2025-03-18", TZ), { own }));
  assertStringIncludes(shown, "f64, kg");
});

Deno.test("several of your own rows on one day become one: cups are summed, moods averaged, words joined", async () => {
  await using me = await held();
  const own = [
    { time: "2025-03-31T07:00:00Z", coffee: 1, mood: 3, note: "early", late: false },
    { time: "2025-03-31T15:00:00Z", coffee: 2, mood: 4, note: null, late: true },
    { time: "2025-03-31T16:00:00Z", coffee: 1, mood: null, note: "late", late: null },
    { time: "2025-04-01T07:00:00Z", coffee: 1, mood: null, note: "one", late: null },
  ];
  const days = range.between("2025-03-31", "2025-04-03", TZ);
  const read = async (combine?: DailyOptions["combine"]) =>
    rowsOf(await me.daily(days, { own, combine })).map(({ coffee, mood, note, late }) => [
      coffee === null ? null : Number(coffee),
      mood === null ? null : Number(mood),
      note,
      late,
    ]);
  const none = [null, null, null, null];
  assertEquals(await read({ mood: "mean" }), [
    [4, 3.5, "early, late", true],
    [1, null, "one", null],
    none,
  ]);
  assertEquals((await read("count")).map(([coffee, mood]) => [coffee, mood]), [
    [3, 2],
    [1, null],
    [null, null],
  ]);
  for (
    const [how, coffee] of [["sum", 4], ["mean", 4 / 3], ["min", 1], ["max", 2], ["first", 1], [
      "last",
      1,
    ]] as const
  ) assertEquals((await read(how))[0]![0], coffee, how);
  const rejects = (combine: unknown, message: string) =>
    assertRejects(() => read(combine as "sum"), RangeError, message);
  await rejects("total", 'combine is "total", expected one of sum, mean');
  await rejects({ cofee: "sum" }, 'not a column of own; did you mean "coffee"?');
});

Deno.test("several weights on one day become their mean, unless combine says otherwise", async () => {
  await using me = await held();
  const own = [
    { time: "2025-03-31T07:00:00Z", weight: 80, cups: 1 },
    { time: "2025-03-31T15:00:00Z", weight: 82, cups: 2 },
  ];
  const days = range.between("2025-03-31", "2025-04-01", TZ);
  const read = async (combine?: DailyOptions["combine"]) =>
    rowsOf(await me.daily(days, { own, combine })).map((row) => [row["weight"], row["cups"]]);
  assertEquals(await read(), [[81, 3]]);
  assertEquals(await read({ weight: "max" }), [[82, 3]]);
  assertEquals(await read("sum"), [[162, 3]]);
});

Deno.test("your own rows may have instants, and are rejected if their names clash", async () => {
  await using me = await held();
  const late = [{ time: "2025-03-30T22:30:00Z", mood: 4 }]; // the 31st in Berlin
  const day = range.day("2025-03-31", TZ);
  assertEquals(rowsOf(await me.daily(day, { own: late }))[0]!["mood"], 4);
  const notes = await read.csv({ text: "Datum,Mood\n2025-03-31,4\n" });
  assertEquals(rowsOf(await me.daily(day, { own: notes }))[0]!["Mood"], 4);
  const rejects = (own: Row[], type: ErrorConstructor, message: string) =>
    assertRejects(() => me.daily(RANGE, { metrics: ["StepCount"], own }), type, message);
  await rejects(
    [{ date: "2025-03-18", step_count: 1 }],
    RangeError,
    'two columns "step_count"; rename the column of own',
  );
  await rejects(
    [{ when: "spring", mood: 1 }],
    TypeError,
    "own has no column of days; rename it to date (the columns are when, mood)",
  );
  await rejects(
    [{ start_date: "2025-03-18T08:00Z", activity: "Run", duration: 30 }],
    TypeError,
    "For workouts, pass await me.workoutDays(when)",
  );
  await rejects([{ date: "2025-03-18" }], TypeError, "own only has the column date");
  await rejects(
    [{ date: null, mood: 1 }, { date: "2025-03-18", mood: 2 }],
    TypeError,
    "of own: date is null in row 0",
  );
});

Deno.test("daily() reports what it cannot read, and suggests what was meant", async () => {
  await using me = await held();
  const rejects = (options: object, type: ErrorConstructor, message: string) =>
    assertRejects(() => me.daily(RANGE, { ...options }), type, message);
  await rejects(
    {},
    TypeError,
    "Cannot read days: pass metrics, sleep, workouts or own",
  );
  await rejects(
    { sleep: ["aslep"] },
    RangeError,
    'unknown sleep metric "aslep"; did you mean "asleep"?',
  );
  await rejects({ sleep: "asleep" }, TypeError, "expected a list such as");
  await rejects({ sleep: ["asleep", "asleep"] }, TypeError, "list each one only once");
  await rejects({ metrics: ["Steps"] }, RangeError, 'no metric "Steps"; did you mean "StepCount"');
});

Deno.test("daily() reports that sleep is not shared", async () => {
  await using me = await held((path) => path.includes("metric_samples") ? 403 : undefined);
  const said: string[] = [];
  const rows = rowsOf(
    await me.daily(RANGE, {
      metrics: ["StepCount"],
      sleep: ["asleep"],
      onAbsent: (text) => said.push(text),
    }),
  );
  assertEquals(said, ["sleep: not shared (403)"]);
  assertEquals([rows[0]!["asleep"], rows[0]!["step_count"]], [null, 5000]);
});
