import { openFrame } from "../../src/frame/open.ts";
import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { type Row, toRows } from "../../src/frame/polars/rows.ts";
import { columnNames } from "../../src/frame/polars/seriesOf.ts";
import { regularity, type RegularityOptions } from "../../src/sleep/regularity.ts";
import { type Span, stageRows } from "./stageRows.ts";

const found = (rows: Row[], options: RegularityOptions = {}) =>
  toRows(columnsOf(openFrame(regularity(rows, options)).frame()));

const index = (rows: Row[], options: RegularityOptions = {}) => {
  const [row] = found(rows, options);
  return row!["value"] as number | null;
};

const DAY = 1440;

/** Returns sleeps given in hours after midnight, by day since 1970-01-01. */
const sleeps = (hours: readonly (readonly [day: number, from: number, to: number])[]) =>
  stageRows(hours.map(([day, from, to]) => ({
    start: day * DAY + Math.round(from * 60),
    end: day * DAY + Math.round(to * 60),
    stage: 1,
  })));

Deno.test("regularity() is 100 for identical days, -100 for alternating days", () => {
  const alike = [0, 1, 2, 3, 4, 5].map((day) => [day, 23, 31] as const);
  assertEquals(index(sleeps(alike)), 100);
  // From noon to noon: asleep in the first half of one day, and in the second half of the next.
  const turned = [0, 1, 2, 3, 4, 5].flatMap((day) => {
    const noon = day * DAY + 720, [first, second] = day % 2 === 0 ? [1, 2] : [2, 1];
    return [
      { start: noon, end: noon + 720, stage: first! },
      { start: noon + 720, end: noon + DAY, stage: second! },
    ];
  });
  assertEquals(index(stageRows(turned), { uncovered: "missing" }), -100);
  assertEquals(found(stageRows(turned), { per: "pair" }).map(({ value }) => value), [
    -100,
    -100,
    -100,
    -100,
    -100,
  ]);
});

Deno.test("regularity() is about 0 for random sleep", () => {
  let seed = 7;
  const random = () => (seed = seed * 48_271 % 2_147_483_647) / 2_147_483_647;
  const spans = Array.from({ length: 300 * 96 }, (_, i) => ({
    start: 15 * i,
    end: 15 * (i + 1),
    stage: random() < 0.5 ? 1 : 2,
  }));
  const value = index(stageRows(spans), { uncovered: "missing", rule: "00:00" });
  assert(value !== null && Math.abs(value) < 2, `${value}`);
});

// Data and expected values of the test of CalcSleepRegularityIndex in the R package GGIR 3.
Deno.test("regularity() agrees with GGIR's test, for each pair and for all", () => {
  const start = Temporal.ZonedDateTime.from("2020-01-01T00:01:10[Europe/Amsterdam]").toInstant();
  const shares = [[0.4, 0.8], [0.5, 0.8], [0.5, 0.9], [0.4, 0.9], [0.4, 0.8]] as const;
  const rows = shares.map(([from, to], day) => ({
    start_time: start.add({ seconds: Math.round(86_400 * (day + from)) }).toString(),
    end_time: start.add({ seconds: Math.round(86_400 * (day + to)) + 5 }).toString(),
    sleep_stage: 1,
  }));
  const options = { tz: "Europe/Amsterdam", rule: "00:00" };
  const pairs = found(rows, { ...options, per: "pair" });
  assertEquals(pairs.map(({ night }) => night), [1, 2, 3, 4].map((day) => `2020-01-0${day}`));
  for (const { value } of pairs) assertAlmostEquals(value as number, 80, 1e-9);
  assertAlmostEquals(index(rows, options)!, 80, 1e-9);
  assertAlmostEquals(index(rows, { ...options, epoch: "PT5S" })!, 80, 1e-9);
});

Deno.test("regularity() counts a difference of one hour as 1/24 of a day", () => {
  const rows = sleeps([[0, 23, 30], [1, 23, 31]]);
  const [pair] = found(rows, { per: "pair" });
  assertAlmostEquals(pair!["value"] as number, 200 * 23 / 24 - 100, 1e-9);
  assertEquals([pair!["coverage"], pair!["n"], pair!["unit"]], [1, 1, "1"]);
});

