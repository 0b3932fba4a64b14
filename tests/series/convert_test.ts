import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import pl from "nodejs-polars";
import { convert } from "../../src/series/convert.ts";
import type { Substance } from "../../src/series/units/unitTables.ts";

const one = (value: number, from: string, to: string, substance?: Substance): number =>
  convert([{ value }], { value: { from, to, ...(substance && { substance }) } })
    .getColumn("value").max();

Deno.test("convert() uses the factors of NIST SP 811, clinics and thermometers", () => {
  const cases: [number, string, string, number][] = [
    [1, "lb", "kg", 0.45359237],
    [1, "mi", "km", 1.609344],
    [6, "ft", "cm", 182.88],
    [12, "in", "ft", 1],
    [1, "fl_oz_us", "mL", 29.5735295625],
    [2000, "kcal", "kJ", 8368],
    [1000, "cal", "kcal", 1],
    [98.6, "degF", "degC", 37],
    [-40, "degC", "degF", -40],
    [0, "K", "degF", -459.67],
    [1, "mi/hr", "m/s", 0.44704],
    [90, "bpm", "Hz", 1.5],
    [0.25, "Hz", "breaths/min", 15],
    [120, "mmHg", "kPa", 15.9986842],
    [97, "percent", "fraction", 0.97],
    [1, "hr", "ms", 3_600_000],
    [400, "mcg", "mg", 0.4],
  ];
  for (const [value, from, to, expected] of cases) {
    assertAlmostEquals(one(value, from, to), expected, 1e-6, `${from} ${to}`);
    assertAlmostEquals(one(expected, to, from), value, 1e-4 * Math.max(1, value), `${to} ${from}`);
  }
  assertAlmostEquals(one(90, "mg/dL", "mmol/L", "glucose"), 4.9957, 1e-4);
  assertAlmostEquals(one(200, "mg/dL", "mmol/L", "cholesterol"), 5.1726, 1e-4);
  assertAlmostEquals(one(1, "mg/dL", "umol/L", "creatinine"), 88.4, 0.05);
});

Deno.test("convert() recognizes the usual unit of a system, and leaves values already in it unchanged", () => {
  const row = { weight: 100, far: 10, warm: 212, pulse: 60 };
  const change = (to: string) =>
    convert([row], {
      weight: { from: "lb", to },
      far: { from: "km", to },
      warm: { from: "degF", to },
      pulse: { from: "bpm", to },
    }).toRecords()[0] as { [column: string]: number };
  const metric = change("metric"), imperial = change("imperial");
  assertAlmostEquals(metric["weight"]!, 45.359237, 1e-9);
  assertEquals([metric["far"], metric["pulse"]], [10, 60]);
  assertAlmostEquals(metric["warm"]!, 100, 1e-9);
  assertAlmostEquals(imperial["far"]!, 6.2137119, 1e-6);
  assertEquals([imperial["weight"], imperial["warm"]], [100, 212]);
});

Deno.test("convert() keeps nulls, other columns, and names that Polars uses itself", () => {
  const frame = pl.DataFrame({ select: [1, null, 3], note: ["a", "b", "c"] });
  const made = convert(frame, { select: { from: "kg", to: "g" } });
  const columns: unknown[] = Reflect.ownKeys(made).map((name) =>
    (Object.getOwnPropertyDescriptor(made, name)!.value as pl.Series).toArray()
  );
  assertEquals(columns, [[1000, null, 3000], ["a", "b", "c"]]);
});

Deno.test("convert() reports both units and the possible ones if they do not match", () => {
  const refuse = (from: string, to: string, message: string) =>
    assertThrows(() => one(1, from, to), RangeError, message);
  refuse("kg", "cm", 'Cannot convert value from "kg" to "cm": the possible units are g, kg, mg');
  refuse("stone", "kg", '"stone" to "kg": the first is unknown; the known units are g, kg');
  refuse("mg/dL", "mmol/L", "pass the substance, one of glucose, cholesterol");
  assertThrows(
    () => one(1, "mg/dL", "mmol/L", "gold" as Substance),
    RangeError,
    'Cannot convert "gold": its molar mass is unknown',
  );
  assertThrows(
    () => convert([{ a: 1 }], { b: { from: "kg", to: "g" } }),
    TypeError,
    'column "b" is missing; the columns are a',
  );
  assertThrows(
    () => convert([{ a: "x" }], { a: { from: "kg", to: "g" } }),
    TypeError,
    'column "a" is text, not a number',
  );
});
