import type { FrameLike } from "../frame/open.ts";
import { extent } from "./axis/extent.ts";
import {
  DAILY_OPTIONS,
  type DailyOptions,
  type DailyValue,
  dailyValues,
  knownDays,
  partialLabel,
  partialText,
} from "./days/dailyValues.ts";
import { checkForm, MOST_SHEET_DAYS } from "./days/longSpans.ts";
import { monthSheets } from "./days/monthSheet.ts";
import { type WeekGrid, weekGrid } from "./days/weekGrid.ts";
import { localTime } from "../time/localText.ts";
import { optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import {
  datesLabel,
  type Labels,
  labelsOf,
  placeInWeek,
  weekdaysInOrder,
} from "./picture/labels.ts";
import { chart, frameWidth } from "./picture/chart.ts";
import { noData } from "./axis/noData.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions } from "./picture/pictureOptions.ts";
import {
  areAlike,
  divergingShades,
  hasZero,
  isBelow,
  missingCells,
  shadedCells,
  shadeOf,
  type Shades,
  shadesLegend,
  shadesOf,
} from "./marks/shades.ts";
import { quantileInPlace } from "./axis/quantileInPlace.ts";
import { DEFAULT_WIDTH, type Mark, type PlotModule } from "./picture/spec.ts";
import { textWidth } from "./picture/textWidth.ts";
import { AXIS, LEFT_OF_FRAME, LINES, SPACES, STROKES } from "./picture/theme.ts";
import { withUnit } from "./axis/valueAxis.ts";
import {
  bareText,
  cellNumbers,
  differenceText,
  reachText,
  signed,
  unitText,
  valueText,
} from "./axis/valueTicks.ts";
import type { LegendEntry } from "./picture/header.ts";
import { daysSpan } from "./axis/clockChanges.ts";
import { daysSummary, daysWithData } from "./days/daysSummary.ts";
import { endsOf, FINDINGS } from "./picture/findings.ts";
import { CLOCK_UNIT } from "../time/units.ts";
import { inLanguage, say } from "../words/language.ts";

/** Options of {@linkcode calendar}. */
export interface CalendarOptions extends DailyOptions {
  /**
   * `"months"` draws a sheet per month with dates and values in its cells, `"weeks"` a column per
   * week, `"years"` a row per year with the mean of each month.
   * @default "auto", sheets for up to ten weeks, and years if weeks would take over eleven rows
   */
  form?: "auto" | "months" | "weeks" | "years";
  /**
   * Value that divides the colours: one colour for days below it, another for days above.
   * `"median"` is the median of the whole days.
   * @default none, one colour that is stronger for higher values
   */
  diverging?: number | "median";
}

interface Day {
  /** Key of the row, and its name: a year, or all years if there is only one row. */
  readonly row: string;
  readonly years: string;
  readonly week: number;
  /** Place in the week, from 0. */
  readonly day: number;
  readonly date: Temporal.PlainDate;
  readonly slot: number;
  readonly value: number | null;
  readonly partial: boolean;
}

/** Width of the names of weekdays in pixels. */
const NAMES = 38;
/** Maximum and minimum size of a day's cell in pixels; a year with smaller cells has more rows. */
const CELL = 20, LEAST_CELL = 9, ROWS_A_YEAR = [1, 2, 3, 4, 6, 12];
const MONTH_LABELS = LINES.subtitle, YEAR_LABEL = LINES.label + SPACES.panels;
const MOST_WEEKS = 54, MOST_ROWS = 11;

const OPTIONS = optionNames<CalendarOptions>()(DAILY_OPTIONS, "form diverging");

/**
 * Draws a cell for each local day, darker for higher values. Up to ten weeks are drawn as one sheet
 * per month, with date and value in the cells if they fit. Longer calendars have a column per week,
 * from Monday (ISO 8601) or the first day of the locale, and a row per year if they are longer than
 * a year. On a phone, a row has half a year, and long calendars show the mean of each month in a
 * row per year. A day without a value is grey, a zero a pale cell. A day that is not over at `now`,
 * or that the column `whole` marks as partial, is hatched and does not count.
 *
 * With `diverging`, the colours diverge from a value, such as the median or a target. Cells below
 * it have a minus sign, so that both sides differ without colour.
 *
 * @param frame A column of instants (`time`) and a numeric column, per day or finer.
 * @throws {TypeError} if a column is missing or has another type, an instant is null, or
 * `diverging` is neither a finite number nor `"median"`
 * @throws {RangeError} if there are more than 4000 days, or the zone or range is invalid
 * @throws {RangeError} if samples of several sources overlap and `aggregate: "sum"` would add them
 * up
 *
 * @example Three days
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const picture = plot.calendar([
 *   { time: "2024-03-30T12:00Z", steps: 4000 },
 *   { time: "2024-04-01T12:00Z", steps: 8000 },
 * ], { y: "steps", tz: "Europe/Berlin" });
 * assertEquals(
 *   String(picture),
 *   "Steps per day, Sat 30 Mar 2024 to Mon 1 Apr 2024, Europe/Berlin: " +
 *     "2 of 3 days have data, lowest 4,000, highest 8,000",
 * );
 * ```
 */
export function calendar(frame: FrameLike, options: CalendarOptions = {}): Picture {
  return inLanguage(options, () => drawCalendar(frame, options));
}

function drawCalendar(frame: FrameLike, options: CalendarOptions): Picture {
  checkPictureOptions("draw a calendar", options, OPTIONS);
  const { width = DEFAULT_WIDTH, now } = options;
  const { name: y, aggregate, label: name, unit, tz, days } = dailyValues(frame, {
    ...options,
    action: "draw a calendar",
  });
  const labels = labelsOf(options, tz), weekdays = weekdaysInOrder(labels);
  const form = checkForm(options.form, ["auto", "months", "weeks", "years"], "draw a calendar");
  const { known, whole } = knownDays(days), values = whole.map(({ value }) => value);
  if (values.length === 0) return noData("calendar", name, frame, options);
  const [low, high] = extent([values])!;
  const sheets = form === "months" || (form === "auto" && days.length <= MOST_SHEET_DAYS);
  const center = centerOf(options.diverging, values);
  const shadesIn = (values: readonly number[]): Shades =>
    center === undefined
      ? shadesOf(values, { fromZero: hasZero(y, aggregate), unit })
      : divergingShades(values, center, unit);
  const shades = shadesIn(values);
  const parts = known.filter(({ partial }) => partial);
  const legend: LegendEntry[] = [
    ...shadesLegend(shades),
    ...(parts.length === 0
      ? []
      : [{ label: partialLabel(days, now, tz), color: AXIS, shape: "hatched" as const }]),
  ];
  const { day } = labels.in("UTC");
  const against = center === undefined
    ? undefined
    : options.diverging === "median"
    ? say("against the median of {value}", { value: valueText(center, unit, 3) })
    : say("against {value}", { value: valueText(center, unit) });
  const title = [withUnit(name, unit, y), against ?? []].flat().join(", ");
  const describe = ({ slot, value, partial }: DailyValue): string =>
    `${day(slot)}: ${value === null ? say("no data") : valueText(value, unit)}${
      value === null || center === undefined ? "" : `, ${
        signed(
          value - center,
          (size) => differenceText(size, unit === CLOCK_UNIT ? unit : undefined),
        )
      }`
    }${value !== null && partial ? say(", part of the day") : ""}`;
  const summary = `${name}, ${daysSummary(days, labels)}, ${
    say("lowest {low}, highest {high}", { low: bareText(low, unit), high: bareText(high, unit) })
  }${against === undefined ? "" : `, ${against}`}${partialText(days)}`;
  const span = datesLabel(days[0]!.slot, days.at(-1)!.slot, labels.in("UTC"));
  const said = {
    title: `${title}, ${span}`,
    finding: areAlike(values, shades)
      ? FINDINGS.throughout(reachText(values, unit))
      : highestDays(known.filter(({ partial }) => !partial), labels, unit),
    source: `${daysWithData(days)}${
      days.some(({ value }) => value === null) ? `, ${say("grey: no data")}` : ""
    }${center === undefined || sheets ? "" : `, ${say("minus sign: below")}`}${
      partialText(days)
    }; ${labels.daysLabel(daysSpan(days.map(({ slot }) => slot), tz))}`,
  };
  if (sheets) {
    return monthSheets({ days, shades, legend, ...said, summary, labels, describe }, options);
  }
  const weekdayRows = { domain: [7, 0], width: NAMES } as const;
  const inner = frameWidth({ y: weekdayRows }, width);
  const { cells, size } = placeDays(days, inner, labels);
  const rows = [...new Map(cells.map(({ row, years }) => [row, { row, years }])).values()];
  if (form === "years" || (form === "auto" && rows.length > MOST_ROWS)) {
    return weekGrid({
      ...monthsOf(whole),
      name: "calendar",
      summary: () => summary,
      title: `${say("{name}, mean of each month", { name: title })}, ${span}`,
      columns: labels.months,
      atEdges: false,
      place: said.source,
      labels,
      unit,
      shades: shadesIn,
      cellName: (year, month) => say("in {time}", { time: `${month} ${year}` }),
    }, options);
  }
  const yearHeight = YEAR_LABEL + MONTH_LABELS + 7 * size;
  const gap = size > 8 ? 0.06 : 0.03;
  const named = 2 * size < LINES.label ? [0, 3, 6] : [0, 2, 4, 6];
  const box = {
    title: describe,
    x1: ({ week }: Day) => week + gap,
    x2: ({ week }: Day) => week + 1 - gap,
    y1: ({ day }: Day) => day + gap,
    y2: ({ day }: Day) => day + 1 - gap,
    fy: "row",
  };
  return chart({
    forWidth: (width) => calendar(frame, { ...options, width }),
    name: "calendar",
    summary,
    ...said,
    legend,
    x: { domain: [0, inner / size] },
    y: weekdayRows,
    scales: {
      insetTop: YEAR_LABEL + MONTH_LABELS,
      fy: { domain: rows.map(({ row }) => row), axis: null, padding: 0 },
    },
    height: rows.length * yearHeight,
    marks: (plot) => [
      missingCells(plot, cells, { ...box, inset: 0.5 }),
      partialCells(
        plot,
        cells.filter(({ value, partial }) => value !== null && partial),
        gap,
        box,
      ),
      shadedCells(
        plot,
        cells.filter(({ value, partial }) => value !== null && !partial),
        shades,
        box,
      ),
      plot.text(size < LEAST_CELL || center === undefined ? [] : cells, {
        fy: "row",
        x: ({ week }: Day) => week + 0.5,
        y: ({ day }: Day) => day + 0.5,
        text: ({ value, partial }: Day) => isBelow(value, shades) && !partial ? "−" : "",
        fill: ({ value }: Day) => shadeOf(value ?? low, shades).text,
        pointerEvents: "none",
      }),
      plot.line(monthBorders(cells), {
        fy: "row",
        x: "x",
        y: "y",
        z: "z",
        stroke: AXIS,
        pointerEvents: "none",
      }),
      plot.text(rows, {
        fy: "row",
        text: "years",
        fontWeight: 600,
        frameAnchor: "top-left",
        lineAnchor: "top",
        dy: SPACES.apart,
      }),
      plot.text(monthLabels(cells, size, labels), {
        fy: "row",
        x: "week",
        text: "text",
        frameAnchor: "top",
        lineAnchor: "top",
        textAnchor: "start",
        dy: YEAR_LABEL,
      }),
      plot.text(rows.flatMap(({ row }) => named.map((day) => ({ row, day }))), {
        fy: "row",
        y: ({ day }: { day: number }) => day + 0.5,
        text: ({ day }: { day: number }) => weekdays[day]!,
        ...LEFT_OF_FRAME,
      }),
    ],
  }, options);
}

/** Returns a row per year, and the place of each value in it. */
function monthsOf(
  days: readonly { readonly slot: number; readonly value: number }[],
): Pick<WeekGrid, "rows" | "values"> {
  const dated = days.map(({ slot, value }) => ({ at: localTime(slot, "UTC"), value }));
  const first = dated[0]!.at.year, rows = dated.at(-1)!.at.year - first + 1;
  return {
    rows: Array.from({ length: rows }, (_, i) => String(first + i)),
    values: dated.map(({ at: { year, month }, value }) => ({
      row: year - first,
      column: month - 1,
      value,
    })),
  };
}

/** Returns the cells of partial days, in the facet of their row. */
function partialCells(
  plot: PlotModule,
  cells: readonly Day[],
  gap: number,
  box: Parameters<PlotModule["rect"]>[1],
): Mark[] {
  const lines = cells.flatMap(({ row, week, day }) =>
    [[0, 0.5], [0, 1], [0.5, 1]].map((ends) => {
      const [low, high] = ends.map((end) => gap + end * (1 - 2 * gap)) as [number, number];
      return { row, x1: week + low, x2: week + high, y1: day + high, y2: day + low };
    })
  );
  return [
    plot.rect(cells, {
      ...box,
      fill: "none",
      pointerEvents: "all",
      stroke: AXIS,
      inset: 0.5,
    }),
    plot.link(lines, {
      fy: "row",
      x1: "x1",
      x2: "x2",
      y1: "y1",
      y2: "y2",
      stroke: AXIS,
      strokeWidth: STROKES.fine,
      pointerEvents: "none",
    }),
  ];
}

/**
 * Assigns days to rows and weeks: all to one row if they fit, otherwise each year to as few rows as
 * leave cells their minimum size.
 */
function placeDays(
  days: readonly DailyValue[],
  inner: number,
  labels: Labels,
): { cells: readonly Day[]; size: number } {
  const dated = days.map((day) => ({ ...day, date: localTime(day.slot, "UTC").toPlainDate() }));
  const first = dated[0]!.date, last = dated.at(-1)!.date;
  const week = (date: Temporal.PlainDate, origin: Temporal.PlainDate): number =>
    Math.floor((origin.until(date).days + placeInWeek(origin.dayOfWeek, labels)) / 7);
  const sizeOf = (weeks: number): number => Math.min(CELL, inner / weeks);
  const all = week(last, first) + 1, single = all <= MOST_WEEKS && sizeOf(all) >= LEAST_CELL;
  const whole = first.year === last.year
    ? String(first.year)
    : say("{from} to {to}", { from: String(first.year), to: String(last.year) });
  const weeksOf = (parts: number): number =>
    single ? all : parts === 1 ? 53 : Math.ceil(53 / parts) + 1;
  const parts = single
    ? 1
    : ROWS_A_YEAR.find((parts) => sizeOf(weeksOf(parts)) >= LEAST_CELL) ?? 12;
  const months = 12 / parts;
  const cells = dated.map((day) => {
    const { year, month } = day.date, part = Math.ceil(month / months);
    const start = day.date.with({ month: (part - 1) * months + 1, day: 1 });
    return {
      ...day,
      row: single ? whole : `${year}-${part}`,
      years: single ? whole : String(year),
      day: placeInWeek(day.date.dayOfWeek, labels),
      week: week(day.date, single ? first : start),
    };
  });
  return { cells, size: sizeOf(Math.max(...cells.map(({ week }) => week)) + 1) };
}

/**
 * Returns labels where months start, as many as fit even in a wide font. A month at the start of a
 * row has none if it ends before its label would.
 */
function monthLabels(
  days: readonly Day[],
  size: number,
  { months }: Labels,
): { row: string; week: number; text: string }[] {
  const starts = days.filter(({ row, date }, i) => {
    const before = days[i - 1];
    return date.month !== before?.date.month || row !== before.row;
  });
  let free = 0; // the first week after the last label
  return starts.flatMap(({ row, week, date }, i) => {
    const [before, next] = [starts[i - 1], starts[i + 1]], text = months[date.month - 1]!;
    const end = week + (WIDE_FONT * textWidth(text) + 4) / size;
    if (before?.row !== row) free = next?.row === row && next.week < end ? next.week : week;
    if (week < free) return [];
    free = end;
    return [{ row, week, text }];
  });
}

/** Width of a wide system font, such as DejaVu Sans, relative to the estimate. */
const WIDE_FONT = 1.2;

/**
 * Returns the lines between months: right of the month before in a month's first week, down to
 * the last day of the week.
 */
function monthBorders(days: readonly Day[]): { row: string; x: number; y: number; z: number }[] {
  return days.flatMap(({ row, week, date, day: top }, i) => {
    if (date.day !== 1 || days[i - 1]?.row !== row) return [];
    const corners = top === 0 ? [[0, 0], [0, 7]] : [[1, 0], [1, top], [0, top], [0, 7]];
    return corners.map(([x, y]) => ({ row, x: week + x!, y: y!, z: i }));
  });
}

/** Returns the value that divides the colours. */
function centerOf(
  given: CalendarOptions["diverging"],
  values: readonly number[],
): number | undefined {
  if (given === "median") return quantileInPlace(Float64Array.from(values), 0.5);
  if (given === undefined || Number.isFinite(given)) return given;
  throw new TypeError(
    `Cannot draw a calendar: diverging is ${
      describeValue(given)
    }, expected a finite number or "median"`,
  );
}

/** Returns the day with the highest and with the lowest value, as a fact, not as a pattern. */
function highestDays(
  days: readonly { readonly slot: number; readonly value: number }[],
  labels: Labels,
  unit: string | undefined,
): string | undefined {
  if (days.length === 0) return undefined;
  const { date, day, year } = labels.in("UTC");
  const isOneYear = year(days[0]!.slot) === year(days.at(-1)!.slot), write = isOneYear ? day : date;
  const [least, most] = endsOf(days), number = cellNumbers(days.map(({ value }) => value), 3, unit);
  return FINDINGS.ends(
    say("on {day}", { day: write(most.slot) }),
    number(most.value) + unitText(unit),
    say("on {day}", { day: write(least.slot) }),
    number(least.value) + unitText(unit),
    days.length,
  );
}
