import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { agreement, type AgreementOptions } from "../../src/sleep/agreement.ts";
import { random as generator } from "../../src/series/numerics/random.ts";
import { blandAltman } from "../../src/sleep/blandAltman.ts";
import { fixture, rowsOf, scored, valuesOf } from "./hypnograms.ts";
import { stageRows } from "./stageRows.ts";

const measured = (reference: string, other: string, options: AgreementOptions = {}) =>
  valuesOf(agreement(scored(reference), scored(other), { stages: "aasm", ...options }));

Deno.test("agreement() of random nights agrees with scikit-learn 1.9.1", () => {
  for (
    const { reference, other, scored: epochs, plain } of fixture("yasa_random_expected.json")
      .agreement
  ) {
    const found = measured(reference, other);
    assertEquals(found.epochs, epochs);
    for (const [name, value] of Object.entries<number>(plain)) {
      assertAlmostEquals(found[name]!, value, 1e-12, name);
    }
    const others = /_(NPV|accuracy|PABAK|prevalence)$/;
    const compared = Object.keys(found).filter((name) => !others.test(name));
    assertEquals(compared.length, Object.keys(plain).length + 1);
  }
});

Deno.test("agreement() with weights agrees with scikit-learn 1.9.1", () => {
  for (
    const { reference, other, weights, weighted } of fixture("yasa_random_expected.json").agreement
  ) {
    const epochs = [...reference].map((code: string, i: number) => ({
      ...rowsOf(
        scored(code, "PT30S", new Date(Date.UTC(2024, 0, 1, 22) + 30_000 * i).toISOString()),
      )[0],
      sureness: parseInt(weights[i], 16) / 10,
    }));
    const found = valuesOf(
      agreement(epochs, scored(other), { stages: "aasm", weight: "sureness" }),
    );
    for (const [name, value] of Object.entries<number>(weighted)) {
      assertAlmostEquals(found[name]!, value, 1e-12, name);
    }
  }
});

Deno.test("agreement() skips epochs that one frame has not scored, or counts them as disagreement", () => {
  const found = rowsOf(agreement(scored("0.2233"), scored("00.233"), { stages: "aasm" }));
  assertEquals(found[0], { name: "epochs", value: 4, unit: "count", coverage: 0.8, n: 4 });
  assertEquals(found[1]!.value, 1);
  const strict = measured("0.2233", "00.233", { unscored: "disagree" });
  assertEquals([strict.epochs, strict.accuracy, strict.N2_sensitivity], [5, 0.8, 0.5]);
});

Deno.test("agreement() is null for a stage that does not occur", () => {
  const same = measured("2222", "2222");
  assertEquals([same.accuracy, same.kappa, same.MCC, same.N2_F1], [1, null, null, 1]);
  assertEquals([same.N3_sensitivity, same.N3_PPV, same.N3_F1, same.N3_kappa], [
    null,
    null,
    null,
    null,
  ]);
  assertEquals(same.N3_specificity, 1);
  const apart = measured("....", "2222");
  assertEquals([apart.epochs, apart.accuracy, apart.F1_macro], [0, null, null]);
});

Deno.test("agreement() compares the common time, even if the epochs are offset", () => {
  const spans = (shift: number) =>
    stageRows([
      { start: shift, end: shift + 10, stage: 3 },
      { start: shift + 10, end: shift + 20, stage: 4 },
    ]);
  const found = valuesOf(agreement(spans(0), spans(5), { epoch: "1m" }));
  assertEquals([found.epochs, found.accuracy], [15, 10 / 15]);
});

const codes = fc.string({ unit: fc.constantFrom(..."01234"), minLength: 2, maxLength: 60 });

Deno.test("laws of agreement(): a night agrees with itself; kappa and MCC are symmetric", () => {
  fc.assert(
    fc.property(codes, codes, (a, b) => {
      assertEquals(measured(a, a).accuracy, 1);
      const length = Math.min(a.length, b.length);
      const there = measured(a.slice(0, length), b.slice(0, length));
      const back = measured(b.slice(0, length), a.slice(0, length));
      for (const name of ["accuracy", "kappa", "MCC"]) {
        if (there[name] === null) assertEquals(back[name], null);
        else assertAlmostEquals(back[name]!, there[name]!, 1e-9);
      }
      assertEquals(there.N2_sensitivity, back.N2_PPV);
    }),
    { numRuns: 40 },
  );
});

