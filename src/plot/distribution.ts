import { windowLabel } from "./axis/reducerName.ts";
import { unitOf } from "./groups/readSeries.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import { optionNames } from "../options/checkOptions.ts";
import { boxPlot } from "./groups/boxPlot.ts";
import { checkGroups, readGroups } from "./groups/groups.ts";
import { histogram } from "./groups/histogram.ts";
import { noData } from "./axis/noData.ts";
import { percentiles } from "./axis/percentiles.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, rejectUnused, UNTIMED_OPTIONS } from "./picture/pictureOptions.ts";
import type { UntimedPictureOptions } from "./picture/spec.ts";
import { nameLabel } from "./axis/valueAxis.ts";
import { lowerFirst, lowerNoun } from "./picture/letterCase.ts";
import { measureColor } from "./picture/theme.ts";
import { inLanguage, say } from "../words/language.ts";

/** Options of {@linkcode distribution}. */
export interface DistributionOptions extends UntimedPictureOptions {
  /** Column of values. @default the only numeric column */
  y?: string;
  /** A histogram of all values, or one box per group. @default "histogram"; "box" with `by` */
  kind?: "histogram" | "box";
  /** For boxes: column of text with the groups. @default a single group */
  by?: string;
  /** Percentiles to mark, from 0 to 100: labelled lines, or ticks in boxes. @default none */
  percentile?: number | readonly number[];
  /** For histograms: approximate number of bars. @default 5 to 60, by Freedman and Diaconis */
  bins?: number;
  /** Unit of the values, shown on the axis. @default the unit of the column, if known */
  unit?: string;
}

const MOST_GROUPS = 30;
/** Maximum number of bins: bars narrower than a third of a pixel show nothing. */
const MAX_BINS = 2000;

const OPTIONS = optionNames<DistributionOptions>()(
  UNTIMED_OPTIONS,
  "y kind by percentile bins unit",
);

/**
 * Draws the distribution of values as a histogram, or as box plots per group.
 *
 * Each bar of the histogram counts the values from its left edge (inclusive) to its right edge;
 * edges are round numbers. Boxes reach from the first to the third quartile with a line at the
 * median; whiskers reach to the furthest values within 1.5 box lengths, and values beyond are dots
 * (Tukey 1977). Percentiles are interpolated linearly (R's type 7). Nulls are skipped; the summary
 * gives their number.
 *
 * @param frame A numeric column; with `by` also a column of text.
 * @throws {TypeError} if a column is missing or has another type, a histogram is given `by`, or box
 * plots are given `bins`
 * @throws {RangeError} if a percentile is not from 0 to 100, `bins` is not an integer above 0, or
 * there are more than 30 groups
 *
 * @example The usual steps of a day, and the 90th percentile
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
  return inLanguage(options, () => drawDistribution(frame, options));
}

function drawDistribution(frame: FrameLike, options: DistributionOptions): Picture {
  checkPictureOptions("draw a distribution", options, OPTIONS);
  const { by, bins, kind = by === undefined ? "histogram" : "box" } = options;
  const action = "draw a distribution";
  if (kind !== "histogram" && kind !== "box") {
    throw new RangeError(
      `Cannot ${action}: kind is ${JSON.stringify(kind)}, expected "histogram" or "box"`,
    );
  }
  if (kind === "histogram" && by !== undefined) {
    throw new TypeError(`Cannot ${action}: a histogram has no groups. Use kind: "box" with by.`);
  }
  if (kind === "box") {
    rejectUnused(action, options, ["bins"], 'on box plots. Use kind: "histogram".');
  }
  if (bins !== undefined && !(Number.isInteger(bins) && bins > 0 && bins <= MAX_BINS)) {
    throw new RangeError(
      `Cannot ${action}: bins is ${bins}, expected an integer from 1 to ${MAX_BINS}`,
    );
  }
  const data = openFrame(frame, { action }), y = options.y ?? data.onlyNumberName();
  const unit = options.unit ?? unitOf(data, y);
  const marked = percentiles(options.percentile, action);
  const { values: [all], groups, missing } = readGroups(data, [y], by);
  checkGroups(groups, MOST_GROUPS, action);
  const words = windowLabel(y, data.windows);
  const name = lowerFirst(words);
  const title = by === undefined
    ? say("Distribution of {name}", { name })
    : say("Distribution of {name} by {group}", { name, group: lowerNoun(nameLabel(by)) });
  if (groups.length === 0) {
    return noData("distribution", title, frame, options, "numbers");
  }
  const sorted = groups.map(({ name, rows }) => ({
    name,
    values: Float64Array.from(rows, (row) => all![row]!).sort(),
  }));
  const drawn = {
    title,
    label: nameLabel(y, unit),
    unit,
    missing,
    percentiles: marked,
    color: measureColor(y),
  };
  return kind === "box"
    ? boxPlot(sorted, drawn, options)
    : histogram(sorted[0]!.values, { ...drawn, bins }, options);
}
