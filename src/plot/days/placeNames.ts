import type { FrameSize } from "../picture/chart.ts";
import { type MapFrame, type MapPoint, spacedDots } from "./mapPlane.ts";
import { textWidth } from "../picture/textWidth.ts";

/** A named dot of a map, in pixels from the top left. */
export interface NamedDot {
  readonly x: number;
  readonly y: number;
  readonly name: string;
}

/** Position of a name: right or left of its dot, above or below. */
export interface PlacedName extends NamedDot {
  readonly side: typeof SIDES[number];
}

interface NameBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Possible positions of a name, best first. */
export const SIDES = ["start", "end", "above", "below"] as const;

/** Half the height of a name, and the gap around it, in pixels. */
const HALF = 7, ROOM = 3;

/**
 * Returns the names that fit next to their dots, within the frame, without covering the path or
 * other dots and names.
 *
 * @param path Points of the path, in pixels, each joined to the one before.
 */
export function placeNames(
  dots: readonly NamedDot[],
  { radius, width, height }: { radius: number; width: number; height: number },
  path: readonly { readonly x: number; readonly y: number }[] = [],
): PlacedName[] {
  const way = path.slice(1).flatMap((to, i) => stepsBetween(path[i]!, to));
  const taken = dots.map(({ x, y }) => ({
    left: x - radius,
    right: x + radius,
    top: y - radius,
    bottom: y + radius,
  }));
  return dots.flatMap((dot, i) => {
    const wide = textWidth(dot.name);
    const free = SIDES.map((side) => ({ side, box: boxAt(dot, side, { wide, radius }) }))
      .filter(({ box }) =>
        box.left >= ROOM && box.right <= width - ROOM && box.top >= 0 && box.bottom <= height &&
        taken.every((other, j) =>
          j === i || box.left > other.right || box.right < other.left || box.top > other.bottom ||
          box.bottom < other.top
        )
      );
    const best = free.find(({ box }) => !way.some((point) => isWithin(box, point)));
    if (best === undefined) return [];
    taken.push(best.box);
    return [{ ...dot, side: best.side }];
  });
}

function boxAt(
  { x, y }: NamedDot,
  side: PlacedName["side"],
  { wide, radius }: { wide: number; radius: number },
): NameBox {
  const beside = radius + ROOM, over = radius + HALF + 1;
  const left = side === "start" ? x + beside : side === "end" ? x - beside - wide : x - wide / 2;
  const middle = side === "above" ? y - over : side === "below" ? y + over : y;
  return { left, right: left + wide, top: middle - HALF, bottom: middle + HALF };
}

/** Returns the text options for a name at a side of its dot. */
export function textAtSide(
  side: PlacedName["side"],
  radius: number,
): { dx: number; dy: number; textAnchor: "start" | "end" | "middle" } {
  const beside = radius + ROOM, over = radius + HALF + 1;
  switch (side) {
    case "start":
      return { dx: beside, dy: 0, textAnchor: "start" };
    case "end":
      return { dx: -beside, dy: 0, textAnchor: "end" };
    case "above":
      return { dx: 0, dy: -over, textAnchor: "middle" };
    case "below":
      return { dx: 0, dy: over, textAnchor: "middle" };
  }
}

function isWithin(box: NameBox, { x, y }: { readonly x: number; readonly y: number }): boolean {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

/** Returns points from one point to another, at most four pixels apart. */
function stepsBetween(
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
): { x: number; y: number }[] {
  const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 4);
  return Array.from({ length: steps + 1 }, (_, i) => ({
    x: from.x + (to.x - from.x) * i / (steps || 1),
    y: from.y + (to.y - from.y) * i / (steps || 1),
  }));
}

/** Returns the numbered dots of places, moved apart so that they do not overlap. */
export function numberedDots(
  spots: readonly MapPoint[],
  { map, radius, frame }: { map: MapFrame; radius: number; frame: FrameSize },
): (MapPoint & { spot: MapPoint; text: string })[] {
  return spacedDots(
    spots.map(({ x, y }) => ({ x: (x - map.x[0]) / map.scale, y: (map.y[1] - y) / map.scale })),
    { distance: 2 * radius + 2, ...frame },
  ).map(({ x, y }, i) => ({
    x: map.x[0] + x * map.scale,
    y: map.y[1] - y * map.scale,
    spot: spots[i]!,
    text: String(i + 1),
  }));
}
