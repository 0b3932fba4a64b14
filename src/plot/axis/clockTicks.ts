import type { Labels } from "../picture/labels.ts";
import { textWidth } from "../picture/textWidth.ts";

/**
 * Times of day along an axis of hours after a noon, also before it, as closely as they fit: every hour, or every 2, 3,
 * 6 or 12.
 */
export function clockTicks(
  from: number,
  to: number,
  pixels: number,
  labels: Labels,
): { at: number; text: string }[] {
  const room = textWidth(labels.hour(12)) + 12;
  const step = [1, 2, 3, 6].find((hours) => (to - from) / hours * room <= pixels) ?? 12;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) => (first + i) * step)
    .map((hour) => ({ at: hour, text: labels.hour((hour + 36) % 24) }));
}
