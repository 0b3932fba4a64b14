import { bisectLeft, bisectRight } from "../../time/bisect.ts";
import { MIN_MICROS } from "../../time/instant.ts";
import { chooseShifts, findCopies, type ShiftRule } from "./findCopies.ts";
import type { StageRows } from "../stages/readStages.ts";

/** How sessions and their copies are told apart. */
export interface PeelRule extends ShiftRule {
  /** The longest gap inside of a session. */
  readonly gap: bigint;
  /** Whether two copies that follow each other cannot be alike by chance. */
  readonly tells: (a: readonly number[], b: readonly number[]) => boolean;
}

/** The most copies that are looked for beside the first, shifts that are tried, and rows looked at for a session. */
const MOST_COPIES = 7, MOST_SHIFTS = 24, MOST_STEPS = 100_000;

/** A session, and whether there are copies of it. */
interface Unit {
  readonly rows: readonly number[];
  /** The number of those that are alike; undefined if it is alone. */
  readonly group: number | undefined;
}

/**
 * Rows in sessions, each copy of one a session of its own, also where copies overlap: from the earliest
 * row on, a session is peeled off with all its copies, then the next. Rows that are left over among
 * copies make them no copies.
 *
 * @param ordered Rows, ascending by start and kind.
 * @param kinds What rows share that may be copies of each other.
 */
export function separateSessions(
  ordered: readonly number[],
  rows: StageRows,
  kinds: Uint32Array,
  rule: PeelRule,
): (readonly number[])[] {
  const peeler = new Peeler(ordered, rows, kinds, rule);
  const units = ordered.flatMap((row, place) => {
    if (peeler.isTaken(row)) return [];
    const found = peeler.copiesFrom(place) ?? [peeler.sessionFrom(place)];
    found.forEach((session) => peeler.take(session));
    const group = found.length > 1 ? place : undefined;
    return found.map((session): Unit => ({ rows: session, group }));
  });
  return mergeDisturbed(units, rows, rule).map(({ rows }) => rows);
}

/** Units, those apart as one session again among which there are rows of none. */
function mergeDisturbed(
  units: readonly Unit[],
  rows: StageRows,
  { gap }: PeelRule,
): readonly Unit[] {
  const hull = (unit: Unit) => ({
    start: rows.start[unit.rows[0]!]! - gap,
    end:
      unit.rows.reduce((most, row) => rows.end[row]! > most ? rows.end[row]! : most, MIN_MICROS) +
      gap,
  });
  const alone = units.filter(({ group }) => group === undefined).map(hull);
  if (alone.length === 0) return units;
  const disturbed = new Set<number | undefined>();
  let first = 0;
  for (
    const unit of units.toSorted((a, b) =>
      rows.start[a.rows[0]!]! < rows.start[b.rows[0]!]! ? -1 : 1
    )
  ) {
    const { start, end } = hull(unit);
    while (first < alone.length && alone[first]!.end - gap < start) first++;
    for (let i = first; i < alone.length && alone[i]!.start + gap <= end; i++) {
      if (alone[i]!.end - gap >= start && unit.group !== undefined) disturbed.add(unit.group);
    }
  }
  if (disturbed.size === 0) return units;
  const merged = [...Map.groupBy(units, ({ group }) => group)].flatMap(([group, of]): Unit[] =>
    group === undefined || !disturbed.has(group) ? of : [{
      rows: of.flatMap(({ rows }) => rows).sort((a, b) => rows.start[a]! < rows.start[b]! ? -1 : 1),
      group: undefined,
    }]
  ).sort((a, b) => rows.start[a.rows[0]!]! < rows.start[b.rows[0]!]! ? -1 : 1);
  return mergeDisturbed(merged, rows, { gap } as PeelRule);
}

/** Rows by what they are and when, with those that are in a session already. */
class Peeler {
  private readonly taken: Uint8Array;
  /** Rows of one kind, ascending. */
  private readonly ofKind = new Map<number, number[]>();
  /** Their starts. */
  private readonly startsOfKind: ReadonlyMap<number, BigInt64Array>;
  private steps = 0;

  constructor(
    private readonly ordered: readonly number[],
    private readonly rows: StageRows,
    private readonly kinds: Uint32Array,
    private readonly rule: PeelRule,
  ) {
    this.taken = new Uint8Array(rows.start.length);
    for (const row of ordered) {
      const kind = kinds[row]!, alike = this.ofKind.get(kind);
      if (alike === undefined) this.ofKind.set(kind, [row]);
      else alike.push(row);
    }
    this.startsOfKind = new Map(
      Array.from(this.ofKind, ([kind, alike]) => {
        const starts = new BigInt64Array(alike.length);
        for (let i = 0; i < starts.length; i++) starts[i] = rows.start[alike[i]!]!;
        return [kind, starts];
      }),
    );
  }

