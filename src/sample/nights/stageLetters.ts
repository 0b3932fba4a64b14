/** Stage codes of the table `consumer` by their letters in the compressed nights. */
export const STAGE_LETTERS: Readonly<Record<string, number>> = { A: 1, W: 2, L: 3, D: 4, R: 5 };

/** Step of the compressed nights in milliseconds; every run is a multiple of it. */
export const STEP = 30_000;
