import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { sessions } from "../../src/sleep/sessions.ts";
import { nightly } from "../../src/sleep/nightly.ts";
import * as plot from "../../src/plot/mod.ts";
import * as verbs from "../../src/series/mod.ts";
import { EVERY_PICTURE } from "./everyPicture.ts";
import {
  arcBetween,
  AROUND,
  aroundEvents,
  dayStretches,
  minuteCycles,
  quantile,
  regularityIndex,
  strongest,
  visitsOf,
} from "./rawStatistics.ts";
import {
  assertLength,
  assertSays,
  coveredShare,
  datesBetween,
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
  shown,
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
  "(?<first>.+?) to (?<last>.+?), (?<tz>\\S+): (?<n>\\d+) of (?<days>\\d+) (?:day has|days have) data";
const SIGNED = `[+−]?${NUMBER.slice(5)}`;
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
    const parts = partsOf(
      summary,
      `Value per hour, ${DAYS}, full height from ${NUMBER}(?:; .*)?`,
    );
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
  around: (life) => {
    const { events, means } = aroundEvents(life);
    const found = verbs.around(series(life).select("time", "value"), events, AROUND);
    const { summary } = plot.around(found, { label: "value" });
    if (means.length === 0) return assert(/no data/i.test(summary), summary);
    const parts = partsOf(
      summary,
      `Value from −3 h to \\+3 h around (?:(?<least>\\d+) to )?(?<most>\\d+) events?: lowest mean (?<low>${NUMBER}) at (?<lowest>\\S+)(?: h)?, highest (?<high>${NUMBER}) at (?<highest>\\S+)(?: h)?`,
    );
    const most = Math.max(...means.map(({ n }) => n));
    const least = means.length < 6 ? 0 : Math.min(...means.map(({ n }) => n));
    assertEquals([Number(parts["least"] ?? parts["most"]), Number(parts["most"])], [least, most]);
    const offsetOf = (text: string): string => `${Number(text.replace("−", "-"))}`;
    assertCells(
      { ...parts, lowest: offsetOf(parts["lowest"]!), highest: offsetOf(parts["highest"]!) },
      new Map(means.map(({ offset, mean }) => [`${offset}`, mean])),
      (offset) => offset,
    );
  },
  balance: (life) => {
    const { summary } = plot.balance(series(life), { y: "value", target: 500, tz: life.tz });
    const parts = partsOf(
      summary,
      `Balance of value per day against 500, ${DAYS}, lowest (?<low>${SIGNED}), highest (?<high>${SIGNED}), last (?<end>${SIGNED})${PARTIAL}`,
    );
    let sum = 0;
    const sums = assertDays(life, parts).map((total) => sum += total - 500);
    const said = (text: string | undefined, value: number): void =>
      assertSays(text!.replace("+", ""), shown(value), "sum");
    said(parts["low"], Math.min(...sums));
    said(parts["high"], Math.max(...sums));
    said(parts["end"], sum);
  },
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
  change: "its means and marks are those of compareDays: tests/plot/change_test.ts",
  compare: (life) => {
    const rows = life.hours.flatMap(({ at, value }, i) =>
      value === null ? [] : [{ time: at, value, kind: i % 2 === 0 ? "a" : "b" }]
    );
    const [a, b] = ["a", "b"].map((kind) =>
      rows.flatMap((row) => row.kind === kind ? [row.value] : [])
    ) as [number[], number[]];
    if (a.length < 2 || b.length < 2) return;
    const options = { y: "value", condition: "kind", tz: life.tz, method: "welch" } as const;
    const { summary } = plot.compare(rows, options);
    const parts = partsOf(
      summary,
      `Value: a mean (?<a>${NUMBER}), n (?<na>\\d+); b mean (?<b>${NUMBER}), n (?<nb>\\d+); difference \\+?(?<d>${NUMBER})(?:, 95 % interval (?<low>${NUMBER}) to (?<high>${NUMBER}), p (?:= (?<p>${NUMBER})|< 0.001))?(?:, no interval: .*?)?(?:, Hedges g (?<g>${NUMBER}))?`,
    );
    assertEquals([Number(parts["na"]), Number(parts["nb"])], [a.length, b.length]);
    assertSays(parts["a"]!, shown(mean(a)), "mean of a");
    assertSays(parts["b"]!, shown(mean(b)), "mean of b");
    const difference = mean(b) - mean(a);
    assertSays(parts["d"]!, shown(difference), "difference");
    const squares = (values: readonly number[]): number =>
      sum(values.map((value) => (value - mean(values)) ** 2));
    const degrees = a.length + b.length - 2;
    if (parts["g"] !== undefined) {
      const pooled = Math.sqrt((squares(a) + squares(b)) / degrees);
      const g = difference / pooled * (1 - 3 / (4 * degrees - 1)); // within 1 % of the exact factor
      assertAlmostEquals(Number(parts["g"].replace("−", "-")), g, 0.011 * Math.abs(g) + 0.001);
    }
    if (parts["low"] === undefined) return;
    const [low, high] = [parts["low"], parts["high"]!].map((text) =>
      Number(text.replaceAll(",", "").replace("−", "-"))
    ) as [number, number];
    assertAlmostEquals((low + high) / 2, difference, 0.01 * (high - low) + 1);
    // The interval and the p value tell the same story.
    const isClear = parts["p"] === undefined || Number(parts["p"]) < 0.049;
    if (isClear) assert(low * high >= 0, summary);
    if (Number(parts["p"] ?? 0) > 0.051) assert(low <= 0 && high >= 0, summary);
  },
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
  dayPath: (life) => {
    const known = life.hours.filter(({ value }) => value !== null);
    const rows = known.map(({ at, value, other }) => ({
      time: at,
      lat: 50 + value! / 9000,
      long: 179.99 + (other ?? 0) / 3000 - (other !== null && other > 30 ? 360 : 0),
      // without a location for an hour, the path is not known
      part:
        life.hours.filter((hour) =>
          hour.value === null && Temporal.Instant.compare(hour.at, at) < 0
        ).length,
    }));
    const { summary } = plot.dayPath(rows, { tz: life.tz });
    const parts = partsOf(
      summary,
      `Path of (?<date>.+?), (?<first>\\d\\d:\\d\\d) to (?<last>\\d\\d:\\d\\d), ${life.tz}: (?<way>${NUMBER}) (?<unit>k?m)`,
    );
    const local = [known[0]!.at, known.at(-1)!.at].map((at) => at.toZonedDateTimeISO(life.tz));
    const [first, last] = local.map((at) => dateText(at.toPlainDate().toString()));
    if (first === last) assertEquals(parts["date"], first);
    else assert(parts["date"]!.endsWith(` to ${last}`), summary);
    assertEquals(
      [parts["first"], parts["last"]],
      local.map((at) => at.toPlainTime().toString().slice(0, 5)),
    );
    const meters = sum(
      rows.slice(1).map((row, i) => row.part === rows[i]!.part ? arcBetween(rows[i]!, row) : 0),
    );
    const said = Number(parts["way"]!.replaceAll(",", "")), decimals = parts["way"]!.split(".")[1];
    const value = parts["unit"] === "km" ? meters / 1000 : meters;
    const digits = 0.5 * 10 ** -(decimals?.length ?? 0);
    assert(
      Math.abs(said - value) <= Math.max(digits, 5e-4 * value) + 1e-6,
      `${summary}: ${meters} m`,
    );
  },
  dayProfile: (life) => {
    const { summary } = plot.dayProfile(series(life), { y: "value", tz: life.tz, resolution: 60 });
    const parts = partsOf(
      summary,
      `Value, median of (?<n>\\d+) days?, \\S+?(?:: (?:L5 (?<start>\\d\\d):00 to \\d\\d:00, mean (?<low>${NUMBER}))?(?:; )?(?:M10 (?<from>\\d\\d):00 to \\d\\d:00, mean (?<high>${NUMBER}))?)?`,
    );
    assertEquals(Number(parts["n"]), daysOf(life).filter(({ values }) => values.length > 0).length);
    const { over, each } = dayStretches(life);
    const lows = each(5), highs = each(10);
    assertEquals([parts["low"] === undefined, parts["high"] === undefined], [
      lows.length === 0,
      highs.length === 0,
    ]);
    if (lows.length > 0) {
      assertSays(parts["low"]!, shown(Math.min(...lows)), "L5");
      assertAlmostEquals(over(Number(parts["start"]), 5), Math.min(...lows), 1e-9);
    }
    if (highs.length > 0) {
      assertSays(parts["high"]!, shown(Math.max(...highs)), "M10");
      assertAlmostEquals(over(Number(parts["from"]), 10), Math.max(...highs), 1e-9);
    }
  },
  distribution: (life) => {
    const { summary } = plot.distribution(series(life), { y: "value" });
    const values = life.hours.flatMap(({ value }) => value ?? []).sort((a, b) => a - b);
    const parts = partsOf(
      summary,
      `Distribution of value: (?<n>${NUMBER}) values?(?:, (?<missing>${NUMBER}) missing)?, (?<low>${NUMBER})(?: to (?<high>${NUMBER}))?`,
    );
    assertSays(parts["n"]!, values.length, "n");
    assertSays(parts["missing"] ?? "0", life.hours.length - values.length, "missing");
    assertSays(parts["low"]!, values[0]!, "lowest");
    assertSays(parts["high"] ?? parts["low"]!, values.at(-1)!, "highest");
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
  hypnodensity: "sleep.hypnodensity computes its shares: tests/plot/hypnodensity_test.ts",
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
  matrix: "its coefficients are those of series.correlate: tests/plot/matrix_test.ts",
  nremCycles: (life) => {
    const { night, cycles } = minuteCycles(life); // unknown stages: tests/sleep/nremCycles_test.ts
    if (night.length === 0) return;
    const frame = stages({ ...life, spans: night, range: undefined });
    const { summary } = plot.nremCycles(frame, { shortestMain: "PT1M" });
    if (cycles.length === 0) return assert(/no data/i.test(summary), summary);
    const parts = partsOf(
      summary,
      "NREM cycles, .+?, (?<first>\\d\\d:\\d\\d) to (?<last>\\d\\d:\\d\\d) \\S+?(?:, .+?)?: (?<cycles>1 NREM .*)",
    );
    const clock = (minutes: number): string =>
      night[0]!.start.add({ minutes }).toZonedDateTimeISO(life.tz).toPlainTime().toString()
        .slice(0, 5);
    const { nrem, rem } = cycles.at(-1)!;
    assertEquals([parts["first"], parts["last"]], [
      clock(cycles[0]!.nrem[0]),
      clock((rem ?? nrem)[1]),
    ]);
    const lengths = cycles.map(({ nrem, rem }, i) =>
      `${i + 1} NREM ${nrem[1] - nrem[0]} min` +
      (rem === null ? "" : `, REM ${rem[1] - rem[0]} min`) +
      (rem === null && i === cycles.length - 1 ? " (not complete)" : "")
    );
    assertEquals(parts["cycles"], lengths.join("; "), JSON.stringify(night));
  },
  overlay: (life) => {
    const { summary } = plot.overlay(series(life), series(life), { y: "value", tz: life.tz });
    const values = life.hours.flatMap(({ value }) => value ?? []);
    const parts = partsOf(summary, `Value, .*, mean (?<one>${NUMBER}); .*, mean (?<two>${NUMBER})`);
    for (const name of ["one", "two"]) assertSays(parts[name]!, mean(values), "mean");
  },
  overview: (life) => {
    const { summary } = plot.overview(series(life), { y: "value", tz: life.tz });
    const values = life.hours.flatMap(({ value }) => value ?? []);
    const parts = partsOf(
      summary,
      `.*: value median (?<median>${NUMBER}), last (?<last>${NUMBER})`,
    );
    assertSays(parts["median"]!, shown(quantile(values, 0.5)), "median");
    assertSays(parts["last"]!, shown(values.at(-1)!), "last");
  },
  periodogram: (life) => {
    const found = verbs.periodogram(series(life), { y: "value", step: "2h" });
    const { summary } = plot.periodogram(found);
    if (/no data|too few|no variation|drift/i.test(summary)) return;
    const parts = partsOf(
      summary,
      `Periodogram from (?<from>${NUMBER}) to (?<to>${NUMBER}) h: peak at (?<period>${NUMBER}) h, power (?<power>${NUMBER})(?:, (?:not )?significant)?`,
    );
    const [period, power] = strongest(life, found);
    assertSays(parts["period"]!, Number(period.toPrecision(4)), "period");
    assertSays(parts["power"]!, shown(power), "power");
  },
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
  regularity: (life) => {
    const { summary } = plot.regularity(stages(life), {
      tz: life.tz,
      uncovered: "missing",
      minCoverage: 0,
      minDays: 1,
    });
    if (/no data/.test(summary)) return;
    const parts = partsOf(
      summary,
      `Sleep regularity .*: (?<n>\\d+) of (?<days>\\d+) (?:day has|days have) data(?:, all days (?<all>${NUMBER}))?`,
    );
    assert(Number(parts["n"]) <= Number(parts["days"]), summary);
    assertSays(parts["all"]!, Number(regularityIndex(life).toPrecision(4)), "index");
  },
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
        "(?:, (?<few>\\d+) recorded to less than two thirds and not counted)?" +
        "(?:, \\d+ with time in bed without a stage)?",
    );
    assertEquals(parts["first"], dateText(days[0]!.date));
    assertEquals(parts["last"], dateText(days.at(-1)!.date));
    const thin = new Set(
      nightly(stages(life), { tz: life.tz }).toRecords()
        .filter(({ coverage }) => Number(coverage) < 2 / 3)
        .map(({ night }) => String(night).slice(0, 10)),
    );
    const counted = days.filter(({ staged, isCut }) => staged && !isCut);
    const whole = counted.filter(({ date }) => !thin.has(date));
    assertEquals(Number(parts["n"]), whole.length);
    assertEquals(Number(parts["few"] ?? 0), counted.length - whole.length);
    assertEquals(Number(parts["cut"] ?? 0), days.filter((day) => day.staged && day.isCut).length);
    assertEquals(parts["asleep"] === undefined, whole.length === 0);
    if (whole.length > 0) {
      assertLength(parts["asleep"]!, mean(whole.map(({ asleep }) => asleep)), "asleep");
    }
  },
  sleepRaster: (life) => {
    const spans = life.spans.filter(({ stage }) => stage !== 0);
    const { summary } = plot.sleepRaster(stages({ ...life, spans }), { tz: life.tz });
    if (/no data/i.test(summary)) return;
    const parts = partsOf(
      summary,
      `Nights from noon to noon, (?<first>.+?) to (?<last>.+?), \\S+: (?<n>\\d+) of (?<days>\\d+) (?:day has|days have) data(?:; .*)?`,
    );
    // A sleep is whole in the row of its night, also over noon.
    const found = sessions(stages({ ...life, spans }), { tz: life.tz }).toRecords();
    const dates = new Set(found.map(({ night }) => String(night).slice(0, 10)));
    const all = [...dates].toSorted();
    assertEquals([parts["first"], parts["last"]], [dateText(all[0]!), dateText(all.at(-1)!)]);
    assertEquals(Number(parts["n"]), dates.size);
    assertEquals(Number(parts["days"]), datesBetween(all[0]!, all.at(-1)!).length);
  },
  tile: (life) => {
    const { summary } = plot.tile(series(life), { y: "value", tz: life.tz });
    const parts = partsOf(
      summary,
      `Value per day (?<value>${NUMBER}) on (?<day>.+?), (?:usual (?<low>${NUMBER}) to (?<high>${NUMBER})|too few days before for a usual range), ${DAYS}${PARTIAL}`,
    );
    const totals = assertDays(life, parts), before = totals.slice(-29, -1);
    assertSays(parts["value"]!, shown(totals.at(-1)!), "last");
    if (parts["low"] === undefined) return;
    const middle = quantile(before, 0.5);
    const half = 1.4826 * quantile(before.map((value) => Math.abs(value - middle)), 0.5);
    assertSays(parts["low"], shown(middle - half), "low");
    assertSays(parts["high"]!, shown(middle + half), "high");
  },
  timeline: (life) => {
    const { summary } = plot.timeline(stages(life), { tz: life.tz, rule: "noon" });
    const found = nightly(stages(life), { tz: life.tz, rule: "noon" });
    const whole = found.toRecords().filter(({ whole, midsleep }) =>
      whole !== false && midsleep !== null
    );
    if (whole.length === 0) return;
    const parts = partsOf(
      summary,
      `Sleep by the clock, .*?: (?<n>\\d+) of (?<days>\\d+) (?:day has|days have) data(?:, midpoint (?<hour>\\d\\d):(?<minute>\\d\\d) on average)?(?:; .*)?`,
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
  transitions: (life) => {
    // Sleep of unknown stage is in no pair if its source recorded no wake in that night.
    const spans = life.spans.filter(({ stage }) => stage !== 0);
    const nightOf = ({ start }: (typeof spans)[number]): number =>
      Math.floor((start.epochMilliseconds - 21 * HOUR) / (24 * HOUR));
    const awake = new Set(spans.filter(({ stage }) => stage === 2).map(nightOf));
    const staged = spans.filter((span) => span.stage !== 1 || awake.has(nightOf(span)));
    const { summary } = plot.transitions(stages({ ...life, spans }));
    if (staged.length === 0) return assert(/no data/i.test(summary), summary);
    const names = ["", "Asleep", "Awake", "Core", "Deep", "REM"];
    const counts = new Map<string, Map<string, number>>();
    const add = (from: number, to: number, by: number): void => {
      const row = counts.get(names[from]!) ?? new Map<string, number>();
      counts.set(names[from]!, row.set(names[to]!, (row.get(names[to]!) ?? 0) + by));
    };
    staged.forEach(({ start, end, stage }, i) => {
      add(stage, stage, (end.epochMilliseconds - start.epochMilliseconds) / 30_000 - 1);
      const next = staged[i + 1];
      if (next?.start.equals(end)) add(stage, next.stage, 1);
    });
    const { pairs, rows } = partsOf(
      summary,
      "Transitions between epochs of 30 s, (?<pairs>[\\d,]+) pairs?: (?<rows>.*)",
    );
    assertEquals(
      Number(pairs!.replaceAll(",", "")),
      sum([...counts.values()].flatMap((row) => [...row.values()])),
    );
    assertEquals(rows!.split("; ").length, counts.size);
    for (const text of rows!.split("; ")) {
      const { from, stays, rest } = partsOf(
        text,
        "(?<from>\\w+) stays (?<stays>[<>\\d ]+ %)(?:, then (?<rest>.*))?",
      );
      const row = counts.get(from!)!, total = sum([...row.values()]);
      const said = [[from!, stays!], ...(rest?.split(", ") ?? []).map((one) => one.split(/ (.*)/))];
      assertEquals(said.map(([to]) => to).toSorted(), [...row.keys()].toSorted());
      for (const [to, share] of said) {
        const percent = 100 * row.get(to!)! / total;
        if (share === "< 1 %") assert(percent > 0 && percent < 1, text);
        else if (share === "> 99 %") assert(percent > 99 && percent < 100, text);
        else assertAlmostEquals(parseInt(share!), percent, 0.5001, text);
        assertEquals([share === "0 %", share === "100 %"], [percent === 0, percent === 100], text);
      }
    }
  },
  visits: (life) => {
    const { rows, names, minutes } = visitsOf(life);
    if (rows.length === 0) return;
    const { summary } = plot.visits(rows, { tz: life.tz, names });
    const said = summary.slice(summary.indexOf(`${life.tz}: `) + life.tz.length + 2).split(", ");
    assertEquals(said.length, minutes.size, summary);
    for (const text of said) {
      const { name, length } = partsOf(text, `(?<name>\\w+) (?<length>${LENGTH})`);
      assertLength(length!, minutes.get(name!)!, name!);
    }
  },
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

/** Charts of stages. */
const STAGED = [
  "events",
  "hypnogram",
  "nremCycles",
  "regularity",
  "sleepBars",
  "sleepRaster",
  "timeline",
  "transitions",
  "visits",
];

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
        const isStaged = STAGED.includes(name);
        if (isStaged ? life.spans.length === 0 : life.hours.every(({ value }) => value === null)) {
          return;
        }
        check(life);
      }),
      { numRuns: 40 },
    );
  });
}
