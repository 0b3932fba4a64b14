import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import pl from "@lifeframe/lifeframe/polars";
import { dailyBars } from "../../src/plot/dailyBars.ts";
import { events } from "../../src/plot/events.ts";
import { EVERY_PICTURE, TZ } from "./everyPicture.ts";
import { hypnogram } from "../../src/plot/hypnogram.ts";
import { golden } from "./golden.ts";
import { line } from "../../src/plot/line.ts";
import { sampleNight } from "./sampleNights.ts";
import { found, number, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";
const EVENTS = [
  { name: "Coffee", start_time: "2024-03-29T07:00Z", end_time: null },
  { name: "Headache", start_time: "2024-03-29T09:00Z", end_time: "2024-03-29T15:30Z" },
  { name: "Run", start_time: "2024-03-29T16:00Z", end_time: "2024-03-29T16:50Z" },
  { name: "Coffee", start_time: "2024-03-30T07:10Z", end_time: null },
  {
    name: "A long walk along the river and back",
    start_time: "2024-03-30T09:00Z",
    end_time: "2024-03-30T10:30Z",
  },
];

Deno.test("events() finds the only column of times, and names the usual columns otherwise", () => {
  const at = new Date("2024-03-30T07:00Z"),
    { summary } = events([{ name: "Coffee", time: at }], { tz });
  assertEquals(events([{ name: "Coffee", Zeitpunkt: at }], { tz }).summary, summary);
  const spans = [{ name: "Coffee", von: at, bis: at }];
  assertThrows(() => events(spans, { tz }), TypeError, "expected a column start_time");
});

Deno.test("events() counts the values of a series, not its gaps", () => {
  const rows = [60, null, null, 75].map((heart_rate, i) => ({
    time: `2024-03-0${i + 1}T12:00Z`,
    heart_rate,
  }));
  assertEquals(String(events(rows, { tz })).split(": ").at(-1), "no name 2");
  const gaps = pl.DataFrame(rows).select("time", pl.lit(null).cast(pl.Float64).alias("heart_rate"));
  assertEquals(String(events(gaps, { tz })), "Events: no data");
});

Deno.test("events() draws a lane for each name, with dots for instants and bars for intervals", async () => {
  const svg = await golden("events", events(EVENTS, { tz, title: "Two days in March" }));
  assertEquals(found(svg, "[aria-label=dot] circle").length, 2);
  const bars = found(svg, "[aria-label=rect] rect");
  assertEquals(bars.length, 3);
  assertAlmostEquals(number(bars[0]!, "width") / number(bars[1]!, "width"), 6.5 / (50 / 60), 0.01);
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.includes("Headache") && texts.some((text) => text.endsWith("…")), texts.join());
});

Deno.test("events() counts events of a year per week instead of drawing dots over each other", async () => {
  const year = Array.from({ length: 366 }, (_, i) => ({
    name: "Coffee",
    start_time: new Date(Date.UTC(2024, 0, 1 + i, 9)).toISOString(),
  }));
  const svg = await events(year, { tz }).svg();
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.includes("Coffee: 366 of 366 days"), texts.join());
  assert(texts.includes("366"), "the total of the row");
  assert(texts.some((text) => text.includes("Bars: number in each week, at most 7")), texts.join());
  assertEquals(found(svg, "[aria-label=dot] circle").length, 0);
});

Deno.test("events() draws over another chart on its time axis", async () => {
  const night = hypnogram(sampleNight("2024-10-26T22:10Z"), { tz });
  const noises = [
    { name: "Noise", recorded_at: "2024-10-27T00:30Z", end_time: null },
    { name: "Light on", recorded_at: "2024-10-27T03:00Z", end_time: "2024-10-27T03:40Z" },
    { name: "Day after", recorded_at: "2024-10-28T03:00Z", end_time: null },
  ];
  const over = events(noises, { over: night });
  const svg = await golden("events-over", over);
  const hour = (text: string): number => {
    const box = textBoxes(svg).find((found) => found.text === text)!;
    return (box.left + box.right) / 2;
  };
  const [line] = found(svg, '[stroke-width="1.5"] line');
  // 00:30Z is half past two the first time: in the middle between the two labels 02:00.
  assertAlmostEquals(number(line!, "x1"), hour("02:00") + (hour("04:00") - hour("03:00")) / 2, 0.5);
  const [span] = found(svg, '[fill-opacity="0.22"] rect');
  assertAlmostEquals(number(span!, "width"), (hour("04:00") - hour("03:00")) * 2 / 3, 0.5);
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.includes("Noise") && !texts.includes("Day after"), texts.join());
  assert(texts.includes("Deep"), "the night is still there");
});