Deno.test("agreement() rejects invalid weights and options", () => {
  const night = rowsOf(scored("012")).map((row) => ({ ...row, sureness: -1 }));
  const of = (options: AgreementOptions) => () =>
    agreement(night, night, { stages: "aasm", ...options });
  assertThrows(of({ weight: "sureness" }), RangeError, "sureness is -1 in row 0");
  assertThrows(of({ weight: "surety" }), TypeError, '"surety" is missing');
  assertThrows(
    of({ unscored: "drop" as "disagree" }),
    RangeError,
    "is not one of leave out, disagree",
  );
});

Deno.test("blandAltman() agrees with the limits that Bland and Altman published for peak flow", () => {
  // Lancet 1986: Wright peak flow meter and mini meter, first readings, 17 subjects, l/min.
  const wright = [
    494,
    395,
    516,
    434,
    476,
    557,
    413,
    442,
    650,
    433,
    417,
    656,
    267,
    478,
    178,
    423,
    427,
  ];
  const mini = [
    512,
    430,
    520,
    428,
    500,
    600,
    364,
    380,
    658,
    445,
    432,
    626,
    260,
    477,
    259,
    350,
    451,
  ];
  const frame = wright.map((large, i) => ({ large, mini: mini[i]! }));
  const found = valuesOf(blandAltman(frame, { reference: "mini", other: "large" }));
  assertAlmostEquals(found.bias!, -2.1, 0.05);
  assertAlmostEquals(found.SD!, 38.8, 0.05);
  assertAlmostEquals(found.lower!, -2.1176 - 1.96 * 38.7651, 0.01);
});

Deno.test("blandAltman() skips pairs with a missing value", () => {
  const frame = [{ a: 1, b: 3 }, { a: null, b: 3 }, { a: 2, b: NaN }, { a: 2, b: 8 }];
  const rows = rowsOf(blandAltman(frame, { reference: "a", other: "b", unit: "min" }));
  assertEquals(rows[0], { name: "bias", value: 4, unit: "min", coverage: 0.5, n: 2 });
  const one = valuesOf(blandAltman(frame.slice(0, 1), { reference: "a", other: "b" }));
  const unknown = { SD: null, lower: null, upper: null, bias_low: null, bias_high: null };
  assertEquals(one, { bias: 2, ...unknown });
});

Deno.test("blandAltman() gives an interval of the bias from seven pairs, wider if nights resemble each other", () => {
  const nights = (differences: readonly number[]) => {
    const found = valuesOf(blandAltman(differences.map((b) => ({ a: 400, b: 400 + b })), {
      reference: "a",
      other: "b",
    }));
    return { low: found["bias_low"], high: found["bias_high"], bias: found["bias"]! };
  };
  const six = nights([1, 2, 3, 4, 5, 6]);
  assertEquals([six.low, six.high], [null, null]);
  const mixed = nights([3, -2, -3, 1, 3, 2, -3, -3, -1, 2, -2, 3, 1, -3]);
  const sorted = nights([-3, -3, -3, -3, -2, -2, -1, 1, 1, 2, 2, 3, 3, 3]);
  const width = ({ low, high }: ReturnType<typeof nights>): number => high! - low!;
  assert(width(sorted) > 1.3 * width(mixed), `${width(sorted)}, ${width(mixed)}`);
  const { low, high, bias } = nights([3, 1, 90, 2, 5, 1, 40, 4, 2, 3, 9, 1]);
  assert(high! - bias > 1.5 * (bias - low!), "the long side is farther");
  const equal = nights([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4]);
  assertEquals([equal.low, equal.high], [null, null]);
});

Deno.test("blandAltman() covers the bias of nights that depend on the night before the last", () => {
  const next = generator(20_261_130);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const covered = Array.from({ length: 60 }, () => {
    const night = Array.from({ length: 150 }, normal);
    for (let i = 2; i < night.length; i++) night[i]! += 0.2 * night[i - 1]! + 0.5 * night[i - 2]!;
    const pairs = night.slice(60).map((b) => ({ a: 0, b }));
    const { bias_low, bias_high } = blandAltman(pairs, { reference: "a", other: "b" });
    return bias_low! < 0 && bias_high! > 0;
  });
  assert(covered.filter(Boolean).length >= 55, `${covered.filter(Boolean).length} of 60`);
});
