import type { FrameSize } from "../picture/chart.ts";
import { symbolPaint } from "../picture/groupSymbols.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import { GUTTERS } from "../picture/theme.ts";
import { textWidth, wrapName } from "../picture/textWidth.ts";

/** A line with its name at its right end. */
export interface LineEnd {
  readonly text: string;
  /** Last value; `undefined` without values. */
  readonly y: number | undefined;
  readonly color: string;
}

/** Width of a symbol before its name, and line height of names, in pixels. */
const SIGN = 18, LINE = 15;
/** Maximum share of the width for names at the right, and their maximum width. */
const MOST = 0.2, ROOM = GUTTERS.right[1] - SIGN;

/** Returns the width of names right of the frame; `undefined` if they would take too much. */
export function labelsWidth(texts: readonly string[], width: number): number | undefined {
  if (GUTTERS.right[1] > MOST * width) return undefined;
  return SIGN +
    Math.max(...texts.flatMap((text) => wrapName(text, ROOM).map((line) => textWidth(line))));
}

/** Draws symbols and names of lines close to their last values, without overlaps. */
export function lineLabels(
  plot: PlotModule,
  lines: readonly LineEnd[],
  { domain: [low, high], frame }: { domain: readonly [number, number]; frame: FrameSize },
): Mark[] {
  const pixel = (high - low) / frame.height;
  const named = lines.map((line, i) => ({ ...line, i })).filter(({ y }) => y !== undefined);
  const texts = named.map(({ text }) => wrapName(text, ROOM));
  const apart = LINE * Math.max(...texts.map((lines) => lines.length));
  const places = spreadApart(named.map(({ y }) => (high - y!) / pixel), apart, frame.height);
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
      plot.text([texts[at]!.join("\n")], {
        lineHeight: 1.1,
        y: () => y,
        frameAnchor: "right",
        textAnchor: "start",
        dx: SIGN,
      }),
    ];
  });
}

/** Returns positions in their order, at least `apart` from each other, between 0 and `end`. */
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