/** Returns the known state of each minute: 1 asleep, 0 awake, undefined if unknown. */
function minutes(spans: readonly Span[], days: number, uncovered: "awake" | "missing") {
  const state = new Array<number | undefined>(days * DAY).fill(undefined);
  if (uncovered === "awake") state.fill(0);
  for (const { start, end, stage } of spans) {
    for (let minute = start; minute < end; minute++) state[minute] = stage === 2 ? 0 : 1;
  }
  return state;
}

Deno.test("regularity() agrees with a count of minutes, with recorded and assumed wake", () => {
  const DAYS = 6;
  // Each day from midnight to midnight has a sleep around noon, and wake.
  const day = fc.record({
    from: fc.integer({ min: 100, max: 600 }),
    length: fc.integer({ min: 1, max: 700 }),
    awake: fc.integer({ min: 0, max: 90 }),
  });
  fc.assert(
    fc.property(
      fc.array(day, { minLength: DAYS, maxLength: DAYS }),
      fc.constantFrom<"awake" | "missing">("awake", "missing"),
      (days, uncovered) => {
        const spans = days.flatMap(({ from, length, awake }, i) => [
          { start: i * DAY + from, end: i * DAY + from + length, stage: 1 },
          { start: i * DAY + from + length, end: i * DAY + from + length + awake, stage: 2 },
        ]);
        const state = minutes(spans, DAYS, uncovered);
        const pairs = found(stageRows(spans), {
          per: "pair",
          rule: "00:00",
          uncovered,
          brokenBelow: 0,
          minCoverage: 0,
        });
        assertEquals(pairs.length, DAYS - 1);
        let all = 0, same = 0;
        pairs.forEach(({ value, coverage }, i) => {
          let known = 0, alike = 0;
          for (let minute = i * DAY; minute < (i + 1) * DAY; minute++) {
            const now = state[minute], later = state[minute + DAY];
            if (now === undefined || later === undefined) continue;
            known++;
            if (now === later) alike++;
          }
          all += known;
          same += alike;
          assertAlmostEquals(coverage as number, known / DAY, 1e-9);
          if (known === 0) assertEquals(value, null);
          else assertAlmostEquals(value as number, 200 * alike / known - 100, 1e-9);
        });
        const value = index(stageRows(spans), {
          rule: "00:00",
          uncovered,
          brokenBelow: 0,
          minCoverage: 0,
          minDays: 0,
        });
        if (all === 0) assertEquals(value, null);
        else assertAlmostEquals(value!, 200 * same / all - 100, 1e-9);
      },
    ),
    { numRuns: 25 },
  );
});

Deno.test("regularity() of equal days is 100 even if sleep crosses the edge of a day", () => {
  for (let from = 0; from < 24; from++) {
    for (const days of [[0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 4, 5, 6]]) {
      const rows = sleeps(days.map((day) => [day, from, from + 7] as const));
      assertEquals(index(rows), 100, `${from}:00 on days ${days}`);
    }
  }
});

