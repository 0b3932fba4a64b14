import { checkOptions, optionNames, type OptionTable } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import type { PictureOptions, PlotOptions, UntimedPictureOptions } from "./spec.ts";

/** What Observable Plot's `plot` takes: it would pass over a name that it does not know. */
const PLOT_OPTIONS = optionNames<PlotOptions>()(
  "width height aspectRatio margin marginTop marginRight marginBottom marginLeft inset insetTop",
  "insetRight insetBottom insetLeft style className title subtitle caption figure ariaLabel",
  "ariaDescription document clip x y r color opacity symbol length projection fx fy facet marks",
  "grid label labelArrow clamp nice zero round align padding axis",
);

/** What every picture takes that shows no times. */
export const UNTIMED_OPTIONS = optionNames<UntimedPictureOptions>()("title width height", {
  plot: PLOT_OPTIONS,
});

/** What every other picture takes. */
export const PICTURE_OPTIONS = optionNames<PictureOptions>()(
  UNTIMED_OPTIONS,
  "tz locale timeFormat",
);

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
