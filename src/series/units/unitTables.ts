/**
 * Size of a unit in its table's first unit, with its zero point on its own scale if that differs.
 */
export type Scale = number | { readonly scale: number; readonly zero: number };

/** Units that can be converted into each other. */
export type UnitTable = { readonly [unit: string]: Scale };

/**
 * Units by quantity. A calorie is the small calorie (4.184 J), like the catalog's `cal`; the large
 * calorie of food labels is `kcal` or `Cal`. Lengths, masses and volumes are exact by definition
 * (NIST SP 811); conventional millimetres of mercury are 133.322387415 Pa.
 */
export const UNIT_TABLES: readonly UnitTable[] = [
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
  { W: 1, kW: 1000 },
  { "mL/min·kg": 1, "mL/(kg·min)": 1, "mL/kg/min": 1 },
  { BMI: 1, "kg/m2": 1, count: 1 },
  ...["steps", "flights", "strokes", "pushes", "falls", "drinks", "puffs", "presence", "occurrence"]
    .map((unit) => ({ [unit]: 1, count: 1 })),
];

/** Factors of a conversion: `(value - zero) * multiply / divide + origin`. */
export interface Conversion {
  /** Size of the source unit in the table's first unit. */
  readonly multiply: number;
  /** Size of the target unit in the table's first unit. */
  readonly divide: number;
  /** Common zero on the scale of the source unit. */
  readonly zero: number;
  /** Common zero on the scale of the target unit. */
  readonly origin: number;
}

/** Returns the conversion between two units of a table. */
export function conversion(table: UnitTable, from: string, to: string): Conversion {
  const a = affine(table[from]!), b = affine(table[to]!);
  return { multiply: a.scale, divide: b.scale, zero: a.zero, origin: b.zero };
}

function affine(scale: Scale): { scale: number; zero: number } {
  return typeof scale === "number" ? { scale, zero: 0 } : scale;
}

/**
 * Molar masses of substances in blood tests, in g/mol, to convert between mass and amount
 * concentrations. Source: PubChem; triglycerides use triolein (885.4), as in clinics.
 */
export const MOLAR_MASS = {
  glucose: 180.156,
  cholesterol: 386.65,
  triglycerides: 885.4,
  creatinine: 113.12,
  uric_acid: 168.11,
  urea: 60.056,
  lactate: 90.08,
  bilirubin: 584.66,
} as const satisfies { readonly [substance: string]: number };

/** A substance with a known molar mass. */
export type Substance = keyof typeof MOLAR_MASS;

/** Mass concentrations, in mg/dL. */
export const BY_MASS: { readonly [unit: string]: number } = {
  "mg/dL": 1,
  "g/L": 100,
  "g/dL": 1000,
  "mg/L": 0.1,
  "ug/mL": 0.1,
};

/** Amount concentrations, in mmol/L. */
export const BY_AMOUNT: { readonly [unit: string]: number } = {
  "mmol/L": 1,
  "umol/L": 1e-3,
  "mol/L": 1000,
};
