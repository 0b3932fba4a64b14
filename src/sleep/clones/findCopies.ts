import { MIN_MICROS } from "../../time/instant.ts";
import type { StageRows } from "../stages/readStages.ts";

/** Valid shifts of a copy, in microseconds. */
export interface ShiftRule {
  /** Unit of shifts. */
  readonly step: bigint;
  /** Longest shift from one copy to the next. */
  readonly longest: bigint;
}

/** Limits of the search: copies of one session, shifts, and combinations of shifts. */
const MOST_COPIES = 8, MOST_SHIFTS = 96, MOST_TRIES = 1000;

/**
 * Splits a session into the copies that it consists of, as many as possible, the earliest first.
 * All copies are equal, and every row belongs to one of them. Otherwise returns only the session.
 *
 * The earliest row in no copy always belongs to the first copy, so the shifts determine all copies.
 * They are among the shifts from the first row of any kind to the other rows of that kind.
 *
 * @param session Rows, ascending by start and kind.
 * @param kinds Kind of each row; only rows of one kind can be copies of each other.
 * @param tells Tests whether two consecutive copies cannot be equal by chance.
 */
export function findCopies(
  session: readonly number[],
  rows: StageRows,
  kinds: Uint32Array,
  { step, longest }: ShiftRule,
  tells: (a: readonly number[], b: readonly number[]) => boolean,
): readonly (readonly number[])[] {
  const ofKind = [...Map.groupBy(session, (row) => kinds[row]!).values()];
  const most = ofKind.reduce((divisor, { length }) => greatestDivisor(divisor, length), 0);
  if (most < 2) return [session];
  const rarest = ofKind.reduce((a, b) => b.length < a.length ? b : a);
  if (rarest.length > MOST_SHIFTS) return [session]; // all equal, such as epochs
  const first = startOf(rarest, rows);
  const shifts = rarest.map((row) => rows.start[row]! - first)
    .filter((shift) => shift > 0n && shift % step === 0n);
  let tries = 0;
  for (let count = Math.min(most, MOST_COPIES); count > 1; count--) {
    if (most % count !== 0) continue;
    for (const chosen of chooseShifts(shifts, count - 1, longest)) {
      if (++tries > MOST_TRIES) return [session];
      const found = splitCopies(session, rows, kinds, chosen);
      if (found?.every((copy, i) => i === 0 || tells(found[i - 1]!, copy))) return found;
    }
  }
  return [session];
}

/** Returns the start of a session, given its rows ascending by start. */
export function startOf(session: readonly number[], { start }: StageRows): bigint {
  return start[session[0]!]!;
}

/** Returns the latest end of a session. */
export function endOf(session: readonly number[], { end }: StageRows): bigint {
  return session.reduce((latest, row) => end[row]! > latest ? end[row]! : latest, MIN_MICROS);
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** Yields all ascending combinations of shifts that are at most `longest` apart. */
export function* chooseShifts(
  shifts: readonly bigint[],
  count: number,
  longest: bigint,
  before = 0n,
): Generator<readonly bigint[]> {
  if (count === 0) yield [];
  else {
    for (const [i, shift] of shifts.entries()) {
      if (shift - before > longest) return;
      if (shift === before) continue;
      for (const rest of chooseShifts(shifts.slice(i + 1), count - 1, longest, shift)) {
        yield [shift, ...rest];
      }
    }
  }
}

/** Splits a session into the first copy and the others; `undefined` if a row remains. */
function splitCopies(
  session: readonly number[],
  rows: StageRows,
  kinds: Uint32Array,
  shifts: readonly bigint[],
): number[][] | undefined {
  // For a kind and a start, the copies that still need such a row.
  const awaited = new Map<number, Map<bigint, number[]>>();
  const first: number[] = [], found = [first, ...shifts.map((): number[] => [])];
  for (const row of session) {
    const kind = kinds[row]!, start = rows.start[row]!;
    const ofKind = awaited.get(kind) ?? new Map<bigint, number[]>();
    const copy = ofKind.get(start)?.shift();
    if (copy !== undefined) {
      found[copy]!.push(row);
      continue;
    }
    first.push(row);
    if (first.length * found.length > session.length) return undefined;
    awaited.set(kind, ofKind);
    shifts.forEach((shift, i) => {
      const copies = ofKind.get(start + shift);
      if (copies === undefined) ofKind.set(start + shift, [i + 1]);
      else copies.push(i + 1);
    });
  }
  return first.length * found.length === session.length &&
      found.every(({ length }) => length === first.length)
    ? found
    : undefined;
}
