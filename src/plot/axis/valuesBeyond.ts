import type { Beyond } from "../picture/chart.ts";
import type { Ends } from "../picture/spec.ts";
import { INK, PAPER } from "../picture/theme.ts";
import { bareText, valueText } from "./valueTicks.ts";
import { numberText, say } from "../../words/language.ts";

/** Values, and their places along the other axis. */
export interface BeyondList {
  /** NaN if missing. */
  readonly values: ArrayLike<number>;
  /** Returns the place of the i-th value. */
  readonly at: (i: number) => number;
  /** Returns the title of the i-th value. */
  readonly title: (i: number) => string;
  /** Counts only values on this side. @default both */
  readonly side?: "above" | "below";
}

/** A value beyond an end. */
interface Outlier {
  readonly value: number;
  readonly at: number;
  readonly title: () => string;
}

/** Radius of a triangle, its distance from the edge, and the space for one, in pixels. */
const RADIUS = 4, INSET = 5, ROOM = 8;

/**
 * Returns the values that an axis may leave out: triangles at the edge of the frame, with a title
 * each, and a note with their number.
 */
export function valuesBeyond(
  axis: "x" | "y",
  unit: string | undefined,
  lists: readonly BeyondList[],
): Beyond {
  return { axis, layout: (ends) => layOut({ axis, unit, lists }, ends) };
}

function layOut(
  { axis, unit, lists }: {
    axis: "x" | "y";
    unit: string | undefined;
    lists: readonly BeyondList[];
  },
  ends: Ends,
): ReturnType<Beyond["layout"]> {
  const sides = [beyond(lists, ends, "above"), beyond(lists, ends, "below")] as const;
  if (sides.every(({ length }) => length === 0)) return undefined;
  const [above, below] = sides.map((side) => side.map(({ value }) => value));
  return {
    notes: beyondNotes(above!, below!, ends, unit),
    marks: (plot, frame, along) => {
      const pixels = axis === "y" ? frame.width : frame.height;
      const from = Math.min(...along), to = Math.max(...along); // rows count from the top
      return sides.map((all, i) => {
        const sign = i === 0 ? 1 : -1, shown = new Map<number, Outlier>();
        for (const one of all) {
          // A dot beyond both axes is only drawn once.
          if (axis === "x" && (one.at < from || one.at > to)) continue;
          const place = Math.floor((one.at - from) / (to - from) * pixels / ROOM);
          const other = shown.get(place);
          // If values would overlap, only the most extreme one is drawn.
          if (other === undefined || (one.value - other.value) * sign > 0) shown.set(place, one);
        }
        const at = ({ at }: Outlier) => Math.max(from, Math.min(to, at)),
          end = () => ends[1 - i]!;
        return plot.dot([...shown.values()], {
          ...(axis === "y"
            ? { x: at, y: end, dy: INSET * sign, rotate: 90 - 90 * sign }
            : { x: end, y: at, dx: -INSET * sign, rotate: 90 * sign }),
          symbol: "triangle",
          r: RADIUS,
          fill: INK,
          stroke: PAPER,
          title: (one: Outlier) => one.title(),
        });
      });
    },
  };
}

function beyond(
  lists: readonly BeyondList[],
  [low, high]: Ends,
  side: "above" | "below",
): Outlier[] {
  return lists.filter((list) => list.side === undefined || list.side === side)
    .flatMap(({ values, at, title }) => {
      const found: Outlier[] = [];
      for (let i = 0; i < values.length; i++) {
        const value = values[i]!;
        const isOut = side === "above" ? value > high : value < low;
        if (isOut) found.push({ value, at: at(i), title: () => title(i) });
      }
      return found;
    });
}

/**
 * Returns what two axes of dots may leave out. The scales stay linear, so that lines over all dots
 * keep their slope; a dot beyond both axes is in the corner.
 */
export function pointsBeyond(
  x: Float64Array,
  y: Float64Array,
  { title, xUnit, yUnit }: {
    title: (x: number, y: number) => string;
    xUnit: string | undefined;
    yUnit: string | undefined;
  },
): Beyond[] {
  const list = (values: Float64Array, other: Float64Array): BeyondList => ({
    values,
    at: (i) => other[i]!,
    title: (i) => title(x[i]!, y[i]!),
  });
  return [
    { ...valuesBeyond("x", xUnit, [list(x, y)]), clamps: false },
    { ...valuesBeyond("y", yUnit, [list(y, x)]), clamps: false },
  ];
}

/** Describes values beyond the ends: `2 values above 180 bpm not to scale (up to 4,000)`. */
export function beyondNotes(
  above: ArrayLike<number>,
  below: ArrayLike<number>,
  [low, high]: Ends,
  unit: string | undefined,
): string[] {
  return ([["above", above, high], ["below", below, low]] as const)
    .filter(([, values]) => values.length > 0)
    .map(([side, values, end]) => {
      const most = bareText(
        Array.from(values).reduce((a, b) => side === "above" ? Math.max(a, b) : Math.min(a, b)),
        unit,
      );
      return values.length === 1
        ? side === "above"
          ? say("1 value above {end} not to scale ({most})", { end: valueText(end, unit), most })
          : say("1 value below {end} not to scale ({most})", { end: valueText(end, unit), most })
        : side === "above"
        ? say("{n} values above {end} not to scale (up to {most})", {
          n: numberText(values.length),
          end: valueText(end, unit),
          most,
        })
        : say("{n} values below {end} not to scale (down to {most})", {
          n: numberText(values.length),
          end: valueText(end, unit),
          most,
        });
    });
}
