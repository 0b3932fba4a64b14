import type { Column } from "../../frame/columns/columns.ts";
import type { Origin } from "../../store/sources.ts";
import type { Samples } from "../../store/samples.ts";

type TextColumn = Extract<Column, { type: "text" }>;

/** Some rows of samples, as columns for the verbs. */
export interface SampleColumns {
  readonly start: BigInt64Array;
  readonly end: BigInt64Array;
  readonly value: Float64Array;
  /** Names of the sources; `undefined` if all rows have the same source. */
  readonly source: TextColumn | undefined;
}

/** Returns some rows of samples, in the given order. */
export function sampleColumns(samples: Samples, rows: readonly number[]): SampleColumns {
  const count = rows.length;
  const start = new BigInt64Array(count), end = new BigInt64Array(count);
  const value = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const row = rows[i]!;
    start[i] = samples.start[row]!;
    end[i] = samples.end[row]!;
    value[i] = samples.value[row]!;
  }
  return { start, end, value, source: sources(samples, rows) };
}

function sources({ origin, origins }: Samples, rows: readonly number[]): TextColumn | undefined {
  const names = new Map<number, string | null>();
  for (const row of rows) {
    const key = origin[row]!;
    if (!names.has(key)) names.set(key, sourceName(origins.get(key)));
  }
  return new Set(names.values()).size > 1
    ? { type: "text", values: rows.map((row) => names.get(origin[row]!)!) }
    : undefined;
}

/** Returns the name of a record's source, as callers see it. */
export function sourceName(origin: Origin | undefined): string | null {
  const properties = origin === undefined ? null : JSON.parse(origin.sourceProperties);
  return properties?.name ?? null;
}

/**
 * Returns the names of sources from the highest rank to the lowest: first the sources in the service's
 * options, then the others in order of appearance.
 */
export function sourceOrder(samples: Samples, first: readonly string[]): string[] {
  const names = [...samples.origins.values()].map(sourceName)
    .filter((name): name is string => name !== null);
  return [...new Set([...first, ...names])];
}
