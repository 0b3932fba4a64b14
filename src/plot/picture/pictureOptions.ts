import { checkOptions, optionNames, type OptionTable } from "../../options/checkOptions.ts";
import { describeValue, isFrame } from "../../options/describeValue.ts";
import { localeOf } from "../../time/localText.ts";
import type { PictureOptions, PlotOptions, UntimedPictureOptions } from "./spec.ts";

/** Options of Observable Plot's `plot`, which would ignore unknown names. */
const PLOT_OPTIONS = optionNames<PlotOptions>()(
  "width height aspectRatio margin marginTop marginRight marginBottom marginLeft inset insetTop",
  "insetRight insetBottom insetLeft style className title subtitle caption figure ariaLabel",
  "ariaDescription document clip x y r color opacity symbol length projection fx fy facet marks",
  "grid label labelArrow clamp nice zero round align padding axis",
);

/** Largest width and height of a chart in pixels: browsers draw no larger picture. */
const MAX_SIZE = 16_384;

/** Scales among Observable Plot's options. */
const SCALES = ["x", "y", "r", "color", "opacity", "symbol", "length", "fx", "fy"] as const;

/** Options of every chart without times. */
export const UNTIMED_OPTIONS = optionNames<UntimedPictureOptions>()("title width height locale", {
  plot: PLOT_OPTIONS,
});

/** Options of every other chart. */
export const PICTURE_OPTIONS = optionNames<PictureOptions>()(
  UNTIMED_OPTIONS,
  "tz timeFormat",
);

/**
 * Checks the names of a chart's options, and that its sizes are valid.
 *
 * @param action Start of the message after "Cannot": `"draw a line"`.
 * @param needed Required options in words: `"x and y"`.
 * @throws {TypeError} if an option does not exist, a required one is missing, or a size is not a
 * number
 * @throws {RangeError} if a size is not above 0 or too large, or the locale does not exist
 */
export function checkPictureOptions<T extends UntimedPictureOptions>(
  action: string,
  options: T | undefined,
  table: OptionTable<NoInfer<T>>,
  needed?: string,
): void {
  const { by } = isFrame(options) ? {} : Object(options) as { readonly by?: unknown };
  if (by !== undefined && !Object.hasOwn(table, "by")) {
    throw new TypeError(
      `Cannot ${action} by ${String(by)}: it shows one person or source. Draw one chart for each.`,
    );
  }
  checkOptions(action, options, table, needed);
  if (options?.locale !== undefined) localeOf(options.locale);
  for (const name of SCALES) {
    const scale: unknown = options?.plot?.[name];
    if (scale === undefined || scale === null || typeof scale === "object") continue;
    throw new TypeError(
      `Cannot ${action}: plot.${name} is ${
        describeValue(scale)
      }, expected the options of a scale, ` +
        "such as { domain }. To change the look of a mark, draw your own on top with plot: { marks }.",
    );
  }
  for (const name of ["width", "height"] as const) {
    const size = options?.[name];
    if (size === undefined || size > 0 && size <= MAX_SIZE) continue;
    throw new RangeError(
      `Cannot ${action}: ${name} is ${size}, expected a number of pixels above 0, at most ${MAX_SIZE}`,
    );
  }
}

/**
 * Rejects options that a variant of a chart does not use.
 *
 * @param why Variant and advice: `'on box plots. Use kind: "histogram".'`
 * @throws {TypeError} if one of them is given
 */
export function rejectUnused<T extends object>(
  action: string,
  options: T,
  names: readonly (keyof T & string)[],
  why: string,
): void {
  const name = names.find((name) => options[name] !== undefined);
  if (name !== undefined) throw new TypeError(`Cannot ${action}: ${name} has no effect ${why}`);
}

/** Removes the chart's options and keeps the options of the verb that it draws. Both use the zone. */
export function withoutPicture<T extends PictureOptions>(
  options: T,
): Omit<T, "title" | "width" | "height" | "plot" | "locale" | "timeFormat"> {
  const { title: _t, width: _w, height: _h, plot: _p, locale: _l, timeFormat: _f, ...rest } =
    options;
  return rest;
}

/** @throws {TypeError} if `labels` is given and is not a list of two texts */
export function checkLabelPair(labels: unknown, action: string): void {
  if (labels === undefined) return;
  if (Array.isArray(labels) && labels.length === 2 && labels.every((l) => typeof l === "string")) {
    return;
  }
  throw new TypeError(
    `Cannot ${action}: labels is ${describeValue(labels)}, ` +
      `expected a list of two texts, such as ["Before", "After"]`,
  );
}
