import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import pl from "nodejs-polars";
import { openFrame } from "../../src/frame/open.ts";
import { envelopesOf } from "../../src/plot/marks/envelope.ts";
import { readLines } from "../../src/plot/marks/lineSeries.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { events } from "../../src/plot/events.ts";
import { line } from "../../src/plot/line.ts";
import { resample } from "../../src/series/resample.ts";
import { golden } from "./golden.ts";
import { found, textBoxes } from "./svg.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

const tz = "Europe/Berlin";

/**
 * Returns a made-up heart rate: slower at night, with occasional short rises and a gap of some
 * hours.
 */
function heartRate(start: string, count: number, stepSeconds = 60): Frame {
  const first = BigInt(Temporal.Instant.from(start).epochMilliseconds) * 1000n;
  const time = BigInt64Array.from(
    { length: count },
    (_, i) => first + BigInt(i * stepSeconds) * 1_000_000n,
  );
  const valid = Uint8Array.from({ length: count }, (_, i) => i % 2000 >= 1850 ? 0 : 1);
  const values = Float64Array.from({ length: count }, (_, i) => {
    const hour = Number(time[i]! / 3_600_000_000n) % 24;
    const noise = (Math.imul(i, 2_654_435_761) >>> 16) / 65_536;
    return (hour >= 6 && hour < 21 ? 72 : 54) + 6 * Math.sin(i / 97) + 5 * noise +
      (i % 977 < 12 ? 50 : 0);
  });
  return toFrame({
    time: { type: "time", values: time, zone: tz },
    heart_rate: { type: "float64", values, valid },
    resting_heart_rate: { type: "float64", values: values.map((value) => 40 + value / 5) },
  });
}

/** Returns the strokes of the lines, each from a move command on. */
function strokes(svg: string): string[] {
  return found(svg, "[aria-label=line] path").flatMap((path) =>
    path.getAttribute("d")!.split("M").slice(1)
  );
}

Deno.test("line() draws a week, and labels quantity, unit, days and zone", async () => {
  const frame = heartRate("2024-03-28T05:00Z", 7 * 1440);
  const svg = await golden("line", line(frame, { y: "heart_rate", unit: "bpm" }));
  const texts = textBoxes(svg).map(({ text }) => text);
  for (const text of ["Heart rate (bpm)", "Sun 31", "Median", "9 of 10 below"]) {
    assert(texts.join(" ").includes(text), text);
  }
  assert(
    texts.join(" ").includes("grey: no data; local time, Europe/Berlin"),
    texts.join(),
  );
  assertEquals(strokes(svg).length, 6);
});

Deno.test("line() draws several columns on one axis with a legend", async () => {
  const frame = heartRate("2024-10-26T17:00Z", 1440);
  const picture = line(frame, {
    y: ["heart_rate", "resting_heart_rate"],
    unit: "bpm",
    title: "Heart rate over the night in which the clock goes back",
  });
  const svg = await golden("line-two", picture);
  const texts = textBoxes(svg).map(({ text }) => text);
  assertStringIncludes(texts.join(" "), "Heart rate Resting heart rate");
});

Deno.test("line() of a million points stays under 300 kB and keeps their extremes", async () => {
  const count = 1_000_000;
  const frame = heartRate("2023-03-28T05:00Z", count);
  const svg = await line(frame, { y: "heart_rate", unit: "bpm", form: "points" }).svg();
  assert(svg.length < 300_000, `${svg.length}`);
  const values = (frame.getColumn("heart_rate").toArray() as (number | null)[])
    .filter((value) => value !== null);
  const low = values.reduce((least, value) => Math.min(least, value), Infinity);
  const high = values.reduce((most, value) => Math.max(most, value), -Infinity);
  const heights = [...found(svg, "[aria-label=line] path")[0]!.getAttribute("d")!
    .matchAll(/[ML][-\d.]+,([-\d.]+)/g)].map(([, y]) => Number(y));
  const ticks = textBoxes(svg).filter(({ text, left }) => /^\d+$/.test(text) && left < 30);
  const [first, last] = [ticks[0]!, ticks.at(-1)!];
  const place = (value: number): number => {
    const part = (value - Number(first.text)) / (Number(last.text) - Number(first.text));
    return (first.top + first.bottom) / 2 +
      part * ((last.top + last.bottom) - (first.top + first.bottom)) / 2;
  };
  const shift = place(low) - Math.max(...heights); // from the middle of a text to its tick
  assert(Math.abs(shift) < 4);
  assertAlmostEquals(Math.min(...heights), place(high) - shift, 0.05);
});

