import type { FrameSize } from "../picture/chart.ts";
import { type MapFrame, type MapPoint, spacedDots } from "./mapPlane.ts";
import { textWidth } from "../picture/textWidth.ts";

/** A dot of a map that has a name, in pixels from the top left. */
export interface NamedDot {
  readonly x: number;
  readonly y: number;
  readonly name: string;
}

/** Where a name stands: right of its dot or left of it. */
export interface PlacedName extends NamedDot {
  readonly side: "start" | "end";
}

/** Half the height of a name, and the room around it, in pixels. */
const HALF = 7, ROOM = 3;

/** The names that fit beside their dots: over no other dot or name, and within a frame. */
export function placeNames(
  dots: readonly NamedDot[],
  { radius, width, height }: { radius: number; width: number; height: number },
): PlacedName[] {
  const taken = dots.map(({ x, y }) => ({
    left: x - radius,
    right: x + radius,
    top: y - radius,
    bottom: y + radius,
  }));
  return dots.flatMap((dot, i) => {
    const wide = textWidth(dot.name);
    for (const side of ["start", "end"] as const) {
      const from = side === "start" ? dot.x + radius + ROOM : dot.x - radius - ROOM - wide;
      const box = { left: from, right: from + wide, top: dot.y - HALF, bottom: dot.y + HALF };
      const isFree = box.left >= ROOM && box.right <= width - ROOM && box.top >= 0 &&
        box.bottom <= height &&
        taken.every((other, j) =>
          j === i || box.left > other.right || box.right < other.left || box.top > other.bottom ||
          box.bottom < other.top
        );
      if (!isFree) continue;
      taken.push(box);
      return [{ ...dot, side }];
    }
    return [];
  });
}

/** The numbered dots of places, moved apart so that none lies on another. */
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
