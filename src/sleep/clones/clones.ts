import { optionNames } from "../../options/checkOptions.ts";
import { elapsedMicros, type Length } from "../../time/length.ts";
import { spanTimes } from "../kernel/spans.ts";
import type { StageRows } from "../stages/readStages.ts";
import { separateSessions } from "./separateSessions.ts";

/** What counts as a clone. */
export interface CloneOptions {
  /** By what the shift divides; zones differ by 15, 30 or 60 minutes. @default "PT15M" */
  step?: Length;
  /** The longest shift. @default "PT14H" */
  longest?: Length;
  /**
   * Whether a whole session must be there twice, all rows of it shifted alike, or single rows are
   * compared. @default "session"
   */
  match?: "session" | "row";
  /** The longest gap inside of a session. @default "PT60M" */
  gap?: Length;
  /** The fewest rows of a session that is looked at. @default 1 */
  minRows?: number;
}

/** Which of them there are. */
export const CLONE_OPTIONS = optionNames<CloneOptions>()("step longest match gap minRows");

/** Rows that are there twice, shifted by a time. */
export interface ClonedRows {
  /** The rows of the earlier one, by start. */
  readonly rows: readonly number[];
  /** The row that each is cloned by. */
  readonly clones: readonly number[];
  /** How much later the clone is, in microseconds. */
  readonly shift: bigint;
}

/**
 * Pairs of equal sessions, or rows, each with the next such one. Sessions are looked for in all
 * sources together, as a night in several layers is, and then in what is left of each source.
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
    const ordered = group.toSorted((a, b) =>
      rows.start[a] !== rows.start[b]
        ? rows.start[a]! < rows.start[b]! ? -1 : 1
        : kinds[a]! - kinds[b]!
    );
    const found = separateSessions(ordered, rows, kinds, { step, longest, gap, tells });
    const enough = found.filter(({ length }) => length >= minRows);
    return linkCopies(enough, rows, kinds, { step, longest, tells });
  };
  const together = within(full);
  const matched = new Set(together.flatMap((pair) => [...pair.rows, ...pair.clones]));
  const left = full.filter((row) => !matched.has(row));
  const bySource = codes === undefined ? [] : Map.groupBy(left, (row) => codes[row]!).values();
  return [...together, ...[...bySource].flatMap(within)].sort((a, b) =>
    rows.start[a.rows[0]!]! < rows.start[b.rows[0]!]! ? -1 : 1
  );
}

/** How a session is compared with the next that is like it. */
interface ChainOptions {
  readonly step: bigint;
  readonly longest: bigint;
  /** Whether two that are alike cannot be so by chance. */
  readonly tells: (a: readonly number[], b: readonly number[]) => boolean;
}

/** Groups of rows that are alike but for a shift that fits: each with the next. */
function linkCopies(
  groups: readonly (readonly number[])[],
  rows: StageRows,
  kinds: Uint32Array,
  { step, longest, tells }: ChainOptions,
): ClonedRows[] {
  // Sessions are alike if their first starts differ by whole steps, and all rows are of the same kinds
  // and as long after the first.
  // Few begin with a row of one kind and have as many rows: only those are compared row by row.
  const shapeOf = (group: readonly number[]): number => group.length * 2 ** 32 + kinds[group[0]!]!;
  const shapes = new Map<number, number>();
  for (const group of groups) {
    const shape = shapeOf(group);
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
  }
  const similar = groups.filter((group) => shapes.get(shapeOf(group))! > 1);
  const tokens = new Numbers(), sequences = new Numbers();
  const alike = Map.groupBy(similar, (group) => {
    const first = rows.start[group[0]!]!, phase = (first % step + step) % step;
    return group.reduce(
      (before, row) =>
        sequences.of(before, tokens.of(Number(rows.start[row]! - first), kinds[row]!)),
      -Number(phase), // no number of a sequence is 0 or below
    );
  });
  return [...alike.values()].flatMap((same) => {
    const ascending = same.toSorted((a, b) =>
      rows.start[a[0]!]! < rows.start[b[0]!]! ? -1 : rows.start[a[0]!]! > rows.start[b[0]!]! ? 1 : 0
    );
    return ascending.slice(1).flatMap((clones, i) => {
      const before = ascending[i]!, shift = rows.start[clones[0]!]! - rows.start[before[0]!]!;
      const isClone = shift > 0n && shift <= longest && tells(before, clones);
      return isClone ? [{ rows: before, clones, shift }] : [];
    });
  });
}

/** The fewest rows that agree, or the least length, of a session that comes again after its end. */
const TELLING_ROWS = 3, TELLING_LENGTH = 3n * 3_600_000_000n;

/**
 * Whether a session and a later one that is like it cannot be so by chance: nobody sleeps twice at a
 * time, and of what comes one after the other much must agree, not as two naps of twenty minutes do,
 * or two halves of a row of epochs.
 */
function isNoChance(
  a: readonly number[],
  b: readonly number[],
  rows: StageRows,
  kinds: Uint32Array,
): boolean {
  const start = rows.start[a[0]!]!;
  const end = a.reduce((most, row) => rows.end[row]! > most ? rows.end[row]! : most, start);
  const isLong = end - start >= TELLING_LENGTH;
  if (rows.start[b[0]!]! < end) return a.some((row) => overlapsAny(row, b, rows));
  if (a.length === 1) return isLong;
  const isVaried = a.some((row) => kinds[row] !== kinds[a[0]!]);
  return isVaried && (a.length >= TELLING_ROWS || isLong);
}

function overlapsAny(row: number, others: readonly number[], { start, end }: StageRows): boolean {
  return others.some((other) => start[row]! < end[other]! && start[other]! < end[row]!);
}

/** A number for each row, the same for rows of one source, stage and length. */
function kindsOf(rows: StageRows, codes: Uint32Array | undefined): Uint32Array {
  const { length } = spanTimes(rows), numbers = new Numbers();
  const kinds = new Uint32Array(rows.stage.length);
  for (let row = 0; row < kinds.length; row++) {
    kinds[row] = numbers.of((codes?.[row] ?? 0) * 256 + rows.stage[row]!, length[row]!);
  }
  return kinds;
}

/** Numbers for pairs of numbers, from 1, in the order in which pairs are first seen. */
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
