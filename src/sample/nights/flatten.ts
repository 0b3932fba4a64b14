/** Stage codes of the table `consumer` by their letters in the compressed nights. */
export const STAGE_LETTERS: Readonly<Record<string, number>> = { A: 1, W: 2, L: 3, D: 4, R: 5 };

/** Step of the compressed nights in milliseconds; every run is a multiple of it. */
export const STEP = 30_000;

/** Interval of a layer with one stage, in milliseconds UTC. */
export interface StageInterval {
  readonly start: number;
  readonly end: number;
  readonly stage: number;
}

/** Run of one stage, in steps of 30 s. */
export interface Run {
  readonly stage: number;
  readonly steps: number;
}

/**
 * Combines the two layers of a log and joins equal neighbours. The short layer replaces the base
 * layer.
 *
 * @throws {RangeError} if the base layer has a gap, or a piece is not a multiple of 30 s
 */
export function flatten(base: readonly StageInterval[], short: readonly StageInterval[]): Run[] {
  const start = base[0]?.start ?? 0;
  const cells: (number | undefined)[] = [];
  for (const piece of [...base, ...short]) {
    const from = (piece.start - start) / STEP;
    const to = (piece.end - start) / STEP;
    if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0) {
      const text = new Date(piece.start).toISOString();
      throw new RangeError(
        `Cannot flatten the log: the piece at ${text} is not aligned to steps of 30 s`,
      );
    }
    for (let cell = from; cell < to; cell++) cells[cell] = piece.stage;
  }
  const runs: { stage: number; steps: number }[] = [];
  for (let cell = 0; cell < cells.length; cell++) {
    const stage = cells[cell];
    if (stage === undefined) {
      throw new RangeError(`Cannot flatten the log: its base layer has a gap at step ${cell}`);
    }
    const last = runs.at(-1);
    if (last?.stage === stage) last.steps++;
    else runs.push({ stage, steps: 1 });
  }
  return runs;
}
