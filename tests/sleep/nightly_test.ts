import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { type Row, toRows } from "../../src/frame/polars/rows.ts";
import { columnNames } from "../../src/frame/polars/seriesOf.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { fitbitSleep } from "../../src/read/fitbit/fitbitSleep.ts";
import { merge } from "../../src/sleep/merge.ts";
import { nightly } from "../../src/sleep/nightly.ts";
import { sessions } from "../../src/sleep/sessions.ts";
import { statistics } from "../../src/sleep/statistics.ts";
import { timing } from "../../src/sleep/timing.ts";
import { statisticsTable } from "../helpers/statisticsTable.ts";
import { fromHypnogram } from "../../src/sleep/fromHypnogram.ts";
import { fitbitLogs } from "./fitbitLogs.ts";
import { fixture, START, yasaCodes } from "./hypnograms.ts";
import type { StatisticName } from "../../src/sleep/nights/statisticDefinitions.ts";

const tz = "Europe/Berlin";
const rowsOf = (frame: Frame): Row[] => toRows(columnsOf(frame));
const real = await fitbitSleep(fitbitLogs(), { tz });

/** Returns the values of `statistics` by `night name`. */
function byNightAndName(frame: Frame): Map<string, unknown> {
  return new Map(rowsOf(frame).map(({ night, name, value }) => [`${night} ${name}`, value]));
}

Deno.test("nightly() agrees with statistics() for 500 real nights", () => {
  const stages = merge(real, { sourcePriority: ["short"], inBed: "layer" });
  const expected = byNightAndName(statistics(stages, { tz }));
  const names = ["TIB", "TST", "SE", "SOL", "WASO", "awakenings", "light_min", "deep_min"];
  const found = rowsOf(nightly(real, { tz, sourcePriority: ["short"] }));
  assert(found.length > 400, `${found.length} nights`);
  assertEquals(
    found.map(({ night }) => night),
    [...new Set(rowsOf(statistics(stages, { tz })).map(({ night }) => night))],
  );
  for (const row of found) {
    for (const name of names) {
      const value = expected.get(`${row["night"]} ${name}`);
      const own = row[name] === null ? null : Number(row[name]);
      assertEquals(own, value, `${name} of ${row["night"]}`);
    }
  }
});

Deno.test("nightly() gives the statistics that yasa publishes for its two nights, in one frame of two people", () => {
  const names = ["yasa_full6hrs", "yasa_sub-02"], published = fixture("yasa_hypno_expected.json");
  const stages = names.flatMap((user) =>
    fromHypnogram(yasaCodes(`${user}_hypno_30s.txt`), { start: START, tz: "UTC" }).toRecords()
      .map((row) => ({ ...row, user }))
  );
  const statistics = ["TST", "WASO", "SE", "SOL", "N2_min", "N3_min", "REM_min"] as const;
  const rows = rowsOf(nightly(stages, { by: "user", tz: "UTC", statistics }));
  for (const user of names) {
    const theirs = published[user]["sleep_statistics_yasa_0.7.0_code"];
    const row = rows.find((one) => one["user"] === user)!;
    for (const name of statistics) {
      assertAlmostEquals(Number(row[name]), theirs[name.replace("_min", "")], 5.1e-5, name);
    }
  }
});

Deno.test("nightly() has every statistic as a column, in the requested order", () => {
  const stages = merge(real, { inBed: "layer" });
  const long = statistics(stages, { tz }), expected = byNightAndName(long);
  const names = [...new Set(rowsOf(long).map(({ name }) => name as StatisticName))].reverse();
  const wide = nightly(stages, { tz, statistics: names });
  const columns = columnNames(wide).filter((name) => names.some((own) => own === name));
  assertEquals(columns, names);
  for (const row of rowsOf(wide)) {
    for (const name of names) {
      const value = expected.get(`${row["night"]} ${name}`);
      assertEquals(row[name] === null ? null : Number(row[name]), value, name);
    }
  }
});

Deno.test("nightly() agrees with timing() on onset, wake and midsleep, even across daylight saving changes", () => {
  const table = sessions(real, { tz }), all = rowsOf(table).filter(({ main }) => main);
  const wide = new Map(rowsOf(nightly(real, { tz })).map((row) => [row["night"], row]));
  const onClock = (hours: number): number => (hours % 24 + 24) % 24;
  for (const session of all) {
    const found = new Map(
      rowsOf(timing([session], { tz }).frame).map(({ name, value }) => [name, value as number]),
    );
    const row = wide.get(session["night"])!;
    for (const [column, name] of [["onset", "onset"], ["wake", "wake"], ["midsleep", "midpoint"]]) {
      const difference = onClock(row[column!] as number) - found.get(name!)!;
      assertAlmostEquals(
        Math.sin(difference / 24 * Math.PI),
        0,
        1e-9,
        `${name} of ${session["night"]}`,
      );
    }
  }
});

/** Returns an interval of one stage from one local time to another. */
const slept = (from: string, to: string, zone: string, sleep_stage = 3): Row => ({
  start_time: Temporal.PlainDateTime.from(from).toZonedDateTime(zone).toInstant().toString(),
  end_time: Temporal.PlainDateTime.from(to).toZonedDateTime(zone).toInstant().toString(),
  sleep_stage,
});

