import { daysSpan } from "./axis/clockChanges.ts";
import type { FrameLike } from "../frame/open.ts";
import {
  DAILY_OPTIONS,
  type DailyOptions,
  dailyValues,
  knownDays,
  partialText,
} from "./days/dailyValues.ts";
import { localTime } from "../time/localText.ts";
import { optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { labelsOf, placeInWeek, weekdaysInOrder } from "./picture/labels.ts";
import { noData } from "./axis/noData.ts";
import { hasZero, shadesOf } from "./marks/shades.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions } from "./picture/pictureOptions.ts";
import { withUnit } from "./axis/valueAxis.ts";
import { weekGrid } from "./days/weekGrid.ts";
import { daysSummary } from "./days/daysSummary.ts";
import { inLanguage, say } from "../words/language.ts";

/** Options of {@linkcode weekMonths}. */
export interface WeekMonthsOptions extends DailyOptions {
  /** Part of the year per column: months, or meteorological seasons. @default "month" */
  part?: "month" | "season";
}

/** Seasons by first and last month; which one is winter depends on the hemisphere. */
const SEASONS = [[12, 2], [3, 5], [6, 8], [9, 11]] as const;

const OPTIONS = optionNames<WeekMonthsOptions>()(DAILY_OPTIONS, "part");

/**
 * Draws weekdays over the year: a cell for each weekday, from Monday or the first day of the
 * locale, and month (or three-month season), with the mean of its whole days over all years. Only months of the data or the range are
 * drawn, up to three of them as rows on a wide page. A cell without data is grey.
 *
 * @param frame A column of instants (`time`) and a numeric column, per day or finer, which
 * `aggregate` combines per local day.
 * @throws {TypeError} if a column is missing or has another type, or an instant is null
 * @throws {RangeError} if there are more than 4000 days, or the zone or range is invalid
 * @throws {RangeError} if samples of several sources overlap and `aggregate: "sum"` would add them
 * up
 *
 * @example Two Mondays in March
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const picture = plot.weekMonths([
 *   { time: "2024-03-18T12:00Z", steps: 4000 },
 *   { time: "2024-03-25T12:00Z", steps: 8000 },
 * ], { y: "steps", tz: "Europe/Berlin" });
 * assertEquals(
 *   String(picture),
 *   "Steps per day, mean by weekday and month, Mon 18 Mar 2024 to Mon 25 Mar 2024, Europe/Berlin: " +
 *     "2 of 8 days have data; 1 of 7 cells have data, lowest 6,000 on Mon Mar, highest 6,000 on Mon Mar",
 * );
 * ```
 */
export function weekMonths(frame: FrameLike, options: WeekMonthsOptions = {}): Picture {
  return inLanguage(options, () => drawWeekMonths(frame, options));
}

function drawWeekMonths(frame: FrameLike, options: WeekMonthsOptions): Picture {
  checkPictureOptions("draw weekdays over the year", options, OPTIONS);
  const { part = "month" } = options;
  if (part !== "month" && part !== "season") {
    throw new RangeError(
      `Cannot draw weekdays over the year: part is ${
        describeValue(part)
      }, expected "month" or "season"`,
    );
  }
  const { name: y, aggregate, label: daily, unit, tz, days } = dailyValues(frame, {
    ...options,
    action: "draw weekdays over the year",
  });
  const name = part === "month"
    ? say("{name}, mean by weekday and month", { name: daily })
    : say("{name}, mean by weekday and season", { name: daily });
  const labels = labelsOf(options, tz), { months } = labels;
  const partOf = (month: number): number => part === "month" ? month : Math.floor((month % 12) / 3);
  const parts = partsOfYear(days.map(({ slot }) => slot), partOf);
  const columns = parts.map((index) => {
    if (part === "month") return months[index - 1]!;
    const [from, to] = SEASONS[index]!;
    return say("{from} to {to}", { from: months[from - 1]!, to: months[to - 1]! });
  });
  const known = knownDays(days).whole.map(({ slot, value }) => {
    const { dayOfWeek, month } = localTime(slot, "UTC");
    return { row: placeInWeek(dayOfWeek, labels), column: parts.indexOf(partOf(month)), value };
  });
  if (known.length === 0) return noData("weekMonths", name, frame, options, "numbers");
  const title = withUnit(name, unit, y);
  return weekGrid({
    name: "weekMonths",
    title,
    summary: (cells) => `${title}, ${daysSummary(days, labels)}; ${cells}${partialText(days)}`,
    place: labels.daysLabel(daysSpan(days.map(({ slot }) => slot), tz)),
    labels,
    rows: weekdaysInOrder(labels),
    columns,
    atEdges: false,
    values: known,
    unit,
    shades: (means) => shadesOf(means, { fromZero: hasZero(y, aggregate), unit }),
    cellName: (day, time) => say("on {day} in {time}", { day, time }),
  }, options);
}

/** Returns the months or seasons of days: by time within a year, otherwise from January. */
function partsOfYear(slots: readonly number[], partOf: (month: number) => number): number[] {
  const parts = [...new Set(slots.map((slot) => partOf(localTime(slot, "UTC").month)))];
  return slots.length > 366 - 31 ? parts.sort((a, b) => a - b) : parts;
}
