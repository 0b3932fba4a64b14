import { durationMicros } from "../time/duration.ts";
import { numberSpans } from "./number.ts";
import type { StageRows } from "./readStages.ts";
import { taken } from "./spans.ts";

/** What counts as a clone. */
export interface CloneOptions {
  /** By what the shift divides, as an ISO 8601 duration; zones differ by 15, 30 or 60 minutes. @default "PT15M" */
  step?: string;
  /** The longest shift. @default "PT14H" */
  longest?: string;
  /**
   * Whether a whole session must be there twice, all rows of it shifted alike, or single rows are
   * compared. @default "session"
   */
  match?: "session" | "row";
  /** The longest gap inside of a session, as an ISO 8601 duration. @default "PT60M" */
  gap?: string;
  /** The fewest rows of a session that is looked at. @default 1 */
  minRows?: number;
}

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
  const step = durationMicros(options.step ?? "PT15M", "step");
  const longest = durationMicros(options.longest ?? "PT14H", "longest");
  const gap = durationMicros(options.gap ?? "PT60M", "gap");
  if (step === 0n) throw new RangeError('Cannot use step "PT0S": it is zero');
  const codes = rows.source?.codes().codes;
  const fits = (shift: bigint): boolean => shift > 0n && shift <= longest && shift % step === 0n;
  const full = Array.from(rows.order ?? rows.start.keys())
    .filter((row) => rows.start[row]! < rows.end[row]!);
  if (match === "row") return apart(full.map((row) => [row]), rows, fits, step);
  const within = (group: number[]): ClonedRows[] => {
    const candidates = sessions(group, rows, gap).filter(({ length }) => length >= minRows);
    return [
      ...candidates.flatMap((session) => split(session, rows, fits)),
      ...apart(candidates, rows, fits, step),
    ];
  };
  const together = within(full);
  const matched = new Set(together.flatMap((pair) => [...pair.rows, ...pair.clones]));
  const left = full.filter((row) => !matched.has(row));
  const bySource = Map.groupBy(left, (row) => codes?.[row] ?? 0).values();
  return [...together, ...[...bySource].flatMap(within)].sort((a, b) =>
    rows.start[a.rows[0]!]! < rows.start[b.rows[0]!]! ? -1 : 1
  );
}

/** Groups of rows that are alike but for a shift that fits: each with the next. */
function apart(
  groups: readonly number[][],
  rows: StageRows,
  fits: (shift: bigint) => boolean,
  step: bigint,
): ClonedRows[] {
  const kinds = Map.groupBy(
    groups,
    (group) => `${signature(group, rows)} ${(rows.start[group[0]!]! % step + step) % step}`,
  );
  return [...kinds.values()].flatMap((alike) =>
    alike.slice(1).flatMap((clones, i) => {
      const shift = rows.start[clones[0]!]! - rows.start[alike[i]![0]!]!;
      return fits(shift) ? [{ rows: alike[i]!, clones, shift }] : [];
    })
  );
}

/** Rows, ascending by start, in sessions. */
function sessions(group: readonly number[], rows: StageRows, gap: bigint): number[][] {
  const { cycle } = numberSpans(taken(rows, Uint32Array.from(group)), {
    gap: gap + 1n, // a gap of just the limit does not close
    isGap: () => false,
  });
  return [...Map.groupBy(group, (_, i) => cycle[i]!).values()]
    .map((session) => session.sort((a, b) => before(a, b, rows) ? -1 : 1));
}

/** Whether a row comes first: by start, or of equal starts in an order that a clone has, too. */
function before(a: number, b: number, rows: StageRows): boolean {
  if (rows.start[a] !== rows.start[b]) return rows.start[a]! < rows.start[b]!;
  return likeness(a, rows) < likeness(b, rows);
}

/** What two rows share that may be clones of each other. */
function likeness(row: number, rows: StageRows): string {
  const source = rows.source?.codes().codes[row] ?? 0;
  return `${source} ${rows.stage[row]} ${rows.end[row]! - rows.start[row]!}`;
}

function signature(group: readonly number[], rows: StageRows): string {
  const first = rows.start[group[0]!]!;
  return group.map((row) => `${rows.start[row]! - first} ${likeness(row, rows)}`).join();
}

/** A session that is two overlapping ones, one the other's clone: with the shortest shift that fits. */
function split(
  group: readonly number[],
  rows: StageRows,
  fits: (shift: bigint) => boolean,
): ClonedRows[] {
  if (group.length % 2 !== 0) return [];
  const first = group[0]!, kind = likeness(first, rows);
  for (const row of group) {
    const shift = rows.start[row]! - rows.start[first]!;
    if (!fits(shift) || likeness(row, rows) !== kind) continue;
    const halves = halved(group, rows, shift);
    if (halves !== undefined) return [halves];
  }
  return [];
}

/** Rows in pairs that are all a shift apart; undefined if one is left over. */
function halved(group: readonly number[], rows: StageRows, shift: bigint): ClonedRows | undefined {
  const awaited = new Map<string, number>(), own: number[] = [], clones: number[] = [];
  for (const row of group) {
    const key = `${rows.start[row]} ${likeness(row, rows)}`, place = awaited.get(key);
    if (place !== undefined) {
      clones[place] = row;
      awaited.delete(key);
      continue;
    }
    awaited.set(`${rows.start[row]! + shift} ${likeness(row, rows)}`, own.length);
    own.push(row);
  }
  return awaited.size > 0 || own.length !== group.length / 2
    ? undefined
    : { rows: own, clones, shift };
}
