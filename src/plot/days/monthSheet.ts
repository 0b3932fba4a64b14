import { localTime } from "../../time/localText.ts";
import { cellNumbers, differenceText, signed } from "../axis/valueTicks.ts";
import { missingCells, shadedCells, shadeOf, type Shades } from "../marks/shades.ts";
import { chart } from "../picture/chart.ts";
import { hatch } from "../picture/hatch.ts";
import type { LegendEntry } from "../picture/header.ts";
import { type Labels, placeInWeek, weekdaysInOrder } from "../picture/labels.ts";
import type { Picture } from "../picture/picture.ts";
import { DEFAULT_WIDTH, type Mark, type PictureOptions, type PlotModule } from "../picture/spec.ts";
import { textWidth } from "../picture/textWidth.ts";
import { AXIS, HATCH, INK, INK_2, NOTE_SIZE, SPACES } from "../picture/theme.ts";
import { CLOCK_UNIT } from "../../time/units.ts";
import type { DailyValue } from "./dailyValues.ts";
import { say } from "../../words/language.ts";

/** Days to draw in a sheet per month. */
export interface MonthSheets {
  /** All days, without gaps. */
  readonly days: readonly DailyValue[];
  readonly shades: Shades;
  readonly legend: readonly LegendEntry[];
  /** Measure, unit and span. */
  readonly title: string;
  readonly finding: string | undefined;
  readonly source: string;
  /** Description in words. */
  readonly summary: string;
  readonly labels: Labels;
  /** Returns the text of a day under the pointer. */
  readonly describe: (day: DailyValue) => string;
}

const GAP = SPACES.panels;
/** Height of a cell, its usual and its maximum width; heights of month and weekday names above. */
const CELL = { height: 38, width: 46, most: 96 }, MONTH = 24, WEEKDAYS = 18;

/** A day in its cell; in pixels from the top left. */
interface SheetDay extends DailyValue {
  readonly date: Temporal.PlainDate;
  readonly x: number;
  readonly y: number;
}

/** Draws a sheet per month with a row per week; each cell has its date and value. */
export function monthSheets(sheets: MonthSheets, options: PictureOptions): Picture {
  const { days, shades, labels, describe } = sheets;
  const inner = options.width ?? DEFAULT_WIDTH;
  const { months, width, height } = placeMonths(days, inner, labels);
  const cells = months.flatMap((month) => month.days);
  const known = cells.filter((day): day is SheetDay & { value: number } => day.value !== null);
  const { center, unit } = shades;
  const write = center === undefined
    ? cellNumbers(known.map(({ value }) => value), 3, unit)
    : unit === CLOCK_UNIT
    ? (size: number) => differenceText(size, unit)
    : cellNumbers(known.map(({ value }) => value - center), 2);
  const numbers = (value: number): string =>
    center === undefined ? write(value) : signed(value - center, write);
  const fits = known.every(({ value }) => textWidth(numbers(value)) + 4 <= width);
  const box = {
    x1: ({ x }: SheetDay) => x,
    x2: ({ x }: SheetDay) => x + width,
    y1: ({ y }: SheetDay) => y,
    y2: ({ y }: SheetDay) => y + CELL.height,
    inset: 1,
    title: describe,
  };
  const parts = known.filter(({ partial }) => partial);
  const textOn = ({ value, partial }: SheetDay): string =>
    value === null || partial ? INK : shadeOf(value, shades).text;
  return chart({
    forWidth: (width) => monthSheets(sheets, { ...options, width }),
    name: "calendar",
    summary: sheets.summary,
    title: sheets.title,
    finding: sheets.finding,
    source: sheets.source,
    legend: sheets.legend.filter(({ shape }) => !fits || shape !== "step"),
    x: { domain: [0, inner] },
    y: { domain: [height, 0] },
    bleeds: true,
    height,
    marks: (plot) => [
      missingCells(plot, cells, box),
      shadedCells(plot, known.filter(({ partial }) => !partial), shades, box),
      ...partialDays(plot, parts, box, width),
      plot.text(cells, {
        x: ({ x }: SheetDay) => x + 5,
        y: ({ y }: SheetDay) => y + 4,
        text: ({ date }: SheetDay) => String(date.day),
        textAnchor: "start",
        lineAnchor: "top",
        fontSize: NOTE_SIZE,
        fill: textOn,
        pointerEvents: "none",
      }),
      plot.text(fits ? known : [], {
        x: ({ x }: SheetDay) => x + width / 2,
        y: ({ y }: SheetDay) => y + CELL.height - 12,
        text: ({ value }: { value: number }) => numbers(value),
        fill: textOn,
        pointerEvents: "none",
      }),
      plot.text(months, {
        x: "x",
        y: ({ y }: { y: number }) => y + 12,
        text: ({ slot }: { slot: number }) => labels.in("UTC").monthYear(slot),
        textAnchor: "start",
        dx: 2,
        fontWeight: 600,
      }),
      plot.text(
        months.flatMap(({ x, y }) =>
          weekdaysInOrder(labels).map((text, i) => ({
            x: x + (i + 0.5) * width,
            y: y + MONTH + 8,
            text,
          }))
        ),
        { x: "x", y: "y", text: "text", fill: INK_2 },
      ),
    ],
  }, options);
}

