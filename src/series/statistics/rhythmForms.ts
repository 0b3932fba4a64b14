import type { RhythmForm } from "./stability.ts";

/** Which published form IS, IV and phi take. */
export type RhythmVariant = "population" | "sample" | "GGIR" | "pyActigraphy";

/** What the published forms differ in, in addition to their sums of squares. */
export interface RhythmVariantForm extends RhythmForm {
  /** Whether phi is fitted as an autoregression. */
  readonly autoregressive: boolean;
  /** Whether a period takes the window and the value that begin where it ends. */
  readonly closedPeriods: boolean;
  /** Whether a window finer than the data is the data's own step in ISm and IVm, or is left out. */
  readonly keepsFine: boolean;
  /** Whether L5 and M10 of data with a step below a minute may begin at any step, or at full minutes. */
  readonly startsInMinute: boolean;
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
    startsInMinute: false,
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
    startsInMinute: false,
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
    startsInMinute: false,
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
    startsInMinute: true,
  },
};