Deno.test("regularity() with a confidence has an interval around the value, narrower with more days", () => {
  const nightsOf = (days: number, minutes: (day: number) => number) =>
    Array.from({ length: days }, (_, day) => ({
      start_time: new Date(Date.UTC(2024, 2, 18 + day, 22) + minutes(day) * 60_000),
      end_time: new Date(Date.UTC(2024, 2, 19 + day, 6) + minutes(day + 7) * 60_000),
      sleep_stage: 1,
      user: "a",
    }));
  const late = (day: number): number => (day * day * 37) % 90;
  const options = { tz: "Europe/Berlin", confidence: 0.95 } as const; // across a daylight saving change
  const [few, many] = [14, 42].map((days) => regularity(nightsOf(days, late), options));
  for (const found of [few!, many!]) {
    assert(found.SRI_low! < found.SRI! && found.SRI! < found.SRI_high!, found.toString());
    assert(found.SRI_high! <= 100);
  }
  assert(many!.SRI_high! - many!.SRI_low! < few!.SRI_high! - few!.SRI_low!);
  assertEquals(few!.SRI, regularity(nightsOf(14, late), { tz: "Europe/Berlin" }).SRI);
  const six = regularity(nightsOf(6, late), options);
  assertEquals([six.SRI_low, six.reason.SRI_low], [null, "5 of at least 7 valid pairs"]);
  const equal = regularity(nightsOf(10, () => 0), { tz: "UTC", confidence: 0.95 });
  assertEquals([equal.SRI, equal.SRI_low, equal.reason.SRI_low], [100, null, "no variation"]);
  const people = ["b", "a"].flatMap((user) =>
    nightsOf(14, late).map((night) => ({ ...night, user }))
  );
  const rows = regularity(people, { ...options, by: "user" }).toRecords();
  assertEquals(rows.map(({ user, name }) => `${user} ${name}`), [
    ...["b SRI", "b SRI_low", "b SRI_high", "a SRI", "a SRI_low", "a SRI_high"],
  ]);
  assertEquals(rows[1]!["value"], few!.SRI_low);
  const wrong = (options: object) => () =>
    regularity(people, { tz: "UTC", by: "user", ...options });
  assertThrows(wrong({ confidence: 95 }), RangeError, "confidence is 95");
  assertThrows(wrong({ confidence: 0.9, per: "pair" }), RangeError, "single pair");
});

Deno.test("regularity() rejects invalid options", () => {
  const rows = sleeps([[0, 23, 31]]);
  for (const wrong of [{ per: "planet" }, { minDays: NaN }, { minCoverage: 66 }]) {
    assertThrows(() => regularity(rows, wrong as RegularityOptions), RangeError, "regularity");
  }
  assertThrows(() => regularity(rows, { uncovered: "x" as "awake" }), RangeError, "uncovered");
});

Deno.test("regularity() treats a day without sleep as missing, and skips its pairs", () => {
  const rows = sleeps([0, 1, 2, 4, 5, 6].map((day) => [day, 23, 31] as const));
  const pairs = found(rows, { per: "pair" });
  assertEquals(pairs.map(({ value }) => value), [100, 100, null, null, 100, 100]);
  assertEquals(pairs.map(({ coverage }) => coverage), [1, 1, 0, 0, 1, 1]);
  const [all] = found(rows);
  assertEquals([all!["value"], all!["n"]], [100, 4]);
  assertAlmostEquals(all!["coverage"] as number, 4 / 6, 1e-9);
});

Deno.test("regularity() treats the rest of an interrupted night as missing, not as awake", () => {
  const night = (day: number, hours: number): Span[] => {
    const start = day * DAY + 23 * 60;
    return [{ start, end: start + 60 * hours, stage: 1 }];
  };
  const days = Array.from({ length: 14 }, (_, day) => day);
  const broken = days.flatMap((day) => night(day, day === 6 ? 3 : 8));
  const [row] = found(stageRows(broken));
  assertEquals([row!["value"], row!["n"]], [100, 11]);
  // Both pairs with that day have its three known hours.
  assertAlmostEquals(row!["coverage"] as number, (11 + 2 * 3 / 24) / 13, 1e-9);
  const gone = index(stageRows(broken.filter(({ start }) => start !== 6 * DAY + 23 * 60)));
  assertEquals(gone, 100);
  // Two of the pairs have five hours that differ.
  const awake = found(stageRows(broken), { brokenBelow: 0 })[0]!;
  assertAlmostEquals(awake["value"] as number, 200 * (1 - 2 * 5 / (13 * 24)) - 100, 1e-9);
  assertEquals(awake["coverage"], 1);
  // A record that ends with wake was not interrupted: the person slept five hours less.
  const end = 6 * DAY + 26 * 60;
  const woken = stageRows([...broken, { start: end, end: end + 5, stage: 2 }]);
  assertAlmostEquals(index(woken)!, awake["value"] as number, 1e-9);
  for (const brokenBelow of [-0.1, 1, NaN, 50]) {
    assertThrows(() => regularity(woken, { brokenBelow }), RangeError, "brokenBelow");
  }
});

