import { assert, assertAlmostEquals, assertEquals, assertRejects } from "@std/assert";
import { demo, type Me, range } from "../../../mod.ts";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { columnNames } from "../../../src/frame/polars/seriesOf.ts";
import { type Row, toRows } from "../../../src/frame/polars/rows.ts";
import type { Frame } from "../../../src/frame/polars/frame.ts";
import { handMade, slept } from "../handMade.ts";

const TZ = "Europe/Berlin";
const rowsOf = (frame: Frame): Row[] => toRows(columnsOf(frame));
const dates = (frame: Frame): unknown[] => rowsOf(frame).map(({ night }) => night);

Deno.test("me.nightly() has a row for each night, with the values of me.lastNight()", async () => {
  const me: Me = await demo({ days: 20 });
  const nights = rowsOf(await me.nightly(me.range.lastNights(6)));
  assertEquals(nights.length, 6);
  for (const row of nights) {
    const { facts } = await me.lastNight({ date: row["night"] as string, before: 0 });
    const figures = new Map(rowsOf(facts!.figures).map(({ name, value }) => [name, value]));
    for (const name of ["TST", "SE", "WASO", "awakenings"]) {
      assertEquals(Number(row[name]), figures.get(name), `${name} of ${row["night"]}`);
    }
    assertAlmostEquals(row["bedtime"] as number, figures.get("bedtime") as number, 1e-9);
    assertAlmostEquals(row["rise"] as number, figures.get("rise") as number, 1e-9);
  }
});

const records = {
  SleepStage: [
    slept("Watch", "2025-03-18T23:30", "2025-03-19T07:00"),
    slept("Watch", "2025-03-19T13:00", "2025-03-19T13:30"), // a nap, which belongs to the next night
    slept("Watch", "2025-03-20T23:00", "2025-03-21T06:30"),
  ],
};
const held = (refuses?: (path: string) => 403 | undefined) =>
  handMade({ records, now: "2025-03-22T12:00:00+01:00", tz: TZ, ...(refuses && { refuses }) });

Deno.test("the nights of me.nightly() are those with a wake-up date that starts in the range", async () => {
  await using me = await held();
  const nights = ["2025-03-19", "2025-03-20", "2025-03-21"];
  assertEquals(dates(await me.nightly(range.between("2025-03-19", "2025-03-22", TZ))), nights);
  const noons = { start_time: "2025-03-18T12:00+01:00", end_time: "2025-03-21T12:00+01:00" };
  const frame = await me.nightly(noons);
  assertEquals(dates(frame), nights);
  const [first, none, last] = rowsOf(frame);
  assertEquals([first!["bedtime"], first!["TST"], first!["coverage"]], [-0.5, 450, 1]);
  const { night: _, coverage, ...empty } = none!;
  assertEquals(coverage, 0);
  assertEquals(new Set(Object.values(empty)), new Set([null]));
  assertEquals([last!["bedtime"], last!["TST"]], [-1, 450]);
});

Deno.test("time in bed starts at its first record, including time awake, in nightly() and lastNight()", async () => {
  const bed = {
    SleepStage: [
      slept("Watch", "2025-03-18T22:30", "2025-03-19T07:15", 0),
      slept("Watch", "2025-03-18T22:30", "2025-03-18T23:00", 2),
      slept("Watch", "2025-03-18T23:00", "2025-03-19T07:00"),
    ],
  };
  await using me = await handMade({ records: bed, now: "2025-03-19T12:00:00+01:00", tz: TZ });
  const [row] = rowsOf(await me.nightly(range.day("2025-03-19", TZ)));
  assertEquals([row!["bedtime"], row!["TIB"], row!["SOL"]], [-1.5, 525, 30]);
  const { facts } = await me.lastNight();
  const found = new Map(rowsOf(facts!.figures).map(({ name, value }) => [name, value]));
  const text = String(await me.lastNight()); // without earlier nights to compare with
  assert(text.includes("Efficiency") && !/usual/i.test(text), text);
  assert(text.includes("Unknown, since this stage is not told apart: Deep, REM."), text);
  assertEquals([found.get("bedtime"), found.get("SE")], [-1.5, 100 * 480 / 525]);
});

