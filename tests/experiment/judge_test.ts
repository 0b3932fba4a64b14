import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { judge } from "../../src/experiment/judge.ts";
import { type ExperimentPlan, plan } from "../../src/experiment/plan.ts";

const START = Temporal.PlainDate.from("2026-01-05");

function planned(options: Partial<Parameters<typeof plan>[0]> = {}): ExperimentPlan {
  return plan({ conditions: ["a", "b"], outcome: "y", firstDay: START, seed: 1, ...options });
}

/** A row per day; `undefined` for a day without one. */
function rowsOf(
  values: readonly (number | null | undefined)[],
  lag = 0,
): { date: string; y: number | null }[] {
  return values.flatMap((y, day) =>
    y === undefined ? [] : [{ date: START.add({ days: day + lag }).toString(), y }]
  );
}

/** Values of a day per pair and condition, as the plan orders them. */
function inOrder({ order }: ExperimentPlan, a: readonly number[], b: readonly number[]): number[] {
  return order.map((condition, i) => (condition === "a" ? a : b)[i >> 1]!);
}

Deno.test("experiment.judge() gives the p value that Fisher published for Darwin's maize plants", () => {
  // The Design of Experiments (1935), section 21: of 32,768 sums of the 15 differences 863 are at
  // least as large as the observed 314, and as many at most -314.
  const differences = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
  const maize = planned({ days: 30, period: 1, conditions: ["a", "b"] });
  const found = judge(
    rowsOf(inOrder(maize, differences.map(() => 100), differences.map((d) => 100 + d))),
    maize,
  );
  assertEquals(found.p, 2 * 863 / 32_768);
  assertAlmostEquals(found.difference ?? NaN, 314 / 15, 1e-9);
});

Deno.test("experiment.judge() equals a brute-force test over all orders, and inverts it for its interval", () => {
  const value = fc.integer({ min: -50, max: 50 });
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 12, maxLength: 16 }).filter(({ length }) => length % 2 === 0),
      fc.nat(1000),
      (values, seed) => {
        const made = planned({ days: values.length, period: 1, seed });
        const found = judge(rowsOf(values), made);
        const pairs = values.length / 2;
        /** Mean difference if an effect is taken off b, for the order of a pattern of bits. */
        const differenceOf = (effect: number, pattern: number): number => {
          let sum = 0;
          for (let pair = 0; pair < pairs; pair++) {
            const [one, other] = [0, 1].map((i) =>
              values[2 * pair + i]! - (made.order[2 * pair + i] === "b" ? effect : 0)
            );
            const isOther = (pattern >> pair & 1) === 1;
            const isA = (made.order[2 * pair] === "a") !== isOther;
            sum += isA ? other! - one! : one! - other!;
          }
          return sum / pairs;
        };
        const pOf = (effect: number): number => {
          const observed = Math.abs(differenceOf(effect, 0));
          const all = Array.from({ length: 2 ** pairs }, (_, pattern) => pattern);
          return all.filter((pattern) => Math.abs(differenceOf(effect, pattern)) >= observed - 1e-9)
            .length / all.length;
        };
        assertAlmostEquals(found.p!, pOf(0), 1e-12);
        const { difference_low: low, difference_high: high } = found;
        for (const [bound, out] of [[low!, -1e-4], [high!, 1e-4]] as const) {
          assert(pOf(bound - out) > 0.05, `${bound} is in`);
          assert(pOf(bound + out) <= 0.05, `beyond ${bound} is out`);
        }
      },
    ),
    { numRuns: 25 },
  );
});

Deno.test("experiment.judge() keeps its level whatever the autocorrelation and the trend", () => {
  let alarms = 0;
  for (let seed = 0; seed < 300; seed++) {
    const made = planned({ seed }), values: number[] = [];
    let level = 0;
    for (let day = 0; day < 56; day++) {
      level = 0.95 * level + Math.sin(seed * 12.9898 + day * 78.233) * 43758.5453 % 1;
      values.push(level + day / 10);
    }
    if (judge(rowsOf(values), made).p! <= 0.05) alarms++;
  }
  assert(alarms <= 28, `${alarms} of 300`); // 6 of 128 orders have p of at most 0.05: 14 are expected
});

Deno.test("experiment.judge() compares the days that the plan counts: after the washout, with the lag", () => {
  const made = planned({ washout: 1, lag: 1 });
  const values = made.order.flatMap((condition) =>
    [999, 1, 2, 3].map((day) => condition === "a" || day === 999 ? day : day + 10)
  );
  const found = judge(rowsOf(values, 1), made);
  assertEquals([found.mean_a, found.mean_b, found.difference], [2, 12, 10]);
  assertEquals([found.difference_low, found.difference_high, found.p], [10, 10, 1 / 64]);
  assert(
    found.finding.startsWith('y: 10 more with "b" than with "a" (difference 10 to 10, p = 0.016'),
  );
});

Deno.test("experiment.judge() dates instants by the local day, across both daylight saving changes", () => {
  for (
    const [tz, firstDay] of [
      ["Pacific/Kiritimati", "2026-01-05"],
      ["America/Los_Angeles", "2026-03-02"],
      ["Asia/Kathmandu", "2026-01-05"],
      ["Europe/Berlin", "2025-03-24"],
      ["Europe/Berlin", "2025-10-20"],
    ] as const
  ) {
    const made = planned({ days: 12, firstDay });
    const rows = made.order.flatMap((condition, day) =>
      ["00:05", "23:55"].map((plainTime) => ({
        time: new Date(
          Temporal.PlainDate.from(firstDay).add({ days: day })
            .toZonedDateTime({ timeZone: tz, plainTime }).epochMilliseconds,
        ),
        y: condition === "a" ? 1 : 3,
      }))
    );
    assertEquals(judge(rows, made, { tz }).difference, 2, tz);
  }
});

Deno.test("experiment.judge() gives no verdict until enough pairs have values on half of their days", () => {
  const made = planned(), values = made.order.flatMap(() => [1, 2, 3, 4]);
  const early = judge(rowsOf(values.slice(0, 40)), made);
  assertEquals([early.p, early.difference_low, early.pairs], [null, null, 5]);
  assertEquals(early.reason.p, "too few pairs: 5 of 7 have enough days, 6 are needed");
  assertEquals(early.finding, early.reason.p);
  const gaps = values.map((value, day) =>
    day < 7 && day !== 2 ? undefined : day === 2 ? null : value
  );
  const found = judge(rowsOf(gaps), made);
  assertEquals([found.pairs, found.p], [6, 1]);
  assertEquals(found.frame.toRecords()[0]!["note"], "too few days");
  assertEquals(judge([{ date: "2020-01-01", y: 1 }], made).difference, null);
});

Deno.test("experiment.judge() accepts a saved plan, and rejects one whose order was changed", () => {
  const made = planned({ days: 12 }),
    rows = rowsOf(inOrder(made, [1, 2, 3, 4, 5, 6], [2, 4, 6, 8, 9, 9]));
  const saved = JSON.parse(JSON.stringify(made));
  assertEquals(judge(rows, saved).finding, judge(rows, made).finding);
  assertThrows(
    () => judge(rows, { ...saved, order: saved.order.toReversed() }),
    RangeError,
    "the order of the plan does not match its seed 1",
  );
  assertThrows(() => judge(rows, { ...saved, seed: undefined }), TypeError, "the plan has no seed");
  assertThrows(
    () => judge(rows, [] as never),
    TypeError,
    "expected what experiment.plan() returned",
  );
  assertThrows(() => judge([{ date: "2026-01-05", x: 1 }], made), TypeError, "y");
});
