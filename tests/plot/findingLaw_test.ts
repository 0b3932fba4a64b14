import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import * as plot from "../../src/plot/mod.ts";
import {
  assertLength,
  assertSays,
  daysOf,
  type Life,
  lives,
  mean,
  NUMBER,
  partsOf,
  series,
  sleepDays,
  stages,
} from "./rawLives.ts";

/**
 * The number in the title of a chart must equal an independent computation from the raw records:
 * days without data, and days that the range cuts, are not zeros.
 */

const TAIL = "(?: on average)?(?:; too few (?:days|nights) to compare \\((?<few>\\d+)\\)|, .*)?";
const titleOf = (picture: plot.Picture): string =>
  picture.spec.header.title.map(({ text }) => text).join(" ");

/** Asserts a level to its three digits. */
function assertLevel(text: string, expected: number, what: string): void {
  assertSays(text, Number(expected.toPrecision(3)), what);
}

const FINDINGS: Readonly<Record<string, (life: Life) => void>> = {
  dailyBars: (life) => {
    const counted = daysOf(life).filter(({ values, isCut }) => values.length > 0 && !isCut);
    const title = titleOf(plot.dailyBars(series(life), { y: "value", tz: life.tz }));
    if (counted.length === 0) return assert(!/ a (day|night)/.test(title), title);
    const parts = partsOf(title, `(?<level>${NUMBER}) value a day${TAIL}`);
    assertLevel(parts["level"]!, mean(counted.map(({ total }) => total)), "level");
    if (parts["few"] !== undefined) assertEquals(Number(parts["few"]), counted.length);
  },
  sleepBars: (life) => {
    const counted = sleepDays(life).filter(({ isCut, staged }) => staged && !isCut);
    const title = titleOf(plot.sleepBars(stages(life), { tz: life.tz, naps: true }));
    if (counted.length === 0) return assert(!/ a (day|night)/.test(title), title);
    const parts = partsOf(title, `(?<level>.+?) asleep a night${TAIL}`);
    assertLength(parts["level"]!, mean(counted.map(({ asleep }) => asleep)), "asleep");
  },
  line: (life) => {
    const known = life.hours.flatMap(({ value }) => value ?? []).toSorted((a, b) => a - b);
    const title = titleOf(plot.line(series(life), { y: "value", tz: life.tz }));
    if (known.length === 0) return;
    const middle = (known[(known.length - 1) >> 1]! + known[known.length >> 1]!) / 2;
    const parts = partsOf(title, `Value (?<middle>${NUMBER})(?: at the median, from .*)?`);
    assertLevel(parts["middle"]!, middle, "median");
  },
};

for (const [name, check] of Object.entries(FINDINGS)) {
  Deno.test(`the number in the title of ${name}() comes from the raw records`, () => {
    fc.assert(
      fc.property(lives, (life) => {
        if (life.hours.length > 0 && life.spans.length > 0) check(life);
      }),
      { numRuns: 40 },
    );
  });
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
    "3,150 steps a day on average, 4,000 more from 31 Jan on",
  );
});

Deno.test("a title of the caller wins, and the finding becomes the subtitle", () => {
  const rows = [{ time: "2024-01-01T12:00Z", steps: 900 }];
  const { header } = plot.dailyBars(rows, { tz: "UTC", y: "steps", title: "Mine" }).spec;
  assertEquals(header.title.map(({ text }) => text), ["Mine"]);
  assertEquals(header.subtitle.map(({ text }) => text), ["900 steps a day"]);
});
