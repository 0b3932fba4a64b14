/**
 * Simulates how far statistics of a few days are from the same statistics of a whole year.
 *
 * - `--update`: writes the table of docs/enough.md; without it, fails if the page has another
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { random } from "../src/series/numerics/random.ts";
import { rhythm } from "../src/series/rhythm.ts";
import { nightly } from "../src/sleep/nightly.ts";
import { regularity } from "../src/sleep/regularity.ts";
import { timing } from "../src/sleep/timing.ts";

/** Numbers of days that are known. */
export const LENGTHS = [3, 5, 7, 14, 28] as const;

/** Number of people of the page. */
export const PEOPLE = 60;

/** Days of each record. */
const DAYS = 364;

/** Parts of the year of each person that are taken for each number of days. */
const PARTS = 4;

/** Statistics of the table, with their unit. */
export const STATISTICS = [
  ["SRI", ""],
  ["IS", ""],
  ["IV", ""],
  ["mean time asleep", "min"],
  ["mean midsleep", "min"],
  ["social jetlag", "min"],
] as const;

type StatisticName = typeof STATISTICS[number][0];
type Values = Readonly<Record<StatisticName, number | null>>;

type Night = {
  readonly start_time: Date;
  readonly end_time: Date;
  readonly sleep_stage: number;
};

interface Made {
  readonly nights: readonly (readonly Night[])[];
  /** Activity by hour. */
  readonly hours: readonly { readonly time: Date; readonly activity: number }[];
}

const FIRST = Date.UTC(2024, 0, 1), MINUTE = 60_000;

/** Makes a year of one person: habits differ between people, nights within a person. */
function makeYear(person: number): Made {
  const next = random(7919 * (person + 1));
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const bed = 23 * 60 + 45 * normal(), length = 450 + 30 * normal();
  const spread = 20 + 50 * next(), free = 30 + 40 * normal(), longer = 30 + 20 * normal();
  const nights: Night[][] = [];
  const asleep = new Uint8Array(DAYS * 1440 + 2880);
  let drift = 0;
  for (let day = 0; day < DAYS; day++) {
    // The night after a Friday or a Saturday is later and longer; nights depend on those before.
    const isFree = day % 7 === 4 || day % 7 === 5;
    drift = 0.3 * drift + Math.sqrt(1 - 0.09) * spread * normal();
    const start = Math.round(day * 1440 + bed + drift + (isFree ? free : 0));
    const own = Math.max(180, Math.round(length + 45 * normal() + (isFree ? longer : 0)));
    const wake = start + Math.round(own * (0.2 + 0.6 * next())),
      awake = 5 + Math.round(20 * next());
    const at = (minute: number): Date => new Date(FIRST + minute * MINUTE);
    nights.push([
      { start_time: at(start), end_time: at(wake), sleep_stage: 3 },
      { start_time: at(wake), end_time: at(wake + awake), sleep_stage: 2 },
      { start_time: at(wake + awake), end_time: at(start + own), sleep_stage: 3 },
    ]);
    asleep.fill(1, start, wake);
    asleep.fill(1, wake + awake, start + own);
  }
  const hours = Array.from({ length: DAYS * 24 }, (_, hour) => {
    const share = asleep.subarray(60 * hour, 60 * hour + 60).reduce((sum, one) => sum + one, 0) /
      60;
    const noise = Math.exp(0.5 * normal() - 0.125);
    return { time: new Date(FIRST + hour * 60 * MINUTE), activity: (1 - share) * 200 * noise + 2 };
  });
  return { nights, hours };
}

/** Computes all statistics of some days. */
function statisticsOf({ nights, hours }: Made, first: number, days: number): Values {
  const part = nights.slice(first, first + days).flat(), tz = "UTC";
  const activity = hours.slice(24 * first, 24 * (first + days));
  const { IS, IV } = rhythm(activity, { y: "activity", tz });
  const { SRI } = regularity(part, { tz, minDays: 2 });
  const times = timing(part, { tz, freeDays: [6, 7] });
  const table = nightly(part, { tz }).toRecords();
  const asleep = table.map((row) => Number(row["TST"])).filter((own) => own > 0);
  const hoursOf = (value: number | null): number | null => value === null ? null : 60 * value;
  return {
    SRI,
    IS,
    IV,
    "mean time asleep": asleep.reduce((sum, one) => sum + one, 0) / asleep.length,
    "mean midsleep": hoursOf(times.midpoint),
    "social jetlag": hoursOf(times.SJL),
  };
}

/** Errors of each statistic by number of days; null values are left out. */
type Errors = Readonly<Record<StatisticName, Readonly<Record<number, readonly number[]>>>>;

/** Simulates people, and compares parts of their year with the whole year. */
export function simulate(people: number): Errors {
  const errors = Object.fromEntries(
    STATISTICS.map(([name]) => [name, Object.fromEntries(LENGTHS.map((days) => [days, []]))]),
  ) as unknown as Record<StatisticName, Record<number, number[]>>;
  for (let person = 0; person < people; person++) {
    const made = makeYear(person), truth = statisticsOf(made, 0, DAYS);
    const next = random(person);
    for (const days of LENGTHS) {
      for (let part = 0; part < PARTS; part++) {
        const own = statisticsOf(made, Math.floor(next() * (DAYS - days)), days);
        for (const [name] of STATISTICS) {
          const [value, right] = [own[name], truth[name]];
          if (value !== null && right !== null) errors[name][days]!.push(value - right);
        }
      }
    }
  }
  return errors;
}

/** Returns the range of the middle 90 % of errors. */
export function middle(errors: readonly number[]): readonly [low: number, high: number] {
  const sorted = errors.toSorted((a, b) => a - b), last = sorted.length - 1;
  return [sorted[Math.round(0.05 * last)]!, sorted[Math.round(0.95 * last)]!];
}

/** Returns the table of the page. */
export function tableOf(errors: Errors): string {
  const shown = (value: number, unit: string, name: string): string =>
    value.toFixed(unit === "min" ? 0 : name === "SRI" ? 1 : 2).replace(/^-(0(?:\.0*)?)$/, "$1");
  const rows = STATISTICS.map(([name, unit]) => [
    unit === "" ? name : `${name} (${unit})`,
    ...LENGTHS.map((days) =>
      middle(errors[name][days]!).map((end) => shown(end, unit, name)).join(" to ")
    ),
  ]);
  const head = ["statistic", ...LENGTHS.map((days) => `${days} days`)];
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

const PAGE = fileURLToPath(new URL("../docs/enough.md", import.meta.url));
const MARKS = ["<!-- simulated -->", "<!-- /simulated -->"] as const;

/** Returns the page with another table. */
export function withTable(page: string, table: string): string {
  const [before, rest] = page.split(MARKS[0]), after = rest?.split(MARKS[1])[1];
  if (before === undefined || after === undefined) {
    throw new Error(`Cannot write docs/enough.md: it has no ${MARKS.join(" and ")}`);
  }
  return `${before}${MARKS[0]}\n\n${table}\n\n${MARKS[1]}${after}`;
}

if (import.meta.main) {
  const page = readFileSync(PAGE, "utf8"), made = withTable(page, tableOf(simulate(PEOPLE)));
  if (Deno.args.includes("--update")) writeFileSync(PAGE, made);
  else if (made !== page) {
    throw new Error("docs/enough.md has another table; run this with --update, and read the page");
  }
}
