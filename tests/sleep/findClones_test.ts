import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import pl from "nodejs-polars";
import { columnNames } from "../../src/frame/polars/seriesOf.ts";
import { findClones, type FindClonesOptions } from "../../src/sleep/findClones.ts";
import { withoutClones } from "../../src/sleep/withoutClones.ts";
import { fitbitSleep } from "../../src/read/fitbit/fitbitSleep.ts";
import { fitbitLogs } from "./fitbitLogs.ts";
import { minuteRows, type Span, stageRows } from "./stageRows.ts";

const NIGHT: readonly Span[] = [
  { start: 0, end: 47, stage: 3, source: "w" },
  { start: 47, end: 80, stage: 4, source: "w" },
  { start: 83, end: 200, stage: 3, source: "w" },
  { start: 90, end: 91, stage: 2, source: "w" },
  { start: 200, end: 391, stage: 5, source: "w" },
];
const by = (minutes: number, source = "w") =>
  NIGHT.map((span) => ({
    ...span,
    start: span.start + minutes,
    end: span.end + minutes,
    source,
  }));

const found = (spans: readonly Span[], options: FindClonesOptions = {}) =>
  minuteRows(findClones(stageRows(spans), options)).map((row) => [
    row["start_time"],
    row["clone_start_time"],
    row["shift_ms"],
    row["rows"],
  ]);

Deno.test("findClones() finds a night that occurs twice, apart or overlapping, in any order", () => {
  for (const shift of [15, 60, 330, 345, 600, 840]) {
    const rows = [...by(shift), ...NIGHT];
    assertEquals(found(rows), [[0, shift, shift, 5]], `${shift} min`);
    assertEquals(found(rows.toReversed()), [[0, shift, shift, 5]]);
  }
  const [report] = minuteRows(findClones(stageRows([...NIGHT, ...by(120)])));
  assertEquals(report, {
    start_time: 0,
    end_time: 391,
    clone_start_time: 120,
    clone_end_time: 511,
    shift_ms: 120,
    rows: 5,
    source: "w",
  });
});

Deno.test("findClones() ignores rows that differ in source, shift, stage or length", () => {
  assertEquals(found([...NIGHT, ...by(120, "phone")]), []);
  for (const shift of [7, 0, 855, 1440]) {
    assertEquals(found([...NIGHT, ...by(shift)]), [], `${shift} min`);
  }
  const other = by(600).map((span, i) => i === 1 ? { ...span, stage: 5 } : span);
  assertEquals(found([...NIGHT, ...other]), []);
  const longer = by(600).map((span, i) => i === 4 ? { ...span, end: span.end + 1 } : span);
  assertEquals(found([...NIGHT, ...longer]), []);
  const more = { start: 1000, end: 1010, stage: 3, source: "w" };
  assertEquals(found([...NIGHT, ...by(600), more]), []);
});

Deno.test("findClones() accepts other steps, limits, and minimum numbers of rows", () => {
  const rows = [...NIGHT, ...by(615)];
  assertEquals(found(rows).length, 1);
  assertEquals(found(rows, { step: "PT30M" }), []);
  assertEquals(found(rows, { longest: "PT10H" }), []);
  assertEquals(found(rows, { minRows: 5 }).length, 1);
  assertEquals(found(rows, { minRows: 6 }), []);
  assertThrows(() => findClones([], { step: "PT0S" }), RangeError, "it is zero");
});

Deno.test("findClones() pairs three consecutive copies", () => {
  assertEquals(found([...NIGHT, ...by(480), ...by(960)]), [[0, 480, 480, 5], [480, 960, 480, 5]]);
});

Deno.test("findClones() finds a night in two layers as one, and a source's night among another source's", () => {
  const layers = (minutes: number) => [
    ...by(minutes),
    { start: minutes + 60, end: minutes + 61, stage: 2, source: "short" },
    { start: minutes + 300, end: minutes + 302, stage: 2, source: "short" },
  ];
  assertEquals(found([...layers(0), ...layers(45)]), [[0, 45, 45, 7]]);
  assertEquals(
    minuteRows(findClones(stageRows([...layers(0), ...layers(45)])))[0]!["source"],
    "short, w",
  );
  const phone = { start: 20, end: 410, stage: 1, source: "phone" };
  assertEquals(found([...NIGHT, ...by(120), phone]), [[0, 120, 120, 5]]);
});

Deno.test("findClones() can compare single rows, regardless of the rows between them", () => {
  const rows = [
    { start: 0, end: 433, stage: 1, source: "w" },
    { start: 60, end: 493, stage: 1, source: "w" },
    { start: 500, end: 511, stage: 1, source: "w" },
  ];
  assertEquals(found(rows), []);
  assertEquals(found(rows, { match: "row" }), [[0, 60, 60, 1]]);
});