Deno.test("regularity() without daylight saving nights is 100 for someone who follows the local clock", () => {
  for (const tz of ["Europe/Berlin", "Australia/Lord_Howe", "America/Santiago"]) {
    for (const first of ["2024-03-25", "2024-04-01", "2024-09-02", "2024-10-01", "2024-10-21"]) {
      const rows = Array.from({ length: 14 }, (_, day) => {
        const date = Temporal.PlainDate.from(first).add({ days: day });
        const at = (date: Temporal.PlainDate, time: string) =>
          date.toZonedDateTime({ timeZone: tz, plainTime: time }).toInstant();
        const [start_time, end_time] = [at(date, "23:00"), at(date.add({ days: 1 }), "07:00")];
        return { start_time, end_time, sleep_stage: 1 };
      });
      const value = index(rows, { tz, dstNights: false });
      assertAlmostEquals(value!, 100, 1e-9);
      const days = found(rows, { tz, dstNights: false, per: "pair" });
      const changed = found(rows, { tz, per: "pair" }).filter(({ value }) => value !== 100);
      for (const { night } of changed) {
        assertEquals(days.find((pair) => pair["night"] === night)!["value"], null);
      }
    }
  }
});

Deno.test("regularity() is null for fewer than five valid days by default", () => {
  const rows = sleeps([0, 1, 2, 3].map((day) => [day, 23, 31] as const));
  assertEquals(index(rows), null);
  assertEquals(index(rows, { minDays: 4 }), 100);
  assertEquals(index([]), null);
  assertEquals(found([], { per: "pair" }), []);
  assertEquals(columnNames(regularity([], { per: "pair" })), [
    "night",
    "name",
    "value",
    "unit",
    "coverage",
    "n",
  ]);
});

Deno.test("regularity() can count only recorded time, and then needs two thirds of a day", () => {
  const rows = sleeps([0, 1, 2, 3, 4].map((day) => [day, 23, 31] as const));
  const uncovered = "missing";
  assertEquals(index(rows, { uncovered }), null);
  assertEquals(index(rows, { uncovered, minCoverage: 0.3 }), 100);
  const [pair] = found(rows, { uncovered, per: "pair" });
  assertAlmostEquals(pair!["coverage"] as number, 1 / 3, 1e-9);
});

Deno.test("regularity() counts time in bed neither as sleep nor as wake", () => {
  const rows = stageRows([0, 1].flatMap((day) => [
    { start: day * DAY + 22 * 60, end: day * DAY + 31 * 60, stage: 0 },
    { start: day * DAY + 23 * 60, end: day * DAY + 31 * 60, stage: 1 },
  ]));
  const [pair] = found(rows, { uncovered: "missing", per: "pair" });
  assertAlmostEquals(pair!["coverage"] as number, 8 / 24, 1e-9);
});

Deno.test("regularity() in epochs uses the first moment of each epoch", () => {
  const rows = [0, 1, 2, 3, 4].map((day) => ({
    start_time: new Date((day * DAY + 23 * 60) * 60_000 + (day % 2) * 29_000),
    end_time: new Date((day * DAY + 31 * 60) * 60_000),
    sleep_stage: 1,
  }));
  assertAlmostEquals(index(rows, { tz: "UTC" })!, 200 * (1 - 29 / 86_400) - 100, 1e-9);
  assertAlmostEquals(
    index(rows, { tz: "UTC", epoch: "PT30S" })!,
    200 * (1 - 30 / 86_400) - 100,
    1e-9,
  );
  for (const epoch of ["PT0S", "PT7M"] as const) {
    assertThrows(() => regularity(rows, { tz: "UTC", epoch }), RangeError, "does not divide a day");
  }
});