Deno.test("line() of over 2 values per pixel is an envelope around the median, and says so", async () => {
  const frame = heartRate("2023-03-28T05:00Z", 1_000_000);
  const picture = line(frame, { y: "heart_rate", unit: "bpm" });
  const svg = await golden("line-million", picture);
  assert(svg.length < 60_000, `${svg.length}`);
  assert(picture.summary.startsWith("Heart rate (bpm), median per 3 days, "), picture.summary);
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.includes("9 of 10 below") && texts.includes("9 of 10 above"), texts.join());
  assert(
    texts.join(" ").includes(
      "Shaded: 10th to 90th percentile per 3 days, other values not drawn",
    ),
    texts.join(),
  );
  const values = (frame.getColumn("heart_rate").toArray() as (number | null)[])
    .filter((value) => value !== null);
  const low = values.reduce((least, value) => Math.min(least, value), Infinity);
  const high = values.reduce((most, value) => Math.max(most, value), -Infinity);
  const numbers = /: ([\d.]+) to ([\d.]+)$/.exec(picture.summary)!.slice(1).map(Number);
  assertAlmostEquals(numbers[0]!, low, 0.05);
  assertAlmostEquals(numbers[1]!, high, 0.05);
});

Deno.test("line() decides by the values within its range, not by the rows of the frame", () => {
  const frame = heartRate("2024-03-28T05:00Z", 7 * 1440);
  const until = (end_time: string) =>
    line(frame, { y: "heart_rate", range: { start_time: "2024-03-29T14:30Z", end_time } }).summary;
  assert(!until("2024-03-30T10:30Z").includes("median"), "1,200 values in 656 pixels");
  assert(until("2024-03-30T13:30Z").includes("median per 15 min"), "1,380 values");
});

Deno.test("line() of steps that would fill the frame is an envelope, one of few steps is not", () => {
  const hours = Array.from({ length: 900 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 2, 1, i)).toISOString(),
    calm: 60 + i % 100 / 10,
    restless: 60 + 40 * (i % 2),
  }));
  const drawn = (y: string) => line(hours, { y, unit: "", tz: "UTC" }).summary;
  assert(drawn("restless").startsWith("Restless, median per day, "), drawn("restless"));
  assert(drawn("calm").startsWith("Calm, Fri 1 Mar 2024"), drawn("calm"));
});

Deno.test("line() as an envelope has the percentiles of each local day, including a day of 23 hours", () => {
  const frame = heartRate("2024-03-25T23:00Z", 20 * 1440 - 60); // from midnight to midnight
  const data = openFrame(frame, { action: "test" });
  const span = {
    start: Temporal.Instant.from("2024-03-25T23:00Z").epochMilliseconds,
    end: Temporal.Instant.from("2024-04-14T22:00Z").epochMilliseconds,
  };
  const lines = readLines(data, "time", ["heart_rate"]);
  const { unit, lines: [found] } = envelopesOf(lines, span, tz);
  assertEquals(unit, "day");
  const days = Map.groupBy(
    Array.from(lines.times, (at, row) => ({ at, value: lines.series[0]!.values[row]! })),
    ({ at }) =>
      Temporal.Instant.fromEpochMilliseconds(Number(at / 1000n)).toZonedDateTimeISO(tz)
        .toPlainDate().toString(),
  );
  assertEquals(days.size, 20);
  [...days.values()].forEach((rows, i) => {
    const sorted = rows.map(({ value }) => value).filter((value) => !Number.isNaN(value))
      .sort((a, b) => a - b);
    const at = (part: number): number => {
      const place = part * (sorted.length - 1), left = Math.floor(place);
      return sorted[left]! + (place - left) * (sorted[Math.ceil(place)]! - sorted[left]!);
    };
    assertAlmostEquals(found!.low[i]!, at(0.1), 1e-9);
    assertAlmostEquals(found!.middle[i]!, at(0.5), 1e-9);
    assertAlmostEquals(found!.high[i]!, at(0.9), 1e-9);
  });
  const cut = { start: span.start + 18 * 3_600_000, end: span.end - 9 * 3_600_000 };
  assertEquals(
    Array.from(envelopesOf(lines, cut, tz).lines[0]!.middle, Number.isNaN),
    Array.from({ length: 20 }, (_, i) => i === 0),
    "the first day has 6 hours, the last 15",
  );
  const short = envelopesOf(lines, { start: span.start, end: span.start + 43_200_000 }, tz);
  assertEquals(short.unit, "5 min");
});

