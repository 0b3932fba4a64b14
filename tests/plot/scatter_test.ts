import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { scatter } from "../../src/plot/scatter.ts";
import { scatterFit } from "../../src/plot/groups/scatterMarks.ts";
import { autoregression, dateAfter, normals } from "../series/simulated.ts";
import { golden } from "./golden.ts";
import { found, number, textBoxes } from "./svg.ts";

/** Anscombe's first data set (1973): slope 0.500, r 0.816. */
const ANSCOMBE = [
  [10, 8.04],
  [8, 6.95],
  [13, 7.58],
  [9, 8.81],
  [11, 8.33],
  [14, 9.96],
  [6, 7.24],
  [4, 4.26],
  [12, 10.84],
  [7, 4.82],
  [5, 5.68],
].map(([x, y]) => ({ x, y }));

/** Days of steps and sleep, the same in every run. */
const days = Array.from({ length: 120 }, (_, i) => {
  const steps = 3000 + (i * 7919) % 11_000;
  const noise = ((i * 104_729) % 1000) / 1000 - 0.5;
  const kind = i % 7 < 5 ? "Weekday" : "Weekend";
  return {
    steps: i % 40 === 39 ? null : steps,
    sleep: 5.8 + steps / 8000 + 1.6 * noise + (kind === "Weekend" ? 0.7 : 0),
    kind,
  };
});
const DOTS = "[aria-label=dot] circle";

Deno.test("scatter() draws a dot for each row that has both values, a line and its band", async () => {
  const picture = scatter(days, { x: "steps", y: "sleep", yUnit: "h" });
  const svg = await golden("scatter", picture);
  assertEquals(found(svg, DOTS).length, 117);
  assertEquals(found(svg, "[aria-label=linear-regression] path").length, 2);
  assert(picture.summary.includes("n = 117") && picture.summary.endsWith("3 rows lack a value"));
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.some((text) => /^Sleep and steps: r 0\.\d\d over 117 pairs$/.test(text)));
  assert(texts.includes("Steps") && texts.includes("Sleep (h) by steps"));
});

Deno.test("scatter() has a colour, a line and an r for each group", async () => {
  const svg = await golden("scatter-groups", scatter(days, { x: "steps", y: "sleep", by: "kind" }));
  assertEquals(found(svg, "[aria-label=linear-regression]").length, 2);
  const texts = textBoxes(svg).map(({ text }) => text);
  for (const name of ["Weekday", "Weekend"]) {
    assert(
      texts.includes(name) &&
        texts.some((text) => /: r 0.68 \(Weekday\), 0.58 \(Weekend\)$/.test(text)),
      texts.join(),
    );
  }
});

Deno.test("scatter() distinguishes groups by symbols, in the legend and at the ends of the lines", async () => {
  const rows = ["a", "b", "c", "d", "e"].flatMap((name, i) =>
    [1, 2, 3, 5].map((x) => ({ name, x, y: i + x * (x % 2 + 1) }))
  );
  const svg = await scatter(rows, { x: "x", y: "y", by: "name", width: 360 }).svg();
  const shapes = (paths: readonly { getAttribute(name: string): string | null }[]) =>
    new Set(
      paths.map((path) => `${path.getAttribute("d")} ${path.getAttribute("fill") === "none"}`),
    ).size;
  assertEquals(shapes(found(svg, "[aria-label=header] path")), 5);
  assertEquals(found(svg, "[aria-label=dot]").length, 10); // the dots of each group, and the end of its line
  const wide = await scatter(rows, { x: "x", y: "y", by: "name" }).svg();
  assertEquals(found(wide, "[aria-label=header] path").length, 0, "names instead of a legend");
  assertEquals(found(wide, "[aria-label=dot]").length, 10, "each name has a symbol");
  const signs = async (shown: { x: number; y: number; name: string }[], by?: string) =>
    found(
      await scatter(shown, { x: "x", y: "y", width: 360, ...by && { by } }).svg(),
      "[aria-label=header] path",
    )
      .length;
  assertEquals(await signs(rows.filter(({ name }) => name === "a")), 0, "one group needs no sign");
  const crowd = Array.from({ length: 20_000 }, (_, i) => ({
    name: i % 2 === 0 ? "a" : "b",
    x: i % 97 + i % 13 / 13,
    y: i % 89 + i % 7 / 7,
  }));
  assertEquals(await signs(crowd, "name"), 2, "squares have none, names have");
});

