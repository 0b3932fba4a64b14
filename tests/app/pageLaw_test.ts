import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Me } from "../../src/app/me.ts";
import type { Row } from "../../src/frame/polars/rows.ts";
import {
  asleep,
  datesOf,
  held,
  type Life,
  lives,
  minutes,
  ofDate,
  rowsOf,
  stepsOf,
  sum,
} from "./randomNights.ts";

import { assertNear, assertUsual, checkHtml, V, type Values } from "./pageNumbers.ts";

/**
 * The law of pages: every line of a report or digest that contains a digit has a known form, and
 * its numbers equal an independent computation from the records. A line of a new form fails until
 * it has a check here.
 */

interface Facts {
  readonly life: Life;
  readonly dates: readonly string[];
  /** Values in the period, in as many days before it, and in the 28 days before it. */
  readonly now: Values;
  readonly before: Values;
  readonly month: Values;
}

const BAND = `(?: \\((?<low>${V}) to (?<high>${V})\\))?`;
const DATE = "\\w{3} \\d+ [A-Z][a-z]+ \\d{4}";

/** Reads a date in words: `Thu 20 March 2025`. */
const dateOf = (text: string | undefined): Temporal.PlainDate =>
  Temporal.PlainDate.from(new Date(`${text} UTC`).toISOString().slice(0, 10));

type Parts = Record<string, string | undefined>;
type Rule = readonly [pattern: string, check: (parts: Parts, facts: Facts) => void];

const nightsOf = ({ life, dates }: Facts) => dates.flatMap((date) => ofDate(life, date) ?? []);

/** Measures by their names in a sentence of a digest. */
const NAMES: Readonly<Record<string, string>> = {
  "asleep": "Asleep",
  "sleep efficiency": "Sleep efficiency",
  "deep sleep": "Deep sleep",
  "REM sleep": "REM sleep",
  "awake in the night": "Awake in the night",
  "to bed": "To bed",
  "": "Steps",
};

const days = ({ first, last }: Parts): number => dateOf(first).until(dateOf(last)).days + 1;

