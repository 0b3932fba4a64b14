import type { LegendEntry } from "./header.ts";
import { showsAlone } from "./pointed.ts";
import type { Ends, Mark, PlotModule } from "./spec.ts";
import { FONT_SIZE, GUTTERS, INK, INK_2, LINES, SPACES, textColor } from "./theme.ts";
import { textWidth, wrapName } from "./textWidth.ts";

/** A name right of the frame, at the end of a line or band or beside the last stack. */
export interface EndLabel {
  readonly text: string;
  /** Sets it in grey, as for a band. @default false */
  readonly quiet?: boolean;
  readonly color: string;
  /** Its place on the value axis; `undefined` or NaN leaves it out. */
  readonly y: number | undefined;
  /** Entry for the legend of a chart that has no room for names. @default none */
  readonly entry?: LegendEntry;
}

/** Distance of a name from the frame, and width of a symbol before it, in pixels. */
const GAP = SPACES.near, SIGN = 14;
/** Ratio of the width of a bold name to its estimate, which is already slightly too wide. */
const BOLD = 1.08;
/** Maximum share of the width for names at the right, and maximum numbers of names and their lines. */
const MOST = 0.2, MOST_NAMES = 6, MOST_LINES = 3;

/**
 * Returns the width of names right of the frame; `undefined` without names, or if they would take
 * too much room.
 */
export function endsWidth(ends: readonly EndLabel[], width: number): number | undefined {
  if (ends.length === 0 || ends.length > MOST_NAMES || GUTTERS.right[1] > MOST * width) {
    return undefined;
  }
  return Math.max(
    ...ends.flatMap((end) =>
      namedLines(end).map((line) => indent(end) + textWidth(line, sizeOf(end)))
    ),
  );
}

/** Draws names close to their places, without overlaps. */
export function drawEnds(
  plot: PlotModule,
  ends: readonly EndLabel[],
  { domain: [low, high], frame }: { domain: Ends; frame: { readonly height: number } },
): Mark[] {
  const pixel = (high - low) / frame.height;
  const shown = ends.filter(({ y }) => y !== undefined && !Number.isNaN(y));
  const texts = shown.map(namedLines);
  const lines = Math.max(1, ...texts.map(({ length }) => length)), apart = LINES.label * lines;
  const lowest = frame.height - (apart - LINES.label) / 2; // above the labels of the axis
  const places = spreadApart(
    shown.map(({ y = low }) => Math.max(0, Math.min(lowest, (high - y) / pixel))),
    apart,
    lowest,
  );
  return shown.flatMap((end, at) => {
    const y = high - places[at]! * pixel, { color, entry } = end, symbol = entry?.symbol;
    return [
      ...(symbol === undefined ? [] : [plot.dot([y], {
        y: (value: number) => value,
        frameAnchor: "right",
        dx: GAP + 4,
        r: 4,
        symbol: symbol.name,
        ...(symbol.hollow ? { stroke: color } : { fill: color }),
        title: () => end.text,
      })]),
      plot.text([texts[at]!.join("\n")], {
        lineHeight: 1.1,
        y: () => y,
        frameAnchor: "right",
        textAnchor: "start",
        dx: indent(end),
        fill: end.quiet === true ? INK_2 : symbol ? INK : textColor(color),
        ...(isBold(end) ? { fontWeight: 600 } : {}),
        ...(entry ? showsAlone(entry) : {}),
      }),
    ];
  });
}

/** Returns the pixels between the frame and a name. */
function indent({ entry }: EndLabel): number {
  return entry?.symbol === undefined ? GAP : GAP + SIGN;
}

/** Returns whether a name is set in bold, so that its colour is easy to see. */
function isBold({ quiet, color, entry }: EndLabel): boolean {
  return quiet !== true && entry?.symbol === undefined && color !== INK;
}

/** Returns the font size for the width of a name. */
function sizeOf(end: EndLabel): number {
  return isBold(end) ? BOLD * FONT_SIZE : FONT_SIZE;
}

function namedLines(end: EndLabel): string[] {
  return wrapName(end.text, GUTTERS.right[1] - indent(end), sizeOf(end), MOST_LINES);
}

/** Returns the last value that is known; `undefined` without one. */
export function lastKnown(values: ArrayLike<number>): number | undefined {
  for (let i = values.length - 1; i >= 0; i--) {
    const value = values[i];
    if (value !== undefined && !Number.isNaN(value)) return value;
  }
  return undefined;
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
