import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { nightly } from "../../src/sleep/nightly.ts";
import * as plot from "../../src/plot/mod.ts";
import { EVERY_PICTURE } from "./everyPicture.ts";
import {
  assertLength,
  assertSays,
  coveredShare,
  dateText,
  daysOf,
  HOUR,
  LENGTH,
  type Life,
  lives,
  mean,
  NUMBER,
  partsOf,
  series,
  sleepDays,
  stages,
  sum,
} from "./rawLives.ts";

/**
 * Every number in a caption must equal an independent computation from the raw records, for random
 * gaps, ranges, sources, unknown stages and half nights. Captions must match as a whole, so that no
 * number is left unchecked.
 */

const DAYS =
  "(?<first>.+?) to (?<last>.+?), (?<tz>\\S+): (?<n>\\d+) of (?<days>\\d+) days have data";
const PARTIAL =
  "(?:, (?:(?<partial>\\d+) days? (?:is|are) not whole and (?:does|do) not count|(?<none>no day is whole)))?";

/** Checks the caption of a chart of days, and returns the totals of the days that count. */
function assertDays(life: Life, parts: Record<string, string | undefined>): number[] {
  const days = daysOf(life), there = days.filter(({ values }) => values.length > 0);
  assertEquals(parts["first"], dateText(days[0]!.date));
  assertEquals(parts["last"], dateText(days.at(-1)!.date));
  assertEquals(parts["tz"], life.tz);
  const whole = there.filter(({ isCut }) => !isCut), cut = there.length - whole.length;
  const counted = whole.length === 0 ? there : whole;
  assertEquals([Number(parts["n"]), Number(parts["days"])], [counted.length, days.length]);
  assertEquals(parts["none"] !== undefined, cut > 0 && whole.length === 0);
  assertEquals(Number(parts["partial"] ?? 0), whole.length === 0 ? 0 : cut);
  return counted.map(({ total }) => total);
}

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Checks the lowest and the highest mean of cells, and that each is in the cell that it names. */
function assertCells(
  parts: Record<string, string | undefined>,
  means: ReadonlyMap<string, number>,
  nameOf: (cell: string) => string,
): void {
  const named = new Map([...means].map(([cell, value]) => [nameOf(cell), value]));
  const all = [...means.values()];
  assertSays(parts["low"]!, Math.min(...all), "lowest");
  assertSays(parts["high"]!, Math.max(...all), "highest");
  assertSays(parts["low"]!, named.get(parts["lowest"]!)!, `lowest of ${parts["lowest"]}`);
  assertSays(parts["high"]!, named.get(parts["highest"]!)!, `highest of ${parts["highest"]}`);
}

/**
 * A check of the caption for each chart; or the reason for having none, with the test of its
 * numbers.
 */
