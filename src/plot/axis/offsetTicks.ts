import { textWidth } from "../picture/textWidth.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../time/units.ts";
import type { AxisLabels } from "./axisBelow.ts";
import { say } from "../../words/language.ts";

const SECOND = 1000;
const STEPS = [
  ...[1, 5, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR_MS),
  ...[1, 2, 7, 14, 28].map((n) => n * DAY_MS),
];

/** Formats a time before or after an event: `−1 h 30 min`, `0`, `+5 min`. */
export function offsetLabel(milliseconds: number): string {
  if (milliseconds === 0) return "0";
  let left = Math.round(Math.abs(milliseconds) / SECOND) * SECOND;
  const parts: string[] = [];
  for (const [unit, name] of [[HOUR_MS, "h"], [MINUTE_MS, "min"], [SECOND, "s"]] as const) {
    const count = Math.floor(left / unit);
    left -= count * unit;
    if (count > 0) parts.push(`${count} ${name}`);
  }
  if (parts.length === 0) parts.push(`${Math.abs(milliseconds)} ms`);
  return `${milliseconds < 0 ? "\u2212" : "+"}${parts.join(" ")}`;
}

/** Returns as many ticks at round times before and after an event as fit, in milliseconds. */
export function offsetTicks([from, to]: readonly [number, number], pixels: number): AxisLabels {
  const at = (step: number): number[] => {
    const first = Math.ceil(from / step);
    return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) => (first + i) * step);
  };
  const fits = (step: number): boolean => {
    if ((to - from) / step > 100) return false;
    const room = Math.max(0, ...at(step).map((one) => textWidth(offsetLabel(one)))) + 14;
    return (to - from) / step * room <= pixels;
  };
  const step = STEPS.find(fits) ?? STEPS.at(-1)!;
  return {
    ticks: at(step).map((one) => ({ at: one, text: offsetLabel(one + 0) })),
    label: say("Time since the event"),
  };
}
