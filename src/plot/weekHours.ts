import { type FrameLike, openFrame } from "../frame/open.ts";
import { cutRows } from "../series/input/cutRows.ts";
import type { Reducer } from "../series/input/reducers.ts";
import { resample } from "../series/resample.ts";
import type { When } from "../time/when.ts";
import { readRange } from "../frame/readRange.ts";
import { localTime } from "../time/localText.ts";
import { optionNames } from "../options/checkOptions.ts";
import { clockChanges, datedChange } from "./axis/clockChanges.ts";
import { type Labels, labelsOf, placeInWeek, weekdaysInOrder, zoneText } from "./picture/labels.ts";
import { noData } from "./axis/noData.ts";
import { hasZero, shadesOf } from "./marks/shades.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions } from "./picture/pictureOptions.ts";
import { readSeries, SERIES_OPTIONS, type SeriesPictureOptions } from "./groups/readSeries.ts";
import { withUnit } from "./axis/valueAxis.ts";
import { perLabel, requireOneReducer, windowLabel } from "./axis/reducerName.ts";
import { weekGrid } from "./days/weekGrid.ts";
import { inLanguage, say } from "../words/language.ts";

/** Options of {@linkcode weekHours}. */
export interface WeekHoursOptions extends SeriesPictureOptions {
  /**
   * Function that combines the values of one hour, before the mean over all weeks is taken.
   * @default "mean"
   */
  aggregate?: Reducer;
  /** Interval to include. @default all */
  range?: When;
}

const OPTIONS = optionNames<WeekHoursOptions>()(SERIES_OPTIONS, "aggregate range");

/**
 * Draws the usual week: a cell for each weekday, from Monday or the first day of the locale, and
 * hour of the local day, with the mean of that hour over all weeks. Hours without data are skipped; a cell without any data is
 * grey. An hour that the clock repeats counts as two hours of one cell.
 *
 * For totals, such as steps, energy or distance, pass `aggregate: "sum"`: the chart then shows the
 * usual total per hour. The default, "mean", is for levels such as heart rate; for counts it would
 * show the mean of single records, however many an hour has.
 *
 * @param frame A column of instants (`time`), in any order, and a numeric column.
 * @throws {TypeError} if a column is missing or has another type, or an instant is null
 * @throws {RangeError} if the zone, the range or `aggregate` is invalid
 * @throws {RangeError} if samples of several sources overlap and `aggregate: "sum"` would add them
 * up
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
  return inLanguage(options, () => drawWeekHours(frame, options));
}

function drawWeekHours(frame: FrameLike, options: WeekHoursOptions): Picture {
  checkPictureOptions("draw the hours of a week", options, OPTIONS);
  const { aggregate = "mean", range } = options;
  const action = "draw the hours of a week";
  requireOneReducer(aggregate, action);
  const given = openFrame(frame, { action });
  const { name: y, xName: x, unit, tz, data, x: at } = readSeries(
    given,
    { ...options, aggregate: aggregate as Reducer },
    action,
  );
  const hourly = aggregate === "mean"
    ? windowLabel(y, given.windows)
    : perLabel(y, aggregate, "hour", given.windows);
  const name = say("{name}, mean by weekday and hour", { name: hourly });
  const span = range === undefined ? undefined : readRange(range, {
    tz,
    asked: given.range,
    times: at.values,
  });
  const windows = resample(data, {
    every: "1h",
    tz,
    time: x,
    aggregate: { [y]: aggregate },
  });
  const { x: times, y: { values, valid } } = readSeries(windows, { x, y }, action);
  const isCut = cutRows(openFrame(windows)), labels = labelsOf(options, tz);
  const hours = Array.from(times.values, (at, row) => ({ at, row })).filter(({ at, row }) =>
    valid?.[row] !== 0 && !isCut(row) && (span === undefined || (at >= span.start && at < span.end))
  ).map(({ at, row }) => {
    const { dayOfWeek, hour } = localTime(Number(at) / 1000, tz);
    return {
      at: Number(at) / 1000,
      row: placeInWeek(dayOfWeek, labels),
      column: hour,
      value: values[row]!,
    };
  });
  if (hours.length === 0) return noData("weekHours", name, frame, { ...options, tz }, [0, 24]);
  const shown = { start: hours[0]!.at, end: hours.at(-1)!.at };
  const title = withUnit(name, unit, y);
  const columns = Array.from({ length: 24 }, (_, hour) => labels.hour(hour));
  return weekGrid({
    name: "weekHours",
    title,
    summary: (cells) => `${title}, ${zoneText(tz, shown)}: ${cells}`,
    place: labels.timesLabel(shown) + holeNote(hours, labels),
    labels,
    rows: weekdaysInOrder(labels),
    columns,
    atEdges: true,
    values: hours,
    unit,
    shades: (means) => shadesOf(means, { fromZero: hasZero(y, aggregate), unit }),
    cellName: (day, time) => say("on {day} at {time}", { day, time }),
  }, options);
}

/** Explains a cell without a value: the clock skipped its only hour. */
function holeNote(
  hours: readonly { readonly at: number; readonly row: number; readonly column: number }[],
  labels: Labels,
): string {
  const changes = clockChanges(hours[0]!.at - 1, hours.at(-1)!.at, labels.tz);
  const hole = changes.find(({ wall, by }) => {
    const { dayOfWeek, hour } = localTime(wall, "UTC");
    return by > 0 &&
      !hours.some(({ row, column }) => row === placeInWeek(dayOfWeek, labels) && column === hour);
  });
  return hole === undefined ? "" : ` (${datedChange(hole, labels)})`;
}
