import type { Labels } from "./labels.ts";
import { textWidth } from "./textWidth.ts";

/**
 * Times of day along an axis of hours after noon, as closely as they fit: every hour, or every 2, 3,
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
  return Array.from({ length: 25 }, (_, hour) => hour)
    .filter((hour) => hour >= from && hour <= to && hour % step === 0)
    .map((hour) => ({ at: hour, text: labels.hour((hour + 12) % 24) }));
}
