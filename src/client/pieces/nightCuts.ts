import { columnOf } from "../../frame/polars/columnsOf.ts";
import { seriesOf } from "../../frame/polars/seriesOf.ts";
import type { Interval } from "../../time/interval.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** How far around a cut is looked for a gap, in microseconds, where the pieces are long enough. */
export const GAP_MARGIN = 2n * 86_400_000_000n;

/**
 * The middle of the longest time without any sample in a window, if it is longer than `gap`.
 *
 * @param stages The stages of the window, of all kinds, none of them a gap: together they cover just
 * the samples.
 */
export function findGap(stages: Frame, window: Interval, gap: bigint): bigint | undefined {
  const starts = timesOf(stages, "start_time"), ends = timesOf(stages, "end_time");
  const order = Array.from(starts.keys()).sort((a, b) => Number(starts[a]! - starts[b]!));
  let covered = window.start, from = 0n, longest = gap;
  const until = (start: bigint): void => {
    if (start - covered > longest && start - covered > 1n) {
      [from, longest] = [covered, start - covered];
    }
  };
  for (const row of order) {
    until(starts[row]!);
    if (ends[row]! > covered) covered = ends[row]!;
  }
  until(window.end);
  return longest > gap ? from + longest / 2n : undefined;
}

function timesOf(frame: Frame, name: string): BigInt64Array {
  const column = columnOf(seriesOf(frame, name));
  if (column.type !== "time") throw new TypeError(`column ${name} holds no times`);
  return column.values;
}
