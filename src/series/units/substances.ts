/**
 * Molar masses of what blood is tested for, in g/mol: concentrations by mass and by amount are
 * converted by them. Source: PubChem; triglycerides as clinics do, by the triolein of 885.4.
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

/** A substance whose molar mass is known. */
export type Substance = keyof typeof MOLAR_MASS;

/** Concentrations by mass, in mg/dL. */
export const BY_MASS: { readonly [unit: string]: number } = {
  "mg/dL": 1,
  "g/L": 100,
  "g/dL": 1000,
  "mg/L": 0.1,
  "ug/mL": 0.1,
};
/** Concentrations by amount, in mmol/L. */
export const BY_AMOUNT: { readonly [unit: string]: number } = {
  "mmol/L": 1,
  "umol/L": 1e-3,
  "mol/L": 1000,
};
