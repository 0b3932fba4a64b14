import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import * as plot from "../../src/plot/mod.ts";
import * as verbs from "../../src/series/mod.ts";
import { nightly } from "../../src/sleep/nightly.ts";
import { hypnodensity as countVotes } from "../../src/sleep/hypnodensity.ts";
import { nremCycles as cycleRows } from "../../src/sleep/nremCycles.ts";
import { transitions as countMoves } from "../../src/sleep/transitions.ts";
import {
  AROUND,
  aroundEvents,
  dayStretches,
  firstNight,
  quantile,
  regularityIndex,
  sorted,
  strongest,
  visitsOf,
} from "./rawStatistics.ts";
import { oneNight } from "./titleRules.ts";
import {
  assertLength,
  assertSays,
  coveredShare,
  dateText,
  daysOf,
  LENGTH,
  type Life,
  mean,
  NUMBER,
  partsOf,
  series,
  shown,
  sleepDays,
  stages,
  sum,
} from "./rawLives.ts";

export const titleOf = (picture: plot.Picture): string =>
  picture.spec.header.title.map(({ text }) => text).join(" ");

/** Texts after the level of a chart of days. */
const TAIL = "(?: on average)?(?:; too few (?:days|nights) to compare \\((?<few>\\d+)\\)|" +
  ", no clear change|, (?<amount>.+) (?<word>more|less) from (?<since>.+) on)?";
const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Asserts a number that a title shows with some digits. */
function assertLevel(text: string, expected: number, what: string, digits = 3): void {
  assertSays(text, shown(expected, digits), what);
}

const known = (life: Life): number[] => life.hours.flatMap(({ value }) => value ?? []);
const pairsOf = (life: Life): [number, number][] =>
  life.hours.flatMap(({ value, other }) =>
    value === null || other === null ? [] : [[value, other] as [number, number]]
  );
/** Pearson's r of pairs. */
function pearson(pairs: readonly (readonly [number, number])[]): number {
  const [x, y] = [mean(pairs.map(([x]) => x)), mean(pairs.map(([, y]) => y))];
  const over = (of: (x: number, y: number) => number): number =>
    sum(pairs.map(([a, b]) => of(a - x, b - y)));
  return over((a, b) => a * b) / Math.sqrt(over((a) => a * a) * over((_, b) => b * b));
}

/** Days that a chart counts: the whole ones; all, if none is whole. */
function countedDays(life: Life): ReturnType<typeof daysOf> {
  const there = daysOf(life).filter(({ values }) => values.length > 0);
  const whole = there.filter(({ isCut }) => !isCut);
  return whole.length === 0 ? there : whole;
}

/** Checks the ends of a chart of cells: `Highest Sun 09:00 (899), lowest Mon 11:00 (42.5)`. */
function assertEnds(
  title: string,
  cells: ReadonlyMap<string, readonly number[]>,
  digits = 3,
): void {
  const means = new Map([...cells].map(([cell, values]) => [cell, mean(values)]));
  if (title.endsWith(" throughout")) {
    const { least, most } = partsOf(
      title,
      `(?<least>${NUMBER})(?: to (?<most>${NUMBER}))? throughout`,
    );
    assertLevel(least!, Math.min(...means.values()), "lowest", 4);
    assertLevel(most ?? least!, Math.max(...means.values()), "highest", 4);
    return;
  }
  if (means.size === 1) {
    const { value, cell } = partsOf(title, `(?<value>${NUMBER}) (?<cell>.+)`);
    return assertLevel(value!, means.get(cell!)!, cell!, digits);
  }
  const parts = partsOf(
    title,
    `Highest (?<highest>.+) \\((?<high>${NUMBER})\\), lowest (?<lowest>.+) \\((?<low>${NUMBER})\\)`,
  );
  assertLevel(parts["high"]!, Math.max(...means.values()), "highest", digits);
  assertLevel(parts["low"]!, Math.min(...means.values()), "lowest", digits);
  assertEquals(means.get(parts["highest"]!), Math.max(...means.values()), parts["highest"]);
  assertEquals(means.get(parts["lowest"]!), Math.min(...means.values()), parts["lowest"]);
}

