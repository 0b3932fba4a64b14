import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { Picture } from "./picture/picture.ts";
import { PictureGroup } from "./picture/pictureGroup.ts";
import { SPACES } from "./picture/theme.ts";
import { shareAxes } from "./picture/shareAxes.ts";

/** Options of {@linkcode beside}. */
export interface BesideOptions {
  /** Number of charts in a row; 1 stacks them on one time axis. @default as many as fit */
  across?: number;
  /** Title above all charts. @default none */
  title?: string;
  /** Gives axes of the same quantity the same range, and shows equal legends once. @default true */
  share?: boolean;
}

const OPTIONS = optionNames<BesideOptions>()("across title share");

/** Maximum width of charts side by side in pixels, by default. */
const MOST_WIDTH = 1460;

/**
 * Places charts side by side or, with `across: 1`, below each other: two quantities on one time
 * axis, the same quantity of two people, or a week and the one before. Value axes of the same
 * quantity share their range, so that heights compare; stacked time axes are aligned and labelled
 * once. On narrow pages, charts wrap to further rows.
 *
 * @param pictures Charts of any kind, each with its own width.
 * @returns One chart of all: `svg()`, `png()` and `save()` give one file.
 * @throws {TypeError} if the list has something other than charts
 * @throws {RangeError} if the list is empty, or `across` is not an integer above 0
 *
 * @example Heart rate and steps on one time axis
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assert } from "@std/assert";
 *
 * const rows = [
 *   { time: "2024-03-30T08:00Z", pulse: 61, steps: 20 },
 *   { time: "2024-03-30T09:00Z", pulse: 95, steps: 4200 },
 * ];
 * const picture = plot.beside([
 *   plot.line(rows, { y: "pulse", unit: "bpm", tz: "UTC" }),
 *   plot.line(rows, { y: "steps", tz: "UTC" }),
 * ], { across: 1 });
 * assert(String(picture).includes("Pulse (bpm)"));
 * assert((await picture.svg()).startsWith("<svg"));
 * ```
 */
export function beside(pictures: readonly Picture[], options: BesideOptions = {}): Picture {
  const action = "place charts side by side";
  checkOptions(action, options, OPTIONS);
  const given: unknown = pictures;
  if (!Array.isArray(given)) {
    throw new TypeError(
      `Cannot ${action}: expected a list of charts, got ${describeValue(given)}.`,
    );
  }
  if (pictures.length === 0) throw new RangeError(`Cannot ${action}: the list is empty.`);
  pictures.forEach((picture, i) => {
    if (picture instanceof Picture) return;
    throw new TypeError(
      `Cannot ${action}: number ${i + 1} is ${describeValue(picture)}, expected a chart.`,
    );
  });
  const specs = pictures.map(({ spec }) => spec);
  const { across = acrossOf(specs.map(({ width }) => width)), title, share = true } = options;
  if (!Number.isInteger(across) || across < 1) {
    throw new RangeError(`Cannot ${action}: across is ${across}, expected an integer above 0.`);
  }
  const shared = share ? shareAxes(specs, across) : { specs, legend: [] };
  return new PictureGroup(shared.specs, {
    name: "beside",
    columns: across,
    title,
    legend: shared.legend,
  });
}

function acrossOf(widths: readonly number[]): number {
  let sum = 0;
  const fit = widths.findIndex((width) =>
    (sum += width + SPACES.panels) > MOST_WIDTH + SPACES.panels
  );
  return fit < 0 ? widths.length : Math.max(1, fit);
}