const CAPTIONS: Readonly<Record<string, ((life: Life) => void) | string>> = {
  actogram: (life) => {
    const { summary } = plot.actogram(series(life), { y: "value", every: "1h", tz: life.tz });
    const parts = partsOf(summary, `Value per 1 h, ${DAYS}, full height from ${NUMBER}(?:\\. .*)?`);
    const days = daysOf(life);
    assertEquals(Number(parts["n"]), days.filter(({ values }) => values.length > 0).length);
    assertEquals(Number(parts["days"]), days.length);
  },
  agreement: (life) => {
    const { summary } = plot.agreement(series(life), { reference: "value", other: "other" });
    const pairs = life.hours.flatMap(({ value, other }) =>
      value === null || other === null ? [] : [other - value]
    );
    if (pairs.length < 2) return;
    const parts = partsOf(
      summary,
      `Other minus value, (?<n>${NUMBER}) pairs: bias (?<bias>${NUMBER})(?:, limits of agreement .*)?`,
    );
    assertSays(parts["n"]!, pairs.length, "pairs");
    assertSays(parts["bias"]!, mean(pairs), "bias");
  },
  around: "its rows are what series.around computed: tests/series/around_test.ts",
  calendar: (life) => {
    const { summary } = plot.calendar(series(life), { y: "value", tz: life.tz });
    const parts = partsOf(
      summary,
      `Value per day, ${DAYS}, lowest (?<low>${NUMBER}), highest (?<high>${NUMBER})${PARTIAL}`,
    );
    const totals = assertDays(life, parts);
    assertSays(parts["low"]!, Math.min(...totals), "lowest");
    assertSays(parts["high"]!, Math.max(...totals), "highest");
  },
  compare: "its numbers are those of series.compare: tests/series/compare_test.ts",
  coverage: (life) => {
    if (life.hours.length < 2) return; // the coverage of a single instant is unknown
    const { summary } = plot.coverage(series(life), { y: "value", tz: life.tz });
    const parts = partsOf(summary, "Data by source, .*: (?<percent>\\d+|< 1|> 99) %");
    const percent = 100 * coveredShare(life);
    const said = parts["percent"]!;
    if (said === "< 1") assert(percent > 0 && percent < 1);
    else if (said === "> 99") assert(percent > 99 && percent < 100);
    else assert(Math.abs(Number(said) - percent) <= 0.5001, `says ${said} %, is ${percent}`);
  },
  dailyBars: (life) => {
    const { summary } = plot.dailyBars(series(life), { y: "value", tz: life.tz });
    const parts = partsOf(
      summary,
      `Value per day, ${DAYS}, lowest (?<low>${NUMBER}), highest (?<high>${NUMBER}), mean (?<mean>${NUMBER})${PARTIAL}`,
    );
    const totals = assertDays(life, parts);
    assertSays(parts["low"]!, Math.min(...totals), "lowest");
    assertSays(parts["high"]!, Math.max(...totals), "highest");
    assertSays(parts["mean"]!, mean(totals), "mean");
  },
  dayPath: "its rows are what places.dayPath computed: tests/places/dayPath_test.ts",
  dayProfile: "its L5 and M10 are those of series.rhythm: tests/series/rhythm_test.ts",
  distribution: (life) => {
    const { summary } = plot.distribution(series(life), { y: "value" });
    const values = life.hours.flatMap(({ value }) => value ?? []).sort((a, b) => a - b);
    const parts = partsOf(
      summary,
      `Distribution of value: (?<n>${NUMBER}) values?(?:, (?<missing>${NUMBER}) missing)?, (?<low>${NUMBER}) to (?<high>${NUMBER})`,
    );
    assertSays(parts["n"]!, values.length, "n");
    assertSays(parts["missing"] ?? "0", life.hours.length - values.length, "missing");
    assertSays(parts["low"]!, values[0]!, "lowest");
    assertSays(parts["high"]!, values.at(-1)!, "highest");
  },
  events: (life) => {
    const rows = life.spans.map(({ start, end, stage }) => ({
      start_time: start,
      end_time: end,
      name: `S${"abcdef"[stage]}`,
    }));
    const { summary } = plot.events(rows, { tz: life.tz });
    const counts = Map.groupBy(rows, ({ name }) => name);
    const said = summary.slice(summary.lastIndexOf(`${life.tz}: `) + life.tz.length + 2).split(
      ", ",
    );
    assertEquals(
      said.toSorted(),
      [...counts].map(([name, own]) => `${name} ${own.length}`).toSorted(),
    );
  },
  hypnogram: (life) => {
    const staged = life.spans.filter(({ stage }) => stage !== 0);
    const [first] = staged;
    if (first === undefined) return;
    const limit = first.start.epochMilliseconds + 14 * HOUR;
    const night = staged.filter(({ start }) => start.epochMilliseconds < limit);
    const { summary } = plot.hypnogram(stages({ ...life, spans: night }), { tz: life.tz });
    const said = summary.slice(summary.indexOf(`${life.tz}: `) + life.tz.length + 2).split(", ");
    const names = ["", "Asleep", "Awake", "Core", "Deep", "REM"];
    const lengths = new Map<string, number>();
    for (const { start, end, stage } of night) {
      const minutes = (end.epochMilliseconds - start.epochMilliseconds) / 60_000;
      lengths.set(names[stage]!, (lengths.get(names[stage]!) ?? 0) + minutes);
    }
    const found = said.map((text) => partsOf(text, `(?<name>[A-Za-z ]+?) (?<length>${LENGTH})`));
    assertEquals(found.map(({ name }) => name).toSorted(), [...lengths.keys()].toSorted());
    for (const { name, length } of found) assertLength(length!, lengths.get(name!)!, name!);
  },
  line: (life) => {
    const { summary } = plot.line(series(life), { y: "value", tz: life.tz, form: "points" });
    const values = life.hours.flatMap(({ value }) => value ?? []);
    const parts = partsOf(summary, `Value, .*: (?<low>${NUMBER}) to (?<high>${NUMBER})`);
    assertSays(parts["low"]!, Math.min(...values), "lowest");
    assertSays(parts["high"]!, Math.max(...values), "highest");
  },
  nremCycles: "its lengths are those of sleep.nremCycles: tests/sleep/nremCycles_test.ts",
  overlay: (life) => {
    const { summary } = plot.overlay(series(life), series(life), { y: "value", tz: life.tz });
    const values = life.hours.flatMap(({ value }) => value ?? []);
    const parts = partsOf(summary, `Value, .*, mean (?<one>${NUMBER}); .*, mean (?<two>${NUMBER})`);
    for (const name of ["one", "two"]) assertSays(parts[name]!, mean(values), "mean");
  },
  periodogram: "its rows are what series.periodogram computed: tests/series/periodogram_test.ts",
  polarClock: (life) => {
    const { summary } = plot.polarClock(
      series(life).select("time", "value"),
      { tz: life.tz, label: "Value" },
    );
    const counts = new Array<number>(24).fill(0);
    for (const { at, value } of life.hours) {
      if (value !== null) counts[at.toZonedDateTimeISO(life.tz).hour]!++;
    }
    const parts = partsOf(
      summary,
      `Value by hour of the day, \\S+: (?<n>\\d+) events?, most from (?<hour>\\d\\d):00 to \\d\\d:00 \\((?<most>\\d+)\\)(?:; circular mean .*)?`,
    );
    assertEquals(Number(parts["n"]), sum(counts));
    assertEquals(Number(parts["most"]), Math.max(...counts));
    assertEquals(counts[Number(parts["hour"])], Math.max(...counts));
  },
  regularity: "its index is that of sleep.regularity: tests/sleep/regularity_test.ts",
  scatter: (life) => {
    const { summary } = plot.scatter(series(life), { x: "value", y: "other" });
    const pairs = life.hours.filter(({ value, other }) => value !== null && other !== null);
    const missing = life.hours.length - pairs.length;
    if (pairs.length === 0) {
      assert(/^Other by value: no data(?: (?:on|from) .+)?$/.test(summary), summary);
      return; // the dates of the range: tests/plot/axis/noData_test.ts
    }
    const parts = partsOf(
      summary,
      `Other by value: .*?n = (?<n>${NUMBER})[^;]*(?:; (?<missing>${NUMBER}) rows? lacks? a value)?`,
    );
    assertSays(parts["n"]!, pairs.length, "n");
    assertEquals(Number(parts["missing"] ?? 0), missing);
  },
  sleepBars: (life) => {
    const days = sleepDays(life);
    const { summary } = plot.sleepBars(stages(life), { tz: life.tz, naps: true });
    if (days.length === 0) {
      assert(/no data/i.test(summary), summary);
      return;
    }
    const parts = partsOf(
      summary,
      `Sleep per day, ${DAYS}(?:, asleep (?<asleep>${LENGTH}) on average)?(?:, naps included)?` +
        "(?:, (?<cut>\\d+) cut by the range and not counted)?" +
        "(?:, \\d+ with time in bed without a stage)?",
    );
    assertEquals(parts["first"], dateText(days[0]!.date));
    assertEquals(parts["last"], dateText(days.at(-1)!.date));
    const whole = days.filter(({ staged, isCut }) => staged && !isCut);
    assertEquals(Number(parts["n"]), whole.length);
    assertEquals(Number(parts["cut"] ?? 0), days.filter((day) => day.staged && day.isCut).length);
    assertEquals(parts["asleep"] === undefined, whole.length === 0);
    if (whole.length > 0) {
      assertLength(parts["asleep"]!, mean(whole.map(({ asleep }) => asleep)), "asleep");
    }
  },
  sleepRaster: "its count of days is tested in tests/plot/sleepRaster_test.ts",
  timeline: (life) => {
    const { summary } = plot.timeline(stages(life), { tz: life.tz, rule: "noon" });
    const found = nightly(stages(life), { tz: life.tz, rule: "noon" });
    const whole = found.toRecords().filter(({ whole, midsleep }) =>
      whole !== false && midsleep !== null
    );
    if (whole.length === 0) return;
    const parts = partsOf(
      summary,
      `Sleep by the clock, .*?: (?<n>\\d+) of (?<days>\\d+) days have data(?:, midpoint (?<hour>\\d\\d):(?<minute>\\d\\d) on average)?(?:\\. .*)?`,
    );
    assert(Number(parts["n"]) >= whole.length && Number(parts["n"]) <= Number(parts["days"]));
    if (parts["hour"] === undefined) return; // a single nap, which nightly counts as its own record
    const middles = whole.map(({ midsleep }) => midsleep as number);
    const angle = (of: (angle: number) => number): number =>
      sum(middles.map((hours) => of(hours * Math.PI / 12)));
    const mean = (Math.atan2(angle(Math.sin), angle(Math.cos)) * 12 / Math.PI + 24) % 24;
    const said = Number(parts["hour"]) + Number(parts["minute"]) / 60;
    const apart = Math.abs(said - mean);
    assert(Math.min(apart, 24 - apart) <= 0.51 / 60, `midpoint: says ${said}, is ${mean}`);
  },
  transitions: "its shares are those of sleep.transitions: tests/sleep/transitions_test.ts",
  visits: "its lengths are those of places.visits: tests/places/visits_test.ts",
  weekHours: (life) => {
    const { summary } = plot.weekHours(series(life), { y: "value", tz: life.tz });
    const cells = Map.groupBy(
      life.hours.filter(({ value }) => value !== null),
      ({ at }) => {
        const { dayOfWeek, hour } = at.toZonedDateTimeISO(life.tz);
        return `${dayOfWeek} ${hour}`;
      },
    );
    const means = new Map(
      [...cells].map(([cell, own]) => [cell, mean(own.map(({ value }) => value!))]),
    );
    const parts = partsOf(
      summary,
      `Value, mean by weekday and hour, (?<tz>\\S+): (?<n>\\d+) of 168 cells have data, lowest (?<low>${NUMBER}) on (?<lowest>\\w+ \\d\\d):00, highest (?<high>${NUMBER}) on (?<highest>\\w+ \\d\\d):00`,
    );
    assertEquals(parts["tz"], life.tz);
    if (life.tz === "Australia/Lord_Howe") return; // an hour of the clock is two half hours there
    assertEquals(Number(parts["n"]), cells.size);
    assertCells(parts, means, (cell) => {
      const [day, hour] = cell.split(" ");
      return `${WEEKDAYS[Number(day) - 1]} ${hour!.padStart(2, "0")}`;
    });
  },
  weekMonths: (life) => {
    const { summary } = plot.weekMonths(series(life), { y: "value", tz: life.tz });
    const parts = partsOf(
      summary,
      `Value per day, mean by weekday and month, ${DAYS}; (?<cells>\\d+) of (?<all>\\d+) cells have data, lowest (?<low>${NUMBER}) on (?<lowest>\\w+ \\w+), highest (?<high>${NUMBER}) on (?<highest>\\w+ \\w+)${PARTIAL}`,
    );
    assertDays(life, parts);
    const days = daysOf(life), there = days.filter(({ values }) => values.length > 0);
    const whole = there.filter(({ isCut }) => !isCut);
    const nameOf = (date: string): string => {
      const [weekday, , month] = dateText(date).split(" ");
      return `${weekday} ${month}`;
    };
    const cells = Map.groupBy(whole.length === 0 ? there : whole, ({ date }) => nameOf(date));
    const months = new Set(days.map(({ date }) => date.slice(0, 7)));
    assertEquals([Number(parts["cells"]), Number(parts["all"])], [cells.size, 7 * months.size]);
    assertCells(
      parts,
      new Map([...cells].map(([cell, own]) => [cell, mean(own.map(({ total }) => total))])),
      (cell) => cell,
    );
  },
};

Deno.test("captionLaw_test.ts has every chart", () => {
  assertEquals(Object.keys(CAPTIONS), Object.keys(EVERY_PICTURE).sort(), "add it to CAPTIONS");
});

Deno.test("the tests that CAPTIONS refers to exist", async () => {
  const root = new URL("../../", import.meta.url);
  for (const entry of Object.values(CAPTIONS)) {
    if (typeof entry !== "string") continue;
    const [path] = /tests\/[\w/.]+(?<!\.)/.exec(entry) ?? [];
    if (path !== undefined) await Deno.stat(new URL(path, root));
  }
});

for (const [name, check] of Object.entries(CAPTIONS)) {
  if (typeof check === "string") continue;
  Deno.test(`every number in the caption of ${name}() comes from the raw records`, () => {
    fc.assert(
      fc.property(lives, (life) => {
        const isStaged = ["events", "hypnogram", "sleepBars", "timeline"].includes(name);
        if (isStaged ? life.spans.length === 0 : life.hours.every(({ value }) => value === null)) {
          return;
        }
        check(life);
      }),
      { numRuns: 40 },
    );
  });
}