/** Checks the median onset and wake-up of the nights: `Asleep from 23:40 to 06:30`. */
function assertClock(title: string, life: Life, rule: "noon" | "auto"): void {
  if (!title.startsWith("Asleep")) return;
  const nights = nightly(stages(life), { tz: life.tz, rule }).toRecords()
    .filter(({ onset }) => onset !== null);
  const parts = partsOf(
    title,
    "Asleep (?:from )?(?<from>\\d\\d:\\d\\d) to (?<to>\\d\\d:\\d\\d)(?:, medians of (?<n>\\d+) nights)?",
  );
  if (nights.length !== Number(parts["n"] ?? 1)) return; // a single nap has no night
  for (const [part, name] of [["from", "onset"], ["to", "wake"]] as const) {
    // Counted from 18:00, so that the clock does not turn over within a night.
    const middle = quantile(nights.map((night) => (Number(night[name]) + 30) % 24), 0.5) + 18;
    const [hour, minute] = parts[part]!.split(":"), said = Number(hour) + Number(minute) / 60;
    assertAlmostEquals((said - middle + 36) % 24, 12, 0.51 / 60, `${part}: says ${parts[part]}`);
  }
}

/** Checks the change in the title of a chart of days against `series.compare` of its halves. */
function assertChange(
  { amount, word, since }: Record<string, string | undefined>,
  life: Life,
  days: readonly { readonly date: string; readonly total: number; readonly isCut: boolean }[],
): void {
  if (amount === undefined) return;
  const all = daysOf(life), middle = all[Math.floor(all.length / 2)]!.date;
  const isOneYear = all[0]!.date.slice(0, 4) === all.at(-1)!.date.slice(0, 4);
  const [, day, month] = dateText(middle).split(" ");
  assertEquals(since, isOneYear ? `${day} ${month}` : dateText(middle));
  const rows = days.map(({ date, total }) => ({
    date,
    total,
    half: date < middle ? "first" : "second",
  }));
  const { difference, difference_low, difference_high } = verbs.compare(rows, {
    y: "total",
    condition: "half",
    a: "first",
    b: "second",
    tz: life.tz,
  });
  assertEquals(word, difference! > 0 ? "more" : "less");
  assertLevel(amount, Math.abs(difference!), "change", 2);
  assert(difference_low! * difference_high! > 0, "the interval has 0");
}

/**
 * A check of the number in each chart's title, computed from the raw records; `null` for charts
 * that state no finding.
 */