  isTaken(row: number): boolean {
    return this.taken[row] === 1;
  }

  take(session: readonly number[]): void {
    for (const row of session) this.taken[row] = 1;
  }

  /** The session that begins at a place, as it is. */
  sessionFrom(place: number): number[] {
    const session: number[] = [];
    let reach = this.rows.start[this.ordered[place]!]!;
    for (let i = place; i < this.ordered.length; i++) {
      const row = this.ordered[i]!;
      if (this.rows.start[row]! > reach + this.rule.gap) break;
      if (this.isTaken(row)) continue;
      session.push(row);
      if (this.rows.end[row]! > reach) reach = this.rows.end[row]!;
    }
    return session;
  }

  /** The session that begins at a place with its copies; undefined where there is none. */
  copiesFrom(place: number): (readonly number[])[] | undefined {
    const shifts = this.shiftsOf(this.ordered[place]!), { longest, tells } = this.rule;
    this.steps = 0;
    for (let count = 1; count <= Math.min(MOST_COPIES, shifts.length); count++) {
      for (const chosen of chooseShifts(shifts, count, longest)) {
        const found = this.copiesBy(chosen, place);
        if (this.steps > MOST_STEPS) return undefined;
        if (found === undefined || !this.allTell(found)) continue;
        // What was found may be made of copies itself, as four are of two and two.
        return this.withMore(found, chosen, shifts, place)
          .flatMap((copy) => findCopies(copy, this.rows, this.kinds, this.rule, tells));
      }
    }
    return undefined;
  }

  /** With the further copies that lie apart from the first, and were not needed to explain its rows. */
  private withMore(
    found: number[][],
    chosen: readonly bigint[],
    shifts: readonly bigint[],
    place: number,
  ): number[][] {
    for (const shift of shifts) {
      if (chosen.includes(shift)) continue;
      const wider = [...chosen, shift].sort((a, b) => a < b ? -1 : 1);
      const more = this.copiesBy(wider, place);
      if (more !== undefined && this.allTell(more)) [found, chosen] = [more, wider];
    }
    return found;
  }

  private allTell(found: readonly (readonly number[])[]): boolean {
    return found.every((copy, i) => i === 0 || this.rule.tells(found[i - 1]!, copy));
  }

  /** The shifts from a row to later ones of its kind. */
  private shiftsOf(first: number): bigint[] {
    const { start } = this.rows, shifts: bigint[] = [], { step, longest } = this.rule;
    const alike = this.ofKind.get(this.kinds[first]!)!;
    const from = bisectRight(this.startsOfKind.get(this.kinds[first]!)!, start[first]!);
    let last = 0n;
    for (let i = from; i < alike.length && shifts.length < MOST_SHIFTS; i++) {
      const shift = start[alike[i]!]! - start[first]!;
      if (shift - last > longest) break;
      if (shift === last || shift % step !== 0n || this.isTaken(alike[i]!)) continue;
      shifts.push(last = shift);
    }
    return shifts;
  }

  /** The session from a place and its copies by shifts; undefined if a row of it lacks one. */
  private copiesBy(shifts: readonly bigint[], place: number): number[][] | undefined {
    const { rows, ordered, rule } = this, base: number[] = [];
    const found: number[][] = shifts.map(() => []), used = new Set<number>();
    let reach = rows.start[ordered[place]!]!;
    for (let i = place; i < ordered.length; i++) {
      const row = ordered[i]!;
      if (rows.start[row]! > reach + rule.gap) break;
      if (this.isTaken(row) || used.has(row)) continue;
      if (++this.steps > MOST_STEPS) return undefined;
      base.push(row);
      used.add(row);
      for (const [copy, shift] of shifts.entries()) {
        const match = this.rowLike(row, shift, used);
        if (match === undefined) return undefined;
        found[copy]!.push(match);
        used.add(match);
      }
      if (rows.end[row]! > reach) reach = rows.end[row]!;
    }
    return [base, ...found];
  }

  /** A row that is as another, but later by a shift, and is in no session yet. */
  private rowLike(row: number, shift: bigint, used: ReadonlySet<number>): number | undefined {
    const kind = this.kinds[row]!, alike = this.ofKind.get(kind)!;
    const starts = this.startsOfKind.get(kind)!, start = this.rows.start[row]! + shift;
    for (let i = bisectLeft(starts, start); i < starts.length && starts[i] === start; i++) {
      if (!this.isTaken(alike[i]!) && !used.has(alike[i]!)) return alike[i];
    }
    return undefined;
  }
}
