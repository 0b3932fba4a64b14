import { type Box, pathMark, type Scales, tenths, tenthsText } from "../picture/pathMark.ts";
import type { Mark } from "../picture/spec.ts";

/**
 * Bars as one path of relative steps, neighbours of one row joined: 20,000 bars take a tenth of the
 * room of as many rectangles. Coordinates are tenths of a pixel.
 *
 * @param bars By row, and in each from left to right.
 */
export function barRows(
  bars: readonly Box[],
  { fill, fillOpacity }: { fill: string; fillOpacity?: number },
): Mark {
  return pathMark(
    { "aria-label": "bars", fill, "fill-opacity": fillOpacity },
    (scales) => outline(bars, scales),
  );
}

function outline(bars: readonly Box[], { x, y }: Scales): string {
  const parts: string[] = [];
  let foot = NaN, right = NaN, top = NaN;
  for (const bar of bars) {
    const x1 = tenths(x(bar.x1)), x2 = tenths(x(bar.x2));
    const nextFoot = tenths(y(bar.y1)), nextTop = tenths(y(bar.y2));
    if (nextTop === nextFoot || x2 === x1) continue;
    if (nextFoot !== foot || x1 !== right) {
      if (parts.length > 0) parts.push(`v${tenthsText(foot - top)}z`);
      parts.push(`M${tenthsText(x1)},${tenthsText(nextFoot)}`);
      top = foot = nextFoot;
    }
    if (nextTop !== top) parts.push(`v${tenthsText(nextTop - top)}`);
    parts.push(`h${tenthsText(x2 - x1)}`);
    top = nextTop;
    right = x2;
  }
  return parts.length === 0 ? "" : `${parts.join("")}v${tenthsText(foot - top)}z`;
}
