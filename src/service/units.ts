import { conversion, UNIT_TABLES, type UnitTable } from "../series/unitTables.ts";

/** Units that can be converted into each other; blood sugar by the molar mass of glucose, 180.156 g/mol. */
const TABLES: readonly UnitTable[] = [...UNIT_TABLES, { "mg/dL": 1, "mmol/L": 18.0156 }];

/** The units in which values of a catalog unit may be sent: itself first. */
export function unitsFor(unit: string): [string, ...string[]] {
  const others = Object.keys(tableOf(unit)).filter((other) => other !== unit);
  return [unit, ...others];
}

/** A value of one unit in another of those that {@linkcode unitsFor} lists. */
export function convertUnit(value: number, from: string, to: string): number {
  if (from === to) return value;
  const { multiply, divide, zero, origin } = conversion(tableOf(to), from, to);
  return (value - zero) * multiply / divide + origin;
}

function tableOf(unit: string): UnitTable {
  return TABLES.find((table) => Object.hasOwn(table, unit)) ?? { [unit]: 1 };
}
