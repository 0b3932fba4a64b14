import type { Labels } from "../picture/labels.ts";
import type { Picture } from "../picture/picture.ts";
import {
  areAlike,
  CELL_BOX,
  CELL_MIDDLE,
  missingCells,
  shadedCells,
  shadeOf,
  type Shades,
  shadesLegend,
} from "../marks/shades.ts";
import { DEFAULT_WIDTH, type PictureOptions } from "../picture/spec.ts";
import { textWidth } from "../picture/textWidth.ts";
import { bareText, cellNumbers, reachText, unitText, valueText } from "../axis/valueTicks.ts";
import { axisBelow } from "../axis/axisBelow.ts";
import { chart, frameWidth } from "../picture/chart.ts";
import { LEFT_OF_FRAME, ROWS, SPACES } from "../picture/theme.ts";
import { endsOf, FINDINGS } from "../picture/findings.ts";
import { say } from "../../words/language.ts";

/** Mean of the values of a row and column. */
interface WeekCell {
  /** Row, from 0 at the top. */
  readonly row: number;
  /** Column, from 0. */
  readonly column: number;
  /** Mean; null without data. */
  readonly value: number | null;
  /** Number of hours or days in the mean. */
  readonly n: number;
}

/** A cell with a value. */
type KnownCell = WeekCell & { readonly value: number };

/** A chart with a row per weekday or year. */
export interface WeekGrid {
  /** Kind of chart. */
  readonly name: string;
  /** Default title, with the unit. */
  readonly title: string;
  /** Returns the description in words, given the description of the cells. */
  readonly summary: (cells: string) => string;
  /** Label below, with the zone. */
  readonly place: string;
  readonly labels: Labels;
  /** Row names, from top to bottom. */
  readonly rows: readonly string[];
  /** Names of the columns. */
  readonly columns: readonly string[];
  /** Places names at the start of columns, as for clock times, not in the middle. */
  readonly atEdges: boolean;
  /** Values to average in each cell. */
  readonly values: readonly Omit<KnownCell, "n">[];
  readonly unit: string | undefined;
  /** Shades of the means. */
  readonly shades: (means: readonly number[]) => Shades;
  /** Names a cell in a sentence: `on Mon at 12:00`. */
  readonly cellName: (row: string, column: string) => string;
}

/** Width of the names of rows in pixels. */
const NAMES = 38;
/** Maximum width of a column in pixels; up to this many columns are rows on a wide page. */
const WIDEST = 110, MOST_TURNED = 3;

/** Returns the means of values by row and column; every row has every column. */
function cellsOf({ values, rows, columns: { length: columns } }: WeekGrid): WeekCell[] {
  const size = rows.length * columns, sums = new Float64Array(size), counts = new Uint32Array(size);
  for (const { row, column, value } of values) {
    const place = row * columns + column;
    sums[place]! += value;
    counts[place]!++;
  }
  return Array.from(counts, (n, place) => ({
    row: Math.floor(place / columns),
    column: place % columns,
    value: n === 0 ? null : sums[place]! / n,
    n,
  }));
}

/**
 * Draws a cell for each row and column, darker for higher values. Cells without a value are grey.
 * On a wide page, up to three columns are drawn as rows. If all numbers fit, the cells show them.
 * Each cell shows its value and sample size under the pointer.
 */
export function weekGrid(grid: WeekGrid, options: PictureOptions): Picture {
  const { width = DEFAULT_WIDTH } = options;
  const { rows, columns, unit } = grid;
  const isTurned = columns.length <= MOST_TURNED && 2 * width > WIDEST * rows.length;
  const [down, across] = isTurned ? [columns, rows] : [rows, columns];
  const cells = cellsOf(grid).map((cell) => ({
    ...cell,
    x: isTurned ? cell.row : cell.column,
    y: isTurned ? cell.column : cell.row,
  }));
  const known = cells.filter((cell): cell is typeof cell & KnownCell => cell.value !== null);
  const values = known.map(({ value }) => value);
  const names = Math.max(NAMES, ...down.map((text) => textWidth(text) + SPACES.near));
  const y = { domain: [down.length, 0], width: names } as const, room = frameWidth({ y }, width);
  const column = Math.min(WIDEST, room / across.length);
  const numbers = [3, 2].map((digits) => cellNumbers(values, digits, unit))
    .find((text) => values.every((value) => textWidth(text(value)) + 6 <= column));
  const fits = numbers !== undefined;
  const shades = grid.shades(values);
  const step =
    [1, 2, 3, 6, 12].find((step) => across.every((text) => textWidth(text) + 8 <= column * step)) ??
      24;
  const ticks = across.map((text, i) => ({ text, at: grid.atEdges ? i : i + 0.5 }));
  const ends = grid.atEdges ? [...ticks, { text: grid.labels.hour(24), at: across.length }] : ticks;
  const describeCell = ({ row, column, value, n }: WeekCell): string =>
    `${rows[row]} ${columns[column]}: ${
      value === null ? say("no data") : valueText(value, unit)
    } (n = ${n})`;
  const box = { ...CELL_BOX, title: describeCell };
  return chart({
    forWidth: (width) => weekGrid(grid, { ...options, width }),
    name: grid.name,
    summary: grid.summary(lowestAndHighest(known, cells.length, grid)),
    title: grid.title,
    finding: areAlike(values, shades)
      ? FINDINGS.throughout(reachText(values, unit))
      : highestCells(known, grid),
    source: known.length < cells.length ? say("grey: no data") : "",
    legend: fits ? [] : shadesLegend(shades),
    x: {
      domain: [0, room / column],
      layout: () => axisBelow({ ticks: ends.filter((_, i) => i % step === 0), source: grid.place }),
    },
    y,
    height: down.length * ROWS.row,
    marks: (plot, { x: [, columnNames, place] }) => [
      missingCells(plot, cells, { ...box, inset: 1.5 }),
      shadedCells(plot, known, shades, { ...box, inset: 1 }),
      plot.text(fits ? known : [], {
        ...CELL_MIDDLE,
        text: ({ value }: { value: number }) => numbers!(value),
        fill: ({ value }: { value: number }) => shadeOf(value, shades).text,
      }),
      plot.text(down.map((text, i) => ({ text, y: i + 0.5 })), {
        y: "y",
        text: "text",
        ...LEFT_OF_FRAME,
      }),
      columnNames,
      place,
    ],
  }, options);
}

/** Describes the highest and the lowest cell for the summary. */
function lowestAndHighest(
  known: readonly KnownCell[],
  all: number,
  { rows, columns, unit }: WeekGrid,
): string {
  const sorted = known.toSorted((a, b) => a.value - b.value);
  const named = ({ row, column, value }: KnownCell): string =>
    say("{value} on {day}", {
      value: bareText(value, unit),
      day: `${rows[row]} ${columns[column]}`,
    });
  return say("{known} of {all} cells have data, lowest {lowest}, highest {highest}", {
    known: known.length,
    all,
    lowest: named(sorted[0]!),
    highest: named(sorted.at(-1)!),
  });
}

/** Returns the places of the highest and the lowest mean, as its cell shows it. */
function highestCells(
  cells: readonly KnownCell[],
  { rows, columns, unit, cellName }: WeekGrid,
): string {
  const named = ({ row, column }: WeekCell): string => cellName(rows[row]!, columns[column]!);
  const write = cellNumbers(cells.map(({ value }) => value), 3, unit);
  const text = ({ value }: { value: number }): string => write(value) + unitText(unit);
  const [least, most] = endsOf(cells);
  return FINDINGS.ends(named(most), text(most), named(least), text(least), cells.length);
}
