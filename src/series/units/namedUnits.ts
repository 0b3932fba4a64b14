import { conversion, UNIT_TABLES, type UnitTable } from "./unitTables.ts";

/** Units of annotation measurements, spelled out, in addition to their symbols; volumes are US. */
const MEASUREMENTS: readonly UnitTable[] = [
  {
    meter: 1,
    kilometer: 1000,
    centimeter: 0.01,
    millimeter: 0.001,
    inch: 0.0254,
    foot: 0.3048,
    yard: 0.9144,
    mile: 1609.344,
    ...tableOf(UNIT_TABLES, "m"),
  },
  {
    gram: 1,
    kilogram: 1000,
    milligram: 1e-3,
    microgram: 1e-6,
    ounce: 28.349523125,
    pound: 453.59237,
    stone: 6350.29318,
    ...tableOf(UNIT_TABLES, "g"),
  },
  {
    millileter: 1, // spelled as in the interface
    liter: 1000,
    teaspoon: 4.92892159375,
    tablespoon: 14.78676478125,
    fluid_ounce: 29.5735295625,
    pint: 473.176473,
    quart: 946.352946,
    gallon: 3785.411784,
    ...tableOf(UNIT_TABLES, "mL"),
  },
  {
    degree_celsius: 1,
    degree_fahrenheit: { scale: 5 / 9, zero: 32 },
    ...tableOf(UNIT_TABLES, "degC"),
  },
  { second: 1, ...tableOf(UNIT_TABLES, "s") },
];

/** Groups of convertible units; blood sugar uses the molar mass of glucose, 180.156 g/mol. */
const TABLES: readonly UnitTable[] = [
  ...UNIT_TABLES,
  { "mg/dL": 1, "mmol/L": 18.0156 },
  ...MEASUREMENTS,
];

/** Returns the units accepted for values of a catalog unit, starting with the unit itself. */
export function unitsFor(unit: string): [string, ...string[]] {
  const others = Object.keys(tableOf(TABLES, unit)).filter((other) => other !== unit);
  return [unit, ...others];
}

/** Converts a value between two units of {@linkcode unitsFor}. */
export function convertUnit(value: number, from: string, to: string): number {
  if (from === to) return value;
  // A full name and a symbol may share only one of several tables.
  const table = TABLES.find((units) => Object.hasOwn(units, from) && Object.hasOwn(units, to)) ??
    tableOf(TABLES, to);
  const { multiply, divide, zero, origin } = conversion(table, from, to);
  return (value - zero) * multiply / divide + origin;
}

function tableOf(tables: readonly UnitTable[], unit: string): UnitTable {
  return tables.find((table) => Object.hasOwn(table, unit)) ?? { [unit]: 1 };
}
