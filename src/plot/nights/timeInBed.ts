/** A stretch of one stage. */
interface Stretch {
  /** The stage's place in the table. */
  readonly place: number;
  /** Inclusive start. */
  readonly x1: number;
  /** Exclusive end. */
  readonly x2: number;
}

/**
 * The time in bed as one stretch from going to bed to getting up, in place of what a merge left of it:
 * stages take the place of the time in bed that they lie over, and so belong to it. What touches time
 * in bed, or what touches that, is time in bed; stages that no time in bed touches are left alone.
 *
 * @param bed The place of time in bed in the stage table.
 * @returns the stretches by start
 */
export function wholeTimeInBed<T extends Stretch>(pieces: readonly T[], bed: number): T[] {
  const runs: { bed: T | undefined; x1: number; x2: number }[] = [];
  for (const piece of pieces.toSorted((a, b) => a.x1 - b.x1)) {
    let run = runs.at(-1);
    if (run === undefined || piece.x1 > run.x2) {
      runs.push(run = { bed: undefined, x1: piece.x1, x2: piece.x2 });
    }
    run.x2 = Math.max(run.x2, piece.x2);
    if (piece.place === bed) run.bed ??= piece;
  }
  return [
    ...runs.flatMap(({ bed, x1, x2 }) => bed === undefined ? [] : [{ ...bed, x1, x2 }]),
    ...pieces.filter(({ place }) => place !== bed),
  ].toSorted((a, b) => a.x1 - b.x1);
}
