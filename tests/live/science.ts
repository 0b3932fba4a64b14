/**
 * Results of the Python script: yasa, scikit-learn, scipy, pingouin, statsmodels, astropy and
 * sleepreg's formula.
 */
export interface Science {
  /** Versions of the packages by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** Nights by name: codes, one character per epoch of 30 s, and the results of yasa. */
  readonly nights: Readonly<
    Record<string, {
      readonly codes: string;
      readonly statistics: Readonly<Record<string, number | null>>;
      readonly transitions: Readonly<Record<string, number>>;
    }>
  >;
  /** Agreement of pairs of nights. */
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
  /** Devices, beats, rates, light, the sun, activity by day and people. */
  readonly activity: {
    readonly limits: readonly number[];
    readonly hrv: readonly number[];
    readonly curve: readonly number[];
    readonly resting: readonly (readonly number[])[];
    readonly ema: readonly (readonly number[])[];
    /** Dawn and dusk in seconds since 1970. */
    readonly sun: readonly (readonly number[])[];
    /** L5 and M10 of each day. */
    readonly byDay: readonly (readonly number[])[];
    readonly mixed: Readonly<Record<"gls" | "intercept" | "slope", readonly number[]>>;
  };
  /** Wear, nights, activity and scorers. */
  readonly wearables: {
    /** First and last minutes of wear. */
    readonly choi: readonly number[];
    /** 1 for each block that was not worn. */
    readonly vanHees: readonly number[];
    /** Start and end of each night, in epochs of 5 seconds. */
    readonly nights: readonly number[];
    /** Gradient, intercept and R2 of each record. */
    readonly gradient: readonly (readonly number[])[];
    /** Mean and Gini index of rest and activity in each record. */
    readonly bouts: readonly (readonly number[])[];
    readonly fluctuations: readonly (readonly number[])[];
    readonly scorers: readonly {
      readonly agreement: readonly number[];
      /** Epochs at which the consensus changes. */
      readonly changes: readonly number[];
      readonly share: number;
    }[];
  };
  /** Epochs, files and pairs of scored nights. */
  readonly hypnograms: {
    /** Codes of a night that is upsampled, cropped and padded. */
    readonly epochs: readonly (readonly number[])[];
    /** Code, first epoch and number of epochs of each run of a stage. */
    readonly periods: readonly (readonly number[])[];
    /** Files that yasa wrote. */
    readonly written: { readonly json: string; readonly events: string };
    /** Codes that mne and yasa read from our files. */
    readonly read: { readonly edf: readonly number[]; readonly json: readonly number[] };
    /** Means of four measures by stage. */
    readonly pairs: Readonly<Record<string, readonly number[]>>;
  };
  /** Comparisons of groups, partial correlations and slopes. */
  readonly changes: {
    /** Interval and p value of each pair of groups. */
    readonly welch: readonly (readonly number[])[];
    /** Exact p values, without the first pair. */
    readonly permutation: readonly number[];
    /** Difference and p value of each experiment. */
    readonly experiments: readonly (readonly number[])[];
    /** Mean of each hour around events. */
    readonly around: readonly number[];
    /** Slope of each record per day. */
    readonly trends: readonly number[];
    /** Coefficient and p value by days, removed effects and method. */
    readonly partial: readonly (readonly (readonly (readonly number[])[])[])[];
    /** Slope and half width of its interval with HAC errors. */
    readonly slopes: readonly (readonly number[])[];
    /** Largest F of a step, and positions of its date and of the ends of the interval of the date. */
    readonly changePoints: readonly (readonly number[])[];
    /** First values of the levels of each series and penalty. */
    readonly levels: readonly (readonly (readonly number[])[])[];
    /** Mean, usual level and difference of each measure. */
    readonly unusual: readonly (readonly number[])[];
    /** Trend, seasonal part and weights of each series and setting. */
    readonly decomposed: readonly (readonly (readonly number[])[])[];
    /** Change of level and of slope, and their standard errors. */
    readonly interrupted: readonly (readonly number[])[];
  };
}