Deno.test("line() is grey in long gaps, including the ends of a range", async () => {
  const rows = [3, 4, 5, 9, 10].map((day) => ({
    time: new Date(Date.UTC(2024, 0, day, 8)),
    weight: 70,
  }));
  const range = { start_time: "2024-01-01T08:00Z", end_time: "2024-01-20T08:00Z" };
  const svg = await line(rows, { y: "weight", tz: "UTC", gapSteps: 1.5, range }).svg();
  assertEquals(found(svg, "[aria-label=rect] rect title").map(({ textContent }) => textContent), [
    "Mon 1 Jan 2024 08:00 to Wed 3 Jan 2024 08:00: no data",
    "Fri 5 Jan 2024 08:00 to Tue 9 Jan 2024 08:00: no data",
    "Wed 10 Jan 2024 08:00 to Sat 20 Jan 2024 08:00: no data",
  ]);
  assert(textBoxes(svg).some(({ text }) => text === "No data"));
});

Deno.test("line() names several lines at their ends if there is room, otherwise in a legend", async () => {
  const rows = Array.from({ length: 50 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 0, 1, i)),
    a: 5 + i / 100,
    b: 5.01 + i / 100,
    c: 9,
  }));
  const wide = textBoxes(await line(rows, { y: ["a", "b", "c"], tz }).svg());
  const names = wide.filter(({ text }) => /^[ABC]$/.test(text));
  assertEquals(names.map(({ text }) => text), ["A", "B", "C"]);
  assert(names.every(({ left }) => left > 720 - 104), "right of the frame");
  assert(Math.abs(names[0]!.top - names[1]!.top) >= 14, "names stand apart");
  assert(names[1]!.top < names[0]!.top, "in the order of their values");
  const long = rows.map(({ time, a }) => ({ time, [`a${"x".repeat(60)}`]: a, b: a }));
  const svg = await line(long, { y: [`a${"x".repeat(60)}`, "b"], tz }).svg();
  assert(textBoxes(svg).filter(({ text }) => text === "B").every(({ top }) => top < 140));
});

Deno.test("line() breaks at nulls and long gaps, and draws isolated points as dots", async () => {
  const rows = [1, 2, 3, 4, 30, 44, 45, 46].map((day) => ({
    time: new Date(Date.UTC(2024, 0, day, 8)),
    weight: day === 3 ? null : 70 + day / 10,
  }));
  const svg = await golden("line-gaps", line(rows, { y: "weight", unit: "kg", tz }));
  assertEquals(strokes(svg).length, 4);
  assertEquals(found(svg, "[aria-label=dot] circle").length, 7);
  const joined = await line(rows, { y: "weight", tz, gapSteps: Infinity }).svg();
  assertEquals(strokes(joined).length, 2);
});

Deno.test("line() sorts rows by time first", async () => {
  const rows = [3, 1, 2].map((day) => ({ time: new Date(Date.UTC(2024, 0, day)), value: day }));
  const sorted = [...rows].sort((a, b) => a.value - b.value);
  assertEquals(
    await line(rows, { tz: "UTC", y: "value" }).svg(),
    await line(sorted, { tz: "UTC", y: "value" }).svg(),
  );
});

Deno.test("line() draws only the range", async () => {
  const range = { start_time: "2024-03-29T00:00", end_time: "2024-03-30T00:00" };
  const picture = line(heartRate("2024-03-28T05:00Z", 7 * 1440), { y: "heart_rate", range });
  assertEquals(picture.time?.end, Date.UTC(2024, 2, 29, 23));
  const xs = strokes(await picture.svg()).join("L").matchAll(/([-\d.]+),/g);
  for (const [, x] of xs) assert(Number(x) >= 56 && Number(x) <= 720 - 16, x);
});

