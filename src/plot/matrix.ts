import { type FrameLike, openFrame } from "../frame/open.ts";
import { describeValue } from "../options/describeValue.ts";
import { optionNames } from "../options/checkOptions.ts";
import { coefficient } from "../series/sentenceParts.ts";
import type { CorrelationMethod } from "../series/statistics/correlation.ts";
import { INSEPARABLE, NO_RELATION, TOO_FEW, UNVARIED } from "../series/slopeSentence.ts";
import { rowAxis } from "./axis/rowAxis.ts";
import { nameLabel } from "./axis/valueAxis.ts";
import { chart, frameWidth } from "./picture/chart.ts";
import { noData } from "./axis/noData.ts";
import { FINDINGS } from "./picture/findings.ts";
import { signed } from "./axis/valueTicks.ts";
import { lowerFirst, upperFirst } from "./picture/letterCase.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, UNTIMED_OPTIONS } from "./picture/pictureOptions.ts";
import { CELL_BOX, CELL_MIDDLE } from "./marks/shades.ts";
import { DEFAULT_WIDTH, type UntimedPictureOptions } from "./picture/spec.ts";
import { wrapName } from "./picture/textWidth.ts";
import {
  DIVERGING,
  GRID,
  INK_2,
  LINES,
  NOTE_SIZE,
  ROWS,
  type Shade,
  SPACES,
} from "./picture/theme.ts";
import { decimalText, inLanguage, listed, numberText, say, term } from "../words/language.ts";

/** Options of {@linkcode matrix}. */
export interface MatrixOptions extends UntimedPictureOptions {
  /** Coefficient to show, if the frame has both. @default the first one in the frame */
  method?: CorrelationMethod;
  /** Lag to show, if the frame has several. @default the first one in the frame */
  lag?: number;
}

const ACTION = "draw a matrix", WIDEST = 96;
/** Corrected p value below which a frame marks a pair. */
const MARKED = 0.05;
/** Ends of the classes of a coefficient: no, weak, medium and strong correlation (Cohen 1988). */
const CLASSES = [0.1, 0.3, 0.5];

const OPTIONS = optionNames<MatrixOptions>()(UNTIMED_OPTIONS, "method lag");

/** A pair of columns and its place in the matrix. */
interface Cell {
  readonly a: string;
  readonly b: string;
  /** Coefficient; NaN if it is unknown. */
  readonly r: number;
  readonly n: number;
  /** A reason not to mark the pair, such as `no clear relation`; `undefined` if the frame marks the pair. */
  readonly note: string | undefined;
}

/**
 * Draws correlations as a matrix: a column for each `a` and a row for each `b`. Each cell has the
 * coefficient, and the number of rows with both values below it. Only pairs that the frame marks
 * are coloured: their `p_adjusted` is below 0.05, and `finding` states a relation. Colours diverge
 * from 0 and change at 0.1, 0.3 and 0.5; the sign of the number shows the direction, too. A
 * relation is not a cause.
 *
 * @param frame the result of `series.correlate` or `me.correlate` for several pairs, with the
 * columns `a`, `b`, `lag`, `method`, `r`, `p_adjusted`, `n`, `partial` and `finding`.
 * @throws {TypeError} if a column is missing, as in other frames than these results, or has
 * another type
 * @throws {RangeError} if the frame has no pair of the method or the lag, or a pair has two rows,
 * as for groups
 *
 * @example Three measures of ten days
 * ```ts
 * import { plot, series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const days = Array.from({ length: 10 }, (_, day) => ({
 *   steps: 4000 + 500 * day,
 *   calories: 200 + 25 * day + 40 * (day % 2),
 *   mood: [3, 5, 4, 3, 4, 5, 3, 4, 5, 3][day],
 * }));
 * assertEquals(
 *   String(plot.matrix(series.correlate(days))),
 *   "Correlations (Pearson): steps and calories r +0.97, n 10; no clear relation in 2 other pairs",
 * );
 * ```
 */
export function matrix(frame: FrameLike, options: MatrixOptions = {}): Picture {
  return inLanguage(options, () => drawMatrix(frame, options));
}

