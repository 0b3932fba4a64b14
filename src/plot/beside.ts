import type { FrameLike } from "../frame/open.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { Picture } from "./picture/picture.ts";
import { PictureGroup } from "./picture/pictureGroup.ts";
import { SPACES } from "./picture/theme.ts";
import { shareAxes } from "./picture/shareAxes.ts";
import { hypnogram, type HypnogramOptions } from "./hypnogram.ts";
import { overview, type OverviewOptions } from "./overview.ts";
import { inLanguage } from "../words/language.ts";

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
      `Cannot ${action}: expected a list of charts, got ${describeValue(given)}`,
    );
  }
  if (pictures.length === 0) throw new RangeError(`Cannot ${action}: the list is empty`);
  pictures.forEach((picture, i) => {
    if (picture instanceof Picture) return;
    throw new TypeError(
      `Cannot ${action}: number ${i + 1} is ${describeValue(picture)}, expected a chart`,
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

function acrossOf(widths: readonly number[]): number {
  let sum = 0;
  const fit = widths.findIndex((width) =>
    (sum += width + SPACES.panels) > MOST_WIDTH + SPACES.panels
  );
  return fit < 0 ? widths.length : Math.max(1, fit);
}

/** Options of {@linkcode night}. */
export interface NightOptions
  extends
    Omit<HypnogramOptions, "by" | "provenance" | "height" | "plot">,
    Pick<OverviewOptions, "x" | "y"> {}

const NIGHT_OPTIONS = optionNames<NightOptions>()(
  "title width locale tz timeFormat stages columns x y",
);

/**
 * Draws a whole night on one clock: its stages as a {@linkcode hypnogram}, and below it each measure
 * in a row of its own, such as heart rate, breathing and temperature, from the first stage to the
 * last. Join measures of several frames with `series.align({ heart, breath }, { every: "5min" })`.
 *
 * @param stages One night: `start_time`, `end_time` (instants), `sleep_stage` (code).
 * @param measures A column of instants (`time`) and numeric columns.
 * @returns One chart of all: `svg()`, `png()` and `save()` give one file.
 * @throws {TypeError} if a column is missing or has another type, or a time or stage is null
 * @throws {RangeError} if there are several nights or no stages, stages overlap, there are more than
 * 12 measures, or the zone does not exist
 *
 * @example A night and its heart rate
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assert } from "@std/assert";
 *
 * const picture = plot.night([
 *   { start_time: "2024-03-30T23:00Z", end_time: "2024-03-31T01:00Z", sleep_stage: 4 },
 *   { start_time: "2024-03-31T01:00Z", end_time: "2024-03-31T04:00Z", sleep_stage: 3 },
 * ], [
 *   { time: "2024-03-30T20:00Z", pulse: 71 },
 *   { time: "2024-03-30T23:30Z", pulse: 52 },
 *   { time: "2024-03-31T02:30Z", pulse: 56 },
 * ], { tz: "UTC" });
 * assert(String(picture).includes("pulse median 54, last 56"));
 * ```
 */
export function night(
  stages: FrameLike,
  measures: FrameLike,
  options: NightOptions = {},
): Picture {
  return inLanguage(options, () => {
    checkOptions("draw a night", options, NIGHT_OPTIONS);
    const { x, y, title, stages: table, columns, ...common } = options;
    const sleep = hypnogram(stages, {
      ...common,
      ...(table === undefined ? {} : { stages: table }),
      ...(columns === undefined ? {} : { columns }),
    });
    const { time } = sleep.spec;
    if (time === undefined) {
      throw new RangeError(
        "Cannot draw a night: expected the stages of one night. Filter the frame, or use plot.hypnogram for several nights.",
      );
    }
    const below = overview(measures, {
      ...common,
      tz: time.tz,
      range: { from: new Date(time.start), to: new Date(time.end) },
      ...(x === undefined ? {} : { x }),
      ...(y === undefined ? {} : { y }),
    });
    return beside([sleep, below], { across: 1, ...(title === undefined ? {} : { title }) });
  });
}
