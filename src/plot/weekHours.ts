import { zoneLabel } from "../time/zones.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import { cutRows } from "../series/input/cutRows.ts";
import type { Reducer } from "../series/input/reducers.ts";
import { resample } from "../series/resample.ts";
import type { When } from "../time/when.ts";
import { readRange } from "../frame/readRange.ts";
import { localTime } from "../time/localText.ts";
import { optionNames } from "../options/checkOptions.ts";
import { changeText, clockChanges } from "./axis/clockChanges.ts";
import { type Labels, labelsOf } from "./picture/labels.ts";
import { noData } from "./picture/chart.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, PICTURE_OPTIONS } from "./picture/pictureOptions.ts";
import { readSeries } from "./groups/readSeries.ts";
import type { PictureOptions } from "./picture/spec.ts";
import { nameLabel, withUnit } from "./axis/valueAxis.ts";
import { perLabel, requireOneReducer } from "./axis/reducerName.ts";
import { lowestAndHighest, type WeekCell, weekCells, weekGrid } from "./days/weekGrid.ts";

/** How the hours of a week are drawn. */
export interface WeekHoursOptions extends PictureOptions {
  /** The column of instants. @default the first there is of `time`, `start_time`, `start_date` */
  x?: string;
  /** The column of values. @default the frame's only column of numbers */
  y?: string;
  /** How the values of one hour become one; of the hours of all weeks it is the mean. @default "mean" */
  aggregate?: Reducer;
  /** The unit of the values, named above. @default the column's, where the frame is known to have one */
  unit?: string;
  /** The span of time that counts. @default all there is */
  range?: When;
}

const OPTIONS = optionNames<WeekHoursOptions>()(PICTURE_OPTIONS, "x y aggregate unit range");

/**
 * Draws the usual week: a cell for each weekday, from Monday, and hour of the local day, with the
 * mean over all weeks of what was measured in that hour. An hour without data counts for nothing; a
 * cell that never had any is an outline. The hour that a clock repeats is two hours of one cell.
 *
 * Of what adds up, such as steps, energy or distance, ask for `aggregate: "sum"`: the picture then
 * shows how much one hour brings. The default, "mean", is for what is a level at any instant, such as
 * heart rate; of counts it would show the mean of single records, however many an hour has.
 *
 * @param frame a column of instants (`time`), in any order, and a column of numbers.
 * @throws {TypeError} if a column is missing or of another type, or an instant is null
 * @throws {RangeError} if the zone, the range or `aggregate` is invalid
 * @throws {RangeError} if samples of several sources overlap that `aggregate: "sum"` would add
 *
 * @example Two Mondays and a Tuesday
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const picture = plot.weekHours([
 *   { time: "2024-03-25T07:10Z", steps: 100 },
 *   { time: "2024-03-26T07:10Z", steps: 50 },
 *   { time: "2024-04-01T06:40Z", steps: 300 },
 * ], { y: "steps", tz: "Europe/Berlin", aggregate: "sum" });
 * assertEquals(
 *   String(picture),
 *   "Steps per hour, mean by weekday and hour, Europe/Berlin: 2 of 168 cells have data, " +
 *     "lowest 50 on Tue 08:00, highest 200 on Mon 08:00",
 * );
 * ```
 */
export function weekHours(frame: FrameLike, options: WeekHoursOptions = {}): Picture {
  checkPictureOptions("draw the hours of a week", options, OPTIONS);
  const { aggregate = "mean", range } = options;
  const action = "draw the hours of a week";
  requireOneReducer(aggregate, action);
  const { name: y, xName: x, unit, tz, data, x: at } = readSeries(
    frame,
    { ...options, aggregate: aggregate as Reducer },
    action,
  );
  const hourly = aggregate === "mean" ? nameLabel(y) : perLabel(y, aggregate, "hour");
  const name = `${hourly}, mean by weekday and hour`;
  const span = range === undefined ? undefined : readRange(range, {
    tz,
    asked: openFrame(frame).range,
    times: at.values,
  });
  const windows = resample(data, {
    every: "1h",
    tz,
    time: x,
    aggregate: { [y]: aggregate },
  });
  const { x: times, y: { values, valid } } = readSeries(windows, { x, y }, action);
  const isCut = cutRows(openFrame(windows));
  const hours = Array.from(times.values, (at, row) => ({ at, row })).filter(({ at, row }) =>
    valid?.[row] !== 0 && !isCut(row) && (span === undefined || (at >= span.start && at < span.end))
  ).map(({ at, row }) => {
    const { dayOfWeek, hour } = localTime(Number(at) / 1000, tz);
    return { at: Number(at) / 1000, day: dayOfWeek, column: hour, value: values[row]! };
  });
  if (hours.length === 0) return noData("weekHours", name, options);
  const labels = labelsOf(options, tz);
  const columns = Array.from({ length: 24 }, (_, hour) => labels.hour(hour));
  const cells = weekCells(hours, columns.length);
  return weekGrid({
    name: "weekHours",
    title: withUnit(name, unit, y),
    summary: `${withUnit(name, unit, y)}, ${zoneLabel(tz)}: ${
      lowestAndHighest(cells, columns, labels)
    }`,
    place: (tz === "UTC" ? tz : `Local time, ${zoneLabel(tz)}`) + holeNote(cells, hours, labels),
    labels,
    columns,
    atEdges: true,
    cells,
    unit,
  }, options);
}

/** Why a cell has no value: its only hour was skipped, for the clock was set forward. */
function holeNote(
  cells: readonly WeekCell[],
  hours: readonly { readonly at: number }[],
  labels: Labels,
): string {
  const changes = clockChanges(hours[0]!.at - 1, hours.at(-1)!.at, labels.tz);
  const hole = changes.find(({ wall, by }) => {
    const { dayOfWeek, hour } = localTime(wall, "UTC");
    return by > 0 &&
      cells.some(({ day, column, value }) =>
        value === null && day === dayOfWeek && column === hour
      );
  });
  return hole === undefined
    ? ""
    : ` (${changeText(hole, labels)} on ${labels.in("UTC").day(hole.wall)})`;
}
