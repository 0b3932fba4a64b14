import { assert, assertEquals } from "@std/assert";
import { judge } from "../../../src/experiment/judge.ts";
import { plan } from "../../../src/experiment/plan.ts";
import { DAYS, daysOf, FIRST, madePerson, PLANTED, TZ } from "./madePerson.ts";

/** Questions of questions.txt, put to a person in whom the answers are planted. */

const { me, diary } = await madePerson();
const ALL = daysOf(0, DAYS);

const isBetween = (low: unknown, truth: number, high: unknown): boolean =>
  Number(low) <= truth && truth <= Number(high);

Deno.test("Is my resting heart rate rising? Yes, and the interval holds the planted rise", async () => {
  const { slope_low, slope_high, finding } = await me.trend("RestingHeartRate", ALL);
  const truth = PLANTED.restingOver200Days / 200 * 365.2425 / 12;
  assert(isBetween(slope_low, truth, slope_high), `${slope_low} to ${slope_high}`);
  assert(/^resting heart rate rises by 0\.\d+ bpm per month \(0\.\d+ to 0\.\d+\)$/.test(finding));
});

Deno.test("When was I ill, and when was I away? The planted days, in the measures they changed", async () => {
  const found = await me.unusual(ALL), rows = found.frame.toRecords();
  const { sick, abroad } = PLANTED;
  const near = (row: typeof rows[number], day: number): boolean =>
    Math.abs(Number(row["start_time"]) / 86_400_000 - (19_723 + day)) < 2;
  const ill = rows.filter((row) => near(row, sick.from));
  assertEquals(
    ill.map(({ measure }) => measure).sort(),
    ["resting_heart_rate", "step_count"],
    found.finding,
  );
  for (const row of ill) {
    const planted = row["measure"] === "step_count" ? sick.steps : sick.pulse;
    assert(Math.abs(Number(row["difference"]) / planted - 1) < 0.3, String(row["difference"]));
    assert(Math.abs(Number(row["days"]) - sick.days) <= 1);
  }
  const away = rows.filter((row) => near(row, abroad.from));
  assertEquals(away.map(({ measure }) => measure), ["bedtime"], found.finding);
  assert(Math.abs(Number(away[0]!["days"]) - abroad.days) <= 1);
  assert(Math.abs(Number(away[0]!["difference"]) - 6) < 0.5);
  assertEquals(found.episodes, 2, found.finding);
});

Deno.test("What matters for my deep sleep? Late coffee does, and the interval holds the planted loss", async () => {
  const found = await me.influences(ALL, { y: "deep", own: [...diary] });
  const [first, ...others] = found.frame.toRecords();
  assertEquals([first!["cause"], first!["lag"]], ["late_coffee", 1]);
  assert(isBetween(first!["effect_low"], PLANTED.deepWithLateCoffee, first!["effect_high"]));
  assert(/^\d+ min less deep with late coffee, the day after \(/.test(found.finding));
  assertEquals(found.clear, 1, found.finding);
  assert(others.every(({ p_adjusted: p }) => p === null || Number(p) >= 0.05));
  assert(found.caution.includes("does not show what causes what"));
});

Deno.test("What does a drink cost me the next night? The planted minutes of REM sleep", async () => {
  const found = await me.influences(ALL, { y: "rem", x: ["drinks", "reading"], own: [...diary] });
  const [first] = found.frame.toRecords();
  assertEquals(first!["cause"], "drinks");
  assert(isBetween(first!["effect_low"], PLANTED.remPerDrink, first!["effect_high"]));
  assertEquals(found.clear, 1, found.finding);
});

const NOTHING: Readonly<Record<string, () => Promise<string>>> = {
  "Is my deep sleep changing?": async () => (await me.trend("deep", ALL)).finding,
  "Are my steps rising?": async () => (await me.trend("StepCount", ALL)).finding,
  "Is my weight trending?": async () => (await me.trend("Weight", ALL)).finding,
  "Was anything unusual in April and May?": async () =>
    (await me.unusual({ from: "2024-04-20", to: "2024-08-20" })).finding,
  "What matters for my steps?": async () =>
    (await me.influences(ALL, { y: "StepCount", own: [...diary] })).finding,
  "Does reading, coffee in the morning or my horoscope change my REM sleep?": async () =>
    (await me.influences(ALL, {
      y: "rem",
      x: ["reading", "morning_coffee", "horoscope"],
      own: [...diary],
    })).finding,
  "Does a drink change my steps on the next day?": async () =>
    (await me.influences(ALL, { y: "StepCount", x: ["drinks"], own: [...diary] })).finding,
};

for (const [question, ask] of Object.entries(NOTHING)) {
  Deno.test(`${question} Nothing is planted, and the answer says so`, async () => {
    const finding = await ask();
    assert(/^(?:no clear |nothing unusual )/.test(finding), finding);
  });
}

const EXPERIMENT = {
  conditions: ["nothing", "magnesium"],
  firstDay: FIRST.add({ days: 20 }),
  lag: 1,
  seed: 1,
} as const;

Deno.test("Did magnesium change my deep sleep? By the planted minutes, and REM sleep not at all", async () => {
  const planned = plan({ ...EXPERIMENT, outcome: "deep" });
  const rows = (await me.daily(ALL, { sleep: ["deep", "rem"] })).toRecords().map((row, i) => {
    const day = i - 21; // the night after day 20 has the date of day 21
    const isPlanted = planned.order[Math.floor(day / planned.period)] === "magnesium";
    return {
      time: row["time"],
      deep: Number(row["deep"]) + (isPlanted ? 25 : 0),
      rem: row["rem"],
    };
  });
  const { difference_low, difference_high, finding } = judge(rows, planned, { tz: TZ });
  assert(isBetween(difference_low, 25, difference_high), `${difference_low} to ${difference_high}`);
  assert(/^deep: \d+ more with "magnesium" than with "nothing"/.test(finding), finding);
  const rem = judge(rows, plan({ ...EXPERIMENT, outcome: "rem" }), { tz: TZ });
  assert(/^no clear difference; rem: /.test(rem.finding), rem.finding);
});

Deno.test("influences() looks back further with `lags`, and says if there are too few days", async () => {
  const twice = await me.influences(ALL, { y: "deep", x: ["StepCount"], lags: 2 });
  assertEquals(twice.frame.toRecords().map(({ lag }) => lag).sort(), [1, 2]);
  const few = await me.influences(daysOf(0, 5), { y: "deep", x: ["StepCount"] });
  assertEquals([few.tested, few.reason.tested], [null, "too few days"]);
  assertEquals(few.finding, "too few days to tell what influences deep");
});
