import type { Column } from "../../frame/columns/columns.ts";
import type { Origin } from "../../store/sources.ts";
import type { Samples } from "../../store/samples.ts";

type TextColumn = Extract<Column, { type: "text" }>;

/** Some rows of samples as the columns that all verbs read. */
export interface SampleColumns {
  /** Starts. */
  readonly start: BigInt64Array;
  /** Ends. */
  readonly end: BigInt64Array;
  /** Values. */
  readonly value: Float64Array;
  /** Names of the sources; undefined where all rows have the same. */
  readonly source: TextColumn | undefined;
}

/** Some rows of samples, in the order given. */
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

/** The name that a record gives its source: the one that callers see, too. */
export function sourceName(origin: Origin | undefined): string | null {
  const properties = origin === undefined ? null : JSON.parse(origin.sourceProperties);
  return properties?.name ?? null;
}

/**
 * The names of sources from the highest to the lowest: those that the service was started with, then
 * the others in the order of the data sources, which is that in which they came.
 */
export function sourceOrder(samples: Samples, first: readonly string[]): string[] {
  const names = [...samples.origins.values()].map(sourceName)
    .filter((name): name is string => name !== null);
  return [...new Set([...first, ...names])];
}
