import { assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import type { Range } from "../../../src/time/interval.ts";
import { fromSamples, type FromSamplesOptions } from "../../../src/series/fromSamples.ts";

/** A sample in whole microseconds after 1970, so that an oracle can look at each of them. */
interface Sample {
  start: number;
  end: number;
  value: number;
  source: string | null;
}

const END = 40;

const instant = (micros: number) => new Temporal.Instant(BigInt(micros) * 1000n);

const rows = (samples: readonly Sample[]) =>
  samples.map(({ start, end, value, source }) => ({
    start_date: instant(start),
    end_date: instant(end),
    value,
    source,
  }));

/**
 * Returns the series of a grid with slots of a given length in microseconds, null for empty slots.
 */
function series(
  samples: readonly Sample[],
  every: number,
  { start_time, end_time = instant(END), ...options }: Partial<FromSamplesOptions & Range> = {},
): (number | null)[] {
  const range = { start_time: start_time ?? instant(0), end_time };
  const frame = fromSamples(rows(samples), range, {
    kind: "cumulative",
    every: every / 1e6,
    ...options,
  });
  const { time, value } = columnsOf(frame) as unknown as {
    time: { values: BigInt64Array };
    value: { values: Float64Array; valid?: Uint8Array };
  };
  const start = start_time === undefined ? 0 : Number(time.values[0]);
  time.values.forEach((at, i) => assertEquals(Number(at), start + i * every));
  return Array.from(value.values, (number, i) => value.valid?.[i] === 0 ? null : number);
}

/** Greatest common divisor, for fractions without a remainder. */
function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}

/** A sum of fractions of whole numbers. */
class Fraction {
  #over = 0n;
  #under = 1n;

  add(over: number, under: number): void {
    const top = this.#over * BigInt(under) + BigInt(over) * this.#under;
    const bottom = this.#under * BigInt(under);
    const common = gcd(top < 0n ? -top : top, bottom) || 1n;
    this.#over = top / common;
    this.#under = bottom / common;
  }

  get value(): number {
    return Number(this.#over) / Number(this.#under);
  }
}

/** Checks each microsecond: whose samples count there, and which part of them. */
function bruteForce(
  samples: readonly Sample[],
  every: number,
  sourcePriority: readonly string[],
): (number | null)[] {
  const slots = Array.from({ length: Math.ceil(END / every) }, () => new Fraction());
  const reached = new Set<number>();
  const rank = (source: string | null): number => {
    const place = source === null ? -1 : sourcePriority.indexOf(source);
    return place < 0 ? Infinity : place;
  };
  const before = (a: Sample, b: Sample): number => {
    if (rank(a.source) !== rank(b.source)) return rank(a.source) - rank(b.source);
    if (a.start !== b.start) return b.start - a.start;
    return (a.source ?? "") < (b.source ?? "") ? -1 : 1;
  };
  for (let at = 0; at < END; at++) {
    const slot = Math.floor(at / every);
    const intervals = samples.filter(({ start, end }) => start <= at && at < end);
    const instants = samples.filter(({ start, end }) => start === at && end === at);
    // The interval that counts in this microsecond, and at its first moment also the instants.
    const under = [...intervals].sort(before)[0]?.source;
    for (const { start, end, value, source } of intervals) {
      if (source !== under) continue;
      slots[slot]!.add(value, end - start);
      reached.add(slot);
    }
    const first = [...intervals, ...instants].sort(before)[0]?.source;
    for (const { value, source } of instants) {
      if (source !== first) continue;
      slots[slot]!.add(value, 1);
      reached.add(slot);
    }
  }
  return slots.map((sum, slot) => reached.has(slot) ? sum.value : null);
}

function assertClose(
  actual: readonly (number | null)[],
  expected: readonly (number | null)[],
): void {
  assertEquals(actual.length, expected.length);
  actual.forEach((value, i) => {
    if (value === null || expected[i] === null) assertEquals(value, expected[i]);
    else assertAlmostEquals(value, expected[i]!, 1e-9);
  });
}

const sample = (sources: readonly (string | null)[]) =>
  fc.record({
    start: fc.integer({ min: -10, max: END + 5 }),
    length: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30 })),
    value: fc.integer({ min: 0, max: 50 }),
    source: fc.constantFrom(...sources),
  }).map(({ start, length, ...rest }): Sample => ({ ...rest, start, end: start + length }));