Deno.test("scatter() finds the published slope and correlation of Anscombe's quartet", () => {
  const { summary } = scatter(ANSCOMBE, { x: "x", y: "y" });
  assert(summary.includes("r = 0.82, n = 11, slope 0.5"), summary);
});

Deno.test("scatter() draws the confidence band of Student's t", async () => {
  const svg = await scatter(ANSCOMBE, { x: "x", y: "y" }).svg();
  const [band, line] = found(svg, "[aria-label=linear-regression] path");
  const points = (path: string): number[][] =>
    path.replaceAll("Z", "").split(/[ML]/).slice(1).map((point) => point.split(",").map(Number));
  const edge = points(band!.getAttribute("d")!), middle = points(line!.getAttribute("d")!);
  // From R: predict(lm(y ~ x), data.frame(x = 4), interval = "confidence") is 5.000 +- 1.681;
  // a unit of y in pixels from two dots.
  const [a, b] = found(svg, DOTS);
  const unit = (number(b!, "cy") - number(a!, "cy")) / (8.04 - 6.95);
  const left = edge.filter(([x]) => x === middle[0]![0]).map(([, y]) => y!);
  const half = (Math.max(...left) - Math.min(...left)) / 2 / unit;
  assertAlmostEquals(half, expectedHalfWidth(4), 0.01);
});

/** t(0.975, 9) s sqrt(1/n + (x - mean)^2 / Sxx), with the published t of 2.262. */
function expectedHalfWidth(at: number): number {
  const n = ANSCOMBE.length, slope = 0.5000909, intercept = 3.0000909;
  const rest = ANSCOMBE.reduce((sum, { x, y }) => sum + (y! - intercept - slope * x!) ** 2, 0);
  return 2.262157 * Math.sqrt(rest / (n - 2)) * Math.sqrt(1 / n + (at - 9) ** 2 / 110);
}

Deno.test("scatter() of days has a wider band if the days are dependent, and no band for six days", async () => {
  const normal = normals(3), x = autoregression(60, 0.5, normal);
  const noise = autoregression(60, 0.5, normal);
  const rows = Array.from(
    x,
    (value, i) => ({ date: dateAfter(i), x: value, y: value + noise[i]! }),
  );
  const height = (svg: string, label: string): number => {
    const path = found(svg, `[aria-label=${label}] path`)[0]!.getAttribute("d")!;
    const points = path.replaceAll("Z", "").split(/[ML]/).slice(1)
      .map((point) => point.split(",").map(Number));
    const left = Math.min(...points.map(([x]) => x!));
    const ys = points.filter(([x]) => x === left).map(([, y]) => y!);
    return Math.max(...ys) - Math.min(...ys);
  };
  const timed = await golden("scatter-days", scatter(rows, { x: "x", y: "y" }));
  const plain = await scatter(rows.map(({ x, y }) => ({ x, y })), { x: "x", y: "y" }).svg();
  const ratio = height(timed, "area") / height(plain, "linear-regression");
  assert(ratio > 1.3 && ratio < 4, `${ratio} times the usual band`);
  const few = await scatter(rows.slice(0, 6), { x: "x", y: "y" }).svg();
  assertEquals(found(few, "[aria-label=area]").length, 0);
  assert(textBoxes(few).some(({ text }) => text.includes("too few days for its confidence")));
});

