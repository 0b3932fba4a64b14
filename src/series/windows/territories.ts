import { breakTies } from "../input/breakTies.ts";
import type { Samples } from "../input/readSamples.ts";
import { sweep, type Swept } from "./sweep.ts";

/** Where each of several sources counts: parts of time in order, each of one source. */
export interface Territories {
  /** Inclusive starts of the parts. */
  readonly from: BigInt64Array;
  /** Exclusive ends of the parts. */
  readonly to: BigInt64Array;
  /** The next part of the same source; -1 after the last. */
  readonly next: Int32Array;
  /** The first part of a sample's source that ends after the sample starts; -1 if there is none. */
  readonly firstOf: (row: number) => number;
  /** For each row, 1 if it is an instant whose source counts there. */
  readonly instant: Uint8Array;
}

const NONE = -1;

/**
 * Decides for every instant which of several sources counts: the first in `sourcePriority`; of equal
 * ones, the one whose sample started last; of equal starts, the first in alphabetical order.
 * Undefined if all samples have one source.
 */
export function territories(
  samples: Samples,
  sourcePriority: readonly string[],
): Territories | undefined {
  const { start, end } = samples;
  const { codes, names } = samples.source?.codes() ?? { codes: new Uint32Array(0), names: [] };
  if (codes.every((code) => code === codes[0])) return undefined;
  const ranked = sourcePriority.filter((name) => names.includes(name)).reverse();
  const rank = names.map((name) => name === null ? 0 : ranked.lastIndexOf(name) + 1);
  const level = new Uint16Array(codes.length);
  for (let row = 0; row < level.length; row++) level[row] = rank[codes[row]!]!;
  const order = breakTies(start, samples.order, (a, b) => codes[b]! - codes[a]!);
  const shown = sweep({ start, end, level, order }, codes);
  const { first, next } = chained(shown, codes, names.length);
  return {
    from: shown.start,
    to: shown.end,
    next,
    instant: instants({ ...samples, order }, codes, level, shown),
    firstOf: (row) => {
      const code = codes[row]!;
      // Samples are asked for by start, so that what ended before one has ended before the next.
      while (first[code]! >= 0 && shown.end[first[code]!]! <= start[row]!) {
        first[code] = next[first[code]!]!;
      }
      return first[code]!;
    },
  };
}

/** The first part of each source, and of each part the next of its source. */
function chained(
  { row }: Swept,
  codes: Uint32Array,
  sources: number,
): { first: Int32Array; next: Int32Array } {
  const first = new Int32Array(sources).fill(NONE), next = new Int32Array(row.length);
  for (let part = row.length - 1; part >= 0; part--) {
    const code = codes[row[part]!]!;
    next[part] = first[code]!;
    first[code] = part;
  }
  return { first, next };
}

function instants(
  { start, end, order }: Samples,
  codes: Uint32Array,
  level: Uint16Array,
  shown: Swept,
): Uint8Array {
  const counted = new Uint8Array(start.length);
  const count = order?.length ?? start.length;
  const rowAt = (i: number): number => order === undefined ? i : order[i]!;
  let span = 0;
  for (let from = 0, to = 0; from < count; from = to) {
    const first = rowAt(from);
    let best = first, hasInstant = false;
    for (; to < count && start[rowAt(to)]! === start[first]!; to++) {
      const row = rowAt(to);
      if (level[row]! >= level[best]!) best = row;
      if (end[row]! === start[row]!) hasInstant = true;
    }
    if (!hasInstant) continue;
    while (span < shown.end.length && shown.end[span]! <= start[first]!) span++;
    const isUnder = span < shown.start.length && shown.start[span]! <= start[first]!;
    const over = isUnder ? shown.row[span]! : best;
    // What is under way started before, so that it must be of a higher level to count.
    const winner = codes[level[over]! > level[best]! ? over : best]!;
    for (let i = from; i < to; i++) {
      const row = rowAt(i);
      if (end[row]! === start[row]! && codes[row]! === winner) counted[row] = 1;
    }
  }
  return counted;
}