Deno.test("line() of a constant or a single value has an axis around it", async () => {
  for (const value of [0, 5, -3]) {
    const svg = await line([{ time: "2024-01-01T00:00Z", value }], { tz: "UTC", y: "value" }).svg();
    assert(!svg.includes("NaN"), svg);
    assertEquals(found(svg, "[aria-label=dot] circle").length, 1);
  }
});

Deno.test("line() without any value reports no data", () => {
  const rows = [{ time: "2024-01-01T00:00Z", value: null }];
  assertEquals(String(line(rows, { tz: "UTC", y: "value", unit: "kg" })), "Value (kg): no data");
});

Deno.test("line() rejects an invalid gapSteps and missing columns", () => {
  const rows = [{ time: "2024-01-01T00:00Z", value: 1 }];
  assertThrows(() => line(rows, { y: "value", gapSteps: 0 }), RangeError, "gapSteps is 0");
  assertThrows(() => line(rows, { y: "weight" }), TypeError, '"weight" is missing');
});

/** Days of a resting heart rate with its usual range; some days are missing. */
const resting = Array.from({ length: 60 }, (_, i) => {
  const usual = 56 + 3 * Math.sin(i / 9), known = i < 20 || i >= 24;
  return {
    time: Temporal.PlainDate.from("2024-03-01").add({ days: i }).toZonedDateTime(tz).toInstant()
      .toString(),
    resting_heart_rate: i === 40 ? null : usual + 4 * Math.sin(i * 2.3),
    low: known ? usual - 3 : null,
    high: known ? usual + 3 : null,
  };
});
const usualRange = { low: "low", high: "high", label: "Usual range" };

/** Returns the corners of a path by its pieces: x and y. */
function corners(svg: string, selector: string): number[][][] {
  return found(svg, selector)[0]!.getAttribute("d")!.split("Z").filter((part) => part !== "")
    .map((part) => part.split(/[ML]/).slice(1).map((point) => point.split(",").map(Number)));
}

Deno.test("line() draws a band behind the line, broken where it is unknown", async () => {
  const picture = line(resting, { y: "resting_heart_rate", unit: "bpm", tz, band: usualRange });
  const svg = await golden("line-band", picture);
  const pieces = corners(svg, "[aria-label=area] path");
  assertEquals(pieces.map(({ length }) => length), [40, 72]);
  assert(textBoxes(svg).some(({ text }) => text === "Usual range"));
  assert(picture.summary.endsWith("; band: Usual range"), picture.summary);
});

Deno.test("line() extends the axis to its band", () => {
  const rows = [0, 1, 2].map((i) => ({
    time: `2024-01-0${i + 1}T00:00Z`,
    value: 5,
    low: 1,
    high: 30,
  }));
  const { summary, spec } = line(rows, {
    tz: "UTC",
    y: "value",
    band: { low: "low", high: "high" },
  });
  assertEquals(spec.axes?.y, [0, 30]);
  assert(summary.endsWith(": 5 to 5; band: Low to High"), summary);
});

Deno.test("line() with a band over a million points keeps the band's extremes", async () => {
  const count = 1_000_000;
  const values = Float64Array.from({ length: count }, (_, i) => 60 + 10 * Math.sin(i / 5000));
  const low = values.map((value, i) => i === 777_777 ? 0 : value - 5);
  const frame = toFrame({
    time: {
      type: "time",
      values: BigInt64Array.from(values, (_, i) => BigInt(i) * 1_000_000n),
      zone: tz,
    },
    value: { type: "float64", values },
    low: { type: "float64", values: low },
    high: { type: "float64", values: values.map((value) => value + 5) },
  });
  const svg = await line(frame, {
    y: "value",
    form: "points",
    band: { low: "low", high: "high" },
  }).svg();
  assert(svg.length < 300_000, `${svg.length}`);
  const ys = corners(svg, "[aria-label=area] path").flat().map(([, y]) => y!);
  const usual = corners(svg, "[aria-label=line] path").flat().map(([, y]) => y!);
  assert(Math.max(...ys) > Math.max(...usual) + 80, "the lowest value is drawn");
});

