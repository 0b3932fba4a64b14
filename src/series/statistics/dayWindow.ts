import type { Clock } from "../clock/localClock.ts";
import type { Values } from "../input/readValues.ts";
import { DAY_US } from "../../time/units.ts";

/** A window that returns every day, over midnight too, on the face of a clock. */
export interface DayWindow {
  /** When it begins, in microseconds after midnight. */
  readonly from: number;
  /** How long it is. */
  readonly length: number;
}

/**
 * The share, 0 to 1, of the time of a daily window within a record that its values cover: the record
 * reaches from its first instant to a usual step after its last, and a value covers the usual step
 * from it on, as far as the next. 0 where the record does not reach into the window, or has no step.
 */
export function windowCoverage(
  { at, span, step }: Pick<Values, "at" | "span" | "step">,
  clock: Clock,
  window: DayWindow,
): number {
  const end = span.last + step;
  const whole = timeWithin(clock, window)(span.first, end);
  if (step === 0 || whole === 0) return 0;
  const within = timeWithin(clock, window);
  let covered = 0;
  for (let i = 0; i < at.length; i++) {
    covered += within(at[i]!, Math.min(at[i]! + step, at[i + 1] ?? end));
  }
  return covered / whole;
}

/** How much of stretches of time, given in ascending order, lies in a daily window. */
function timeWithin(
  { start, offset }: Clock,
  { from, length }: DayWindow,
): (begin: number, end: number) => number {
  /** The time in the window up to a moment of the clock's face, since some midnight long ago. */
  const upTo = (face: number): number => {
    const days = Math.floor((face - from) / DAY_US);
    return days * length + Math.min(face - from - days * DAY_US, length);
  };
  let part = 0;
  return (begin, end) => {
    while (begin >= (start[part + 1] ?? Infinity)) part++;
    let sum = 0, at = begin;
    for (let own = part; at < end; own++) {
      const until = Math.min(end, start[own + 1] ?? Infinity);
      sum += upTo(until + offset[own]!) - upTo(at + offset[own]!);
      at = until;
    }
    return sum;
  };
}