Deno.test("withoutClones() keeps the rows that existed before the clone, with all columns", () => {
  const nights = fc.array(fc.record({ shift: fc.integer({ min: 1, max: 56 }), day: fc.nat(3) }), {
    minLength: 1,
    maxLength: 3,
  });
  fc.assert(
    fc.property(nights, fc.boolean(), (chosen, keepsEarlier) => {
      const days = [...new Map(chosen.map((one) => [one.day, one])).values()];
      const original = days.flatMap(({ day }) => by(day * 5000));
      const copies = days.flatMap(({ day, shift }) => by(day * 5000 + shift * 15));
      const frame = withoutClones(stageRows([...original, ...copies]), {
        keep: keepsEarlier ? "earlier" : "later",
      });
      assertEquals(
        minuteRows(frame),
        minuteRows(withoutClones(stageRows(keepsEarlier ? original : copies))),
      );
      assertEquals(frame.height, original.length);
    }),
    { numRuns: 30 },
  );
  const rows = stageRows(NIGHT).map((row, note) => ({ ...row, note }));
  assertEquals(columnNames(withoutClones(rows)).at(-1), "note");
});

Deno.test("findClones() and withoutClones() accept other column names", () => {
  const rows = stageRows([...NIGHT, ...by(120)])
    .map(({ start_time, ...rest }) => ({ begin: start_time, ...rest }));
  const columns = { start_time: "begin" };
  assertEquals(findClones(rows, { columns }).height, 1);
  assertEquals(withoutClones(rows, { columns }).height, 5);
});

Deno.test("findClones() finds no clone in 526 real logs", async () => {
  const logs = await fitbitSleep(fitbitLogs(), { tz: "Europe/Berlin" });
  assertEquals(findClones(logs).height, 0);
});

Deno.test("findClones() finds any number of copies, overlapping or apart, and withoutClones() leaves one", () => {
  const shifts = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(shifts, fc.boolean(), (chosen, backwards) => {
      // Distances between copies in quarters of an hour; the night lasts 391 minutes.
      const starts = [0, ...chosen.toSorted((a, b) => a - b).map((quarters) => quarters * 15)];
      fc.pre(starts.slice(1).every((start, i) => start - starts[i]! <= 14 * 60));
      const all = starts.flatMap((start) => by(start));
      const rows = backwards ? all.toReversed() : all;
      const pairs = starts.slice(1).map((start, i) => [starts[i], start, start - starts[i]!, 5]);
      assertEquals(found(rows), pairs);
      assertEquals(minuteRows(withoutClones(stageRows(rows))).length, NIGHT.length);
    }),
    { numRuns: 200, examples: [[[4, 8], false], [[4, 8, 12], true], [[4, 8, 40], false]] },
  );
});

Deno.test("findClones() finds copies among many equal short wakes", () => {
  let seed = 11, at = 0;
  const random = () => (seed = seed * 48_271 % 2_147_483_647) / 2_147_483_647;
  const night = Array.from({ length: 20 }, (_, i): Span[] => {
    const start = at, length = 5 + Math.floor(30 * random());
    at += length + 1;
    return [
      { start, end: start + length, stage: 3 + i % 3, source: "w" },
      { start: start + length, end: start + length + 1, stage: 2, source: "w" },
    ];
  }).flat();
  const shifted = (minutes: number) =>
    night.map((span) => ({ ...span, start: span.start + minutes, end: span.end + minutes }));
  const all = [0, 15, 45, 135].flatMap(shifted);
  assertEquals(found(all).map(([, , shift]) => shift), [15, 30, 90]);
});

Deno.test("findClones() does not mistake equal epochs for copies of each other", () => {
  for (const minutes of [1, 15, 30]) {
    for (const stages of [[1], [1, 1, 2, 2]]) {
      const epochs = Array.from({ length: 24 }, (_, i) => ({
        start: i * minutes,
        end: (i + 1) * minutes,
        stage: stages[Math.floor(i / 6)] ?? 1,
        source: "w",
      }));
      assertEquals(found(epochs), [], `${minutes} min, ${stages}`);
    }
  }
});

Deno.test("two naps hours apart are not clones, but two long or detailed sleeps are", () => {
  const naps = [
    { start: 0, end: 20, stage: 1, source: "w" },
    { start: 180, end: 200, stage: 1, source: "w" },
  ];
  assertEquals(found(naps), []);
  const inTwo = naps.flatMap((nap) => [
    { ...nap, end: nap.start + 5, stage: 3 },
    { ...nap, start: nap.start + 5, stage: 4 },
  ]);
  assertEquals(found(inTwo), []);
  const long = naps.map((nap) => ({ ...nap, start: 4 * nap.start, end: 4 * nap.start + 480 }));
  assertEquals(found(long), [[0, 720, 720, 1]]);
  assertEquals(found([...naps, { ...naps[0]!, start: 15, end: 35 }]), [[0, 15, 15, 1]]);
});

Deno.test("findClones() finds all copies of real logs that occur four times, and nothing else", async () => {
  // A nap without interruptions is not a clone of a nap two hours later, and breaks a night around it.
  const detailed = fitbitLogs().filter(({ levels }) => levels.data.length >= 3);
  const logs = await fitbitSleep(detailed, { tz: "Europe/Berlin" });
  const copy = (minutes: number) =>
    logs.withColumns(
      ...["start_time", "end_time"].map((name) =>
        pl.col(name).add(pl.lit(minutes * 60e6).cast(pl.Int64).cast(pl.Duration("us"))).alias(name)
      ),
    );
  const all = pl.concat([copy(120), logs, copy(60), copy(360)]);
  assertEquals(withoutClones(all).height, logs.height);
});