Deno.test("the band of scatter() does not depend on the order of rows, and is the usual one for independent days", () => {
  const normal = normals(8);
  const rows = Array.from(
    { length: 300 },
    (_, i) => ({ date: dateAfter(i), x: normal(), y: normal() }),
  );
  const half = (data: typeof rows) => {
    const x = Float64Array.from(data, (row) => row.x), y = Float64Array.from(data, (row) => row.y);
    const at = Int32Array.from(data, ({ date }) => Date.parse(date) / 86_400_000);
    return scatterFit(x, y, at).half!(1);
  };
  assertAlmostEquals(half(rows), half(rows.toReversed()), 1e-9);
  const { x, y } = { x: rows.map((row) => row.x), y: rows.map((row) => row.y) };
  const mean = x.reduce((a, b) => a + b) / 300,
    fit = scatterFit(Float64Array.from(x), Float64Array.from(y));
  const squares = (values: number[]) => values.reduce((sum, one) => sum + one * one, 0);
  const rest = squares(y.map((one, i) => one - fit.intercept - fit.slope * x[i]!));
  const usual = 1.968 *
    Math.sqrt(rest / 298 * (1 / 300 + (1 - mean) ** 2 / squares(x.map((one) => one - mean))));
  const ratio = half(rows) / usual;
  assert(ratio > 0.98 && ratio < 1.15, `${ratio} times the usual half width`);
});

Deno.test("scatter() shows many rows as squares that show how many they hold", async () => {
  let state = 7;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const many = Array.from({ length: 20_000 }, () => {
    const heart_rate = 50 + 60 * next() * next();
    return { heart_rate, breaths: 8 + heart_rate / 8 + 6 * next() * next() };
  });
  const svg = await golden(
    "scatter-many",
    scatter(many, { x: "heart_rate", y: "breaths", xUnit: "bpm", yUnit: "1/min" }),
  );
  assertEquals(found(svg, DOTS).length, 0);
  assert(textBoxes(svg).some(({ text }) => /^[\d,]+ to [\d,]+ rows$/.test(text)));
  assert(svg.length < 60_000, `${svg.length}`);
});

Deno.test("scatter() has no r and no line for two rows or a constant column", async () => {
  for (const rows of [[[1, 2], [3, 4]], [[1, 5], [2, 5], [3, 5]]]) {
    const picture = scatter(rows.map(([x, y]) => ({ x, y })), { x: "x", y: "y" });
    assertEquals(picture.summary, `Y by x: n = ${rows.length}`);
    assertEquals(found(await picture.svg(), "[aria-label=linear-regression]").length, 0);
  }
});

Deno.test("scatter() names the band if it draws one, and not without a line", async () => {
  const names = async (rows: object[], fit?: boolean): Promise<boolean> => {
    const svg = await scatter(rows as never, { x: "x", y: "y", ...fit !== undefined && { fit } })
      .svg();
    return textBoxes(svg).some(({ text }) => text.includes("line of least squares"));
  };
  assertEquals(await names(ANSCOMBE), true);
  assertEquals(await names(ANSCOMBE, false), false);
  assertEquals(await names([{ x: 1, y: 2 }, { x: 3, y: 4 }]), false);
});

Deno.test("scatter() rejects more groups than there are colours", () => {
  const rows = Array.from({ length: 9 }, (_, i) => ({ x: i, y: i, by: `group ${i}` }));
  assertThrows(() => scatter(rows, { x: "x", y: "y", by: "by" }), RangeError, "the maximum is 8");
});

Deno.test("scatter() with a lag compares a day with the day after it, like correlate()", () => {
  const ran = [0, 1, 1, 0, 1, 0];
  const days = ran.map((run, day) => ({
    date: `2024-03-0${day + 1}`,
    run,
    asleep: 400 + 30 * (ran[day - 1] ?? 0),
  }));
  const later = scatter(days, { x: "run", y: "asleep", yUnit: "min", lag: 1 });
  assertEquals(
    later.summary,
    "Asleep (min), 1 day later by run: r = 1.00, n = 5, slope 30 min; 1 row lacks a value",
  );
  const two = ["a", "b"].flatMap((user) => days.map((day) => ({ ...day, user })));
  const both = scatter(two, { x: "run", y: "asleep", lag: 1, by: "user" }).summary;
  assert(both.includes("a r = 1.00, n = 5") && both.includes("b r = 1.00, n = 5"), both);
  assertThrows(
    () => scatter(days, { x: "run", y: "asleep", lag: -1 }),
    RangeError,
    "lag is the number -1",
  );
  const untimed = days.map(({ run, asleep }) => ({ run, asleep }));
  assertThrows(
    () => scatter(untimed, { x: "run", y: "asleep", lag: 1 }),
    TypeError,
    "pass the column of times as time",
  );
});