Deno.test("me.nightly() of a range without sleep, or of an empty range, has the same columns", async () => {
  await using me = await held();
  const some = await me.nightly(range.day("2025-03-19", TZ));
  const none = await me.nightly(range.day("2010-01-01", TZ));
  const always = columnNames(some).filter((name) => name !== "reason"); // the watch only records one stage
  assertEquals([columnNames(none), rowsOf(none).length], [always, 1]);
  const at = "2025-03-19T10:00+01:00";
  assertEquals(rowsOf(await me.nightly({ start_time: at, end_time: at })), []);
});

Deno.test("me.nightly() reports that sleep is not shared, and accepts other statistics", async () => {
  await using me = await held((path) => path.includes("metric_samples") ? 403 : undefined);
  const said: string[] = [];
  const day = range.day("2025-03-19", TZ);
  const frame = await me.nightly(day, {
    statistics: ["SFI", "rem_pct"],
    onAbsent: (text) => said.push(text),
  });
  assertEquals(said, ["sleep: not shared (403)"]);
  assertEquals(columnNames(frame).slice(6, 8), ["SFI", "rem_pct"]);
  await assertRejects(
    () => me.nightly(day, { statistics: ["XFI" as never], onAbsent: () => {} }),
    RangeError,
    'did you mean "SFI"',
  );
});

Deno.test("me.nightly() gives the sleep of a day sleeper the same date in every range", async () => {
  const first = Temporal.PlainDate.from("2024-11-01");
  const SleepStage = Array.from({ length: 120 }, (_, i) => {
    const date = first.add({ days: i }).toString(), minutes = String(i * 7 % 60).padStart(2, "0");
    // A week of sleep by day, then three days with a nap before work; the last month is by night.
    const day = [slept("Watch", `${date}T08:${minutes}`, `${date}T15:${minutes}`)];
    const night = [slept("Watch", `${date}T00:${minutes}`, `${date}T07:${minutes}`)];
    const nap = slept("Watch", `${date}T19:${minutes}`, `${date}T20:${minutes}`);
    return i < 80 ? [...day, ...(i % 3 === 0 ? [nap] : [])] : night;
  }).flat();
  await using me = await handMade({
    records: { SleepStage },
    now: "2025-03-01T12:00:00+01:00",
    tz: TZ,
  });
  const nightsOf = async (from: string, to: string): Promise<Map<unknown, Row>> =>
    new Map(
      rowsOf(await me.nightly(range.between(from, to, TZ))).map((row) => [row["night"], row]),
    );
  const all = await nightsOf("2024-11-01", "2025-03-01");
  assertEquals([...all.values()].filter(({ TST }) => TST === 420).length, 120);
  for (const [from, to] of [["2024-12-10", "2024-12-17"], ["2025-01-10", "2025-02-09"]] as const) {
    const part = await nightsOf(from, to);
    for (const [night, row] of part) assertEquals(row, all.get(night));
  }
  const { facts } = await me.lastNight({ date: "2024-12-12", before: 0 });
  assertEquals(facts!.night, "2024-12-12");
  assertEquals(facts!.bedtime.toPlainTime().hour, 8);
  const table = await me.nightly(range.between("2024-12-10", "2024-12-17", TZ));
  assert(Deno.inspect(table).startsWith("Nights begin at 00:00, opposite the usual midsleep"));
});

Deno.test("in the sample's year, only nights without recorded stages or without REM sleep have nulls", async () => {
  const me = await demo({ days: 365 });
  const nights = rowsOf(await me.nightly(me.range.lastNights(365)));
  const slept = nights.filter(({ TST }) => TST !== null);
  assert(slept.length > 340, `${slept.length} nights`);
  const nulls = slept.flatMap(({ night, vendor: _v, reason, ...values }) => {
    const own = Object.keys(values).filter((name) => values[name] === null);
    return own.length === 0 ? [] : [[night, [own.join(", "), reason]]];
  });
  const classic = "light_min, deep_min, rem_min";
  assertEquals(Object.fromEntries(nulls), {
    "2024-07-19": ["rem_min", "rem_min: this stage is not told apart"],
    "2024-09-06": [classic, `${classic}: the stages are not recorded`],
    "2024-09-24": ["rem_min", "rem_min: this stage is not told apart"],
    "2024-11-05": [classic, `${classic}: the stages are not recorded`],
    "2025-01-08": [classic, `${classic}: the stages are not recorded`],
  });
});
