import { optionNames } from "../../options/checkOptions.ts";
import { elapsedMicros, type Length } from "../../time/length.ts";
import { spanTimes } from "../kernel/spans.ts";
import type { StageRows } from "../stages/readStages.ts";
import { endOf, startOf } from "./findCopies.ts";
import { separateSessions } from "./separateSessions.ts";

/** Options that define clones. */
export interface CloneOptions {
  /** Unit of shifts; zones differ by 15, 30 or 60 minutes. @default "PT15M" */
  step?: Length;
  /** Longest shift. @default "PT14H" */
  longest?: Length;
  /**
   * Compares whole sessions, with all rows shifted alike, or single rows. @default "session"
   */
  match?: "session" | "row";
  /** Longest gap inside a session. @default "PT60M" */
  gap?: Length;
  /** Minimum number of rows of a session. @default 1 */
  minRows?: number;
}

export const CLONE_OPTIONS = optionNames<CloneOptions>()("step longest match gap minRows");

/** Rows that occur twice, shifted by a time. */
export interface ClonedRows {
  /** Rows of the earlier copy, by start. */
  readonly rows: readonly number[];
  /** Clone of each row. */
  readonly clones: readonly number[];
  /** Shift in microseconds. */
  readonly shift: bigint;
}

/**
 * Finds pairs of equal sessions or rows, each with its next copy. Sessions are searched in all
 * sources together, as a night in several layers needs, and then in the remaining rows of each
 * source.
 */
export function clones(rows: StageRows, options: CloneOptions): ClonedRows[] {
  const { match = "session", minRows = 1 } = options;
  const step = elapsedMicros(options.step ?? "PT15M", "step");
  const longest = elapsedMicros(options.longest ?? "PT14H", "longest");
  const gap = elapsedMicros(options.gap ?? "PT60M", "gap");
  if (step === 0n) throw new RangeError('Cannot use step "PT0S": it is zero');
  const codes = rows.source?.codes().codes;
  const kinds = kindsOf(rows, codes);
  const full = Array.from(rows.order ?? rows.start.keys())
    .filter((row) => rows.start[row]! < rows.end[row]!);
  if (match === "row") {
    return linkCopies(full.map((row) => [row]), rows, kinds, { step, longest, tells: () => true });
  }
  const tells = (a: readonly number[], b: readonly number[]) => isNoChance(a, b, rows, kinds);
  const within = (group: readonly number[]): ClonedRows[] => {
    const ordered = group.toSorted((a, b) => {
      const startA = rows.start[a]!, startB = rows.start[b]!;
      return startA === startB ? kinds[a]! - kinds[b]! : startA < startB ? -1 : 1;
    });
    const found = separateSessions(ordered, rows, kinds, { step, longest, gap, tells });
    const enough = found.filter(({ length }) => length >= minRows);
    return linkCopies(enough, rows, kinds, { step, longest, tells });
  };
  const together = within(full);
  const matched = new Set(together.flatMap((pair) => [...pair.rows, ...pair.clones]));
  const left = full.filter((row) => !matched.has(row));
  const bySource = codes === undefined ? [] : Map.groupBy(left, (row) => codes[row]!).values();
  return [...together, ...[...bySource].flatMap(within)].sort((a, b) =>
    startOf(a.rows, rows) < startOf(b.rows, rows) ? -1 : 1
  );
}

interface ChainOptions {
  readonly step: bigint;
  readonly longest: bigint;
  /** Returns whether two equal sessions cannot be equal by chance. */
  readonly tells: (a: readonly number[], b: readonly number[]) => boolean;
}

/** Links groups of rows that are equal except for a valid shift, each with the next. */
function linkCopies(
  groups: readonly (readonly number[])[],
  rows: StageRows,
  kinds: Uint32Array,
  { step, longest, tells }: ChainOptions,
): ClonedRows[] {
  // Sessions are equal if their first starts differ by whole steps, and all rows have the same
  // kinds and offsets. Few sessions have the same hash of their kinds, so only these are compared
  // row by row.
  const shapeOf = (group: readonly number[]): number =>
    group.reduce((hash, row) => Math.imul(hash, 31) + kinds[row]! | 0, 0);
  const shapes = new Map<number, number>();
  for (const group of groups) {
    const shape = shapeOf(group);
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
  }
  const similar = groups.filter((group) => shapes.get(shapeOf(group))! > 1);
  const tokens = new Numbers(), sequences = new Numbers();
  const alike = Map.groupBy(similar, (group) => {
    const first = startOf(group, rows), phase = (first % step + step) % step;
    return group.reduce(
      (before, row) =>
        sequences.of(before, tokens.of(Number(rows.start[row]! - first), kinds[row]!)),
      -Number(phase), // no number of a sequence is 0 or negative
    );
  });
  return [...alike.values()].flatMap((same) => {
    const ascending = same.toSorted((a, b) => Number(startOf(a, rows) - startOf(b, rows)));
    return ascending.slice(1).flatMap((clones, i) => {
      const before = ascending[i]!, shift = startOf(clones, rows) - startOf(before, rows);
      const isClone = shift > 0n && shift <= longest && tells(before, clones);
      return isClone ? [{ rows: before, clones, shift }] : [];
    });
  });
}

/**
 * Minimum number of equal rows, or minimum length, of a session that occurs again after its end.
 */
const TELLING_ROWS = 3, TELLING_LENGTH = 3n * 3_600_000_000n;

/**
 * Returns whether a session and a later equal one cannot be equal by chance. Nobody sleeps twice at
 * a time. If one follows the other, much has to agree: two naps of twenty minutes, or two halves of
 * a row of epochs, are not enough.
 */
function isNoChance(
  a: readonly number[],
  b: readonly number[],
  rows: StageRows,
  kinds: Uint32Array,
): boolean {
  const start = startOf(a, rows), end = endOf(a, rows);
  const isLong = end - start >= TELLING_LENGTH;
  if (startOf(b, rows) < end) return a.some((row) => overlapsAny(row, b, rows));
  if (a.length === 1) return isLong;
  const isVaried = a.some((row) => kinds[row] !== kinds[a[0]!]);
  return isVaried && (a.length >= TELLING_ROWS || isLong);
}

function overlapsAny(row: number, others: readonly number[], { start, end }: StageRows): boolean {
  return others.some((other) => start[row]! < end[other]! && start[other]! < end[row]!);
}

/** Numbers rows: equal for rows of one source, stage and length. */
function kindsOf(rows: StageRows, codes: Uint32Array | undefined): Uint32Array {
  const { length } = spanTimes(rows), numbers = new Numbers();
  const kinds = new Uint32Array(rows.stage.length);
  for (let row = 0; row < kinds.length; row++) {
    kinds[row] = numbers.of((codes?.[row] ?? 0) * 256 + rows.stage[row]!, length[row]!);
  }
  return kinds;
}

/** Numbers pairs of numbers from 1, in the order of their first occurrence. */
class Numbers {
  readonly #known = new Map<number, Map<number, number>>();
  #count = 0;

  of(a: number, b: number): number {
    let ofFirst = this.#known.get(a);
    if (ofFirst === undefined) this.#known.set(a, ofFirst = new Map());
    let number = ofFirst.get(b);
    if (number === undefined) ofFirst.set(b, number = ++this.#count);
    return number;
  }
}
