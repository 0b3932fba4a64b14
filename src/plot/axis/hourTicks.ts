import type { Labels } from "../picture/labels.ts";
import { textWidth } from "../picture/textWidth.ts";

/** Times of day along an axis of one or two whole days, as many as fit: from 00:00 to 24:00. */
export function hourTicks(
  hours: 24 | 48,
  pixels: number,
  labels: Labels,
): { at: number; text: string }[] {
  const room = textWidth(labels.hour(12)) + 12;
  const step = [1, 2, 3, 6].find((step) => hours / step * room <= pixels) ?? 12;
  return Array.from({ length: hours / step + 1 }, (_, i) => i * step)
    .map((at) => ({ at, text: labels.hour(at === hours || at === 24 ? 24 : at % 24) }));
}
