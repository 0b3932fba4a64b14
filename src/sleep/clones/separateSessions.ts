import { bisectLeft, bisectRight } from "../../time/bisect.ts";
import { chooseShifts, endOf, findCopies, type ShiftRule, startOf } from "./findCopies.ts";
import type { StageRows } from "../stages/readStages.ts";

/** Rules that separate sessions and their copies. */
export interface PeelRule extends ShiftRule {
  /** Longest gap inside a session. */
  readonly gap: bigint;
  /** Tests whether two consecutive copies cannot be equal by chance. */
  readonly tells: (a: readonly number[], b: readonly number[]) => boolean;
}

/** Limits of the search per session: further copies, shifts, and rows. */
const MOST_COPIES = 7, MOST_SHIFTS = 24, MOST_STEPS = 100_000;

/** A session, with the number of its group of copies. */
interface Unit {
  readonly rows: readonly number[];
  /** Equal for a session and its copies; `undefined` without copies. */
  readonly group: number | undefined;
}

/**
 * Separates rows into sessions, even where copies overlap; each copy is a session. From the
 * earliest row on, takes a session with all its copies, then the next. Sessions with other rows
 * among them are not copies.
 *
 * @param ordered Rows, ascending by start and kind.
 * @param kinds Kind of each row; only rows of one kind can be copies of each other.
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

/** Joins the copies of a group into one session if rows of no group are among them. */
function mergeDisturbed(
  units: readonly Unit[],
  rows: StageRows,
  { gap }: PeelRule,
): readonly Unit[] {
  const hull = (unit: Unit) => ({
    start: startOf(unit.rows, rows) - gap,
    end: endOf(unit.rows, rows) + gap,
  });
  const byStart = (a: Unit, b: Unit) => startOf(a.rows, rows) < startOf(b.rows, rows) ? -1 : 1;
  const alone = units.filter(({ group }) => group === undefined).map(hull);
  if (alone.length === 0) return units;
  const disturbed = new Set<number | undefined>();
  let first = 0;
  for (const unit of units.toSorted(byStart)) {
    const { start, end } = hull(unit);
    while (first < alone.length && alone[first]!.end - gap < start) first++;
    for (let i = first; i < alone.length; i++) {
      const other = alone[i]!;
      if (other.start + gap > end) break;
      if (other.end - gap >= start && unit.group !== undefined) disturbed.add(unit.group);
    }
  }
  if (disturbed.size === 0) return units;
  const merged = [...Map.groupBy(units, ({ group }) => group)].flatMap(([group, of]): Unit[] =>
    group === undefined || !disturbed.has(group) ? of : [{
      rows: of.flatMap(({ rows }) => rows).sort((a, b) => rows.start[a]! < rows.start[b]! ? -1 : 1),
      group: undefined,
    }]
  ).sort(byStart);
  return mergeDisturbed(merged, rows, { gap } as PeelRule);
}

class Peeler {
  private readonly taken: Uint8Array;
  /** Index of the first row of each kind in `alike`, where the rows of a kind follow each other. */
  private readonly firstOf: Uint32Array;
  private readonly alike: Uint32Array;
  private readonly starts: BigInt64Array;
  private steps = 0;

  constructor(
    private readonly ordered: readonly number[],
    private readonly rows: StageRows,
    private readonly kinds: Uint32Array,
    private readonly rule: PeelRule,
  ) {
    this.taken = new Uint8Array(rows.start.length);
    this.alike = new Uint32Array(ordered.length);
    this.starts = new BigInt64Array(ordered.length);
    this.firstOf = new Uint32Array(kinds.reduce((most, kind) => Math.max(most, kind), 0) + 2);
    for (const row of ordered) this.firstOf[kinds[row]! + 1]!++;
    for (let i = 1; i < this.firstOf.length; i++) this.firstOf[i]! += this.firstOf[i - 1]!;
    const next = this.firstOf.slice();
    for (const row of ordered) {
      const at = next[kinds[row]!]!++;
      this.alike[at] = row;
      this.starts[at] = rows.start[row]!;
    }
  }

  isTaken(row: number): boolean {
    return this.taken[row] === 1;
  }

  take(session: readonly number[]): void {
    for (const row of session) this.taken[row] = 1;
  }

  /** Returns the session from an index of `ordered`, without looking for copies. */
  sessionFrom(place: number): number[] {
    const session: number[] = [];
    let reach = this.rows.start[this.ordered[place]!]!;
    for (let i = place; i < this.ordered.length; i++) {
      const row = this.ordered[i]!;
      if (this.rows.start[row]! > reach + this.rule.gap) break;
      if (this.isTaken(row)) continue;
      session.push(row);
      const end = this.rows.end[row]!;
      if (end > reach) reach = end;
    }
    return session;
  }

  /** Returns the session from an index and its copies; `undefined` without copies. */
  copiesFrom(place: number): (readonly number[])[] | undefined {
    const shifts = this.shiftsOf(this.ordered[place]!), { longest, tells } = this.rule;
    this.steps = 0;
    for (let count = 1; count <= Math.min(MOST_COPIES, shifts.length); count++) {
      for (const chosen of chooseShifts(shifts, count, longest)) {
        const found = this.copiesBy(chosen, place);
        if (this.steps > MOST_STEPS) return undefined;
        if (found === undefined || !this.allTell(found)) continue;
        // A copy may itself consist of copies: four copies may be found as two times two.
        return this.withMore(found, chosen, shifts, place)
          .flatMap((copy) => findCopies(copy, this.rows, this.kinds, this.rule, tells));
      }
    }
    return undefined;
  }

  /** Adds later copies, except the first, that were not needed to explain its rows. */
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

  /** Returns the shifts from a row to later rows of its kind. */
  private shiftsOf(first: number): bigint[] {
    const start = this.rows.start[first]!, shifts: bigint[] = [], { step, longest } = this.rule;
    const { alike, starts, firstOf } = this, kind = this.kinds[first]!, past = firstOf[kind + 1]!;
    const after = bisectRight(starts, start, firstOf[kind]!, past);
    let last = 0n;
    for (const row of alike.subarray(after, past)) {
      if (shifts.length === MOST_SHIFTS) break;
      const shift = this.rows.start[row]! - start;
      if (shift - last > longest) break;
      if (shift === last || shift % step !== 0n || this.isTaken(row)) continue;
      shifts.push(last = shift);
    }
    return shifts;
  }

  /** Returns the session from an index and its copies; `undefined` if a copy lacks a row. */
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
      const end = rows.end[row]!;
      if (end > reach) reach = end;
    }
    return [base, ...found];
  }

  /** Returns an unused row of the same kind, later by the shift. */
  private rowLike(row: number, shift: bigint, used: ReadonlySet<number>): number | undefined {
    const { alike, starts, firstOf } = this, start = this.rows.start[row]! + shift;
    const kind = this.kinds[row]!, past = firstOf[kind + 1]!;
    for (let i = bisectLeft(starts, start, firstOf[kind]!, past); i < past; i++) {
      const like = alike[i]!;
      if (starts[i] !== start) break;
      if (!this.isTaken(like) && !used.has(like)) return like;
    }
    return undefined;
  }
}
