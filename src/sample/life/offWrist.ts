import type { Awake } from "./awake.ts";
import type { Bed } from "./beds.ts";
import { Random } from "./random.ts";
import { HOUR, MINUTE, type Span } from "./span.ts";

/**
 * Gives the spans during which the wrist tracker measures nothing, in order and apart: while it is
 * charged, now and then for hours, and around every sleep that it did not record.
 */
export function offWrist(
  beds: readonly Bed[],
  awake: readonly Awake[],
  seed: number,
): Span[] {
  const missed = beds.filter((bed) => bed.night === null);
  const before = new Map(missed.map((bed) => [bed.end, bed]));
  const after = new Map(missed.map((bed) => [bed.start, bed]));
  const spans: Span[] = [...missed];
  for (const { start, end } of awake) {
    const random = new Random(seed, "off wrist", start);
    const length = end - start;
    if (before.has(start) && after.has(end)) spans.push({ start, end });
    else if (before.has(start)) spans.push({ start, end: start + length / 4 });
    else if (after.has(end)) spans.push({ start: end - length / 4, end });
    if (length > 2 * HOUR && random.chance(0.6)) {
      const at = start + random.between(0.02, 0.9) * (length - 80 * MINUTE);
      spans.push({ start: at, end: at + random.between(25, 80) * MINUTE });
    }
    if (length > 12 * HOUR && random.chance(0.04)) {
      const at = start + random.between(1, 4) * HOUR;
      spans.push({ start: at, end: at + random.between(4, 7) * HOUR });
    }
  }
  return union(spans);
}

function union(spans: readonly Span[]): Span[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}
