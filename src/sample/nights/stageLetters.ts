/** The letter that stands for each stage code of the table `consumer` in the packed nights. */
export const STAGE_LETTERS: Readonly<Record<string, number>> = { A: 1, W: 2, L: 3, D: 4, R: 5 };

/** The step of the packed nights in milliseconds: every run is a whole number of steps. */
export const STEP = 30_000;
