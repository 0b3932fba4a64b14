import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { dayProfile, type DayProfileOptions } from "../../src/plot/dayProfile.ts";
import { golden } from "./golden.ts";
import { heartRates } from "./rhythmSample.ts";
import { found, number, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";
const options = { tz, unit: "bpm", title: "Heart rate over the day", cosine: true };

Deno.test("dayProfile() draws the usual day, its band, L5, M10 and the cosine", async () => {
  const svg = await golden("dayProfile", dayProfile(heartRates(14), options));
  const texts = textBoxes(svg).map(({ text }) => text);
  for (const text of ["00:00", "24:00", "Heart rate (bpm)", "L5", "M10", `Time of day, ${tz}`]) {
    assert(texts.includes(text), text);
  }
  assert(texts.some((text) => /lowest \d\d:\d\d to \d\d:\d\d \(54/.test(text)), texts.join());
});

Deno.test("dayProfile() is legible at phone width", async () => {
  await golden("dayProfile-narrow", dayProfile(heartRates(14), { ...options, width: 360 }));
});

Deno.test("dayProfile() breaks its line if no day has a value", async () => {
  const rows = heartRates(3).map((row) => ({
    ...row,
    heart_rate: row.time.getUTCHours() === 4 ? null : row.heart_rate,
  }));
  const picture = dayProfile(rows, { tz: "UTC", extremes: false });
  const [line] = found(await golden("dayProfile-gap", picture), '[aria-label="line"] path');
  assertEquals(line!.getAttribute("d")!.match(/M/g)!.length, 2);
});

Deno.test("dayProfile() joins values of every half hour in windows of five minutes", async () => {
  const windows = Array.from({ length: 3 * 288 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 2, 1, 0, 5 * i)).toISOString(),
    pulse: i % 6 === 0 ? 60 + i % 5 : null,
  }));
  const svg = await dayProfile(windows, { y: "pulse", tz: "UTC" }).svg();
  assertEquals(found(svg, "[aria-label=line] path")[0]!.getAttribute("d")!.match(/M/g)!.length, 1);
});

Deno.test("dayProfile() marks an interval over midnight at both ends", async () => {
  const rows = heartRates(7).map((row) => ({
    ...row,
    heart_rate: row.time.getUTCHours() >= 22 || row.time.getUTCHours() < 3 ? 50 : 80,
  }));
  const picture = dayProfile(rows, { tz: "UTC" });
  assert(picture.summary.includes("L5 22:00 to 03:00, mean 50"), picture.summary);
  const strips = found(await picture.svg(), '[aria-label="rect"] rect');
  const widths = strips.map((strip) => number(strip, "width")).slice(0, 2);
  assertAlmostEquals(widths[0]! / widths[1]!, 2 / 3, 0.02);
});

Deno.test("dayProfile() reports missing data, and rejects invalid options", async () => {
  assert((await dayProfile([], { tz }).svg()).includes("No data"));
  assertThrows(
    () => dayProfile(heartRates(1), { tz: "UTC", resolution: 7 }),
    RangeError,
    "divide a day",
  );
  assertThrows(() => dayProfile(heartRates(1), { tz: "UTC", band: 2 }), RangeError, "band");
});

/** Values of days at one time of day: skewed, so that mean and median differ. */
const SKEWED = noons([1, 2, 3, 4, 40]);

function noons(values: readonly number[]): { time: Date; steps: number }[] {
  return values.map((steps, day) => ({ time: new Date(Date.UTC(2024, 0, 1 + day, 12)), steps }));
}

/** Returns the line and the ends of the band at noon, as values. */
async function atNoon(options: DayProfileOptions, rows = SKEWED) {
  const picture = dayProfile(rows, { tz: "UTC", extremes: false, resolution: 60, ...options });
  const svg = await picture.svg();
  const ticks = found(svg, '[aria-label="text"] text').map((text) => ({
    value: Number(text.textContent!.replace("\u2212", "-").replace(",", "")),
    y: Number(/,([-\d.]+)\)/.exec(text.getAttribute("transform") ?? "")?.[1]),
  }));
  const numbered = ticks.filter(({ value, y }) => Number.isFinite(value) && Number.isFinite(y));
  const [low, high] = [
    numbered.reduce((a, b) => b.value < a.value ? b : a),
    numbered.reduce((a, b) => b.value > a.value ? b : a),
  ];
  const value = (y: number) =>
    low.value + (y - low.y) * (high.value - low.value) / (high.y - low.y);
  const ys = (selector: string) =>
    [...(found(svg, selector)[0]?.getAttribute("d") ?? "").matchAll(/[-\d.]+,([-\d.]+)/g)]
      .map(([, y]) => value(Number(y)));
  return {
    summary: picture.summary,
    texts: textBoxes(svg).map(({ text }) => text),
    line: ys('[aria-label="line"] path')[0]!,
    band: ys('[aria-label="area"] path').sort((a, b) => a - b),
  };
}

Deno.test("dayProfile() draws the median within the quartiles, or the mean within its interval", async () => {
  const median = await atNoon({});
  assertAlmostEquals(median.line, 3, 0.3);
  assertAlmostEquals(median.band[0]!, 2, 0.3);
  assertAlmostEquals(median.band.at(-1)!, 4, 0.3);
  assert(
    median.texts.join(" ").includes("Median Middle 50 % of the days"),
  );
  assertEquals(median.summary, "Steps, median of 5 days, UTC");
  const mean = await atNoon({ average: "mean" });
  assertAlmostEquals(mean.line, 10, 0.3);
  assertEquals(mean.summary, "Steps, mean of 5 days, UTC");
  // Five days are too few to estimate their dependence.
  assertEquals(mean.band, []);
  assert(!mean.texts.join(" ").includes("95 % interval of the mean"), mean.texts.join());
  // R: t.test of ten times 5 and ten times 15: mean 10, 95 percent interval 7.599 to 12.401;
  // dependent days have a wider one
  const many = await atNoon(
    { average: "mean" },
    noons(Array.from("00110100101101001011", (one) => 5 + 10 * Number(one))),
  );
  assertAlmostEquals(many.line, 10, 0.3);
  assert(many.band[0]! < 7.6 && many.band[0]! > 4, `${many.band[0]}`);
  assert(many.band.at(-1)! > 12.4 && many.band.at(-1)! < 16, `${many.band.at(-1)}`);
  assert(many.texts.join(" ").includes("95 % interval of the mean"), many.texts.join());
});

Deno.test("dayProfile() always draws its line inside its band", async () => {
  for (const average of ["median", "mean"] as const) {
    const { line, band } = await atNoon({ average }, noons([1, 2, 3, 4, 40, 5, 6, 7]));
    assert(band[0]! <= line && line <= band.at(-1)!, average);
  }
  assertThrows(() => dayProfile(SKEWED, { average: "mode" as never }), RangeError, '"mode"');
});

Deno.test("dayProfile() of a single value draws a dot", async () => {
  const svg = await dayProfile([{ time: "2024-03-10T10:00Z", weight: 61 }], {
    y: "weight",
    tz: "UTC",
  }).svg();
  assertEquals(found(svg, "[aria-label=dot] circle").length, 1);
});
