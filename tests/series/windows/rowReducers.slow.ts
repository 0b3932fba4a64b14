import { assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";
import type { Reducer } from "../../../src/series/input/reducers.ts";
import { resample } from "../../../src/series/resample.ts";

const EXACT: readonly Reducer[] = [
  "mean",
  "sum",
  "min",
  "max",
  "first",
  "last",
  "count",
];
/** Polars counts nulls in before it interpolates, so that with nulls its last digits differ. */
const QUANTILES: readonly Reducer[] = ["median", "p2.5", "p90"];
const SPREADS: readonly Reducer[] = ["std", "var"];

/** Values a second apart, some of them null. */
const values = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  { minLength: 1, maxLength: 1500, size: "max" },
);

/** A frame, which Polars reduces, and the same with a group, which is reduced on columns. */
function frames(list: readonly (number | null)[], type: "float64" | "int64") {
  const valid = Uint8Array.from(list, (value) => value === null ? 0 : 1);
  const time = BigInt64Array.from(list, (_, i) => 1_704_000_000_000_000n + BigInt(i) * 1_000_000n);
  const whole = list.map((value) => Math.round(value ?? 0));
  const columns = {
    time: { type: "time", values: time, zone: "Europe/Berlin" },
    v: type === "float64"
      ? { type, values: Float64Array.from(list, (value) => value ?? 0), valid }
      : { type, values: BigInt64Array.from(whole, BigInt), valid },
  } as const;
  const user = { type: "text", values: list.map(() => "a") } as const;
  return [toFrame(columns), toFrame({ ...columns, user })] as const;
}

for (const type of ["float64", "int64"] as const) {
  Deno.test(`resample() of ${type} by Polars and on columns agree, most functions to the last bit`, () => {
    fc.assert(
      fc.property(values, fc.constantFrom("10s", "7m", "1h", "1d"), (list, every) => {
        const [frame, grouped] = frames(list, type);
        const aggregate = { v: [...EXACT, ...QUANTILES, ...SPREADS] };
        const ours = columnsOf(resample(frame, { every, aggregate }));
        const theirs = columnsOf(resample(grouped, { every, aggregate, by: "user" }));
        const hasNulls = list.includes(null);
        for (const reducer of hasNulls ? EXACT : [...EXACT, ...QUANTILES]) {
          assertEquals(ours[`v_${reducer}`], theirs[`v_${reducer}`], reducer);
        }
        for (const reducer of [...QUANTILES, ...SPREADS]) {
          const [a, b] = [ours, theirs].map((own) => own[`v_${reducer}`]) as {
            values: Float64Array;
            valid?: Uint8Array;
          }[];
          assertEquals(a!.valid, b!.valid, reducer);
          const tolerance = QUANTILES.includes(reducer) ? 1e-6 : 1e-12;
          a!.values.forEach((one, i) =>
            assertAlmostEquals(one, b!.values[i]!, tolerance * (1 + Math.abs(one)), reducer)
          );
        }
        assertEquals(ours["time"], theirs["time"]);
      }),
      { examples: [[[5e-324, -0, -2.5e-316, -5.2e-139, -9e-323, 3.7e104, 2.3e-10], "10s"]] }, // a zero that is negative
    );
  });
}
