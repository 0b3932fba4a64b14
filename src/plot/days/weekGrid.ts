import { extent } from "../axis/extent.ts";
import { type Labels, placeInWeek, weekdaysInOrder } from "../picture/labels.ts";
import type { Picture } from "../picture/picture.ts";
import { missingCells, shadedCells, shadeOf, shadesLegend, shadesOf } from "../marks/shades.ts";
import { DEFAULT_WIDTH, type PictureOptions } from "../picture/spec.ts";
import { textWidth } from "../picture/textWidth.ts";
import { cellNumbers, shortNumber, valueText } from "../axis/valueTicks.ts";
import { axisBelow } from "../axis/axisBelow.ts";
import { chart, frameWidth } from "../picture/chart.ts";
import { ROWS, SPACES } from "../picture/theme.ts";
import { FINDINGS } from "../picture/findings.ts";
import { say } from "../../words/language.ts";

/** Mean of the values of a weekday and column. */
export interface WeekCell {
  /** Weekday from Monday 1 to Sunday 7. */
  readonly day: number;
  /** Column, from 0. */
  readonly column: number;
  /** Mean; null without data. */
  readonly value: number | null;
  /** Number of hours or days in the mean. */
  readonly n: number;
}

/** A chart with a row per weekday. */
export interface WeekGrid {
  /** Kind of chart. */
  readonly name: string;
  /** Default title. */
  readonly title: string;
  /** Description in words. */
  readonly summary: string;
  /** Label below, with the zone. */
  readonly place: string;
  readonly labels: Labels;
  /** Names of the columns. */
  readonly columns: readonly string[];
  /** Places names at the start of columns, as for clock times, instead of in the middle. */
  readonly atEdges: boolean;
  /** All cells, with and without a value. */
  readonly cells: readonly WeekCell[];
  readonly unit: string | undefined;
  /** True if shades start at 0. */
  readonly fromZero: boolean;
}

/** Width of the names of weekdays in pixels. */
const NAMES = 38;
/** Maximum width of a column in pixels. */
const WIDEST = 110;

/** Returns the means of values by weekday and column; every weekday has every column. */
export function weekCells(
  values: Iterable<{ readonly day: number; readonly column: number; readonly value: number }>,
  columns: number,
): WeekCell[] {
  const sums = new Float64Array(7 * columns), counts = new Uint32Array(7 * columns);
  for (const { day, column, value } of values) {
    const place = (day - 1) * columns + column;
    sums[place]! += value;
    counts[place]!++;
  }
  return Array.from(counts, (n, place) => ({
    day: Math.floor(place / columns) + 1,
    column: place % columns,
    value: n === 0 ? null : sums[place]! / n,
    n,
  }));
}

/**
 * Draws a cell for each weekday, from Monday at the top (ISO 8601) or the first day of the locale,
 * and column, stronger for higher values. Cells without a value are grey. If all numbers fit, they are in the cells. Each cell
 * shows its value and sample size under the pointer.
 */
export function weekGrid(grid: WeekGrid, options: PictureOptions): Picture {
  const { width = DEFAULT_WIDTH } = options;
  const { columns, cells, unit } = grid, { weekdays } = grid.labels;
  const known = cells.filter((cell): cell is WeekCell & { value: number } => cell.value !== null);
  const values = known.map(({ value }) => value);
  const y = { domain: [7, 0], width: NAMES } as const, room = frameWidth({ y }, width);
  const column = Math.min(WIDEST, room / columns.length);
  const numbers = [3, 2].map((digits) => cellNumbers(values, digits))
    .find((text) => values.every((value) => textWidth(text(value)) + 6 <= column));
  const fits = numbers !== undefined;
  const shades = shadesOf(...extent([values])!, grid);
  const step =
    [1, 2, 3, 6, 12].find((step) =>
      columns.every((text) => textWidth(text) + 8 <= column * step)
    ) ?? 24;
  const ticks = columns.map((text, i) => ({ text, at: grid.atEdges ? i : i + 0.5 }));
  const ends = grid.atEdges
    ? [...ticks, { text: grid.labels.hour(24), at: columns.length }]
    : ticks;
  const describeCell = ({ day, column, value, n }: WeekCell): string =>
    `${weekdays[day - 1]} ${columns[column]}: ${
      value === null ? say("no data") : valueText(value, unit)
    } (n = ${n})`;
  const box = {
    x1: ({ column }: WeekCell) => column,
    x2: ({ column }: WeekCell) => column + 1,
    y1: ({ day }: WeekCell) => placeInWeek(day, grid.labels),
    y2: ({ day }: WeekCell) => placeInWeek(day, grid.labels) + 1,
    title: describeCell,
  };
  return chart({
    forWidth: (width) => weekGrid(grid, { ...options, width }),
    name: grid.name,
    summary: grid.summary,
    title: grid.title,
    finding: endsOf(known, columns, weekdays, unit),
    source: known.length < cells.length ? say("grey: no data") : "",
    legend: fits ? [] : shadesLegend(shades),
    x: {
      domain: [0, room / column],
      layout: () => axisBelow({ ticks: ends.filter((_, i) => i % step === 0), source: grid.place }),
    },
    y,
    height: 7 * ROWS.row,
    marks: (plot, { x: [, columnNames, place] }) => [
      missingCells(plot, cells, { ...box, inset: 1.5 }),
      shadedCells(plot, known, shades, { ...box, inset: 1 }),
      plot.text(fits ? known : [], {
        x: ({ column }: WeekCell) => column + 0.5,
        y: ({ day }: WeekCell) => placeInWeek(day, grid.labels) + 0.5,
        text: ({ value }: { value: number }) => numbers!(value),
        fill: ({ value }: { value: number }) => shadeOf(value, shades).text,
        pointerEvents: "none",
      }),
      plot.text(weekdaysInOrder(grid.labels).map((text, i) => ({ text, y: i + 0.5 })), {
        y: "y",
        text: "text",
        frameAnchor: "left",
        textAnchor: "end",
        dx: -SPACES.near,
      }),
      columnNames,
      place,
    ],
  }, options);
}

/** Describes the highest and the lowest cell for the summary. */
export function lowestAndHighest(
  cells: readonly WeekCell[],
  columns: readonly string[],
  { weekdays }: Labels,
): string {
  const known = cells.filter((cell): cell is WeekCell & { value: number } => cell.value !== null)
    .sort((a, b) => a.value - b.value);
  const named = ({ day, column, value }: WeekCell & { value: number }): string =>
    say("{value} on {day}", {
      value: shortNumber(value),
      day: `${weekdays[day - 1]} ${columns[column]}`,
    });
  return say("{known} of {all} cells have data, lowest {lowest}, highest {highest}", {
    known: known.length,
    all: cells.length,
    lowest: named(known[0]!),
    highest: named(known.at(-1)!),
  });
}

function endsOf(
  cells: readonly (WeekCell & { readonly value: number })[],
  columns: readonly string[],
  weekdays: readonly string[],
  unit: string | undefined,
): string {
  const named = ({ day, column }: WeekCell): string => `${weekdays[day - 1]} ${columns[column]}`;
  const text = ({ value }: { value: number }): string =>
    valueText(Number(value.toPrecision(3)), unit);
  const most = cells.reduce((a, b) => b.value > a.value ? b : a);
  const least = cells.reduce((a, b) => b.value < a.value ? b : a);
  return FINDINGS.ends(named(most), text(most), named(least), text(least));
}
