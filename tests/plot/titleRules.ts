import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import * as plot from "../../src/plot/mod.ts";
import { nremCycles } from "../../src/sleep/nremCycles.ts";
import { transitions } from "../../src/sleep/transitions.ts";
import {
  assertLength,
  assertSays,
  dateText,
  dayOf,
  daysOf,
  HOUR,
  LENGTH,
  type Life,
  lives,
  mean,
  NUMBER,
  series,
  shown,
  sleepDays,
  stages,
  sum,
} from "./rawLives.ts";
import { found } from "./svg.ts";

/**
 * Every number in the title of a mark must equal an independent computation from the raw records. A
 * title with a digit must match one of the patterns as a whole.
 */

/** A pattern of titles, and a check of its parts. */
type Rule = readonly [pattern: string, check: (parts: Record<string, string>) => void];

/** A chart, and the rules of its titles. */
interface Titled {
  readonly picture: plot.Picture;
  readonly rules: readonly Rule[];
}

const DAY = "(?<day>\\w{3} \\d{1,2} \\w{3})";
const DATE = "\\w{3} \\d{1,2} \\w{3} \\d{4}";
/** Labels of the stages by their code. */
const NAMES: readonly string[] = ["In bed", "Asleep", "Awake", "Core", "Deep", "REM"];
const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** `Sun 10 Mar`. */
const shortDate = (date: string): string => dateText(date).replace(/ \d{4}$/, "");

/** Returns the values of the hours that have one. */
const valuesOf = ({ hours }: Life): number[] => hours.flatMap(({ value }) => value ?? []);

/** Quantile, linear between two values. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b), at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)]!, high = sorted[Math.ceil(at)]!;
  return low + (high - low) * (at - Math.floor(at));
}

/** Returns the rule for titles of days, with the total of each day. */
function dayTitles(life: Life): Rule {
  return [`${DAY}: (?<value>${NUMBER})(?<part>, part of the day)?`, ({ day, value, part }) => {
    const own = daysOf(life).find(({ date }) => shortDate(date) === day);
    assert(own !== undefined && own.values.length > 0, day);
    assertSays(value!, own.total, day!);
    assertEquals(part !== undefined, own.isCut, `${day} is a part`);
  }];
}

const RANGE = (life: Life, name: string): Rule => [
  `${name}: (?<low>${NUMBER}) to (?<high>${NUMBER})`,
  ({ low, high }) => {
    assertSays(low!, Math.min(...valuesOf(life)), "lowest");
    assertSays(high!, Math.max(...valuesOf(life)), "highest");
  },
];

/** Titles of days, gaps and skipped hours without data. */
const NO_DATA: Rule = [".*: no data", () => {}];

