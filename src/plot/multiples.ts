import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Column } from "../frame/columns/columns.ts";
import type { DateLocale } from "../time/localText.ts";
import type { TimeTextOptions } from "../time/textPatterns.ts";
import { DAY_MS } from "../time/units.ts";
import { rowsOfGroups } from "../frame/columns/groups.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { PictureGroup } from "./picture/pictureGroup.ts";
import { shareAxes } from "./picture/shareAxes.ts";
import { noData } from "./axis/noData.ts";
import { labelsOf } from "./picture/labels.ts";
import { Picture } from "./picture/picture.ts";
import { LEAST_GUTTERED, SPACES } from "./picture/theme.ts";
import { inLanguage, say, term } from "../words/language.ts";

/** Options passed to the function that draws a group, which passes them on to its chart. */
export interface MultipleOptions {
  /** Name of the group. */
  readonly title: string;
  /** Width of the chart in pixels. */
  readonly width: number;
  /** Language of the chart. @default none */
  readonly locale?: string | DateLocale;
}

/** Options of {@linkcode multiples}. */
export interface MultiplesOptions {
  /** Column whose values each get a chart, such as `user` or `source`. */
  by: string;
  /**
   * Draws the rows of one group: `(rows, options) => plot.line(rows, { ...options, y: "heart_rate"
   * })`.
   */
  draw: (rows: FrameLike, options: MultipleOptions) => Picture;
  /** Number of charts in a row. @default as many as fit at 340 pixels each */
  across?: number;
  /** Total width in pixels. @default 720 */
  width?: number;
  /** Title above all charts. @default none */
  title?: string;
  /** Language of all charts, as in every chart. @default English */
  locale?: string | DateLocale;
}

const OPTIONS = optionNames<MultiplesOptions>()("by draw across width title locale");

/** Minimum width of a chart by default, gap between charts, and maximum number of charts. */
const LEAST = LEAST_GUTTERED, GAP = SPACES.panels, MOST = 60;

/**
 * Draws small multiples: a chart for each person, source or other value of a column, with the same
 * axes and one legend, so that they compare.
 *
 * @param frame A column `by` and the columns that `draw` needs; groups are in order of their first
 * rows.
 * @throws {TypeError} if the column is missing, or `draw` does not return a chart
 * @throws {RangeError} if there are more than 60 groups, or `across` is not an integer above 0
 *
 * @example The heart rate of two people
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assert } from "@std/assert";
 *
 * const picture = plot.multiples([
 *   { user: "Ada", time: "2024-03-30T08:00Z", pulse: 61 },
 *   { user: "Ada", time: "2024-03-30T09:00Z", pulse: 95 },
 *   { user: "Bob", time: "2024-03-30T08:00Z", pulse: 50 },
 *   { user: "Bob", time: "2024-03-30T09:00Z", pulse: 52 },
 * ], {
 *   by: "user",
 *   draw: (rows, options) => plot.line(rows, { ...options, y: "pulse", unit: "bpm", tz: "UTC" }),
 * });
 * assert((await picture.svg()).includes("Bob"));
 * ```
 */
export function multiples(frame: FrameLike, options: MultiplesOptions): Picture {
  return inLanguage(options, () => drawMultiples(frame, options));
}

function drawMultiples(frame: FrameLike, options: MultiplesOptions): Picture {
  const action = "draw small multiples";
  checkOptions(action, options, OPTIONS, "by and draw");
  const { by, draw, width = 720, title } = options;
  const language = options.locale === undefined ? {} : { locale: options.locale };
  if (typeof by !== "string") {
    throw new TypeError(
      `Cannot ${action}: by is ${describeValue(by)}, expected the name of a column`,
    );
  }
  if (typeof draw !== "function") {
    throw new TypeError(
      `Cannot ${action}: draw is ${
        describeValue(draw)
      }, expected a function that draws the rows of a group`,
    );
  }
  const data = openFrame(frame, { action });
  const groups = data.groups(by);
  if (groups === undefined || groups.first.length === 0) {
    return noData(
      "multiples",
      title ?? say("Small multiples by {name}", { name: term(by.replaceAll("_", " ")) }),
      frame,
      { width, ...language },
      "numbers",
    );
  }
  const count = groups.first.length;
  if (count > MOST) {
    throw new RangeError(
      `Cannot ${action}: ${
        JSON.stringify(by)
      } has ${count} values, the maximum is ${MOST}. Filter the frame, or group by another column.`,
    );
  }
  const { across = Math.min(count, Math.max(1, Math.floor((width + GAP) / (LEAST + GAP)))) } =
    options;
  const own = Math.floor((width - GAP * (across - 1)) / across);
  const parts = data.takeParts(rowsOfGroups(groups, undefined), data.names);
  const pictures = parts.map((rows, i) =>
    draw(rows, { title: nameOf(groups.columns[by]!, i, by, language), width: own, ...language })
  );
  if (!Number.isInteger(across) || across < 1) {
    throw new RangeError(`Cannot ${action}: across is ${across}, expected an integer above 0`);
  }
  pictures.forEach((picture, i) => {
    if (picture instanceof Picture) return;
    throw new TypeError(
      `Cannot ${action}: draw returned ${describeValue(picture)} for group ${
        i + 1
      }, expected a chart`,
    );
  });
  const { specs, legend } = shareAxes(pictures.map(({ spec }) => spec), across, { everyX: true });
  return new PictureGroup(specs, { name: "multiples", columns: across, title, legend });
}

/** Returns the value of a row as the name of its group. */
function nameOf(column: Column, row: number, by: string, language: TimeTextOptions): string {
  if (column.type === "list" || column.type === "struct") return ""; // lists and structs cannot be groups
  const value = column.type !== "text" && column.valid?.[row] === 0 ? null : column.values[row];
  if (value === null || value === undefined) return say("no {name}", { name: term(by) });
  if (column.type === "date") return labelsOf(language, "UTC").date(Number(value) * DAY_MS);
  if (column.type === "time") {
    const labels = labelsOf(language, column.zone), at = Number(value) / 1000;
    return `${labels.date(at)} ${labels.clock(at)}`;
  }
  if (column.type === "bool") return value === 0 ? say("not {name}", { name: term(by) }) : term(by);
  return String(value);
}