Deno.test("events() rejects a chart without an axis of instants", () => {
  const days = dailyBars([{ time: "2024-03-29T07:00Z", steps: 1 }], { y: "steps", tz });
  assertThrows(() => events(EVENTS, { tz, over: days }), TypeError, "over a dailyBars");
});

Deno.test("events() reads the names from the given column", () => {
  const frame = EVENTS.map((event) => ({ ...event, place: "Berlin" }));
  assert(events(frame, { tz, label: "place" }).summary.endsWith("Berlin 5"));
});

Deno.test("events() reads renamed columns", () => {
  const dates = EVENTS.map(({ name, start_time, end_time }) => ({
    title: name,
    start_date: start_time,
    end_date: end_time,
  }));
  const columns = { start_time: "start_date", end_time: "end_date" };
  assertEquals(String(events(dates, { tz, columns })), String(events(EVENTS, { tz })));
});

Deno.test("events() rejects an event that ends before it starts, and a frame without times", () => {
  assertThrows(
    () => events([{ name: "x", start_time: "2024-01-02T00:00Z", end_time: "2024-01-01T00:00Z" }]),
    RangeError,
    "row 0",
  );
  assertThrows(() => events([{ name: "x" }]), TypeError, "expected a column start_time");
});

Deno.test("events() draws over every chart with an axis of instants, and rejects all others", async () => {
  const over: string[] = [];
  for (const [name, { rows, draw }] of Object.entries(EVERY_PICTURE)) {
    const below = draw(rows, { tz: TZ });
    const { time } = below.spec;
    if (time === undefined) {
      assertThrows(() => events(EVENTS, { tz, over: below }), TypeError, `over a ${name}`);
      continue;
    }
    over.push(name);
    const middle = (time.start + time.end) / 2, quarter = (time.end - time.start) / 4;
    const happened = [
      { name: "Noise", start_time: new Date(middle), end_time: null },
      { name: "Light", start_time: new Date(middle), end_time: new Date(middle + quarter) },
    ];
    const svg = await events(happened, { tz, over: below }).svg();
    const lines = found(svg, '[aria-label=rule][stroke-width="1.5"] line');
    const [span] = found(svg, '[aria-label=rect][fill-opacity="0.22"] rect');
    assertAlmostEquals(number(lines.at(-1)!, "x1"), number(span!, "x"), 0.5, name);
    const texts = textBoxes(svg).map(({ text }) => text);
    assert(texts.includes("Noise") && texts.includes("Light"), `${name}: ${texts.join()}`);
  }
  assert(over.includes("line") && over.length >= 4, over.join());
});

Deno.test("events() over a chart are also on its phone drawing, and on one that shares an axis", () => {
  const rows = [8, 9, 10].map((hour) => ({
    time: `2024-03-30T${String(hour).padStart(2, "0")}:00Z`,
    v: hour,
  }));
  const run = [{ name: "Run", start_time: "2024-03-30T08:30Z", end_time: "2024-03-30T09:00Z" }];
  const { spec } = events(run, { over: line(rows, { y: "v", tz: "UTC" }), tz: "UTC" });
  for (const other of [spec.forPhone!(), spec.axes!.with({})]) {
    assert(other.name.endsWith("with events"), other.name);
    assertEquals(other.header.legend.at(-1)!.entry.label, "Run");
  }
  assert(spec.forPhone!().width < spec.width);
});
