import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { power, type PowerOptions, type PowerStatistic } from "../../src/experiment/power.ts";

const PAIRED = { x: [0, 1], effect: 20, residualSD: 20, levelSD: 60 } as const;

Deno.test("experiment.power() of pairs agrees with the power of R's paired t test", () => {
  // R 4.2: power.t.test(n, delta = 20, sd = 20 * sqrt(2), type = "paired")
  const studies = [8, 12, 20].map((people) => power({ ...PAIRED, people, simulations: 2000 }));
  const of = (people: number, name: PowerStatistic): number =>
    studies[[8, 12, 20].indexOf(people)]![name]!;
  for (const [people, theirs] of [[8, 0.40793747], [12, 0.60751601], [20, 0.8506046]] as const) {
    assertAlmostEquals(of(people, "power"), theirs, 3 * Math.sqrt(0.25 / 2000), String(people));
  }
  assert(of(8, "exaggeration") > of(12, "exaggeration"));
  assert(of(20, "exaggeration") > 1 && of(20, "exaggeration") < 1.2);
});

Deno.test("experiment.power() with effects that differ between people agrees with a t test of their means, even with gaps", () => {
  // R 4.2: power.t.test(12, delta = 20, sd = sqrt(15^2 + 2 * 400 / 3), type = "paired"): 0.8114577
  const nights = {
    people: 12,
    x: [0, 0, 0, 1, 1, 1],
    effect: 20,
    residualSD: 20,
    slopeSD: 15,
    simulations: 1000,
  };
  const found = power(nights), some = power({ ...nights, missing: 0.3 });
  assertAlmostEquals(found.power!, 0.8114577, 3 * Math.sqrt(0.2 / 1000));
  assert(some.power! < found.power! && some.power! > 0.5);
  assertEquals(Number(some.frame.getColumn("n").toArray()[0]), 1000);
});

Deno.test("experiment.power() gives R's Wilson interval, and counts false alarms without an effect", () => {
  // R 4.2: prop.test(605, 1000, correct = FALSE)$conf.int with 605 of 1000 studies
  const found = power({ ...PAIRED, people: 12 });
  assertEquals(found.power, 0.605);
  assertAlmostEquals(found.power_low!, 0.574354826458, 1e-9);
  assertAlmostEquals(found.power_high!, 0.634841554260, 1e-9);
  assertEquals(power({ ...PAIRED, people: 12 }).power, found.power, "a seed repeats it");
  assert(power({ ...PAIRED, people: 12, seed: 2 }).power !== found.power);
  const none = power({ ...PAIRED, people: 12, effect: 0 });
  assertAlmostEquals(none.power!, 0.05, 0.022);
  assertEquals([none.exaggeration, none.reason.exaggeration], [null, "the effect is 0"]);
  const strict = power({ ...PAIRED, people: 12, significance: 0.001 });
  assert(strict.power! < 0.2);
});

Deno.test("experiment.power() rejects unknown options and invalid values", () => {
  const wrong = (options: object): string =>
    assertThrows(() => power({ ...PAIRED, people: 12, ...options } as PowerOptions), Error).message;
  assertEquals(
    wrong({ people: 1 }),
    "Cannot simulate the power of a study: people is the number 1, expected an integer from 2 to 100,000",
  );
  assert(wrong({ people: [8] }).includes("people is"));
  assert(wrong({ x: [1, 1] }).includes("at least two different numbers"));
  assert(wrong({ effect: NaN }).includes("effect is"));
  assert(wrong({ residualSD: 0 }).includes("expected a number above 0"));
  assert(wrong({ slopeSD: -1 }).includes("slopeSD is the number -1"));
  assert(wrong({ missing: 1 }).includes("missing is the number 1"));
  assert(wrong({ simulations: 10 }).includes("simulations is the number 10"));
  assert(wrong({ alpha: 0.05 }).includes('"alpha"'));
});
