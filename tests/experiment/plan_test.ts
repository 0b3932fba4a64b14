import { assert, assertEquals, assertThrows } from "@std/assert";
import { type ExperimentPlan, plan } from "../../src/experiment/plan.ts";
import type { PlanOptions } from "../../src/experiment/readPlan.ts";
import { ics } from "../../src/read/ics/ics.ts";

const MAGNESIUM = {
  conditions: ["nothing", "magnesium"],
  outcome: "deep",
  firstDay: "2026-01-05",
} as const;

function planned(options: Partial<PlanOptions> = {}): ExperimentPlan {
  return plan({ ...MAGNESIUM, seed: 1, ...options });
}

Deno.test("experiment.plan() gives each pair both conditions, in an order that a fair coin decides", () => {
  const firsts = Array.from({ length: 400 }, (_, seed) => planned({ seed })).flatMap(
    ({ order }) => {
      const pairs = Array.from(
        { length: order.length / 2 },
        (_, i) => order.slice(2 * i, 2 * i + 2),
      );
      for (const pair of pairs) assertEquals(pair.toSorted(), ["magnesium", "nothing"]);
      return pairs.map(([first]) => first === "magnesium" ? 1 : 0);
    },
  );
  const heads = firsts.reduce<number>((sum, one) => sum + one, 0), n = firsts.length;
  assertEquals(n, 2800);
  assert(Math.abs(heads - n / 2) < 4 * Math.sqrt(n) / 2, `${heads} of ${n}`);
});

Deno.test("experiment.plan() draws another order every time, and the plan states its seed", () => {
  const plans = Array.from({ length: 20 }, () => plan(MAGNESIUM));
  assert(new Set(plans.map(({ seed }) => seed)).size > 1);
  for (const { seed, order } of plans) assertEquals(planned({ seed }).order, order);
});

Deno.test("experiment.plan() uses the longest period up to a week that gives enough pairs", () => {
  const size = (options: Partial<PlanOptions>) => {
    const { pairs, period, smallest_p } = planned(options);
    return [pairs, period, smallest_p];
  };
  assertEquals(size({}), [7, 4, 1 / 64]);
  assertEquals(size({ days: 84 }), [6, 7, 1 / 32]);
  assertEquals(size({ days: 12 }), [6, 1, 1 / 32]);
  assertEquals(size({ days: 70, confidence: 0.8 }), [5, 7, 1 / 16]);
});

Deno.test("experiment.plan() writes a calendar whose events are the periods", async () => {
  const conditions = ["none; really", "magnesium, 300 mg"] as const;
  const { calendar, frame, analysis } = planned({ conditions, washout: 1, lag: 1 });
  const text = await calendar();
  assert(text.split("\r\n").every((line) => new TextEncoder().encode(line).length <= 75));
  const { events } = await ics(new TextEncoder().encode(text), { tz: "Pacific/Apia" });
  const zoned = (time: unknown): string =>
    new Date(Number(time)).toLocaleDateString("sv-SE", { timeZone: "Pacific/Apia" });
  assertEquals(
    events.toRecords().map((row) => [row["title"], zoned(row["start_time"])]),
    frame.toRecords().map((row) => [
      row["condition"],
      new Date(row["start_date"] as unknown as number).toISOString().slice(0, 10),
    ]),
  );
  assert(analysis.includes("without its first day; a value counts for the day before it."));
});

Deno.test("experiment.plan() rejects a plan that could not show anything", () => {
  assertThrows(
    () => planned({ period: 7 }),
    RangeError,
    "56 days in periods of 7 give 4 pairs, and a p value of at most 0.05 needs 6. Use at least 84 days",
  );
  assertThrows(() => planned({ days: 900, period: 3 }), RangeError, "at most 20");
  assertEquals(planned({ days: 900, period: 22 }).pairs, 20);
});

Deno.test("experiment.plan() says which option is wrong", () => {
  const wrong: readonly [Partial<Record<keyof PlanOptions, unknown>>, string][] = [
    [{ conditions: ["a"] }, 'conditions is ["a"], expected two different names'],
    [{ conditions: ["a", "a"] }, "expected two different names"],
    [{ conditions: "ab" }, "expected two different names"],
    [{ outcome: "" }, "outcome is"],
    [{ firstDay: "2026-02-30" }, "expected a date such as 2026-01-05"],
    [{ washout: 4 }, "expected a whole number from 0 to 3"],
    [{ lag: -1 }, "lag is the number -1"],
    [{ seed: 0.5 }, "seed is the number 0.5"],
    [{ confidence: 1 }, "confidence is the number 1"],
    [{ days: NaN }, "days is"],
  ];
  for (const [options, message] of wrong) {
    assertThrows(() => planned(options as Partial<PlanOptions>), Error, message);
  }
});
