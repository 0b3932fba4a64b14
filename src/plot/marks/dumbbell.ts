import type { Mark } from "../picture/spec.ts";
import { INK_TOKENS } from "../../display/colors.ts";
import { STROKES } from "../picture/theme.ts";
import { decimalText, say } from "../../words/language.ts";

const { ink, ink3, grid, paper } = INK_TOKENS;

/** Colours of dumbbells on light paper. */
export const DUMBBELL_COLORS: readonly string[] = [ink, ink3, grid, paper].map(({ light }) =>
  light
);

/** A change in spreads of the values before. */
export interface Dumbbell {
  /** Change in standard deviations of the values before, negative for less. */
  readonly size: number;
  /** `true` if it is a clear change. */
  readonly marked: boolean;
}

/** Place of a dumbbell, in pixels. */
export interface DumbbellPlace {
  /** Ends of the scale. */
  readonly left: number;
  readonly right: number;
  /** Middle of the row. */
  readonly y: number;
}

/** Element of a drawing and its attributes, by SVG name. */
export type Shape = readonly [name: string, attributes: Readonly<Record<string, string | number>>];

/** Smallest and largest number of spreads between the middle and the end of a scale. */
const LEAST_SCALE = 2, MOST_SCALE = 4;
/** Half of the height of the band in pixels. */
const HALF = 8;

/** Returns the scale that all dumbbells of a page share, in usual spreads. */
export function scaleOf(sizes: readonly (number | undefined)[]): number {
  const largest = Math.max(...sizes.map((size = 0) => Math.abs(size)), 0);
  return Math.min(MOST_SCALE, Math.max(LEAST_SCALE, Math.ceil(largest)));
}

/**
 * Draws a change: a ring for the period before in the middle, a dot for now, and one spread to each
 * side as a band. A dot beyond the scale is a triangle at its edge.
 */
export function dumbbell(
  { size, marked }: Dumbbell,
  scale: number,
  { left, right, y }: DumbbellPlace,
): Shape[] {
  const middle = (left + right) / 2;
  const x = (at: number): number => round(middle + at / scale * (right - left) / 2);
  const isBeyond = Math.abs(size) > scale, away = size < 0 ? -1 : 1;
  const dot = x(Math.max(-scale, Math.min(scale, size)));
  const paint = (marked ? ink : ink3).light;
  return [
    ["rect", {
      fill: grid.light,
      x: x(-1),
      width: round(x(1) - x(-1)),
      y: y - HALF,
      height: 2 * HALF,
    }],
    ["line", { stroke: paint, "stroke-width": STROKES.data, x1: x(0), x2: dot, y1: y, y2: y }],
    ["circle", {
      fill: paper.light,
      stroke: paint,
      "stroke-width": STROKES.reference,
      cx: x(0),
      cy: y,
      r: 4,
    }],
    isBeyond
      ? ["path", { fill: paint, d: `M${dot + 7 * away},${y}L${dot},${y - 5}v10z` }]
      : ["circle", { fill: paint, cx: dot, cy: y, r: 4.5 }],
  ];
}

/** Describes a change: `1.2 usual spreads above`. */
export function spreadsText(size: number): string {
  const n = decimalText(Math.abs(size).toFixed(1));
  return size < 0 ? say("{n} usual spreads below", { n }) : say("{n} usual spreads above", { n });
}

interface Node {
  setAttribute(name: string, value: string): void;
  append(child: Node | string): void;
}

/** Creates a mark of dumbbells in rows; undefined ones are left out. */
export function dumbbellMark(
  rows: readonly { readonly change: Dumbbell | undefined; readonly title: string }[],
  scale: number,
): Mark {
  const render = (
    _: unknown,
    scales: { x: (value: number) => number; y: (value: number) => number },
    __: unknown,
    ___: unknown,
    { document }: { document: { createElementNS(namespace: string, name: string): Node } },
  ): Node => {
    const create = (name: string): Node =>
      document.createElementNS("http://www.w3.org/2000/svg", name);
    const all = create("g");
    all.setAttribute("aria-label", "dumbbell");
    rows.forEach(({ change, title }, i) => {
      if (change === undefined) return;
      const place = { left: scales.x(-scale), right: scales.x(scale), y: scales.y(i + 0.5) };
      const shapes = dumbbell(change, scale, place), group = create("g");
      shapes.forEach(([name, attributes], i) => {
        const shape = create(name), text = create("title");
        for (const [key, value] of Object.entries(attributes)) {
          shape.setAttribute(key, String(value));
        }
        text.append(title);
        // The pointer reaches the band through the line and the ring.
        if (i === 0 || i === shapes.length - 1) shape.append(text);
        else shape.setAttribute("pointer-events", "none");
        group.append(shape);
      });
      all.append(group);
    });
    return all;
  };
  // Plot calls any function among its marks; its types only name its own.
  return render as unknown as Mark;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
