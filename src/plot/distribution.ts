import { unitOf } from "./groups/readSeries.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import { optionNames } from "../options/checkOptions.ts";
import { boxPlot } from "./groups/boxPlot.ts";
import { checkGroups, readGroups } from "./groups/groups.ts";
import { histogram } from "./groups/histogram.ts";
import { noData } from "./picture/chart.ts";
import { percentiles } from "./axis/percentiles.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, UNTIMED_OPTIONS } from "./picture/pictureOptions.ts";
import type { UntimedPictureOptions } from "./picture/spec.ts";
import { nameLabel } from "./axis/valueAxis.ts";
import { lowerFirst } from "./picture/letterCase.ts";

/** How a distribution is drawn. */
export interface DistributionOptions extends UntimedPictureOptions {
  /** The column of values. @default the frame's only column of numbers */
  y?: string;
  /** A histogram of all values, or a box for each group. @default "histogram", "box" with `by` */
  kind?: "histogram" | "box";
  /** For boxes: the column of text whose values are the groups. @default one group of all */
  by?: string;
  /** Percentiles to mark, each from 0 to 100: a line with its value, or in boxes a mark. @default none */
  percentile?: number | readonly number[];
  /** For histograms: about how many bars. @default by the rule of Freedman and Diaconis, 5 to 60 */
  bins?: number;
  /** The unit of the values, named at the axis. @default the column's, where the frame is known to have one */
  unit?: string;
}

const MOST_GROUPS = 30;

const OPTIONS = optionNames<DistributionOptions>()(
  UNTIMED_OPTIONS,
  "y kind by percentile bins unit",
);

/**
 * Draws how values are distributed: as a histogram, or as box plots side by side for groups.
 *
 * A bar of the histogram counts the values from its left edge (inclusive) to its right one; edges are
 * round numbers. A box reaches from the first to the third quartile with a line at the median, its
 * whiskers to the furthest values within 1.5 times the box's length, and what lies beyond is a dot
 * (Tukey 1977). Percentiles are linear between neighbouring values (R's type 7). Nulls count for
 * nothing, and the summary says how many there are.
 *
 * @param frame a column of numbers; with `by` also one of text.
 * @throws {TypeError} if a column is missing or of another type, or a histogram is asked with `by`
 * @throws {RangeError} if a percentile is not from 0 to 100, `bins` is not an integer above 0 or
 * there are more than 30 groups
 *
 * @example The usual steps of a day, and those of nine days in ten
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const days = [4000, 5000, 6000, 7000, 8000, null].map((steps) => ({ steps }));
 * const picture = plot.distribution(days, { y: "steps", percentile: [50, 90] });
 * assertEquals(
 *   String(picture),
 *   "Distribution of steps: 5 values, 1 missing, 4,000 to 8,000, Median 6,000, 90th percentile 7,600",
 * );
 * ```
 */
export function distribution(frame: FrameLike, options: DistributionOptions = {}): Picture {
  checkPictureOptions("draw a distribution", options, OPTIONS);
  const { by, bins, kind = by === undefined ? "histogram" : "box" } = options;
  const action = "draw a distribution";
  if (kind !== "histogram" && kind !== "box") {
    throw new RangeError(`Cannot ${action} as ${JSON.stringify(kind)}: use "histogram" or "box"`);
  }
  if (kind === "histogram" && by !== undefined) {
    throw new TypeError(`Cannot ${action}: a histogram has no groups; use kind: "box" with by`);
  }
  if (bins !== undefined && !(Number.isInteger(bins) && bins > 0)) {
    throw new RangeError(`Cannot ${action} of ${bins} bins: give an integer above 0`);
  }
  const data = openFrame(frame, { action }), y = options.y ?? data.onlyNumberName();
  const unit = options.unit ?? unitOf(data, y);
  const marked = percentiles(options.percentile, action);
  const { values: [all], groups, missing } = readGroups(data, [y], by);
  checkGroups(groups, MOST_GROUPS, action);
  const words = nameLabel(y);
  const title = `Distribution of ${lowerFirst(words)}${
    by === undefined ? "" : ` by ${nameLabel(by).toLowerCase()}`
  }`;
  if (groups.length === 0) return noData("distribution", title, options);
  const sorted = groups.map(({ name, rows }) => ({
    name,
    values: Float64Array.from(rows, (row) => all![row]!).sort(),
  }));
  const drawn = { title, label: nameLabel(y, unit), unit, missing, percentiles: marked };
  return kind === "box"
    ? boxPlot(sorted, drawn, options)
    : histogram(sorted[0]!.values, { ...drawn, bins }, options);
}
