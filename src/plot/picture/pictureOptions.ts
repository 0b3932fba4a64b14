import type { OptionTable } from "../../options/checkOptions.ts";
import { PLOT_OPTIONS } from "./plotOptions.ts";
import type { PictureOptions, UntimedPictureOptions } from "./spec.ts";

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

/** Options without those of the picture, for the verb that it draws; the zone is both's. */
export function withoutPicture<T extends PictureOptions>(
  options: T,
): Omit<T, "title" | "width" | "height" | "plot" | "locale" | "timeFormat"> {
  const { title: _t, width: _w, height: _h, plot: _p, locale: _l, timeFormat: _f, ...rest } =
    options;
  return rest;
}