const RULES: readonly Rule[] = [
  [`Period: (?<first>${DATE}) to (?<last>${DATE}) \\((?<n>\\d+) days?\\)`, (parts, { dates }) => {
    assertEquals([`${dateOf(parts["first"])}`, `${dateOf(parts["last"])}`], [
      dates[0],
      dates.at(-1),
    ]);
    assertEquals(Number(parts["n"]), dates.length);
  }],
  [
    `Compared with: (?<first>${DATE}) to (?<last>${DATE}) \\((?<n>\\d+) days?\\)`,
    (parts, { dates }) => {
      assertEquals(Number(parts["n"]), dates.length);
      assertEquals(days(parts), dates.length);
      assertEquals(dateOf(parts["last"]).add({ days: 1 }).toString(), dates[0]);
    },
  ],
  [
    `Made on: (?<date>${DATE})`,
    ({ date }, { life }) => assertEquals(`${dateOf(date)}`, life.now.slice(0, 10)),
  ],
  // Constants of the method, tested in tests/app/report/changes_test.ts.
  ["A comparison takes 7 days or nights in each period, and 28 in both\\.", () => {}],
  ["A change is marked if the interval of the difference of the means excludes 0\\. .*", () => {}],
  [
    `(?<label>[A-Z][\\w ]+): (?<value>${V})${BAND}(?:; before (?<was>${V})(?: \\((?<from>${V}) to (?<to>${V})\\))?: too few days to tell)?`,
    ({ label, was, from, to, ...usual }, { now, before }) => {
      assertUsual(now[label!] ?? [], usual, label!);
      if (was === undefined) assertEquals(before[label!] ?? [], [], `${label} before`);
      else {assertUsual(
          before[label!] ?? [],
          { value: was, low: from, high: to },
          `${label} before`,
        );}
    },
  ],
  [
    `(?<why>Too few days to compare|No data in the 28 days before): (?<list>.*)\\.`,
    ({ why, list }, { now, month }) => {
      for (const item of list!.split(/(?<=\)), /)) {
        const form = new RegExp(
          `^(?<name>[A-Za-z ]*?) ?(?<value>${V}) \\((?<n>\\d+) (?:night|day)s?\\)$`,
        );
        const { name, ...usual } = form.exec(item)?.groups ?? {};
        const label = NAMES[name ?? "?"];
        assert(label !== undefined, `add "${item}" to NAMES`);
        assertUsual(now[label] ?? [], usual, label);
        assertEquals((month[label] ?? []).length === 0, why!.startsWith("No data"), item);
      }
    },
  ],
  [
    "These days have no values\\.",
    (_, { now }) => assertEquals(Object.values(now).flat(), []),
  ],
  [
    `Sleep: (?<n>\\d+) of (?<of>\\d+) nights, by Watch\\.`,
    ({ n, of }, facts) =>
      assertEquals([Number(n), Number(of)], [nightsOf(facts).length, facts.dates.length]),
  ],
  [
    "We computed (?<what>.*) with lifeframe [\\d.]+ \\(\\d+\\)\\.",
    ({ what }, facts) => {
      assertEquals(what!.includes("sleep statistics"), nightsOf(facts).length > 0, what);
      const isLong = Object.values(facts.now).some((values) => values.length >= 7);
      if (!isLong) assert(!what!.includes("differences of periods"), what);
    },
  ],
  [
    "Sleep: none of (?<of>\\d+) nights\\.",
    ({ of }, facts) => assertEquals([Number(of), nightsOf(facts).length], [facts.dates.length, 0]),
  ],
  [
    `(?<n>\\d+) of (?<of>\\d+) nights? counts?(?:; without a main sleep: (?<without>${DATE}(?:, ${DATE})*)(?: and (?<more>\\d+) more)?)?\\.`,
    ({ n, of, without, more }, facts) => {
      const missing = facts.dates.filter((date) => ofDate(facts.life, date) === undefined);
      assertEquals(Number(n), nightsOf(facts).length);
      assertEquals(Number(of), facts.dates.length);
      const named = without?.split(", ").map((date) => `${dateOf(date)}`) ?? [];
      assertEquals(named, missing.slice(0, named.length));
      assertEquals(named.length + Number(more ?? 0), missing.length);
    },
  ],
  [
    `Days out of (?<of>\\d+): Steps (?<n>\\d+)\\.`,
    ({ of, n }, { dates, now }) =>
      assertEquals([Number(of), Number(n)], [dates.length, now["Steps"]!.length]),
  ],
  [
    `Steps: (?<n>\\d+) of (?<of>\\d+) days?; (?<today>${DATE}) is not over\\.`,
    ({ n, of, today }, { life, dates, now }) => {
      assertEquals([Number(n), Number(of)], [now["Steps"]!.length, dates.length]);
      assertEquals(`${dateOf(today)}`, life.now.slice(0, 10));
    },
  ],
  [
    "Sleep per day, .*: (?<n>\\d+) of (?<of>\\d+) (?:day has|days have) data, asleep (?<value>\\d+ h(?: \\d+ min)?|\\d+ min) on average",
    ({ n, of, value }, facts) => {
      const asleepOf = nightsOf(facts).map(asleep);
      assertEquals([Number(n), Number(of)], [asleepOf.length, facts.dates.length]);
      assertNear(value!, sum(asleepOf) / asleepOf.length, "asleep on average");
    },
  ],
  [
    "Step count per day, .*: (?<n>\\d+) of (?<of>\\d+) (?:day has|days have) data, lowest (?<low>[\\d,.]+), highest (?<high>[\\d,.]+), mean (?<mean>[\\d,.]+)(?:, 1 day is not whole and does not count|, no day is whole)?",
    ({ n, low, high, mean }, { life, dates, now }) => {
      const there = dates.flatMap((date) => stepsOf(life, date) ?? []);
      const values = now["Steps"]!.length === 0 ? there : now["Steps"]!;
      assertEquals(Number(n), values.length);
      assertNear(low!, Math.min(...values), "lowest");
      assertNear(high!, Math.max(...values), "highest");
      assertNear(mean!, sum(values) / values.length, "mean");
    },
  ],
  // Captions, tested in tests/plot/captionLaw_test.ts.
  [
    "Sleep by the clock, .*: \\d+ of \\d+ (?:day has|days have) data, midpoint \\d\\d:\\d\\d on average.*",
    () => {},
  ],
  ["Sleep regularity of each day and the next, .*", () => {}],
  [
    ".*, \\d\\d:\\d\\d to \\d\\d:\\d\\d \\w+/\\w+(?:, clock .*)?: (?<stages>(?:Awake|Asleep|Core|Deep|REM) .*)",
    ({ stages }, facts) => {
      const night = nightsOf(facts).at(-1)!, names = ["", "Asleep", "Awake", "Core", "Deep", "REM"];
      for (const text of stages!.split(", ")) {
        const [name] = text.split(" "), own = minutes(night, [names.indexOf(name!)]);
        assertNear(text.slice(name!.length + 1), own, `${name} of the last night`);
      }
    },
  ],
  [
    `(?:(?<n>\\d+) days to )?(?<last>${DATE})`,
    ({ n, last }, { dates }) =>
      assertEquals([Number(n ?? 1), `${dateOf(last)}`], [dates.length, dates.at(-1)]),
  ],
  [
    "Compared with the (?:(?<n>\\d+) days|day) before, in .*\\.",
    ({ n }, { dates }) => assertEquals(Number(n ?? 1), dates.length),
  ],
  // The title, and the versions and times of the sources.
  [`(?:\\d+ days to )?${DATE}: [a-z ]+`, () => {}],
];

