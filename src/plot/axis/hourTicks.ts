import type { Labels } from "../picture/labels.ts";
import { textWidth } from "../picture/textWidth.ts";
import type { AxisLabel } from "./axisBelow.ts";

/**
 * Returns times of day along an axis of hours (which may be below 0), as dense as they fit: every
 * 1, 2, 3, 6 or 12 hours. If the axis starts at midnight, the end of the day is `24:00`.
 *
 * @param origin Hour of the clock that is 0 on the axis.
 */
export function hourTicks(
  [from, to]: readonly [number, number],
  pixels: number,
  labels: Labels,
  origin = 0,
): AxisLabel[] {
  const room = textWidth(labels.hour(12)) + 12;
  const step = [1, 2, 3, 6].find((hours) => (to - from) / hours * room <= pixels) ?? 12;
  const first = Math.ceil(from / step);
  const nameOf = (at: number): string =>
    labels.hour(origin === 0 && at > 0 && at % 24 === 0 ? 24 : ((at + origin) % 24 + 24) % 24);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) => (first + i) * step)
    .map((at) => ({ at, text: nameOf(at) }));
}
