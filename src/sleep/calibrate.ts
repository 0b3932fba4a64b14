import { recordMade } from "../frame/cite/made.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import { nullable } from "../frame/columns/nullable.ts";
import { withColumns } from "../frame/polars/withColumns.ts";
import { deviceLimits, LEVEL } from "./agreement/deviceLimits.ts";
import { completePairs, type PairOptions, readPairs } from "./agreement/pairDifferences.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** Options of {@linkcode calibrate}. */
export interface CalibrateOptions extends PairOptions {
  /**
   * Kind of the bias: the mean difference, a line on the reference, or `"auto"`: the line if its
   * slope differs from 0 (p below 0.05). @default "auto"
   */
  bias?: "auto" | "constant" | "proportional";
  /** Changes values even if the study found no bias (p of 0.05 or more). @default false */
  always?: boolean;
}

const ACTION = "calibrate values";

const OPTIONS = optionNames<CalibrateOptions>()("reference other bias always");

/**
 * Corrects values of a device for the bias that a validation study found (Menghini et al. 2021, doi
 * 10.1093/sleep/zsaa170).
 *
 * With a constant bias, it is subtracted. With a proportional bias, where the difference is
 * `intercept + slope * reference`, the corrected value is `(value - intercept) / (1 + slope)`.
 * Values stay the same if the study's t test found no bias, unless `always` is set. Calibrated
 * values are valid for the study's device, settings and population only.
 *
 * @param frame Rows with the column `other`, which the device measured.
 * @param study Pairs of a validation study: a row for each person with `reference` and `other`.
 * @returns the frame with another column, `<other>_calibrated` `f64`; null if `other` is null or
 * NaN.
 * @throws {TypeError} if a column is missing or not numeric
 * @throws {RangeError} if the study has fewer than 3 complete pairs, or an option is invalid
 *
 * @example A watch that measured 20 minutes too little
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const study = [{ lab: 70, watch: 50 }, { lab: 80, watch: 61 }, { lab: 75, watch: 54 }];
 * const nights = sleep.calibrate([{ watch: 40 }], study, { reference: "lab", other: "watch" });
 * assertEquals(nights.getColumn("watch_calibrated").toArray(), [60]);
 * ```
 */
export function calibrate(frame: FrameLike, study: FrameLike, options: CalibrateOptions): Frame {
  checkOptions(ACTION, options, OPTIONS, "reference and other");
  const { bias = "auto", always = false, other } = options;
  if (!["auto", "constant", "proportional"].includes(bias)) {
    throw new RangeError(
      `Cannot ${ACTION}: bias is ${JSON.stringify(bias)}. Use auto, constant or proportional.`,
    );
  }
  const pairs = readPairs(openFrame(study, { action: `${ACTION}, the study` }), options);
  const known = completePairs(pairs, Uint32Array.from(pairs.reference.values.keys()));
  if (known.reference.length < 3) {
    throw new RangeError(
      `Cannot ${ACTION}: the study has ${known.reference.length} complete pairs. Use at least 3.`,
    );
  }
  const { values, biasModel } = deviceLimits(known.reference, known.other, {
    confidence: 0.95,
    interval: "t",
    resamples: 0,
    seed: 1,
  });
  const model = bias === "auto" ? biasModel : bias;
  const correct = !always && !(values.bias_p < LEVEL)
    ? (value: number) => value
    : model === "constant" || Number.isNaN(values.slope)
    ? (value: number) => value - values.bias
    : (value: number) => (value - values.intercept) / (1 + values.slope);
  const data = openFrame(frame, { action: ACTION });
  const { value } = data.read({ value: "float64" }, { columns: { value: other } });
  const found = withColumns(data.frame(), {
    [`${other}_calibrated`]: nullable(
      value.values.map((one, row) => value.valid?.[row] === 0 ? NaN : correct(one)),
    ),
  });
  return recordMade(found, "sleep.calibrate", options, frame);
}
