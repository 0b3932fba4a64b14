/** A unit as a multiple of its table's first unit, and where that is not enough its zero on its scale. */
type Scale = number | { readonly scale: number; readonly zero: number };

/**
 * Units that can be converted into each other. A calorie is the small one (4.184 J), as the
 * catalog's `cal` says; the large one of food labels is `kcal` or `Cal`. Blood sugar in mmol/L goes
 * by the molar mass of glucose, 180.156 g/mol.
 */
const TABLES: readonly { readonly [unit: string]: Scale }[] = [
  {
    g: 1,
    kg: 1000,
    mg: 1e-3,
    mcg: 1e-6,
    ug: 1e-6,
    lb: 453.59237,
    oz: 28.349523125,
    st: 6350.29318,
  },
  { m: 1, km: 1000, cm: 0.01, mm: 0.001, mi: 1609.344, ft: 0.3048, in: 0.0254, yd: 0.9144 },
  { mL: 1, L: 1000, fl_oz_us: 29.5735295625, fl_oz_imp: 28.4130625, cup_us: 236.5882365 },
  { cal: 1, kcal: 1000, Cal: 1000, J: 1 / 4.184, kJ: 1000 / 4.184 },
  { s: 1, ms: 0.001, min: 60, hr: 3600, h: 3600 },
  { "m/s": 1, "km/hr": 1 / 3.6, "km/h": 1 / 3.6, "mi/hr": 0.44704, mph: 0.44704 },
  { degC: 1, degF: { scale: 5 / 9, zero: 32 }, K: { scale: 1, zero: 273.15 } },
  { percent: 1, "%": 1, fraction: 100 },
  { bpm: 1, "count/min": 1, "count/s": 60, Hz: 60 },
  { "breaths/min": 1, "count/min": 1, "count/s": 60, Hz: 60 },
  { mmHg: 1, kPa: 7.500616827 },
  { "mg/dL": 1, "mmol/L": 18.0156 },
  { W: 1, kW: 1000 },
  { "mL/min·kg": 1, "mL/(kg·min)": 1, "mL/kg/min": 1 },
  { BMI: 1, "kg/m2": 1, count: 1 },
  ...["steps", "flights", "strokes", "pushes", "falls", "drinks", "puffs", "presence", "occurrence"]
    .map((unit) => ({ [unit]: 1, count: 1 })),
];

/** The units in which values of a catalog unit may be sent: itself first. */
export function unitsFor(unit: string): [string, ...string[]] {
  const others = Object.keys(tableOf(unit)).filter((other) => other !== unit);
  return [unit, ...others];
}

/** A value of one unit in another of those that {@linkcode unitsFor} lists. */
export function convertUnit(value: number, from: string, to: string): number {
  if (from === to) return value;
  const table = tableOf(to);
  const a = affine(table[from]!), b = affine(table[to]!);
  return (value - a.zero) * a.scale / b.scale + b.zero;
}

function tableOf(unit: string): { readonly [unit: string]: Scale } {
  return TABLES.find((table) => Object.hasOwn(table, unit)) ?? { [unit]: 1 };
}

function affine(scale: Scale): { scale: number; zero: number } {
  return typeof scale === "number" ? { scale, zero: 0 } : scale;
}
