/** What the half in Python answers of yasa, scikit-learn, statsmodels, astropy and sleepreg's formula. */
export interface Science {
  /** Versions of the packages by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** Nights by name: their codes, a character for each epoch of 30 s, and what yasa says of them. */
  readonly nights: Readonly<
    Record<string, {
      readonly codes: string;
      readonly statistics: Readonly<Record<string, number | null>>;
      readonly transitions: Readonly<Record<string, number>>;
    }>
  >;
  /** How far pairs of nights agree. */
  readonly agreement: readonly {
    readonly a: string;
    readonly b: string;
    readonly kappa: number;
    readonly mcc: number;
  }[];
  /** Fits, with independent errors and with days as clusters. */
  readonly cosinor: readonly Readonly<
    Record<"independent" | "days", Readonly<Record<string, number>>>
  >[];
  /** Powers of periods. */
  readonly periodogram: readonly (readonly number[])[];
  /** Regularity indices. */
  readonly regularity: readonly number[];
}