Deno.test("regularity() compares elapsed hours: across a daylight saving change, days differ by an hour", () => {
  const tz = "Europe/Berlin";
  const nights = (first: string, of: (evening: Temporal.PlainDate) => Temporal.Instant) =>
    [0, 1, 2].map((day) => {
      const start = of(Temporal.PlainDate.from(first).add({ days: day }));
      return {
        start_time: start.toString(),
        end_time: start.add({ hours: 8 }).toString(),
        sleep_stage: 1,
      };
    });
  for (const first of ["2024-03-29", "2024-10-25"]) {
    const byClock = nights(
      first,
      (date) => date.toZonedDateTime({ timeZone: tz, plainTime: "23:00" }).toInstant(),
    );
    const elapsed = nights(
      first,
      (date) => date.toZonedDateTime({ timeZone: "UTC", plainTime: "22:00" }).toInstant(),
    );
    const values = (rows: Row[]) => found(rows, { tz, per: "pair" }).map(({ value }) => value);
    assertEquals(values(elapsed), [100, 100]);
    const [before, over] = values(byClock) as number[];
    assertEquals(before, 100);
    const hours = first < "2024-06" ? 23 : 25; // day of the change
    assertAlmostEquals(over!, 200 * (hours - 2) / hours - 100, 1e-9);
  }
});

Deno.test("regularity() counts records more than 24 hours after the start of the last sleep", () => {
  const rows = [
    { start_time: "2024-01-01T23:00Z", end_time: "2024-01-02T07:00Z", sleep_stage: 1 },
    { start_time: "2024-01-03T11:00Z", end_time: "2024-01-03T15:00Z", sleep_stage: 1 },
    { start_time: "2024-01-04T11:10Z", end_time: "2024-01-04T11:40Z", sleep_stage: 2 },
  ];
  const pairs = found(rows, { tz: "UTC", per: "pair", minCoverage: 0 });
  // Asleep from 11 to noon on the 3rd, awake for half an hour 24 hours later; otherwise one is
  // unknown.
  const last = pairs.at(-1)!;
  assertEquals([last["night"], last["value"]], ["2024-01-03", -100]);
  assertAlmostEquals(last["coverage"] as number, 0.5 / 24, 1e-12);
});

Deno.test("regularity() accepts other column names", () => {
  const rows = sleeps([0, 1, 2, 3, 4].map((day) => [day, 23, 31] as const))
    .map(({ start_time, ...rest }) => ({ ...rest, begin: start_time }));
  assertEquals(index(rows, { columns: { start_time: "begin" } }), 100);
});

/**
 * Computes the index as in Phillips et al. (2017) and the R package sleepreg, from a state for each
 * minute: `-100 + 200 / (M (N - 1)) * sum of s(i, j) = s(i + 1, j)`. Unknown states are not paired.
 */
function published(minutes: readonly (0 | 1 | null)[]): number {
  let pairs = 0, alike = 0;
  minutes.forEach((state, i) => {
    const later = minutes[i + DAY] ?? null;
    if (state === null || later === null) return;
    pairs++;
    if (state === later) alike++;
  });
  return -100 + 200 * alike / pairs;
}

/** Returns a state for each minute from noon on: asleep from 23:00 to 07:00 in some nights. */
const recorded = (nights: number, asleep: (night: number) => boolean) =>
  Array.from({ length: nights * DAY }, (_, minute): 0 | 1 => {
    const hour = minute % DAY / 60; // since noon
    return hour >= 11 && hour < 19 && asleep(Math.floor(minute / DAY)) ? 1 : 0;
  });

const ofMinutes = (minutes: readonly (0 | 1 | null)[], from: number) =>
  stageRows(
    minutes.flatMap((state, i) =>
      state === null ? [] : [{ start: from + i, end: from + i + 1, stage: state === 1 ? 1 : 2 }]
    ),
  );