/** Draws the cells of partial days, hatched with an outline. */
function partialDays(
  plot: PlotModule,
  days: readonly SheetDay[],
  box: Parameters<PlotModule["rect"]>[1],
  width: number,
): Mark[] {
  if (days.length === 0) return [];
  const boxes = days.map(({ x, y }) => ({ x1: x, x2: x + width, y1: y, y2: y + CELL.height }));
  return [
    hatch(boxes, { stroke: HATCH, label: say("day not over"), passive: true }),
    plot.rect(days, { ...box, fill: "none", pointerEvents: "all", stroke: AXIS }),
  ];
}

/** A month and its days, in pixels from the top left. */
interface SheetMonth {
  readonly slot: number;
  readonly x: number;
  readonly y: number;
  readonly days: readonly SheetDay[];
}

/** Places as many months side by side as fit; returns the width of a cell, too. */
function placeMonths(
  days: readonly DailyValue[],
  inner: number,
  labels: Labels,
): { months: SheetMonth[]; width: number; height: number } {
  const dated = days.map((day) => ({ ...day, date: localTime(day.slot, "UTC").toPlainDate() }));
  const groups = [...Map.groupBy(dated, ({ date }) => date.toPlainYearMonth().toString()).values()];
  const columns = Math.max(
    1,
    Math.min(groups.length, Math.floor((inner + GAP) / (7 * CELL.width + GAP))),
  );
  const width = Math.min(CELL.most, ((inner + GAP) / columns - GAP) / 7);
  let top = 0;
  const months: SheetMonth[] = [];
  for (let first = 0; first < groups.length; first += columns) {
    const row = groups.slice(first, first + columns).map((own, column) => {
      const x = column * (7 * width + GAP), origin = own[0]!.date;
      const week = (date: Temporal.PlainDate): number =>
        Math.floor((origin.until(date).days + placeInWeek(origin.dayOfWeek, labels)) / 7);
      return {
        slot: own[0]!.slot,
        x,
        y: top,
        weeks: week(own.at(-1)!.date) + 1,
        days: own.map((day) => ({
          ...day,
          x: x + placeInWeek(day.date.dayOfWeek, labels) * width,
          y: top + MONTH + WEEKDAYS + week(day.date) * CELL.height,
        })),
      };
    });
    months.push(...row);
    top += MONTH + WEEKDAYS + Math.max(...row.map(({ weeks }) => weeks)) * CELL.height + 6;
  }
  return { months, width, height: top };
}
