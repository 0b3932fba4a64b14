import type { Labels } from "../picture/labels.ts";
import { textWidth } from "../picture/textWidth.ts";
import type { AxisLabel } from "./axisBelow.ts";

/**
 * Times of day along an axis of hours, also below 0, as closely as they fit: every hour, or every 2, 3,
 * 6 or 12. Where the axis begins at midnight, the end of a day is `24:00`.
 *
 * @param origin The hour of the clock that is 0 on the axis.
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
