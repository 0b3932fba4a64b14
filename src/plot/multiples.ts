import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Column } from "../frame/columns/columns.ts";
import { DAY_MS } from "../time/units.ts";
import { rowsOfGroups } from "../frame/columns/groups.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { PictureGroup } from "./picture/pictureGroup.ts";
import { shareAxes } from "./picture/shareAxes.ts";
import { noData } from "./picture/chart.ts";
import { labelsOf } from "./picture/labels.ts";
import { Picture } from "./picture/picture.ts";

/** What the picture of a group is handed: to be passed on to the function that draws it. */
export interface MultipleOptions {
  /** The name of the group. */
  readonly title: string;
  /** The width that it has. */
  readonly width: number;
}

/** How small multiples are drawn. */
export interface MultiplesOptions {
  /** The column whose values make a picture each, such as `user` or `source`. */
  by: string;
  /** Draws the rows of one group: `(rows, options) => plot.line(rows, { ...options, y: "heart_rate" })`. */
  draw: (rows: FrameLike, options: MultipleOptions) => Picture;
  /** How many stand in a row. @default as many as are 340 pixels wide */
  across?: number;
  /** The width of all together in pixels. @default 720 */
  width?: number;
  /** What stands above all of them. @default none */
  title?: string;
}

const OPTIONS = optionNames<MultiplesOptions>()("by draw across width title");

/** The usual least width of one, between two, and the most that one call makes. */
const LEAST = 340, GAP = 16, MOST = 60;

/**
 * A picture for each person, source or other value of a column, on the same axes and with one legend, so
 * that they compare: small multiples.
 *
 * @param frame a column `by`, and what `draw` needs; groups stand in order of their first rows.
 * @throws {TypeError} if the column is missing, or `draw` gives no picture
 * @throws {RangeError} if there are more than 60 groups, or `across` is not an integer above 0
 *
 * @example The pulse of two people
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
 *   draw: (rows, options) => plot.line(rows, { ...options, y: "pulse", unit: "bpm" }),
 * });
 * assert((await picture.svg()).includes("Bob"));
 * ```
 */
export function multiples(frame: FrameLike, options: MultiplesOptions): Picture {
  const action = "draw small multiples";
  checkOptions(action, options, OPTIONS, "by and draw");
  const { by, draw, width = 720, title } = options;
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
    return noData("multiples", title ?? `Small multiples by ${by}`, { width });
  }
  const count = groups.first.length;
  if (count > MOST) {
    throw new RangeError(
      `Cannot ${action}: ${JSON.stringify(by)} has ${count} values, the most is ${MOST}`,
    );
  }
  const { across = Math.min(count, Math.max(1, Math.floor((width + GAP) / (LEAST + GAP)))) } =
    options;
  const own = Math.floor((width - GAP * (across - 1)) / across);
  const parts = data.takeParts(rowsOfGroups(groups, undefined), data.names);
  const pictures = parts.map((rows, i) =>
    draw(rows, { title: nameOf(groups.columns[by]!, i, by), width: own })
  );
  if (!Number.isInteger(across) || across < 1) {
    throw new RangeError(`Cannot ${action}: across is ${across}, expected an integer above 0`);
  }
  pictures.forEach((picture, i) => {
    if (picture instanceof Picture) return;
    throw new TypeError(
      `Cannot ${action}: draw gave ${describeValue(picture)} for group ${i + 1}, no picture`,
    );
  });
  const { specs, legend } = shareAxes(pictures.map(({ spec }) => spec), across, { everyX: true });
  return new PictureGroup(specs, { name: "multiples", columns: across, title, legend });
}

/** The value of a row by which it is grouped, in words. */
function nameOf(column: Column, row: number, by: string): string {
  if (column.type === "list" || column.type === "struct") return ""; // these make no groups
  const value = column.type !== "text" && column.valid?.[row] === 0 ? null : column.values[row];
  if (value === null || value === undefined) return `no ${by}`;
  if (column.type === "date") return labelsOf({}, "UTC").date(Number(value) * DAY_MS);
  if (column.type === "time") {
    const labels = labelsOf({}, column.zone), at = Number(value) / 1000;
    return `${labels.date(at)} ${labels.clock(at)}`;
  }
  if (column.type === "bool") return value === 0 ? `not ${by}` : by;
  return String(value);
}