Deno.test("fromSamples() allocates like a brute force over every microsecond", () => {
  fc.assert(
    fc.property(
      fc.array(sample(["a"]), { maxLength: 8 }),
      fc.integer({ min: 1, max: 50 }),
      (samples, every) => assertClose(series(samples, every), bruteForce(samples, every, [])),
    ),
    { numRuns: 500, seed: 2 },
  );
});

Deno.test("fromSamples() counts one source at each instant, like a brute force", () => {
  const priorities = fc.constantFrom([], ["b"], ["c", "a"], ["a", "b", "c"], ["b", "a", "b"]);
  fc.assert(
    fc.property(
      fc.array(sample(["a", "b", "c", null]), { maxLength: 8 }),
      fc.integer({ min: 1, max: 15 }),
      priorities,
      (samples, every, sourcePriority) =>
        assertClose(
          series(samples, every, { sourcePriority }),
          bruteForce(samples, every, sourcePriority),
        ),
    ),
    { numRuns: 800, seed: 3 },
  );
});

Deno.test("fromSamples() does not depend on the sample order of several sources", () => {
  fc.assert(
    fc.property(
      fc.array(sample(["a", "b", "c"]), { maxLength: 8 }).chain((samples) =>
        fc.tuple(
          fc.constant(samples),
          fc.shuffledSubarray(samples, { minLength: samples.length }),
        )
      ),
      ([samples, shuffled]) => assertClose(series(shuffled, 7), series(samples, 7)),
    ),
    { numRuns: 200 },
  );
});

Deno.test("fromSamples() preserves a sample on any grid that covers it", () => {
  fc.assert(
    fc.property(
      fc.array(sample(["a"]), { maxLength: 8 }),
      fc.integer({ min: 1, max: 97 }),
      fc.integer({ min: -60, max: -10 }),
      (samples, every, start) => {
        const sums = series(samples, every, {
          start_time: instant(start),
          end_time: instant(END + 40),
        });
        const sum = sums.reduce<number>((total, value) => total + (value ?? 0), 0);
        assertAlmostEquals(sum, samples.reduce((total, { value }) => total + value, 0), 1e-9);
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("fromSamples() does not add the steps of a watch and a phone that count the same steps", () => {
  const both = [
    { start: 0, end: 20, value: 100, source: "watch" },
    { start: 10, end: 30, value: 80, source: "phone" },
  ];
  assertEquals(series(both, 10, { sourcePriority: ["watch"] }), [50, 50, 40, null]);
  assertEquals(series(both, 10, { sourcePriority: ["phone"] }), [50, 40, 40, null]);
  // Without a priority the one that started last counts.
  assertEquals(series(both, 10), [50, 40, 40, null]);
});

Deno.test("fromSamples() counts all samples of the chosen source, even if they overlap", () => {
  assertEquals(
    series(
      [
        { start: 0, end: 20, value: 10, source: "watch" },
        { start: 10, end: 20, value: 30, source: "watch" },
        { start: 0, end: 40, value: 4, source: "phone" },
      ],
      10,
      { sourcePriority: ["watch"] },
    ),
    [5, 35, 1, 1],
  );
});

Deno.test("fromSamples() counts an instant entirely in the slot that it starts, and not at the end of the range", () => {
  assertEquals(
    series([
      { start: 0, end: 0, value: 1, source: "a" },
      { start: 20, end: 20, value: 2, source: "a" },
      { start: 20, end: 20, value: 4, source: "a" },
      { start: END, end: END, value: 8, source: "a" },
      { start: -1, end: -1, value: 16, source: "a" },
    ], 10),
    [1, null, 6, null],
  );
});

Deno.test("fromSamples() keeps every digit of a sample inside one slot", () => {
  assertEquals(
    series([{ start: 3, end: 6, value: 0.1, source: "a" }, {
      start: 6,
      end: 9,
      value: 0.2,
      source: "a",
    }], 10),
    [0.1 + 0.2, null, null, null],
  );
});

Deno.test("fromSamples() quickly allocates a day of many samples to a day of many slots", () => {
  const phone = { start: 0, end: 86_400, value: 86_400, source: "phone" };
  const watch = Array.from({ length: 2000 }, (_, i) => ({
    start: i * 40 + 10,
    end: i * 40 + 30,
    value: 0,
    source: "watch",
  }));
  const sums = series([phone, ...watch], 10, {
    end_time: instant(86_400),
    sourcePriority: ["watch"],
  });
  assertEquals(sums.slice(0, 4), [10, 0, 0, 10]);
  assertEquals(sums.reduce<number>((sum, value) => sum + value!, 0), 86_400 - 2000 * 20);
});