function drawMatrix(frame: FrameLike, options: MatrixOptions): Picture {
  checkPictureOptions(ACTION, options, OPTIONS);
  const { width = DEFAULT_WIDTH } = options;
  const { cells, method, lag, partial } = readCells(frame, options);
  const what = `${say("Correlations")}${method === undefined ? "" : ` (${METHODS[method]})`}${
    lag === 0 ? "" : say(", {n} later", { n: lag })
  }`;
  if (cells.length === 0) return noData("matrix", what, frame, options, "numbers");
  const columns = [...new Set(cells.map(({ a }) => a))];
  const rows = [...new Set(cells.map(({ b }) => b))];
  const marked = cells.filter(({ note }) => note === undefined)
    .toSorted((one, other) => Math.abs(other.r) - Math.abs(one.r));
  const said = marked.map((cell) => `${pairText(cell)} r ${rText(cell.r)}, n ${cell.n}`);
  const notes = [NO_RELATION, TOO_FEW, INSEPARABLE, UNVARIED].flatMap((note) => {
    const count = cells.filter((cell) => cell.note === note).length;
    return count === 0 ? [] : [FINDINGS.unrelated(term(note), count, count < cells.length)];
  });
  const [unmarked = "", others] = new Set(cells.flatMap(({ note }) => note ? term(note) : []));
  const y = rowAxis(rows.length, rows.map((name, i) => ({ y: i + 0.5, text: nameLabel(name) })));
  const room = frameWidth({ y }, width), cell = Math.min(WIDEST, room / columns.length);
  const wrapped = columns.map((name) => wrapName(nameLabel(name), cell - 4));
  const fits = wrapped.every((lines) => !lines.some((line) => line.endsWith("…")));
  const heads = fits ? wrapped : columns.map((_, i) => [letter(i)]);
  const counts = cells.map(({ n }) => n);
  const placed = cells.map((one) => ({
    ...one,
    x: columns.indexOf(one.a),
    y: rows.indexOf(one.b),
    shade: one.note === undefined ? shadeOf(one.r) : undefined,
  }));
  const box = {
    ...CELL_BOX,
    inset: 1,
    title: (one: Cell) =>
      `${pairText(one)}: ${
        [
          Number.isNaN(one.r) ? [] : `r ${rText(one.r)}`,
          `n ${one.n}`,
          one.note ? term(one.note) : [],
        ].flat()
          .join(", ")
      }`,
  };
  const inCell = {
    ...CELL_MIDDLE,
    fill: ({ shade }: { shade: Shade | undefined }) => shade?.text ?? INK_2,
  } as const;
  return chart({
    forWidth: (width) => matrix(frame, { ...options, width }),
    name: "matrix",
    summary: `${what}: ${[...said, ...notes].join("; ")}`,
    title: [
      `${what}, n ${rangeText(Math.min(...counts), Math.max(...counts))}`,
      ...removed(partial),
    ]
      .join(", "),
    finding: marked[0] === undefined
      ? upperFirst(notes.join(", "))
      : FINDINGS.related(marked.length, cells.length, strongest(marked[0])),
    source: [
      ...(marked.length === cells.length ? [] : [
        others === undefined
          ? say("Without colour: {note}", { note: unmarked })
          : say("Without colour: {note} or {other}", { note: unmarked, other: others }),
      ]),
      ...(fits ? [] : [columns.map((name, i) => `${letter(i)} ${nameLabel(name)}`).join(", ")]),
    ].join("; "),
    x: { domain: [0, room / cell] },
    y,
    margin: { top: LINES.label * Math.max(...heads.map((lines) => lines.length)) },
    height: ROWS.cell * rows.length,
    marks: (plot, axes) => [
      plot.rect(placed.filter(({ shade }) => shade === undefined), {
        ...box,
        fill: "none",
        pointerEvents: "all",
        stroke: GRID,
      }),
      plot.rect(placed.filter(({ shade }) => shade !== undefined), {
        ...box,
        fill: ({ shade }: { shade: Shade }) => shade.color,
      }),
      ...[true, false].map((isMarked) =>
        plot.text(placed.filter(({ note }) => (note === undefined) === isMarked), {
          ...inCell,
          text: ({ r }: Cell) => rText(r),
          ...(isMarked ? { fontWeight: 600 } : {}),
          dy: -LINES.label / 2,
        })
      ),
      plot.text(placed, {
        ...inCell,
        text: ({ n }: Cell) => numberText(n),
        fontSize: NOTE_SIZE,
        dy: LINES.label / 2,
      }),
      plot.text(heads.map((lines, i) => ({ x: i + 0.5, text: lines.join("\n") })), {
        x: "x",
        text: "text",
        frameAnchor: "top",
        lineAnchor: "bottom",
        lineHeight: 1.1,
        dy: -SPACES.near,
      }),
      ...axes.y,
    ],
  }, options);
}

