import { breakTies } from "./breakTies.ts";
import type { Samples } from "./readSamples.ts";
import { sweep, type Swept } from "./sweep.ts";

/** Where each of several sources counts. */
export interface Territories {
  /** Calls back with each part of an interval in which its source counts, in order of time. */
  readonly of: (row: number, visit: (from: bigint, to: bigint) => void) => void;
  /** Whether the source of an instant counts there. */
  readonly counts: (row: number) => boolean;
}

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
  const level = Uint16Array.from(codes, (code) => rank[code]!);
  const order = breakTies(start, samples.order, (a, b) => codes[b]! - codes[a]!);
  const shown = sweep({ start, end, level, order }, codes);
  const bySource = spansBySource(shown, codes, names.length);
  const counted = instants({ ...samples, order }, codes, level, shown);
  return {
    counts: (row) => counted[row] === 1,
    of(row, visit) {
      const spans = bySource[codes[row]!]!;
      for (let i = firstAfter(spans, shown.end, start[row]!); i < spans.length; i++) {
        const from = shown.start[spans[i]!]!, to = shown.end[spans[i]!]!;
        if (from >= end[row]!) break;
        visit(from > start[row]! ? from : start[row]!, to < end[row]! ? to : end[row]!);
      }
    },
  };
}

/** The spans of each source, by their places, ascending. */
function spansBySource({ row }: Swept, codes: Uint32Array, sources: number): number[][] {
  const spans = Array.from({ length: sources }, (): number[] => []);
  row.forEach((sample, span) => spans[codes[sample]!]!.push(span));
  return spans;
}

/** For each row, 1 if it is an instant whose source counts there. */
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
    const at = start[rowAt(from)]!;
    let best = rowAt(from);
    for (; to < count && start[rowAt(to)]! === at; to++) {
      const row = rowAt(to);
      if (level[row]! >= level[best]!) best = row;
    }
    while (span < shown.end.length && shown.end[span]! <= at) span++;
    const over = span < shown.start.length && shown.start[span]! <= at ? shown.row[span]! : best;
    // What is under way started before, so that it must be of a higher level to count.
    const winner = codes[level[over]! > level[best]! ? over : best]!;
    for (let i = from; i < to; i++) {
      const row = rowAt(i);
      if (end[row]! === at && codes[row]! === winner) counted[row] = 1;
    }
  }
  return counted;
}

/** The place of the first of ordered spans that ends after an instant. */
function firstAfter(spans: readonly number[], end: BigInt64Array, at: bigint): number {
  let low = 0, high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (end[spans[middle]!]! <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
