import type { StageRows } from "../stages/readStages.ts";

/** Which shifts a copy may have, in microseconds. */
export interface ShiftRule {
  /** By what shifts divide. */
  readonly step: bigint;
  /** The longest way from one copy to the next. */
  readonly longest: bigint;
}

/** The most copies of one session that are looked for, and the most shifts and ways to choose that are tried. */
const MOST_COPIES = 8, MOST_SHIFTS = 96, MOST_TRIES = 1000;

/**
 * The copies that a session is made of, as many as there are, the earliest first: all rows belong to
 * one of them, and all copies are alike. A session that is not made of copies is the only one.
 *
 * The earliest row that belongs to no copy yet is always of the first one, so that the shifts of the
 * copies decide all; they are among those from the first row of any kind to the others of that kind.
 *
 * @param session Rows, ascending by start and kind.
 * @param kinds What rows share that may be copies of each other.
 * @param tells Whether two copies that follow each other cannot be alike by chance.
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
  if (rarest.length > MOST_SHIFTS) return [session]; // all alike, as epochs are
  const shifts = rarest.map((row) => rows.start[row]! - rows.start[rarest[0]!]!)
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

/** By what both divide. */
function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** All ways to choose ascending shifts that are no further apart than the limit. */
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

/** The session as a first one and its copies by shifts; undefined where a row is left over. */
function splitCopies(
  session: readonly number[],
  rows: StageRows,
  kinds: Uint32Array,
  shifts: readonly bigint[],
): number[][] | undefined {
  // For a start and a kind, the copies that have such a row.
  const awaited = new Map<number, Map<bigint, number[]>>();
  const found: number[][] = Array.from({ length: shifts.length + 1 }, () => []);
  for (const row of session) {
    const kind = kinds[row]!, start = rows.start[row]!;
    const ofKind = awaited.get(kind) ?? new Map<bigint, number[]>();
    const copy = ofKind.get(start)?.shift();
    if (copy !== undefined) {
      found[copy]!.push(row);
      continue;
    }
    found[0]!.push(row);
    if (found[0]!.length * found.length > session.length) return undefined;
    awaited.set(kind, ofKind);
    shifts.forEach((shift, i) => {
      const copies = ofKind.get(start + shift);
      if (copies === undefined) ofKind.set(start + shift, [i + 1]);
      else copies.push(i + 1);
    });
  }
  return found[0]!.length * found.length === session.length &&
      found.every(({ length }) => length === found[0]!.length)
    ? found
    : undefined;
}
