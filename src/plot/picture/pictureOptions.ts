import { checkOptions, type OptionTable } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import type { PictureOptions, PlotOptions, UntimedPictureOptions } from "./spec.ts";

/** What Observable Plot's `plot` takes: it would pass over a name that it does not know. */
const PLOT_OPTIONS: OptionTable<PlotOptions> = {
  width: true,
  height: true,
  aspectRatio: true,
  margin: true,
  marginTop: true,
  marginRight: true,
  marginBottom: true,
  marginLeft: true,
  inset: true,
  insetTop: true,
  insetRight: true,
  insetBottom: true,
  insetLeft: true,
  style: true,
  className: true,
  title: true,
  subtitle: true,
  caption: true,
  figure: true,
  ariaLabel: true,
  ariaDescription: true,
  document: true,
  clip: true,
  x: true,
  y: true,
  r: true,
  color: true,
  opacity: true,
  symbol: true,
  length: true,
  projection: true,
  fx: true,
  fy: true,
  facet: true,
  marks: true,
  grid: true,
  label: true,
  labelArrow: true,
  clamp: true,
  nice: true,
  zero: true,
  round: true,
  align: true,
  padding: true,
  axis: true,
};

/** What every picture takes that shows no times. */
export const UNTIMED_OPTIONS: OptionTable<UntimedPictureOptions> = {
  title: true,
  width: true,
  height: true,
  plot: PLOT_OPTIONS,
};

/** What every other picture takes. */
export const PICTURE_OPTIONS: OptionTable<PictureOptions> = {
  ...UNTIMED_OPTIONS,
  tz: true,
  locale: true,
  timeFormat: true,
};

/**
 * Checks the options of a picture: their names, and that its sizes are numbers of pixels.
 *
 * @param action What could not be done, the message's beginning: `"draw a line"`.
 * @param needed The options that the picture cannot do without, in words: `"x and y"`.
 * @throws {TypeError} if there is no such option, one that is needed is missing, or a size is no number
 * @throws {RangeError} if a size is not finite and above 0
 */
export function checkPictureOptions<T extends UntimedPictureOptions>(
  action: string,
  options: T | undefined,
  table: OptionTable<NoInfer<T>>,
  needed?: string,
): void {
  const by = (options as { readonly by?: unknown } | null | undefined)?.by;
  if (by !== undefined && !Object.hasOwn(table, "by")) {
    throw new TypeError(
      `Cannot ${action} by ${String(by)}: it shows one person or source; draw one for each`,
    );
  }
  checkOptions(action, options, table, needed);
  for (const name of ["width", "height"] as const) {
    const size: unknown = options?.[name];
    if (size === undefined || (typeof size === "number" && size > 0 && size < Infinity)) continue;
    const expected = "expected a number of pixels above 0";
    if (typeof size === "number") {
      throw new RangeError(`Cannot ${action}: ${name} is ${size}, ${expected}`);
    }
    throw new TypeError(`Cannot ${action}: ${name} is ${describeValue(size)}, ${expected}`);
  }
}

/** Options without those of the picture, for the verb that it draws; the zone is both's. */
export function withoutPicture<T extends PictureOptions>(
  options: T,
): Omit<T, "title" | "width" | "height" | "plot" | "locale" | "timeFormat"> {
  const { title: _t, width: _w, height: _h, plot: _p, locale: _l, timeFormat: _f, ...rest } =
    options;
  return rest;
}