Deno.test("regularity() counts a recorded night without sleep at any position, as published", () => {
  for (const [night, value] of [[0, 88.89], [3, 77.78], [6, 88.89]] as const) {
    const minutes = recorded(7, (other) => other !== night);
    const [row] = found(ofMinutes(minutes, 720), { uncovered: "missing" });
    assertAlmostEquals(row!["value"] as number, value, 0.005);
    assertAlmostEquals(row!["value"] as number, published(minutes), 1e-9);
    assertEquals([row!["coverage"], row!["n"]], [1, 6]);
  }
  const awake = recorded(7, () => false);
  assertEquals(index(ofMinutes(awake, 720), { uncovered: "missing" }), 100);
});

Deno.test("regularity() of any record agrees with the published formula, with any start and gaps", () => {
  const piece = fc.record({
    length: fc.integer({ min: 30, max: 900 }),
    state: fc.constantFrom(0 as const, 1 as const, 0 as const, 1 as const, null),
  });
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 8, maxLength: 30 }),
      fc.integer({ min: 0, max: DAY }),
      (pieces, from) => {
        const minutes = pieces.flatMap(({ length, state }) => new Array(length).fill(state));
        const expected = published(minutes);
        const value = index(ofMinutes(minutes, from), {
          uncovered: "missing",
          minDays: 0,
          minCoverage: 0,
        });
        if (Number.isNaN(expected)) assertEquals(value, null);
        else assertAlmostEquals(value!, expected, 1e-9);
      },
    ),
    { numRuns: 30 },
  );
});

/** Minutes that are asleep or awake: the same in every language. */
const madeMinutes = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const noise = (i * i * 7919 + i * 104729) % 1000003, day = Math.floor(i / DAY);
    const isAwake = (i + 37 * day) % DAY > 430 !== (noise % 20 === 0);
    return { start: 838 + i, end: 839 + i, stage: isAwake ? 2 : 1 };
  });

Deno.test("regularity() with variant pyActigraphy gives the values of that package", () => {
  // pyActigraphy 1.2.2, sri(pd.Series(s, pd.date_range("2024-01-01 13:58", periods=n, freq="1min")))
  const theirs = [[8 * DAY, 73.84920634920636], [8 * DAY + 500, 73.92113095238096], [
    18401,
    73.60690235690237,
  ]] as const;
  for (const [count, SRI] of theirs) {
    const rows = stageRows(madeMinutes(count));
    const options = { uncovered: "missing", variant: "pyActigraphy" } as const;
    assertAlmostEquals(index(rows, options)!, SRI, 1e-10);
    const paper = index(rows, { uncovered: "missing", minCoverage: 0, minDays: 0 })!;
    assertEquals(Math.abs(paper - SRI) < 1e-10, count % DAY === 0, "equal in whole days only");
  }
  // Its record example_01.AWD (GPL, not shipped), scored by fromActivity() with scripps and the
  // variant pyActigraphy, has 48.58270202020202, and with roenneberg 52.41582491582491, as theirs.
});

Deno.test("regularity() with variant pyActigraphy averages known pairs of each time of day", () => {
  const minutes = madeMinutes(9 * DAY + 77), isGap = (i: number) => i % 1999 < 300;
  const rows = stageRows(minutes.filter((_, i) => !isGap(i)));
  const shares = Array.from({ length: DAY }, (_, time) => {
    let pairs = 0, alike = 0;
    for (let i = time; i + DAY < minutes.length; i += DAY) {
      if (isGap(i) || isGap(i + DAY)) continue;
      pairs++;
      if (minutes[i]!.stage === minutes[i + DAY]!.stage) alike++;
    }
    return pairs === 0 ? NaN : alike / pairs;
  }).filter((share) => !Number.isNaN(share));
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const options = { uncovered: "missing", variant: "pyActigraphy" } as const;
  assertAlmostEquals(index(rows, options)!, 200 * mean - 100, 1e-10);
  assertEquals(index(stageRows(minutes.slice(0, 2000)), options), null);
  for (const other of [{ confidence: 0.9 }, { per: "pair" }] as const) {
    assertThrows(() => regularity(rows, { ...options, ...other }), RangeError, "Leave out variant");
  }
  assertThrows(() => regularity(rows, { variant: "GGIR" as "paper" }), RangeError, '"GGIR"');
});