/** Titles of each chart; or the reason for having none, with the test of their numbers. */
export const TITLES: Readonly<Record<string, ((life: Life) => Titled) | string>> = {
  actogram: (life) => ({
    picture: plot.actogram(series(life), { y: "value", every: "1h", tz: life.tz }),
    rules: [[`Value per hour, full height from (?<full>${NUMBER})`, ({ full }) => {
      if (life.tz === "Australia/Lord_Howe") return; // an hour of the clock is two half hours there
      const cells = Map.groupBy(
        life.hours.filter(({ value }) => value !== null),
        ({ at }) => at.toZonedDateTimeISO(life.tz).toPlainDateTime().toString().slice(0, 13),
      );
      const heights = [...cells.values()].map((own) => mean(own.map(({ value }) => value!)))
        .filter((value) => value > 0);
      const expected = heights.length === 0 ? 1 : quantile(heights, 0.98);
      assertSays(full!, shown(expected), "full height");
    }], NO_DATA],
  }),
  agreement: (life) => {
    const pairs = life.hours.flatMap(({ value, other }) =>
      value === null || other === null ? [] : [{ mid: (value + other) / 2, apart: other - value }]
    );
    const apart = pairs.map((pair) => pair.apart), bias = mean(apart);
    const sd = Math.sqrt(sum(apart.map((one) => (one - bias) ** 2)) / (apart.length - 1));
    return {
      picture: plot.agreement(series(life), { reference: "value", other: "other" }),
      rules: [
        [`(?<mid>${NUMBER}): (?<apart>${NUMBER})`, ({ mid, apart }) => {
          const isThere = pairs.some((pair) => {
            try {
              assertSays(mid!, pair.mid, "mean");
              assertSays(apart!, pair.apart, "difference");
              return true;
            } catch {
              return false;
            }
          });
          assert(isThere, `no pair has mean ${mid} and difference ${apart}`);
        }],
        [`Bias:? (?<bias>${NUMBER})`, (parts) => assertSays(parts["bias"]!, bias, "bias")],
        [
          `(?<sign>[+−])1.96 SD: (?<limit>${NUMBER})`,
          ({ sign, limit }) =>
            assertSays(limit!, bias + (sign === "+" ? 1.96 : -1.96) * sd, `${sign}1.96 SD`),
        ],
      ],
    };
  },
  around: "its titles are the rows of series.around: tests/plot/around_test.ts",
  balance: (life) => ({
    picture: plot.balance(series(life), { y: "value", target: 500, tz: life.tz }),
    rules: [[
      `${DAY}: (?<sum>[+−]?[\\d,.]+) \\((?<own>[+−]?[\\d,.]+)\\)`,
      ({ day, sum, own }) => {
        const days = daysOf(life).filter(({ values }) => values.length > 0);
        const whole = days.filter(({ isCut }) => !isCut), counted = whole.length > 0 ? whole : days;
        const last = counted.findIndex(({ date }) => shortDate(date) === day);
        const differences = counted.slice(0, last + 1).map(({ total }) => total - 500);
        const said = (text: string, value: number): void =>
          assertSays(text.replace("+", ""), shown(value), day!);
        said(own!, differences.at(-1)!);
        said(sum!, differences.reduce((all, one) => all + one, 0));
      },
    ], NO_DATA],
  }),
  calendar: (life) => ({
    picture: plot.calendar(series(life), { y: "value", tz: life.tz }),
    rules: [dayTitles(life), NO_DATA],
  }),
  change: "its means and marks are those of compareDays: tests/plot/change_test.ts",
  compare: (life) => {
    const rows = life.hours.flatMap(({ at, value }) =>
      value === null ? [] : [{ time: at, value, kind: at.epochMilliseconds / HOUR % 2 ? "a" : "b" }]
    );
    const groups = ["a", "b"].map((kind) =>
      rows.flatMap((row) => row.kind === kind ? [row.value] : [])
    );
    const isAny = (text: string, of: (group: readonly number[]) => number): void =>
      assert(
        groups.some((group) => {
          try {
            assertSays(text, of(group), "");
            return true;
          } catch {
            return false;
          }
        }),
        `no group has ${text}`,
      );
    return {
      picture: groups.some(({ length }) => length < 3)
        ? plot.distribution(rows, { y: "value" })
        : plot.compare(rows, { y: "value", condition: "kind", tz: life.tz }),
      rules: [
        [
          `Median (?<median>${NUMBER}), quartiles (?<q1>${NUMBER}) to (?<q3>${NUMBER})`,
          ({ median, q1, q3 }) => {
            isAny(median!, (group) => quantile(group, 0.5));
            isAny(q1!, (group) => quantile(group, 0.25));
            isAny(q3!, (group) => quantile(group, 0.75));
          },
        ],
        [`Mean (?<mean>${NUMBER})`, (parts) => isAny(parts["mean"]!, mean)],
        [NUMBER, () => {}], // a dot: its value
        [`${NUMBER} to ${NUMBER}: .*`, () => {}], // too few for groups
      ],
    };
  },
  coverage: (life) => ({
    picture: plot.coverage(series(life), { y: "value", tz: life.tz }),
    rules: [[".*?(?<percent>\\d+|< 1|> 99) %", ({ percent }) => {
      const { summary } = plot.coverage(series(life), { y: "value", tz: life.tz });
      assert(summary.endsWith(`${percent} %`), summary); // checked by captionLaw_test.ts
    }], NO_DATA],
  }),
  dailyBars: (life) => ({
    picture: plot.dailyBars(series(life), { y: "value", tz: life.tz, form: "days" }),
    rules: [dayTitles(life), NO_DATA],
  }),
  dayPath: "its titles are the rows of places.dayPath: tests/plot/dayPath_test.ts",
  dayProfile: "its titles are those of series.rhythm: tests/plot/dayProfile_test.ts",
  distribution: (life) => ({
    picture: plot.distribution(series(life), { y: "value" }),
    rules: [[`(?<low>${NUMBER}) to (?<high>${NUMBER}): (?<n>\\d+)`, ({ low, high, n }) => {
      const [from, to] = [low!, high!].map((text) => Number(text.replaceAll(",", "")));
      const own = valuesOf(life), top = Math.max(...own);
      const inside = own.filter((value) =>
        value >= from! && (value < to! || (value === to && to! >= top))
      );
      assertEquals(Number(n), inside.length, `${low} to ${high}`);
    }], [
      `Median (?<median>${NUMBER})`,
      ({ median }) => assertSays(median!, quantile(valuesOf(life), 0.5), "median"),
    ]],
  }),
  events: (life) => ({
    picture: plot.events(
      life.spans.map(({ start, end, stage }) => ({
        start_time: start,
        end_time: end,
        name: `S${"abcdef"[stage]}`,
      })),
      { tz: life.tz },
    ),
    rules: [[
      `(?<name>S\\w): (?<date>\\w{3} \\d+ \\w{3} \\d{4}) (?<from>\\d\\d:\\d\\d) to .*?(?<to>\\d\\d:\\d\\d)(?:, (?<length>${LENGTH}))?`,
      ({ name, date, from, to, length }) => {
        const span = life.spans.find(({ start, end, stage }) =>
          name === `S${"abcdef"[stage]}` && date === dateText(dayOf(start, life.tz)) &&
          from === clock(start, life.tz) && to === clock(end, life.tz)
        );
        assert(span !== undefined, `${name} ${date} ${from} to ${to}`);
        if (length !== undefined) assertLength(length, minutesOf(span), name!);
      },
    ], NO_DATA],
  }),
  hypnodensity: "sleep.hypnodensity computes its shares: tests/plot/hypnodensity_test.ts",
  hypnogram: (life) => {
    const staged = life.spans.filter(({ stage }) => stage !== 0);
    const limit = (staged[0]?.start.epochMilliseconds ?? 0) + 14 * HOUR;
    const night = staged.filter(({ start }) => start.epochMilliseconds < limit);
    const runs: { start: Temporal.Instant; end: Temporal.Instant; stage: number }[] = [];
    for (const span of night) {
      const last = runs.at(-1);
      if (last?.stage === span.stage && last.end.equals(span.start)) last.end = span.end;
      else runs.push({ ...span });
    }
    return {
      picture: plot.hypnogram(stages({ ...life, spans: night }), { tz: life.tz }),
      rules: [[
        `(?<name>[A-Za-z ]+?) (?<from>\\d\\d:\\d\\d) to (?<to>\\d\\d:\\d\\d), (?<length>${LENGTH})`,
        ({ name, from, to, length }) => {
          const span = [...runs, ...night].find(({ start, end, stage }) =>
            NAMES[stage] === name && clock(start, life.tz) === from && clock(end, life.tz) === to
          );
          assert(span !== undefined, `${name} ${from} to ${to}`);
          assertLength(length!, minutesOf(span), name!);
        },
      ], [`Sleep, .*?(?<date>${DATE}).*`, ({ date }) => {
        assertEquals(date, dateText(dayOf(night.at(-1)!.end, life.tz)));
      }], NO_DATA],
    };
  },
  line: (life) => ({
    picture: plot.line(series(life), { y: "value", tz: life.tz, form: "points" }),
    rules: [RANGE(life, "Value"), NO_DATA, [
      `.*?(?<at>\\d\\d:\\d\\d): (?<value>${NUMBER})`,
      ({ at, value }) => {
        const own = life.hours.filter((hour) => clock(hour.at, life.tz) === at);
        assert(own.some((hour) => hour.value !== null && saysIt(value!, hour.value)), `${at}`);
      },
    ]],
  }),
  matrix: "its coefficients are those of series.correlate: tests/plot/matrix_test.ts",
  nremCycles: (life) => {
    const night = oneNight(life), rows = nremCycles(night, { tz: life.tz }).toRecords();
    return {
      picture: plot.nremCycles(night, { tz: life.tz }),
      rules: [[
        `Cycle (?<cycle>\\d+|\\?) (?<period>NREM|REM) .*?, (?:(?<minutes>${NUMBER}) min|of unknown length)(?:, .*)?`,
        ({ cycle, period, minutes }) => {
          const isThere = rows.some((row) =>
            row["period"] === period && `${row["cycle"] ?? "?"}` === cycle &&
            (minutes === undefined ? row["duration_ms"] === null : row["duration_ms"] !== null &&
              saysIt(minutes, Number(row["duration_ms"]) / 60_000))
          );
          assert(isThere, `cycle ${cycle} ${period} ${minutes}`);
        },
      ], NO_DATA],
    };
  },
  overlay: (life) => ({
    picture: plot.overlay(series(life), series(life), { y: "value", tz: life.tz }),
    rules: [RANGE(life, ".*"), NO_DATA],
  }),
  overview: (life) => ({
    picture: plot.overview(series(life), { y: "value", tz: life.tz }),
    rules: [RANGE(life, "Value"), [`Value, last: (?<last>${NUMBER})`, ({ last }) => {
      assertSays(last!, valuesOf(life).at(-1)!, "last");
    }], NO_DATA],
  }),
  periodogram: "its titles are the rows of series.periodogram: tests/plot/periodogram_test.ts",
  polarClock: (life) => ({
    picture: plot.polarClock(series(life).select("time", "value"), {
      tz: life.tz,
      label: "Value",
    }),
    rules: [[
      "(?<from>\\d\\d):00 to \\d\\d:00: (?<n>\\d+)",
      ({ from, n }) =>
        assertEquals(
          Number(n),
          life.hours.filter(({ at, value }) =>
            value !== null && at.toZonedDateTimeISO(life.tz).hour === Number(from)
          ).length,
          `${from}:00`,
        ),
    ], ["Circular mean.*|Mean.*", () => {}]],
  }),
  regularity: "its titles are the index of each pair of days: tests/plot/regularity_test.ts",
  scatter: (life) => {
    const pairs = life.hours.flatMap(({ value, other }) =>
      value === null || other === null ? [] : [{ value, other }]
    );
    return {
      picture: plot.scatter(series(life), { x: "value", y: "other" }),
      rules: [
        [`(?<x>${NUMBER}), (?<y>${NUMBER})`, ({ x, y }) =>
          assert(
            pairs.some(({ value, other }) => saysIt(x!, value) && saysIt(y!, other)),
            `${x}, ${y}`,
          )],
        [`.*n = (?<n>${NUMBER}).*`, ({ n }) => assertSays(n!, pairs.length, "n")],
      ],
    };
  },
  sleepBars: (life) => {
    const one = (name: string, text: string, date: string): void => {
      const day = sleepDays(life).find((day) => shortDate(day.date) === date)!;
      const stage = NAMES.indexOf(name);
      assert(stage >= 0, `${name} is no stage`);
      assertLength(text, day.minutes((own) => own === stage), `${name} on ${date}`);
    };
    return {
      picture: plot.sleepBars(stages(life), { tz: life.tz, naps: true }),
      rules: [
        [`${DAY}: in bed without a stage (?<length>${LENGTH})`, () => {}], // tests/plot/sleepBars_test.ts
        [
          `${DAY}: (?<name>[A-Za-z ]+?) (?<length>${LENGTH})`,
          ({ day, name, length }) => one(name!, length!, day!),
        ],
        NO_DATA,
      ],
    };
  },
  sleepRaster: "its titles are names of stages, without numbers: tests/plot/sleepRaster_test.ts",
  tile: (life) => ({
    picture: plot.tile(series(life), { y: "value", tz: life.tz }),
    rules: [[`Value, last: (?<last>${NUMBER})`, ({ last }) => {
      const days = daysOf(life).filter(({ values }) => values.length > 0);
      const whole = days.filter(({ isCut }) => !isCut);
      const { total } = (whole.length > 0 ? whole : days).at(-1)!;
      assertSays(last!, shown(total), "last");
    }], ["usual .*|too few days before for a usual range", () => {}]], // as the subtitle says
  }),
  timeline: (life) => ({
    picture: plot.timeline(stages(life), { tz: life.tz, rule: "noon" }),
    rules: [[`${DAY}: free day`, ({ day }) => assert(/^S/.test(day!), day)], NO_DATA],
  }),
  transitions: (life) => {
    const night = oneNight(life), rows = transitions(night).toRecords();
    return {
      picture: plot.transitions(night),
      rules: [[
        `(?<from>[\\w ]+) to (?<to>[\\w ]+): (?<share>(?:[<>] )?\\d+ %|–), (?<n>\\d+) pairs?`,
        ({ from, to, share, n }) => {
          const row = rows.find((row) =>
            NAMES[Number(row["from"])] === from && NAMES[Number(row["to"])] === to
          );
          assertEquals(Number(row?.["count"]), Number(n), `${from} to ${to}`);
          if (share === "–") return assertEquals(row!["probability"], null);
          const own = 100 * Number(row!["probability"]);
          if (/^[<>]/.test(share!)) assert(own > 0 && own < 100 && (own < 1 || own > 99), share);
          else assertSays(share!.slice(0, -2), own, `${from} to ${to}`);
        },
      ]],
    };
  },
  visits: "its titles are the rows of places.visits: tests/plot/visits_test.ts",
  weekHours: (life) => ({
    picture: plot.weekHours(series(life), { y: "value", tz: life.tz }),
    rules: [[
      `(?<day>\\w{3}) (?<hour>\\d\\d):00: (?:no data|(?<value>${NUMBER})) \\(n = (?<n>\\d+)\\)`,
      ({ day, hour, value, n }) => {
        if (life.tz === "Australia/Lord_Howe") return; // an hour of the clock is two half hours there
        const own = life.hours.filter(({ at, value }) => {
          const local = at.toZonedDateTimeISO(life.tz);
          return value !== null && WEEKDAYS[local.dayOfWeek - 1] === day &&
            local.hour === Number(hour);
        });
        assertEquals(Number(n), own.length, `${day} ${hour}:00`);
        assertEquals(value === undefined, own.length === 0);
        if (value !== undefined) assertSays(value, mean(own.map(({ value }) => value!)), day!);
      },
    ]],
  }),
  weekMonths: (life) => ({
    picture: plot.weekMonths(series(life), { y: "value", tz: life.tz }),
    rules: [[
      `(?<day>\\w{3}) (?<month>\\w{3})(?: \\d{4})?: (?:no data|(?<value>${NUMBER})) \\(n = (?<n>\\d+)\\)`,
      ({ day, month, value, n }) => {
        const there = daysOf(life).filter(({ values }) => values.length > 0);
        const whole = there.filter(({ isCut }) => !isCut);
        const own = (whole.length === 0 ? there : whole).filter(({ date }) =>
          shortDate(date).startsWith(day!) && shortDate(date).endsWith(month!)
        );
        assertEquals(Number(n), own.length, `${day} ${month}`);
        if (value !== undefined) assertSays(value, mean(own.map(({ total }) => total)), day!);
      },
    ]],
  }),
};