Deno.test("nightly() shows clock times in local time, and minutes as elapsed time", () => {
  for (
    const [zone, from, to, TST] of [
      ["Europe/Berlin", "2024-03-30T23:00", "2024-03-31T07:00", 420],
      ["Europe/Berlin", "2024-10-26T23:00", "2024-10-27T07:00", 540],
      ["Australia/Lord_Howe", "2024-04-06T23:00", "2024-04-07T07:00", 510],
      ["America/Sao_Paulo", "2018-11-03T22:00", "2018-11-04T06:00", 420],
      ["Africa/Cairo", "2024-04-25T22:00", "2024-04-26T06:00", 420],
    ] as const
  ) {
    const [row] = rowsOf(nightly([slept(from, to, zone)], { tz: zone }));
    const hours = Number(from.slice(11, 13)) - 24;
    assertEquals([row!["night"], row!["bedtime"], row!["onset"]], [to.slice(0, 10), hours, hours]);
    assertEquals([row!["wake"], row!["rise"], row!["TST"]], [
      Number(to.slice(12, 13)),
      Number(to.slice(12, 13)),
      TST,
    ]);
  }
});

Deno.test("nightly() uses time in bed as the bed period, counts naps separately, and reports unknown values", () => {
  const [row, ...rest] = rowsOf(nightly([
    slept("2024-01-10T22:30", "2024-01-11T07:15", tz, 0),
    slept("2024-01-10T23:00", "2024-01-11T03:00", tz, 4),
    slept("2024-01-11T03:00", "2024-01-11T03:20", tz, 2),
    slept("2024-01-11T03:20", "2024-01-11T07:00", tz, 5),
    slept("2024-01-10T14:00", "2024-01-10T14:40", tz, 1),
  ], { tz }));
  assertEquals(rest, []);
  const { start_time, end_time, coverage, ...figures } = row!;
  assertEquals(figures, {
    night: "2024-01-11",
    bedtime: -1.5,
    onset: -1,
    midsleep: 3,
    wake: 7,
    whole: null,
    rise: 7.25,
    TIB: 525,
    TST: 460,
    SE: 100 * 460 / 525,
    SOL: 30,
    WASO: 20,
    awakenings: 1,
    light_min: 0,
    deep_min: 240,
    rem_min: 220,
    unstaged: 0,
    nap_min: 40,
  });
  assertEquals(coverage, 480 / 525);
  assertEquals([start_time, end_time], ["2024-01-10T22:30:00+01:00", "2024-01-11T07:15:00+01:00"]);
});

Deno.test("nightly() merges devices that overlap, by sourcePriority", () => {
  const rows = [
    { ...slept("2024-01-10T23:00", "2024-01-11T07:00", tz, 3), source: "ring" },
    { ...slept("2024-01-11T02:00", "2024-01-11T03:00", tz, 2), source: "watch" },
  ];
  const TST = (sourcePriority: string[]): unknown =>
    rowsOf(nightly(rows, { tz, sourcePriority }))[0]!["TST"];
  assertEquals([TST(["watch"]), TST(["ring"])], [420, 480]);
});

Deno.test("nightly() displays its units, and clock times as such", () => {
  const shown = Deno.inspect(nightly([slept("2024-01-10T23:30", "2024-01-11T07:05", tz)], { tz }));
  for (const text of ["f64, HH:MM", "23:30", "07:05", "f64, min", "455", "f64, %"]) {
    assertStringIncludes(shown, text);
  }
  assert(!shown.includes("-0.5"), shown);
});

Deno.test("nightly() has its columns without nights, and if the length of all sleep is unknown", () => {
  const none = nightly([], { tz }),
    some = nightly([slept("2024-01-10T23:30", "2024-01-11T07:05", tz, 5)], { tz });
  assertEquals(columnNames(none), columnNames(some));
  assertEquals(rowsOf(none), []);
  const [awake] = rowsOf(nightly([slept("2024-01-10T23:30", "2024-01-11T07:05", tz, 2)], { tz }));
  assertEquals([awake!["onset"], awake!["wake"], awake!["SOL"], awake!["TST"]], [
    null,
    null,
    null,
    0,
  ]);
});

Deno.test("nightly() rejects an unknown statistic with the nearest name", () => {
  assertThrows(
    () => nightly([], { tz: "UTC", statistics: ["TSTs" as never] }),
    RangeError,
    'Cannot make a table of nights: unknown statistic "TSTs"; did you mean "TST"?',
  );
  assertThrows(
    () => nightly([], { tz: "UTC", statistics: "TST" as unknown as [] }),
    TypeError,
    'statistics is the text "TST"',
  );
});

Deno.test("the table in the documentation of nightly() lists exactly its columns", async () => {
  const rows = await statisticsTable("sleep/nightly.ts", "nightly");
  const named = rows.flatMap(({ names }) => names);
  const asleep = slept("2024-01-10T23:30", "2024-01-11T07:05", tz, 1);
  const columns = new Set([
    ...columnNames(nightly([asleep], { tz })),
    ...columnNames(nightly([{ ...asleep, asleep_duration: 400 }], { tz })),
  ]);
  assertEquals(named.toSorted(), [...columns].toSorted());
});