function checkLine(line: string, facts: Facts): void {
  for (const [pattern, check] of RULES) {
    const found = new RegExp(`^${pattern}$`).exec(line);
    if (found !== null) return check({ ...found.groups }, facts);
  }
  throw new Error(`There is no rule for the line ${JSON.stringify(line)}: add it to RULES`);
}

/**
 * Values of days and nights in display units. Stages and bedtimes come from me.nightly, tested in
 * tests/app/numbersLaw_test.ts and tests/sleep/knownStages_test.ts.
 */
async function valuesOf(me: Me, life: Life, dates: readonly string[]): Promise<Values> {
  if (dates.length === 0) return {};
  const end = Temporal.PlainDate.from(dates.at(-1)!).add({ days: 1 }).toString();
  const rows = rowsOf(
    await me.nightly(me.range.between(dates[0]!, end), {
      statistics: ["SE", "WASO", "deep_pct", "rem_pct"],
    }),
  );
  const column = (of: (row: Row) => number | null): number[] =>
    rows.flatMap((row) => of(row) ?? []);
  const number = (name: string): number[] => column((row) => row[name] as number | null);
  // Shares of stages count if two thirds of the night are awake or in a known stage.
  const share = (name: string): number[] =>
    column((row) => {
      const night = ofDate(life, row["night"]);
      if (night === undefined) return null;
      const isKnown = minutes(night, [2, 3, 4, 5]) >= 2 / 3 * minutes(night, [1, 2, 3, 4, 5]);
      return isKnown ? row[name] as number | null : null;
    });
  const today = life.now.slice(0, 10);
  return {
    "Asleep": dates.flatMap((date) => ofDate(life, date) ?? []).map(asleep),
    "Sleep efficiency": number("SE"),
    "Deep sleep": share("deep_pct"),
    "REM sleep": share("rem_pct"),
    "Awake in the night": number("WASO"),
    "To bed": column((row) => row["bedtime"] as number | null).map((hours) => 60 * hours),
    "Steps": dates.filter((date) => date < today).flatMap((date) => stepsOf(life, date) ?? []),
  };
}

async function checkPage(life: Life): Promise<void> {
  await using me = await held(life);
  const range = me.range.between(life.range.first, life.range.end), dates = datesOf(life);
  const earlier = (count: number): string[] =>
    Array.from(
      { length: count },
      (_, i) => Temporal.PlainDate.from(dates[0]!).subtract({ days: count - i }).toString(),
    );
  const facts = {
    life,
    dates,
    now: await valuesOf(me, life, dates),
    before: await valuesOf(me, life, earlier(dates.length)),
    month: await valuesOf(me, life, earlier(28)),
  };
  const made = await me.report(range);
  const lines = [
    made.content.title,
    made.content.intro,
    ...made.content.sections.flatMap((
      { heading, text, show },
    ) => [heading, text ?? [], ...show.map(String)]),
    String(await me.digest(range)),
  ].flat().flatMap((text) => text.split("\n"));
  for (const line of lines) if (/\d/.test(line)) checkLine(line.trim(), facts);
  checkHtml(await made.html(), lines, facts);
}

Deno.test("every number of a report and a digest comes from the records", async () => {
  await fc.assert(fc.asyncProperty(lives, checkPage), { numRuns: 3 });
});