const clock = (at: Temporal.Instant, tz: string): string =>
  at.toZonedDateTimeISO(tz).toPlainTime().toString().slice(0, 5);
const minutesOf = (
  { start, end }: { start: Temporal.Instant; end: Temporal.Instant },
): number => (end.epochMilliseconds - start.epochMilliseconds) / 60_000;

function saysIt(text: string, expected: number): boolean {
  try {
    assertSays(text, expected, "");
    return true;
  } catch {
    return false;
  }
}

/** Returns the stages of the first night. */
export function oneNight(life: Life): ReturnType<typeof stages> {
  const staged = life.spans.filter(({ stage }) => stage !== 0);
  const limit = (staged[0]?.start.epochMilliseconds ?? 0) + 14 * HOUR;
  return stages({ ...life, spans: staged.filter(({ end }) => end.epochMilliseconds < limit) });
}

const STAGED = ["events", "hypnogram", "nremCycles", "sleepBars", "timeline", "transitions"];

/** Checks every title with a number of a chart. */
async function assertTitles({ picture, rules }: Titled): Promise<void> {
  const titles = new Set(
    found(await picture.svg(), "title:not([id])").map(({ textContent }) => textContent),
  );
  for (const title of titles) {
    if (!/\d/.test(title) || picture.summary.startsWith(title)) continue;
    const matched = rules.flatMap(([pattern, check]) => {
      const parts = new RegExp(`^(?:${pattern})$`, "s").exec(title);
      return parts === null ? [] : [{ check, parts: parts.groups ?? {} }];
    });
    assert(matched.length > 0, `no rule for the title ${title}`);
    matched[0]!.check(matched[0]!.parts);
  }
}

/** Checks every number in the titles of a chart, for random lives. */
export async function checkTitles(name: string, numRuns: number): Promise<void> {
  const titled = TITLES[name]!;
  if (typeof titled === "string") return;
  await fc.assert(
    fc.asyncProperty(lives, async (life) => {
      const isEmpty = STAGED.includes(name)
        ? life.spans.every(({ stage }) => stage === 0)
        : life.hours.filter(({ value, other }) => value !== null && other !== null).length < 2;
      if (!isEmpty) await assertTitles(titled(life));
    }),
    { numRuns },
  );
}
