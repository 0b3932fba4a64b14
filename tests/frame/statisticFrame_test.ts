import { assertEquals } from "@std/assert";
import { enoughColumn, MINIMUMS } from "../../src/frame/statisticFrame.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import { rhythm } from "../../src/series/rhythm.ts";
import { regularity } from "../../src/sleep/regularity.ts";
import { timing } from "../../src/sleep/timing.ts";

const HOUR = 3_600_000;

/** Returns hourly values from an instant on, without the hours that a test leaves out. */
const hours = (start: string, count: number, isKept = (_: number) => true) =>
  Array.from({ length: count }, (_, i) => i).filter(isKept).map((i) => ({
    time: new Date(Date.parse(start) + i * HOUR),
    value: (i * 7) % 24,
    half: i < 168 ? "a" : "b",
  }));

const sleeps = (days: readonly string[], tz = "UTC") =>
  days.map((day) => {
    const date = Temporal.PlainDate.from(day);
    const at = (day: Temporal.PlainDate, plainTime: string) =>
      day.toZonedDateTime({ timeZone: tz, plainTime }).toInstant().toString();
    return {
      start_time: at(date.subtract({ days: 1 }), "23:00"),
      end_time: at(date, "07:00"),
      sleep_stage: 1,
    };
  });

/** Returns consecutive dates. */
const dates = (first: string, count: number) =>
  Array.from(
    { length: count },
    (_, i) => Temporal.PlainDate.from(first).add({ days: i }).toString(),
  );

Deno.test("docs/functions.md repeats the minimum of each statistic with its source", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/functions.md", import.meta.url));
  const rows = page.split("\n").filter((line) => line.startsWith("|"))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter(([, , least]) => /^\d/.test(least ?? ""));
  const listed = rows.flatMap(([, names, least, source]) =>
    names!.split(", ").map((name) => [name.replaceAll("`", ""), `${least}; ${source}`] as const)
  );
  assertEquals(
    Object.fromEntries(listed),
    Object.fromEntries(
      Object.entries(MINIMUMS).map(([name, { least, of, source }]) => [
        name,
        `${least} ${of}; ${source}`,
      ]),
    ),
  );
});

Deno.test("a statistic is enough from its minimum on, and unknown without a minimum", () => {
  const found = enoughColumn([
    { name: "SRI", data: 4 },
    { name: "SRI", data: 5 },
    { name: "RA", data: 100 },
    { name: "toString", data: 100 },
    { name: "IS" },
  ]);
  assertEquals(found.type === "bool" && [[...found.values], [...found.valid!]], [
    [0, 1, 0, 0, 0],
    [1, 1, 0, 0, 0],
  ]);
});

Deno.test("IS and IV have enough data with seven days, wherever the record starts", () => {
  for (const start of ["2024-01-01T00:00Z", "2024-01-01T15:00Z"]) {
    const week = rhythm(hours(start, 168), { y: "value", tz: "UTC" });
    assertEquals({ ...week.enough }, {
      IS: true,
      IV: true,
      ISm: true,
      IVm: true,
      L5: null,
      L5_onset: null,
      M10: null,
      M10_onset: null,
      RA: null,
      phi: null,
    });
    const short = rhythm(hours(start, 6 * 24 + 15), { y: "value", tz: "UTC" });
    assertEquals([short.enough.IS, typeof short.IS], [false, "number"]);
    // The seventh day counts with 16 of its hours.
    assertEquals(rhythm(hours(start, 6 * 24 + 16), { y: "value", tz: "UTC" }).enough.IS, true);
  }
});

Deno.test("a day with gaps of more than 8 hours is not valid for IS", () => {
  const without = (lost: number) =>
    rhythm(hours("2024-01-01T00:00Z", 168, (i) => i < 72 || i >= 72 + lost), {
      y: "value",
      tz: "UTC",
    }).enough.IV;
  assertEquals([without(8), without(9)], [true, false]);
});

Deno.test("values every two minutes or two hours make the same valid days", () => {
  const week = (step: number) =>
    rhythm(
      Array.from({ length: 7 * 24 * 60 / step }, (_, i) => ({
        time: new Date(Date.UTC(2024, 0, 1) + i * step * 60_000),
        value: (i * 7) % 24,
      })),
      { tz: "UTC", window: "2h", windows: ["2h"] },
    ).enough.IS;
  assertEquals([week(2), week(120)], [true, true]);
});

Deno.test("weeks with a daylight saving change are valid, and each person has separate weeks", () => {
  const tz = "Europe/Berlin";
  for (const [start, count] of [["2024-03-24T23:00Z", 167], ["2024-10-20T22:00Z", 169]] as const) {
    const [week] = toRows(
      columnsOf(rhythm(hours(start, count + 50), { y: "value", tz, period: "7d" })),
    );
    assertEquals([week!["name"], week!["enough"]], ["IS", true], start);
  }
  const people = toRows(
    columnsOf(rhythm(hours("2024-01-01T00:00Z", 250), { y: "value", tz, by: "half" })),
  );
  assertEquals(
    people.filter(({ name }) => name === "IS").map(({ half, enough }) => [half, enough]),
    [["a", true], ["b", false]],
  );
});

Deno.test("SRI needs five valid days, and says how many there are", () => {
  for (const [tz, first] of [["Europe/Berlin", "2024-03-29"], ["Europe/Berlin", "2024-10-25"]]) {
    const four = regularity(sleeps(dates(first!, 4), tz), { tz: tz! });
    assertEquals([four.SRI, four.enough.SRI], [null, false]);
    assertEquals(four.reason.SRI, "4 of at least 5 valid days");
    const asked = regularity(sleeps(dates(first!, 4), tz), { tz: tz!, minDays: 2 });
    assertEquals([typeof asked.SRI, asked.enough.SRI, asked.reason.SRI], ["number", false, null]);
    const five = regularity(sleeps(dates(first!, 5), tz), { tz: tz! });
    assertEquals([typeof five.SRI, five.enough.SRI], ["number", true]);
  }
});

Deno.test("timing needs a night before a work day and one before a free day", () => {
  const work = timing(sleeps(["2024-01-08", "2024-01-09"]), { tz: "UTC" });
  assertEquals([work.enough.MSW, work.enough.MSF, work.enough.MSFsc], [true, false, false]);
  assertEquals([work.MSF, work.reason.MSF], [null, "no night before a free day"]);
  assertEquals([work.enough.midpoint, work.reason.midpoint], [null, null]);
  const both = timing(sleeps(["2024-01-12", "2024-01-13"]), { tz: "UTC", alarm: true });
  assertEquals([both.enough.SJL, both.enough.MSFsc], [true, true]);
  assertEquals([both.MSFsc, both.reason.MSFsc], [null, "alarm on free days"]);
  const one = timing(sleeps(["2024-01-13"]), { tz: "UTC" });
  assertEquals([one.reason.onset_sd, one.reason.onset_RMSSD, one.reason.SJL], [
    "a single night",
    "no nights on adjacent dates",
    "no night before a work day",
  ]);
  const none = timing([], { tz: "UTC" });
  assertEquals(none.reason.SDweek, "no night before a work day, no night before a free day");
  assertEquals([none.reason.onset, none.reason.wake_R], ["no nights", "no nights"]);
});
