import type { FrameSize } from "../picture/chart.ts";
import { symbolPaint } from "../picture/groupSymbols.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import { textWidth } from "../picture/textWidth.ts";

/** A line that is named at its right end. */
export interface LineEnd {
  /** What it is called. */
  readonly text: string;
  /** Its last value; undefined if it has none. */
  readonly y: number | undefined;
  /** Its colour. */
  readonly color: string;
}

/** Room of a sign before its name, and between two names above each other, in pixels. */
const SIGN = 18, LINE = 15;
/** The part of a picture that names at its right may take. */
const MOST = 0.3;

/** How many pixels names take to the right of the frame; undefined where they take too much of a width. */
export function labelsWidth(texts: readonly string[], width: number): number | undefined {
  const wide = SIGN + Math.max(...texts.map((text) => textWidth(text))) + 6;
  return wide <= MOST * width ? Math.ceil(wide) : undefined;
}

/** The signs and names of lines right of the frame, as near to their last values as they can stand without lying over each other. */
export function lineLabels(
  plot: PlotModule,
  lines: readonly LineEnd[],
  { domain: [low, high], frame }: { domain: readonly [number, number]; frame: FrameSize },
): Mark[] {
  const pixel = (high - low) / frame.height;
  const named = lines.map((line, i) => ({ ...line, i })).filter(({ y }) => y !== undefined);
  const places = spreadApart(named.map(({ y }) => (high - y!) / pixel), LINE, frame.height);
  return named.flatMap(({ i, text, color }, at) => {
    const y = high - places[at]! * pixel;
    return [
      plot.dot([y], {
        y: (value: number) => value,
        frameAnchor: "right",
        dx: 11,
        r: 4,
        ...symbolPaint(i, color),
        title: () => text,
      }),
      plot.text([text], {
        y: () => y,
        frameAnchor: "right",
        textAnchor: "start",
        dx: SIGN,
      }),
    ];
  });
}

/** Places in their order, at least so far from each other and between 0 and an end. */
export function spreadApart(places: readonly number[], apart: number, end: number): number[] {
  const order = places.map((_, i) => i).sort((a, b) => places[a]! - places[b]! || a - b);
  const moved = [...places];
  order.forEach((i, rank) => {
    const above = rank === 0 ? 0 : moved[order[rank - 1]!]! + apart;
    moved[i] = Math.max(above, places[i]!);
  });
  order.toReversed().forEach((i, rank) => {
    const below = rank === 0 ? end : moved[order.at(-rank)!]! - apart;
    moved[i] = Math.min(below, moved[i]!);
  });
  return moved;
}
