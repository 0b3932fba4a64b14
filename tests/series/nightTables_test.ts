import { assert, assertEquals } from "@std/assert";
import { demo, plot, series } from "@lifeframe/lifeframe";
import pl from "@lifeframe/lifeframe/polars";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { withRange } from "../../src/frame/rangeOf.ts";

const TZ = "Europe/Berlin";
const RANGE = { start_time: "2025-03-24T00:00+01:00", end_time: "2025-04-07T00:00+02:00" };
/** A fortnight of nights over the change to summer time: the date of waking, minutes, and the ends. */
const ROWS = Array.from({ length: 14 }, (_, i) => {
  const night = Temporal.PlainDate.from("2025-03-24").add({ days: i });
  const end = night.toZonedDateTime({ timeZone: TZ, plainTime: "07:00" });
  return { night, TST: 400 + 10 * (i % 5), end, start: end.subtract({ hours: 8 }) };
});
const dates = pl.Series("night", ROWS.map(({ night }) => new Date(`${night}`)), pl.Date);
const times = (name: string, values: readonly Temporal.ZonedDateTime[]) =>
  pl.Series(name, values.map((at) => new Date(at.epochMilliseconds)), pl.Datetime("us", TZ));

/** The nights as `me.nightly` gives them. */
const NIGHTS: Frame = withRange(
  pl.DataFrame([
    dates,
    pl.Series("TST", ROWS.map(({ TST }) => TST)),
    times("start_time", ROWS.map(({ start }) => start)),
    times("end_time", ROWS.map(({ end }) => end)),
  ]),
  RANGE,
  { tz: TZ },
);

/** The nights with the first instant of each local day as `time`. */
const INSTANTS: Frame = withRange(
  pl.DataFrame([
    times("time", ROWS.map(({ night }) => night.toZonedDateTime(TZ))),
    pl.Series("TST", ROWS.map(({ TST }) => TST)),
  ]),
  RANGE,
  { tz: TZ },
);

/** Verbs that read a series. */
const VERBS: Readonly<Record<string, (frame: Frame) => Frame>> = {
  resample: (frame) => series.resample(frame, { every: "1w" }),
  "resample by several functions": (frame) =>
    series.resample(frame, { every: "1w", aggregate: { TST: ["min", "max"] } }),
  rolling: (frame) => series.rolling(frame, { window: "7d" }),
  thin: (frame) => series.thin(frame, { y: "TST", points: 10 }),
  align: (frame) => series.align({ a: frame, b: frame }, { every: "1d" }),
  periodogram: (frame) =>
    series.periodogram(frame, { y: "TST", from: "48h", to: "240h", step: "6h" }),
  dateParts: (frame) => series.dateParts(frame, { parts: ["weekday", "hour", "date"] }),
  around: (frame) =>
    series.around(frame, [{ time: "2025-03-28T00:00+01:00" }], {
      y: "TST",
      every: "24h",
      before: "72h",
      after: "72h",
    }),
};

/** Rows without the ends of nights, and with one name of the time. */
function comparable(frame: Frame): unknown[] {
  return frame.toRecords().map(({ start_time: _s, end_time: _e, night, time, ...row }) => ({
    at: Number(night ?? time),
    ...row,
  }));
}

for (const [name, verb] of Object.entries(VERBS)) {
  Deno.test(`series.${name} reads nights by their dates, as the first instants of local days`, () => {
    const rows = comparable(verb(NIGHTS));
    assert(rows.length > 0);
    assertEquals(rows, comparable(verb(INSTANTS)));
  });
}

Deno.test("charts of nights name the zone of the frame, not UTC", () => {
  for (
    const picture of [
      plot.line(NIGHTS, { y: "TST" }),
      plot.dailyBars(NIGHTS, { y: "TST" }),
      plot.calendar(NIGHTS, { y: "TST" }),
      plot.weekMonths(NIGHTS, { y: "TST" }),
    ]
  ) {
    assert(String(picture).includes(TZ), String(picture));
    assert(!String(picture).includes("UTC"), String(picture));
  }
});

Deno.test("dates of a table without a range are days of the zone of its times", () => {
  const { columns } = NIGHTS, bare = pl.DataFrame(columns.map((name) => NIGHTS.getColumn(name)));
  assert(String(plot.dailyBars(bare, { y: "TST" })).includes(TZ));
  assertEquals(
    comparable(series.resample(bare, { every: "1w" })),
    comparable(series.resample(INSTANTS, { every: "1w" })),
  );
});

Deno.test("series.between() cuts a table of nights by the date of waking, and samples by their spans", async () => {
  const week = series.between(NIGHTS, "2025-W14");
  assertEquals(week.getColumn("night").toArray().map((day) => isoDate(day)), [
    "2025-03-31",
    "2025-04-01",
    "2025-04-02",
    "2025-04-03",
    "2025-04-04",
    "2025-04-05",
    "2025-04-06",
  ]);
  const me = await demo({ days: 3 }), samples = await me.samples("HeartRate", { days: 2 });
  const day = series.between(samples, "2025-03-20");
  assert(day.height > 0 && day.height < samples.height);
});

function isoDate(day: unknown): string {
  return (day instanceof Date ? day.toISOString() : String(day)).slice(0, 10);
}
