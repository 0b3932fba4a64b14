import type { Span } from "./span.ts";

/** Gives a function that finds the span at a moment among spans that are in order and apart. */
export function lookup<T extends Span>(spans: readonly T[]): (moment: number) => T | undefined {
  return (moment) => {
    let low = 0;
    let high = spans.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((spans[middle]?.end ?? 0) <= moment) low = middle + 1;
      else high = middle;
    }
    const span = spans[low];
    return span !== undefined && span.start <= moment ? span : undefined;
  };
}