export const FINDING_RULES: Readonly<Record<string, ((life: Life) => void) | null>> = {
  actogram: (life) => {
    if (life.tz === "Australia/Lord_Howe") return; // an hour of the clock is two half hours there
    const title = titleOf(
      plot.actogram(series(life), { y: "value", every: "1h", aggregate: "mean", tz: life.tz }),
    );
    const cells = Map.groupBy(
      life.hours.filter(({ value }) => value !== null),
      ({ at }) => at.toZonedDateTimeISO(life.tz).toPlainDateTime().toString().slice(0, 13),
    );
    const hours = Map.groupBy(cells, ([cell]) => cell.slice(11));
    const means = [...hours.values()].map((own) =>
      mean(own.map(([, rows]) => mean(rows.map(({ value }) => value!))))
    );
    if (Math.max(...means) <= 0) return;
    const ties = means.filter((value) => value === Math.max(...means)).length;
    if (ties > 1) return assert(title.startsWith(`Most in ${ties} hours`) || /every/.test(title));
    const { from, most } = partsOf(
      title,
      `Most from (?<from>\\d\\d):00 to \\d\\d:00 \\((?<most>${NUMBER}) per hour\\)`,
    );
    assertLevel(most!, Math.max(...means), "highest");
    assertAlmostEquals(
      mean(hours.get(from!)!.map(([, rows]) => mean(rows.map(({ value }) => value!)))),
      Math.max(...means),
      1e-9,
    );
  },
  agreement: (life) => {
    const pairs = pairsOf(life), bias = mean(pairs.map(([value, other]) => other - value));
    if (pairs.length < 2) return;
    const title = titleOf(
      plot.agreement(series(life), { reference: "value", other: "other" }),
    );
    const parts = partsOf(title, `Other (?<bias>${NUMBER}) (?<side>above|below) value on average`);
    assertLevel(parts["bias"]!, Math.abs(bias), "bias");
    if (Math.abs(bias) > 0.5) assertEquals(parts["side"], bias < 0 ? "below" : "above");
  },
  around: (life) => {
    const { events, means } = aroundEvents(life);
    const found = verbs.around(series(life).select("time", "value"), events, AROUND);
    if (means.length === 0) return;
    const title = titleOf(plot.around(found, { label: "value" }));
    if (title.endsWith(" throughout")) {
      return means.forEach((one) => assertLevel(title.split(" ")[0]!, one.mean, "mean", 4));
    }
    const parts = partsOf(
      title,
      `Lowest (?<low>${NUMBER}) at (?<lowest>\\S+)(?: h)?, highest (?<high>${NUMBER}) at (?<highest>\\S+)(?: h)?`,
    );
    for (
      const [value, place, of] of [["low", "lowest", Math.min], [
        "high",
        "highest",
        Math.max,
      ]] as const
    ) {
      const end = of(...means.map((one) => one.mean));
      assertLevel(parts[value]!, end, value, 4);
      const offset = Number(parts[place]!.replace("−", "-"));
      assertEquals(means.find((one) => one.offset === offset)?.mean, end, parts[place]);
    }
  },
  balance: (life) => {
    const counted = daysOf(life).filter(({ values, isCut }) => values.length > 0 && !isCut);
    const title = titleOf(plot.balance(series(life), { y: "value", target: 500, tz: life.tz }));
    if (counted.length === 0) return assert(/no data|500/i.test(title), title);
    const parts = partsOf(
      title,
      `(?<amount>${NUMBER}) (?<side>below|above) 500 a day, over (?<n>\\d+) days?`,
    );
    const sum = counted.reduce((total, one) => total + one.total - 500, 0);
    assertLevel(parts["amount"]!, Math.abs(sum), "sum");
    assertEquals(parts["side"], sum < 0 ? "below" : "above");
    assertEquals(Number(parts["n"]), counted.length);
  },
  calendar: (life) => {
    const days = daysOf(life).filter(({ values, isCut }) => values.length > 0 && !isCut);
    const title = titleOf(plot.calendar(series(life), { y: "value", tz: life.tz }));
    if (days.length === 0) return assert(!/highest|\) *$/i.test(title), title);
    const years = new Set(days.map(({ date }) => date.slice(0, 4))).size;
    const nameOf = (date: string): string =>
      `on ${dateText(date).split(" ").slice(0, years === 1 ? 3 : 4).join(" ")}`;
    assertEnds(title, new Map(days.map(({ date, total }) => [nameOf(date), [total]])), 15);
  },
  change: (life) => {
    const days = daysOf(life).filter(({ values, isCut }) => values.length > 0 && !isCut);
    const rows = days.map(({ date, total }) => ({ date, value: total }));
    const [first, middle] = [rows[0], rows[Math.floor(rows.length / 2)]].map((row) => row?.date);
    if (first === undefined || middle === first) return;
    const from = (start: string, end: string) => ({ start_time: start, end_time: end });
    const title = titleOf(
      plot.change(rows, {
        a: from(first, middle!),
        b: from(middle!, Temporal.PlainDate.from(rows.at(-1)!.date).add({ days: 1 }).toString()),
        tz: life.tz,
      }),
    );
    if (!title.startsWith("Clear change")) return;
    const parts = partsOf(title, `Clear change: Value (?<was>${NUMBER}) to (?<is>${NUMBER})`);
    const means = [true, false].map((isBefore) =>
      mean(rows.flatMap(({ date, value }) => date < middle! === isBefore ? [value] : []))
    );
    assertLevel(parts["was"]!, means[0]!, "mean before");
    assertLevel(parts["is"]!, means[1]!, "mean now");
  },
  compare: (life) => {
    const rows = life.hours.flatMap(({ at, value }, i) =>
      value === null
        ? []
        : [{ time: at, value: value + (i % 2) * 300, kind: i % 2 === 0 ? "a" : "b" }]
    );
    const [a, b] = ["a", "b"].map((kind) =>
      rows.flatMap((row) => row.kind === kind ? [row.value] : [])
    ) as [number[], number[]];
    if (a.length < 3 || b.length < 3) return;
    const title = titleOf(
      plot.compare(rows, { y: "value", condition: "kind", tz: life.tz, dependent: false }),
    );
    if (title === "Value" || title === "No clear difference between a and b") return;
    const parts = partsOf(title, `Value (?<size>${NUMBER}) (?<word>higher|lower) in b than in a`);
    assertLevel(parts["size"]!, Math.abs(mean(b) - mean(a)), "difference", 2);
    assertEquals(parts["word"], mean(b) > mean(a) ? "higher" : "lower");
  },
  coverage: (life) => {
    if (life.hours.length < 2) return; // the coverage of a single instant is unknown
    const title = titleOf(plot.coverage(series(life), { y: "value", tz: life.tz }));
    const percent = 100 * coveredShare(life),
      { said } = partsOf(title, "Data for (?<said>.+) % of the time");
    if (said === "< 1") assert(percent > 0 && percent < 1);
    else if (said === "> 99") assert(percent > 99 && percent < 100);
    else assertAlmostEquals(Number(said), percent, 0.5001);
  },
  dailyBars: (life) => {
    const counted = daysOf(life).filter(({ values, isCut }) => values.length > 0 && !isCut);
    const title = titleOf(plot.dailyBars(series(life), { y: "value", tz: life.tz }));
    if (counted.length === 0) return assert(!/ a (day|night)/.test(title), title);
    const parts = partsOf(title, `(?<level>${NUMBER}) value a day${TAIL}`);
    assertLevel(parts["level"]!, mean(counted.map(({ total }) => total)), "level");
    if (parts["few"] !== undefined) assertEquals(Number(parts["few"]), counted.length);
    assertEquals(parts["few"] !== undefined, counted.length > 1 && counted.length < 7, title);
    assertChange(parts, life, counted);
  },
  dayPath: (life) => {
    const path = life.hours.map(({ at }, i) => ({
      time: at.toString(),
      lat: 50 + i / 1000, // along a meridian
      long: 10,
      part: 0,
    }));
    const { value, unit } = partsOf(
      titleOf(plot.dayPath(path, { tz: life.tz })),
      `(?<value>${NUMBER}) (?<unit>k?m)`,
    );
    const meters = 6_371_000 * Math.PI / 180 * (path.length - 1) / 1000;
    const shown = Number(value!.replaceAll(",", "")) * (unit === "km" ? 1000 : 1);
    assertAlmostEquals(shown, meters, 50 + 0.002 * meters);
  },
  dayProfile: (life) => {
    if (life.tz === "Australia/Lord_Howe") return; // an hour of the clock is two half hours there
    const title = titleOf(
      plot.dayProfile(series(life), {
        y: "value",
        tz: life.tz,
        resolution: 60,
        average: "mean",
      }),
    );
    if (title.startsWith("Lowest")) {
      const { over } = dayStretches(life);
      const hours = new Map(
        Array.from({ length: 24 }, (_, hour) => [hour, over(hour, 1)] as const)
          .filter(([, mean]) => !Number.isNaN(mean)),
      );
      const said = partsOf(
        title,
        `Lowest (?<low>${NUMBER}) at (?<at>\\d\\d):00, highest (?<high>${NUMBER}) at (?<to>\\d\\d):00`,
      );
      assertLevel(said["low"]!, Math.min(...hours.values()), "lowest");
      assertLevel(said["high"]!, Math.max(...hours.values()), "highest");
      assertEquals(hours.get(Number(said["at"])), Math.min(...hours.values()));
      assertEquals(hours.get(Number(said["to"])), Math.max(...hours.values()));
      return;
    }
    if (!title.startsWith("Highest")) return;
    const { over, each } = dayStretches(life);
    const parts = partsOf(
      title,
      `Highest (?<from>\\d\\d):00 to \\d\\d:00 \\((?<high>${NUMBER})\\), lowest (?<start>\\d\\d):00 to \\d\\d:00 \\((?<low>${NUMBER})\\)`,
    );
    assertLevel(parts["high"]!, Math.max(...each(10)), "M10");
    assertLevel(parts["low"]!, Math.min(...each(5)), "L5");
    assertAlmostEquals(over(Number(parts["from"]), 10), Math.max(...each(10)), 1e-9);
    assertAlmostEquals(over(Number(parts["start"]), 5), Math.min(...each(5)), 1e-9);
  },
  distribution: (life) => {
    const title = titleOf(plot.distribution(series(life), { y: "value" }));
    if (known(life).length < 4) return assertEquals(title, "Distribution of value");
    const parts = partsOf(
      title,
      `Half of the values lie between (?<low>${NUMBER}) and (?<high>${NUMBER})`,
    );
    assertLevel(parts["low"]!, quantile(known(life), 0.25), "first quartile");
    assertLevel(parts["high"]!, quantile(known(life), 0.75), "third quartile");
  },
  events: (life) => {
    const rows = life.spans.map(({ start, end, stage }) => ({
      start_time: start,
      end_time: end,
      name: `S${"abcdef"[stage]}`,
    }));
    const title = titleOf(plot.events(rows, { tz: life.tz }));
    if (rows.length === 0) return assert(title.startsWith("No data"), title);
    const counts = Map.groupBy(rows, ({ name }) => name);
    const most = Math.max(...[...counts.values()].map(({ length }) => length));
    const dateOf = ({ start_time }: typeof rows[number]): string =>
      start_time.toZonedDateTimeISO(life.tz).toPlainDate().toString();
    const dates = sorted(rows.map((row) => Date.parse(dateOf(row))));
    const days = 1 + (dates.at(-1)! - dates[0]!) / 86_400_000;
    const { name, own, all } = partsOf(
      title,
      "(?<name>S[a-f])(?:: (?<own>\\d+) of (?<all>\\d+) days?| once| \\d+ times)",
    );
    const found = counts.get(name!)!;
    assertEquals(found.length, most, title);
    if (own === undefined) {
      assertEquals(days, 1, title);
      return assertEquals(title, most === 1 ? `${name} once` : `${name} ${most} times`);
    }
    assertEquals([Number(own), Number(all)], [new Set(found.map(dateOf)).size, days], title);
  },
  hypnodensity: (life) => {
    const night = oneNight(life).toRecords().map((row) => ({ ...row, source: "watch" }));
    if (night.length === 0) return;
    const title = titleOf(plot.hypnodensity(countVotes(night), { tz: life.tz }));
    assert(/^(Votes agree on one stage for 100 % of the time|No data .*)$/.test(title), title);
  },
  hypnogram: (life) => {
    const night = firstNight(life);
    const isAsleep = ({ stage }: { stage: number }): boolean => stage !== 2;
    const first = night.findIndex(isAsleep), last = night.findLastIndex(isAsleep);
    const title = titleOf(plot.hypnogram(stages({ ...life, spans: night }), { tz: life.tz }));
    if (first < 0) return assert(!title.includes("asleep"), title);
    const minutes = ({ start, end }: typeof night[number]): number =>
      (end.epochMilliseconds - start.epochMilliseconds) / 60_000;
    const wakes: number[] = [];
    night.slice(first, last).forEach((span, i, all) => {
      if (isAsleep(span)) return;
      const before = all[i - 1];
      if (before && !isAsleep(before) && before.end.equals(span.start)) {
        wakes[wakes.length - 1]! += minutes(span);
      } else wakes.push(minutes(span));
    });
    const parts = partsOf(
      title,
      `(?<asleep>${LENGTH}) asleep(?:, (?:(?<never>not broken)|broken (?:(?<once>once)(?<long>, for 3 min or more)?|(?<times>\\d+) times, (?<many>\\d+) of them for 3 min or more)))?`,
    );
    assertLength(parts["asleep"]!, sum(night.filter(isAsleep).map(minutes)), "asleep");
    const long = wakes.filter((length) => length >= 3).length;
    if (wakes.length === 0) {
      // A sleep, with gaps of at most 3 hours, tells wake if it has wake, or REM sleep and no sleep
      // of unknown stage.
      const sleeps: typeof night[] = [];
      for (const span of night) {
        const last = sleeps.at(-1)?.at(-1);
        if (last && minutes({ ...span, start: last.end, end: span.start }) <= 180) {
          sleeps.at(-1)!.push(span);
        } else sleeps.push([span]);
      }
      const isTold = sleeps.every((own) =>
        !own.some(isAsleep) || own.some(({ stage }) => stage === 2) ||
        own.some(({ stage }) => stage === 5) && !own.some(({ stage }) => stage === 1)
      );
      return assertEquals(parts["never"] !== undefined, isTold, title);
    }
    assertEquals(
      parts["never"] ? 0 : parts["once"] ? 1 : Number(parts["times"]),
      wakes.length,
      title,
    );
    if (parts["once"]) assertEquals(parts["long"] !== undefined, long === 1);
    if (parts["times"]) assertEquals(Number(parts["many"]), long);
  },
  line: (life) => {
    const values = known(life);
    const title = titleOf(plot.line(series(life), { y: "value", tz: life.tz }));
    if (values.length === 0) return;
    const parts = partsOf(
      title,
      `Value (?<middle>${NUMBER})(?: at the median, from (?<low>${NUMBER}) to (?<high>${NUMBER}))?`,
    );
    assertLevel(parts["middle"]!, quantile(values, 0.5), "median");
    assertLevel(parts["low"] ?? parts["middle"]!, Math.min(...values), "lowest");
    assertLevel(parts["high"] ?? parts["middle"]!, Math.max(...values), "highest");
  },
  matrix: (life) => {
    const days = series(life), pairs = pairsOf(life);
    if (pairs.length === 0) return;
    const { frame } = verbs.correlate(days, { x: "value", y: "other", dependent: false });
    const title = titleOf(plot.matrix(frame));
    if (!title.startsWith("Clear relation")) return;
    const { r } = partsOf(title, "Clear relation of value and other \\(r (?<r>[+−][\\d.]+)\\)");
    assertAlmostEquals(Number(r!.replace("−", "-")), pearson(pairs), 0.0051);
  },
  nremCycles: (life) => {
    const night = oneNight(life), title = titleOf(plot.nremCycles(night, { tz: life.tz }));
    if (!/ cycles? of /.test(title)) return;
    const rows = cycleRows(night, { tz: life.tz }).toRecords();
    const cycles = [...Map.groupBy(rows, ({ cycle }) => cycle).values()]
      .filter((own) => own.every(({ complete, duration_ms }) => complete && duration_ms !== null))
      .map((own) => sum(own.map(({ duration_ms }) => Math.round(Number(duration_ms) / 6000) / 10)));
    const parts = partsOf(
      title,
      `(?<n>\\d+) cycles? of (?:(?<low>${NUMBER}) to )?(?<high>${NUMBER}) min`,
    );
    assertEquals(Number(parts["n"]), cycles.length);
    assertSays(parts["low"] ?? parts["high"]!, Math.min(...cycles), "shortest");
    assertSays(parts["high"]!, Math.max(...cycles), "longest");
  },
  overlay: (life) => {
    const other = { ...life, hours: life.hours.map((hour) => ({ ...hour, value: hour.other })) };
    if (known(other).length === 0) return;
    const title = titleOf(plot.overlay(series(life), series(other), { y: "value", tz: life.tz }));
    const parts = partsOf(
      title,
      `(?<a>${NUMBER}) on average \\(.+\\), against (?<b>${NUMBER}) \\(.+\\)`,
    );
    assertLevel(parts["a"]!, mean(known(life)), "first mean");
    assertLevel(parts["b"]!, mean(known(other)), "second mean");
  },
  overview: (life) => {
    const title = titleOf(plot.overview(series(life), { y: ["value", "other"], tz: life.tz }));
    const other = life.hours.flatMap(({ other }) => other ?? []);
    const parts = partsOf(
      title,
      `Value (?<value>${NUMBER})(?:, other (?<other>${NUMBER}))? at the median`,
    );
    assertLevel(parts["value"]!, quantile(known(life), 0.5), "median");
    assertEquals(parts["other"] === undefined, other.length === 0, title);
    if (parts["other"] !== undefined) assertLevel(parts["other"], quantile(other, 0.5), "other");
  },
  periodogram: (life) => {
    const found = verbs.periodogram(series(life), { y: "value", step: "2h" });
    const title = titleOf(plot.periodogram(found));
    if (title === "Periodogram" || title === "No data: too few values") return;
    if (title.startsWith("No significant rhythm")) {
      const rows = found.toRecords().filter(({ power }) => power !== null);
      const most = rows.reduce((a, b) => Number(b["power"]) > Number(a["power"]) ? b : a);
      return assert(Number(most["power"]) <= Number(most["threshold"]), title);
    }
    const parts = partsOf(
      title,
      `(?:A rhythm of (?<period>${NUMBER}) h \\(power (?<power>${NUMBER})\\)|Highest at (?<at>${NUMBER}) h \\((?<high>${NUMBER})\\))`,
    );
    const hasLimit = found.toRecords().some(({ threshold }) => typeof threshold === "number");
    assertEquals(parts["period"] !== undefined, hasLimit, title);
    const [period, power] = strongest(life, found);
    assertLevel((parts["period"] ?? parts["at"])!, period, "period", 4);
    assertLevel((parts["power"] ?? parts["high"])!, power, "power");
  },
  polarClock: (life) => {
    const counts = new Array<number>(24).fill(0);
    for (const { at, value } of life.hours) {
      if (value !== null) counts[at.toZonedDateTimeISO(life.tz).hour]!++;
    }
    const picture = plot.polarClock(series(life).select("time", "value"), {
      tz: life.tz,
      label: "Value",
    });
    if (new Set(counts).size === 1) {
      return assertEquals(titleOf(picture), `${counts[0]} in every hour`);
    }
    const most = Math.max(...counts), ties = counts.filter((n) => n === most).length;
    if (ties > 1) {
      return assertEquals(titleOf(picture), `Most in ${ties} hours (${most} each)`);
    }
    const parts = partsOf(
      titleOf(picture),
      `Most from (?<hour>\\d\\d):00 to \\d\\d:00 \\((?<most>${NUMBER})\\)`,
    );
    assertEquals(Number(parts["most"]), most);
    assertEquals(counts[Number(parts["hour"])], most);
  },
  regularity: (life) => {
    const title = titleOf(
      plot.regularity(stages(life), {
        tz: life.tz,
        uncovered: "missing",
        minCoverage: 0,
        minDays: 1,
      }),
    );
    if (!title.includes(" of 100")) return;
    const parts = partsOf(title, `Regularity (?<score>${NUMBER}) of 100`);
    assertLevel(parts["score"]!, regularityIndex(life), "index");
  },
  scatter: (life) => {
    const pairs = pairsOf(life);
    const title = titleOf(plot.scatter(series(life), { x: "value", y: "other" }));
    if (!title.startsWith("Other and value")) return;
    const { r, n } = partsOf(
      title,
      `Other and value: r (?<r>${NUMBER}) over (?<n>${NUMBER}) pairs`,
    );
    assertSays(n!, pairs.length, "n");
    assertAlmostEquals(Number(r!.replace("−", "-")), pearson(pairs), 0.0051);
  },
  sleepBars: (life) => {
    const thin = new Set(
      nightly(stages(life), { tz: life.tz }).toRecords()
        .filter(({ coverage }) => Number(coverage) < 2 / 3)
        .map(({ night }) => String(night).slice(0, 10)),
    );
    const counted = sleepDays(life)
      .filter(({ date, isCut, staged }) => staged && !isCut && !thin.has(date));
    const title = titleOf(plot.sleepBars(stages(life), { tz: life.tz, naps: true }));
    if (counted.length === 0) return assert(!/ a (day|night)/.test(title), title);
    const parts = partsOf(title, `(?<level>.+?) asleep a night${TAIL}`);
    assertLength(parts["level"]!, mean(counted.map(({ asleep }) => asleep)), "asleep");
    assertEquals(Number(parts["few"] ?? counted.length), counted.length);
  },
  sleepRaster: (life) =>
    assertClock(titleOf(plot.sleepRaster(stages(life), { tz: life.tz })), life, "auto"),
  tile: (life) => {
    const counted = daysOf(life).filter(({ values, isCut }) => values.length > 0 && !isCut);
    const title = titleOf(plot.tile(series(life), { y: "value", tz: life.tz }));
    if (counted.length === 0) return assert(/^(No data|Value)/.test(title), title);
    const { said } = partsOf(title, `Value (?<said>${NUMBER})`);
    assertLevel(said!, counted.at(-1)!.total, "last");
  },
  timeline: (life) =>
    assertClock(titleOf(plot.timeline(stages(life), { tz: life.tz, rule: "noon" })), life, "noon"),
  transitions: (life) => {
    const night = oneNight(life), title = titleOf(plot.transitions(night));
    const moves = countMoves(night).toRecords()
      .filter((row) => row["from"] !== row["to"] && Number(row["count"]) > 0);
    if (moves.length === 0) return assert(!title.startsWith("Most"), title);
    const parts = partsOf(title, "Most changes from .+ to .+ \\((?<n>\\d+) of (?<all>\\d+)\\)");
    assertEquals(Number(parts["n"]), Math.max(...moves.map((row) => Number(row["count"]))));
    assertEquals(Number(parts["all"]), sum(moves.map((row) => Number(row["count"]))));
  },
  visits: (life) => {
    const { rows, names, minutes } = visitsOf(life);
    if (rows.length === 0) return;
    const title = titleOf(plot.visits(rows, { tz: life.tz, names }));
    const { name, part, whole } = partsOf(
      title,
      `(?<name>\\w+): (?<part>${LENGTH}) of (?<whole>${LENGTH})`,
    );
    assertLength(part!, minutes.get(name!)!, name!);
    assertEquals(minutes.get(name!), Math.max(...minutes.values()), "the longest");
    const at = (of: unknown): number => (of as Temporal.Instant).epochMilliseconds / 60_000;
    const start = Math.min(...rows.map((row) => at(row["start_time"])));
    const end = Math.max(...rows.map((row) => at(row["end_time"])));
    assertLength(whole!, end - start, "from the first to the last visit");
  },
  weekHours: (life) => {
    if (life.tz === "Australia/Lord_Howe") return; // an hour of the clock is two half hours there
    const cells = new Map<string, number[]>();
    for (const { at, value } of life.hours) {
      if (value === null) continue;
      const { dayOfWeek, hour } = at.toZonedDateTimeISO(life.tz);
      const name = `on ${WEEKDAYS[dayOfWeek - 1]} at ${`${hour}`.padStart(2, "0")}:00`;
      cells.set(name, [...cells.get(name) ?? [], value]);
    }
    assertEnds(titleOf(plot.weekHours(series(life), { y: "value", tz: life.tz })), cells, 15);
  },
  weekMonths: (life) => {
    const cells = new Map<string, number[]>();
    for (const { date, total } of countedDays(life)) {
      const [weekday, , month] = dateText(date).split(" "), name = `on ${weekday} in ${month}`;
      cells.set(name, [...cells.get(name) ?? [], total]);
    }
    assertEnds(titleOf(plot.weekMonths(series(life), { y: "value", tz: life.tz })), cells, 15);
  },
};
