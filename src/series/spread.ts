import type { Column } from "../frame/columns.ts";
import { sweep, type Swept } from "../time/sweep.ts";
import type { Samples } from "./readSamples.ts";

/**
 * The sums of a cumulative metric per slot: each sample is shared out over the slots in proportion
 * to how much of its interval lies in each, so that the sums over any grid that covers a sample give
 * the sample back. An instant counts whole in its slot.
 *
 * Several sources are not added up: at each instant one source counts, the first in
 * `sourcePriority`, or where that does not decide, the one whose sample started last.
 *
 * @param edge Slot `i` is `[edge[i], edge[i + 1])`.
 * @returns a number for each slot, null where no sample reaches
 */
export function spread(
  samples: Samples,
  edge: BigInt64Array,
  sourcePriority: readonly string[],
): Column {
  const values = new Float64Array(edge.length - 1), valid = new Uint8Array(edge.length - 1);
  const several = samples.source.some((name) => name !== samples.source[0]);
  const territories = several ? territoriesOf(samples, sourcePriority) : undefined;
  let slot = 0;
  for (let i = 0; i < samples.start.length; i++) {
    const start = samples.start[i]!, end = samples.end[i]!, value = samples.value[i]!;
    while (slot < values.length && edge[slot + 1]! <= start) slot++;
    if (slot === values.length) break;
    if (start === end) {
      if (start >= edge[0]! && (territories?.counts(i) ?? true)) {
        values[slot]! += value;
        valid[slot] = 1;
      }
      continue;
    }
    const perMicro = value / Number(end - start);
    const share = (from: bigint, to: bigint): void => {
      for (let s = slot; s < values.length && edge[s]! < to; s++) {
        const low = edge[s]! > from ? edge[s]! : from, high = edge[s + 1]! < to ? edge[s + 1]! : to;
        if (high <= low) continue;
        values[s]! += perMicro * Number(high - low);
        valid[s] = 1;
      }
    };
    if (territories === undefined) share(start, end);
    else territories.parts(i, share);
  }
  return { type: "float64", values, valid };
}

/** Where each source counts. */
interface Territories {
  /** Calls back with each part of a sample in which its source counts. */
  parts(row: number, share: (from: bigint, to: bigint) => void): void;
  /** Whether an instant counts: no source of higher priority is under way, or another equal one earlier. */
  counts(row: number): boolean;
}

function territoriesOf(samples: Samples, sourcePriority: readonly string[]): Territories {
  const { start, end, source } = samples;
  const rankOf = new Map(sourcePriority.map((name, i) => [name, sourcePriority.length - i]));
  const rank = Int32Array.from(source, (name) => rankOf.get(name ?? "") ?? 0);
  const beats = (a: number, b: number): boolean => {
    if (rank[a] !== rank[b]) return rank[a]! > rank[b]!;
    if (start[a] !== start[b]) return start[a]! > start[b]!;
    const sourceA = source[a] ?? "", sourceB = source[b] ?? "";
    return sourceA !== sourceB ? sourceA < sourceB : a < b;
  };
  const shown = sweep(start, end, beats);
  const bySource = Map.groupBy(
    Array.from(shown.row, (row, i) => ({ row, from: shown.start[i]!, to: shown.end[i]! })),
    (part) => source[part.row]!,
  );
  const bestAt = bestInstants(samples, beats);
  return {
    parts(row, share) {
      const parts = bySource.get(source[row]!) ?? [];
      for (
        let p = firstAfter(parts, start[row]!);
        p < parts.length && parts[p]!.from < end[row]!;
        p++
      ) {
        const { from, to } = parts[p]!;
        share(from > start[row]! ? from : start[row]!, to < end[row]! ? to : end[row]!);
      }
    },
    counts(row) {
      const over = showing(shown, start[row]!);
      return (over < 0 || source[over] === source[row] || beats(row, over)) &&
        source[bestAt.get(start[row]!)!] === source[row];
    },
  };
}

/** Of instants at one time, the row that beats the others. */
function bestInstants(
  samples: Samples,
  beats: (a: number, b: number) => boolean,
): Map<bigint, number> {
  const best = new Map<bigint, number>();
  for (let row = 0; row < samples.start.length; row++) {
    if (samples.start[row] !== samples.end[row]) continue;
    const other = best.get(samples.start[row]!);
    if (other === undefined || beats(row, other)) best.set(samples.start[row]!, row);
  }
  return best;
}

/** The row that shows at an instant, or -1. */
function showing(shown: Swept, at: bigint): number {
  let low = 0, high = shown.start.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (shown.end[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low < shown.start.length && shown.start[low]! <= at ? shown.row[low]! : -1;
}

/** The first of ordered parts that ends after an instant. */
function firstAfter(parts: readonly { to: bigint }[], at: bigint): number {
  let low = 0, high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parts[middle]!.to <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
