import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { Picture } from "./picture/picture.ts";
import { PictureGroup } from "./picture/pictureGroup.ts";
import { shareAxes } from "./picture/shareAxes.ts";

/** How pictures stand side by side. */
export interface BesideOptions {
  /** How many stand in a row; 1 puts them below each other, on one time axis. @default as many as fit into 1460 pixels */
  across?: number;
  /** What stands above all of them. @default none */
  title?: string;
  /** Whether axes that show the same have the same ends, and legends that are alike stand once. @default true */
  share?: boolean;
}

const OPTIONS = optionNames<BesideOptions>()("across title share");

/** The most that pictures take side by side in pixels, where the caller does not say how many. */
const MOST_WIDTH = 1460;

/**
 * Pictures side by side, or with `across: 1` below each other: two quantities that have different units
 * over one time axis, the same one of two people, a week and the one before. Value axes of the same
 * quantity have the same ends, so that heights compare; times below each other stand in one line, and are
 * written once. A page that is too narrow breaks them into further rows.
 *
 * @param pictures Pictures of any kind, each with its own width.
 * @returns a picture of all: its `svg()`, `png()` and `save()` give one file.
 * @throws {TypeError} if something else than pictures is given
 * @throws {RangeError} if there are none, or `across` is not an integer above 0
 *
 * @example Pulse and steps on one time axis
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assert } from "@std/assert";
 *
 * const rows = [
 *   { time: "2024-03-30T08:00Z", pulse: 61, steps: 20 },
 *   { time: "2024-03-30T09:00Z", pulse: 95, steps: 4200 },
 * ];
 * const picture = plot.beside([
 *   plot.line(rows, { y: "pulse", unit: "bpm" }),
 *   plot.line(rows, { y: "steps" }),
 * ], { across: 1 });
 * assert(String(picture).includes("Pulse (bpm)"));
 * assert((await picture.svg()).startsWith("<svg"));
 * ```
 */
export function beside(pictures: readonly Picture[], options: BesideOptions = {}): Picture {
  const action = "put pictures side by side";
  checkOptions(action, options, OPTIONS);
  const given: unknown = pictures;
  if (!Array.isArray(given)) {
    throw new TypeError(
      `Cannot ${action}: expected a list of pictures, got ${describeValue(given)}`,
    );
  }
  if (pictures.length === 0) throw new RangeError(`Cannot ${action}: there are none`);
  pictures.forEach((picture, i) => {
    if (picture instanceof Picture) return;
    throw new TypeError(
      `Cannot ${action}: number ${i + 1} is ${describeValue(picture)}, no picture`,
    );
  });
  const specs = pictures.map(({ spec }) => spec);
  const { across = acrossOf(specs.map(({ width }) => width)), title, share = true } = options;
  if (!Number.isInteger(across) || across < 1) {
    throw new RangeError(`Cannot ${action}: across is ${across}, expected an integer above 0`);
  }
  const shared = share ? shareAxes(specs, across) : { specs, legend: [] };
  return new PictureGroup(shared.specs, {
    name: "beside",
    columns: across,
    title,
    legend: shared.legend,
  });
}

/** As many as fit beside each other. */
function acrossOf(widths: readonly number[]): number {
  let sum = 0;
  const fit = widths.findIndex((width) => (sum += width + 16) > MOST_WIDTH + 16);
  return fit < 0 ? widths.length : Math.max(1, fit);
}