Deno.test("line() draws the only numeric column, and lists several candidates in the error", () => {
  const rows = [{ time: "2024-03-30T12:00Z", a: 1 }, { time: "2024-03-30T13:00Z", a: 2 }];
  assertEquals(line(rows, { tz: "UTC" }).summary, line(rows, { tz: "UTC", y: "a" }).summary);
  assertEquals(
    line(rows.map((row) => ({ ...row, coverage: 0.5 })), { tz: "UTC" }).summary,
    line(rows, { tz: "UTC", y: "a" }).summary,
    "how much is known of a window is no value of it",
  );
  assert(
    line(rows.map(({ time }) => ({ time, coverage: 0.5 })), { tz: "UTC" }).summary.startsWith(
      "Coverage",
    ),
  );
  assertThrows(
    () => line(rows.map((row) => ({ ...row, b: 3 })), { tz: "UTC" }),
    TypeError,
    "Cannot draw a line: the frame has several numeric columns, a, b; pass one of them as y",
  );
  assertThrows(
    () => line(rows.map(({ time }) => ({ time, note: "x" })), { tz: "UTC" }),
    TypeError,
    "Cannot draw a line: the frame has no numeric column",
  );
});

/** Returns the part of the summary that names what is drawn. */
const measureOf = (frame: Frame, y: string): string =>
  String(line(frame, { y, tz })).split(/, \w{3} \d+ \w+ 2024/)[0]!;

Deno.test("the line of a resampled frame names the function and the length of its windows", () => {
  const minutes = heartRate("2024-03-10T00:00Z", 3 * 1440);
  for (
    const [every, aggregate, label] of [
      ["5m", "mean", "Heart rate, mean per 5 min"],
      ["1h", "max", "Heart rate, max per hour"],
      ["90m", "p90", "Heart rate, 90th percentile per 90 min"],
      ["1d", "median", "Heart rate, median per day"],
      ["10m", "weighted mean", "Heart rate, mean per 10 min"],
    ] as const
  ) {
    const windows = resample(minutes, { every, aggregate, tz });
    assertEquals(measureOf(windows, "heart_rate"), label);
  }
  assertEquals(measureOf(minutes.head(60), "heart_rate"), "Heart rate");
});

Deno.test("a line keeps the name of its windows if rows are chosen, and loses it if they are joined", () => {
  const hours = resample(heartRate("2024-03-10T00:00Z", 3 * 1440), { every: "1h", tz });
  assertEquals(measureOf(hours.head(30), "heart_rate"), "Heart rate, mean per hour");
  const pairs = hours.groupByDynamic({ indexColumn: "time", every: "2h" })
    .agg(pl.col("heart_rate").max());
  assertEquals(measureOf(pairs as Frame, "heart_rate"), "Heart rate");
});

Deno.test("line() draws columns of different kinds or units in panels on one time axis", async () => {
  const rows = Array.from({ length: 24 }, (_, hour) => ({
    time: new Date(Date.UTC(2024, 2, 30, hour)),
    heart_rate: 60 + hour % 5,
    steps: 100 * hour,
    level: 50,
  }));
  const picture = line(rows, { y: ["heart_rate", "steps"], tz });
  const panels = found(await picture.svg(), "svg svg");
  assertEquals(panels.length, 2);
  assertEquals(
    panels.map((panel) => panel.querySelector("[aria-label=header] text")!.textContent),
    ["Heart rate 62 at the median, from 60 to 64", "Steps 1,150 at the median, from 0 to 2,300"],
  );
  const together = await line(rows, { y: ["heart_rate", "level"], tz }).svg();
  assertEquals(found(together, "svg svg").length, 0, "a level has no unit of its own");
  const shared = await line(rows, { y: ["heart_rate", "steps"], unit: "per hour", tz }).svg();
  assertEquals(found(shared, "svg svg").length, 0, "they have a common unit");
  const over = events([{ time: "2024-03-30T12:00Z", label: "Coffee" }], {
    over: picture,
    label: "label",
  });
  const drawn = found(await over.svg(), "svg svg");
  for (const panel of drawn) assertStringIncludes(panel.textContent, "Coffee");
  assertEquals(drawn.length, 2);
});

Deno.test("line() of a month does not name the day after it", async () => {
  const rows = Array.from({ length: 100 }, (_, i) => ({ time: 6 * 3600_000 * i, bpm: 60 + i % 7 }))
    .map(({ time, bpm }) => ({ time: new Date(Date.UTC(2025, 0, 30) + time), bpm }));
  const svg = await line(rows, { tz: "Europe/Berlin", range: "2025-02" }).svg();
  assertStringIncludes(svg, "Sat 1 to Fri 28 Feb 2025");
});
