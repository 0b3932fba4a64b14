import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { fromRows } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import * as plot from "../../src/plot/mod.ts";
import { EVERY_PICTURE, TZ } from "./everyPicture.ts";
import { FINDING_RULES, titleOf } from "./findingRules.ts";
import { type Life, lives, longLives } from "./rawLives.ts";

/**
 * The number in the title of a chart must equal an independent computation from the raw records:
 * days without data, and days that the range cuts, are not zeros.
 */

Deno.test("findingRules.ts has every chart", () => {
  assertEquals(Object.keys(FINDING_RULES), Object.keys(EVERY_PICTURE).sort(), "add it");
});

for (const [name, check] of Object.entries(FINDING_RULES)) {
  if (check === null) {
    Deno.test(`the title of ${name}() states no finding, as findingRules.ts says`, () => {
      const { rows, schema, draw } = EVERY_PICTURE[name]!;
      const { header } = draw(toFrame(fromRows(rows, schema, { zone: TZ })), { tz: TZ }).spec;
      assertEquals(header.subtitle, []); // with a finding as title, the subtitle names the measure
    });
    continue;
  }
  Deno.test(`every number in the title of ${name}() comes from the raw records`, () => {
    for (const [arbitrary, numRuns] of [[lives, 40], [longLives, 8]] as const) {
      fc.assert(
        fc.property(arbitrary, (life) => {
          if (life.hours.every(({ value }) => value === null) || life.spans.length === 0) return;
          check(life);
          if (name === "dailyBars") check(raised(life));
        }),
        { numRuns },
      );
    }
  });
}

/** Raises the second half of the values, so that titles state a change. */
function raised(life: Life): Life {
  const hours = life.hours.map((hour, i) => ({
    ...hour,
    value: hour.value === null || i < life.hours.length / 2 ? hour.value : hour.value + 600,
  }));
  return { ...life, hours };
}

Deno.test("a chart with too few days does not speak of a change", () => {
  const days = (count: number, from = 1000) =>
    Array.from({ length: count }, (_, i) => ({
      time: new Date(Date.UTC(2024, 0, 1 + i, 12)),
      steps: from + (i * 7919) % 300,
    }));
  const title = (rows: ReturnType<typeof days>): string =>
    titleOf(plot.dailyBars(rows, { tz: "UTC", y: "steps" }));
  assertEquals(title(days(1)), "1,000 steps a day");
  assert(title(days(6)).endsWith("too few days to compare (6)"));
  assert(title(days(60)).endsWith("no clear change"));
  const changed = days(60).map((day, i) => i < 30 ? day : { ...day, steps: day.steps + 4000 });
  assertEquals(
    title(changed),
    "3,146 steps a day on average, 4,000 more from 31 Jan on",
  );
});

Deno.test("a title names no highest or lowest place if all values are equal", () => {
  for (const [name, { rows, schema, draw }] of Object.entries(EVERY_PICTURE)) {
    if (/^(matrix|hypnodensity|periodogram|dayPath|visits)$/.test(name)) continue; // no values to set
    const numbers = Object.keys(schema).filter((column) => schema[column] === "float64");
    const equal = rows.map((row) => ({
      ...row,
      ...Object.fromEntries(numbers.map((column) => [column, 60])),
    }));
    const title = titleOf(draw(toFrame(fromRows(equal, schema, { zone: TZ })), { tz: TZ }));
    const parts = /[Hh]ighest .*\((?<high>[^)]*)\), lowest .*\((?<low>[^)]*)\)/.exec(title);
    assert(parts?.groups?.["high"] === undefined || parts.groups["high"] !== parts.groups["low"]);
    assert(!/^Lowest (\S+) at .* highest \1 at/.test(title), `${name}: ${title}`);
    assert(numbers.length === 0 || !/^Most from/.test(title), `${name}: ${title}`);
  }
});

Deno.test("a date in a title has its year if the days span several years", () => {
  const days = Array.from({ length: 40 }, (_, i) => ({
    time: new Date(Date.UTC(2023, 11, 12 + i, 12)),
    steps: i < 20 ? 4000 + (i * 7919) % 300 : 9000 + (i * 7919) % 300,
  }));
  const options = { tz: "UTC", y: "steps" } as const;
  assert(/ from Mon 1 Jan 2024 on$/.test(titleOf(plot.dailyBars(days, options))));
  assert(/^Highest on \w{3} \d+ Jan 2024 .*, lowest on \w{3} \d+ Dec 2023 /
    .test(titleOf(plot.calendar(days, options))));
});

Deno.test("a level on a diary's scale is not described as a daily amount", () => {
  const days = (y: string) =>
    Array.from({ length: 8 }, (_, i) => ({
      time: new Date(Date.UTC(2024, 0, 1 + i, 12)),
      [y]: 3 + i % 2,
    }));
  const title = (y: string): string => titleOf(plot.dailyBars(days(y), { tz: "UTC", y }));
  assertEquals(title("mood"), "Mood 3.5 on average");
  assertEquals(title("stress_rating"), "Stress rating 3.5 on average");
  assertEquals(title("coffees"), "3.5 coffees a day on average");
  assertEquals(
    titleOf(plot.dailyBars(days("step_count"), { tz: "UTC", y: "step_count", unit: "steps" })),
    "3.5 steps a day on average",
  );
});

Deno.test("a title of the caller wins, and the finding becomes the subtitle", () => {
  const rows = [{ time: "2024-01-01T12:00Z", steps: 900 }];
  const { header } = plot.dailyBars(rows, { tz: "UTC", y: "steps", title: "Mine" }).spec;
  assertEquals(header.title.map(({ text }) => text), ["Mine"]);
  assertEquals(header.subtitle.map(({ text }) => text), ["900 steps a day"]);
});