const METHODS: Readonly<Record<CorrelationMethod, string>> = {
  pearson: "Pearson",
  spearman: "Spearman",
};

/** Reads the pairs of one method and one lag. */
function readCells(frame: FrameLike, options: MatrixOptions) {
  const read = openFrame(frame, { action: ACTION }).read({
    a: "text",
    b: "text",
    lag: "int64",
    method: "text",
    r: "float64",
    p_adjusted: "float64",
    n: "int64",
    partial: "text",
    finding: "text",
  });
  const lags = [...read.lag.values].map(Number), methods = read.method.values;
  const method = options.method ?? methods[0] ?? undefined, lag = options.lag ?? lags[0] ?? 0;
  const kept = lags.flatMap((one, i) => one === lag && methods[i] === method ? [i] : []);
  if (kept.length === 0 && lags.length > 0) {
    throw new RangeError(
      `Cannot ${ACTION}: the frame has no pair with method ${
        describeValue(method)
      } and lag ${lag}. It has ${
        [...new Set(lags.map((one, i) => `${methods[i]} with lag ${one}`))].join(", ")
      }.`,
    );
  }
  const number = ({ values, valid }: typeof read.r, i: number): number =>
    valid?.[i] === 0 ? NaN : values[i]!;
  const cells = kept.map((i): Cell => {
    const p = number(read.p_adjusted, i), finding = read.finding.values[i] ?? "";
    return {
      a: read.a.values[i]!,
      b: read.b.values[i]!,
      r: number(read.r, i),
      n: Number(read.n.values[i]!),
      note: Number.isNaN(p)
        ? [INSEPARABLE, UNVARIED].find((note) => finding.startsWith(note)) ?? TOO_FEW
        : p >= MARKED
        ? NO_RELATION
        : [NO_RELATION, TOO_FEW].find((note) => note === finding),
    };
  });
  const names = cells.map(({ a, b }) => JSON.stringify([a, b]));
  const twice = cells.find((_, i) => names.indexOf(names[i]!) < i);
  if (twice !== undefined) {
    throw new RangeError(
      `Cannot ${ACTION}: ${pairText(twice)} have two rows. Draw one group at a time.`,
    );
  }
  return {
    cells,
    method: method as CorrelationMethod | undefined,
    lag,
    partial: read.partial.values[kept[0] ?? 0] ?? "",
  };
}

function shadeOf(r: number): Shade {
  const size = CLASSES.filter((end) => Math.abs(r) >= end).length, middle = CLASSES.length;
  return DIVERGING[r < 0 ? middle - size : middle + size]!;
}

/** Formats a coefficient with its sign: `+0.64`. */
function rText(r: number): string {
  return Number.isNaN(r) ? "–" : signed(r, (size) => decimalText(coefficient(size)));
}

function pairText({ a, b }: Cell): string {
  return listed([lowerFirst(nameLabel(a)), lowerFirst(nameLabel(b))]);
}

function strongest(cell: Cell): string {
  return `${pairText(cell)} (r ${rText(cell.r)})`;
}

function removed(partial: string): string[] {
  return partial === "" ? [] : [
    say("without the effects of {effects}", {
      effects: partial.split(", ").map(term).join(", "),
    }),
  ];
}

function rangeText(low: number, high: number): string {
  const [from, to] = [low, high].map((n) => numberText(n));
  return from === to ? from! : say("{from} to {to}", { from: from!, to: to! });
}

/** `A`, `B`, ..., `Z`, `A1`, ... */
function letter(i: number): string {
  return `${String.fromCharCode(65 + i % 26)}${i < 26 ? "" : Math.floor(i / 26)}`;
}
