import type { RhythmForm } from "./stability.ts";

/** Published variant of IS, IV and phi. */
export type RhythmVariant = "population" | "sample" | "GGIR" | "pyActigraphy";

/** Differences between published variants, in addition to the sums of squares. */
export interface RhythmVariantForm extends RhythmForm {
  /** `true` if phi is fitted as an autoregression. */
  readonly autoregressive: boolean;
  /** `true` if a period includes the window and the value that start at its end. */
  readonly closedPeriods: boolean;
  /**
   * `true` if ISm and IVm use the data's step for windows finer than the data; otherwise such
   * windows are left out.
   */
  readonly keepsFine: boolean;
  /** `true` if L5 and M10 of data finer than a minute may start between two full minutes. */
  readonly startsBetweenMinutes: boolean;
}
export const RHYTHM_FORMS: Readonly<Record<RhythmVariant, RhythmVariantForm>> = {
  // Van Someren et al. 1999, doi:10.3109/07420529908998724
  population: {
    windows: "clock",
    reduce: "mean",
    dayCentre: "all",
    centre: "all",
    ddof: 0,
    pairs: "all",
    autoregressive: false,
    closedPeriods: false,
    keepsFine: false,
    startsBetweenMinutes: false,
  },
  // LightLogR 0.3.8, and later its `use.samplevar`: variances of samples
  sample: {
    windows: "clock",
    reduce: "mean",
    dayCentre: "day",
    centre: "all",
    ddof: 1,
    pairs: "all",
    autoregressive: false,
    closedPeriods: false,
    keepsFine: false,
    startsBetweenMinutes: false,
  },
  // GGIR 3.3, g.IVIS: hours from the start, all deviations from the mean day's mean, phi of an ARIMA
  GGIR: {
    windows: "start",
    reduce: "mean",
    dayCentre: "day",
    centre: "day",
    ddof: 0,
    pairs: "all",
    autoregressive: true,
    closedPeriods: false,
    keepsFine: false,
    startsBetweenMinutes: false,
  },
  // pyActigraphy 1.2.2, io/base.py and metrics/metrics.py: sums of hours from the start, variances of
  // samples, mean over the known pairs; pandas' slices of a period hold both of its ends
  pyActigraphy: {
    windows: "start",
    reduce: "sum",
    dayCentre: "day",
    centre: "all",
    ddof: 1,
    pairs: "known",
    autoregressive: false,
    closedPeriods: true,
    keepsFine: true,
    startsBetweenMinutes: true,
  },
};
