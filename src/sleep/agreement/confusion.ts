/** Pairs of stages of the reference (rows) and the other (columns), row by row. */
export interface Confusion {
  /** Number of stages. */
  readonly size: number;
  /** Weights, `size * (size + 1)`: the last column has epochs that the other did not score. */
  readonly weight: Float64Array;
}

/** Sums of one stage against the others. */
export interface OneVersusRest {
  /** Both have the stage. */
  readonly both: number;
  /** The reference has it. */
  readonly reference: number;
  /** The other has it. */
  readonly other: number;
  readonly all: number;
}

/**
 * Counts pairs of stages by weight.
 *
 * @param reference Indices of stages; `size` or more does not count.
 * @param other Indices of stages; `size` or more goes into the last column.
 * @param weights Weight of each pair, 1 by default.
 */
export function confusionOf(
  reference: Uint8Array,
  other: Uint8Array,
  size: number,
  weights?: Float64Array,
): Confusion {
  const weight = new Float64Array(size * (size + 1));
  for (let i = 0; i < reference.length; i++) {
    const own = reference[i]!;
    if (own >= size) continue;
    weight[own * (size + 1) + Math.min(other[i]!, size)]! += weights?.[i] ?? 1;
  }
  return { size, weight };
}

export function rowSums({ size, weight }: Confusion): Float64Array {
  return Float64Array.from({ length: size }, (_, row) => {
    const own = weight.subarray(row * (size + 1), (row + 1) * (size + 1));
    return own.reduce((sum, one) => sum + one, 0);
  });
}

/** Returns the sums of the columns; the last one has epochs that the other did not score. */
export function columnSums({ size, weight }: Confusion): Float64Array {
  return Float64Array.from({ length: size + 1 }, (_, column) => {
    let sum = 0;
    for (let row = 0; row < size; row++) sum += weight[row * (size + 1) + column]!;
    return sum;
  });
}

/** Returns the share of equal pairs; null without pairs. */
export function accuracy(confusion: Confusion): number | null {
  return ratio(agreed(confusion), total(confusion));
}

/** Returns Cohen's kappa (1960); null if chance would make all pairs equal. */
export function kappa(confusion: Confusion): number | null {
  const rows = rowSums(confusion), columns = columnSums(confusion), all = total(confusion);
  if (all === 0) return null;
  const chance = rows.reduce((sum, row, i) => sum + row * columns[i]!, 0) / all ** 2;
  return ratio(agreed(confusion) / all - chance, 1 - chance);
}

/**
 * Returns Matthews' correlation coefficient for multiple classes (Gorodkin 2004); null if either
 * has only one stage.
 */
export function matthews(confusion: Confusion): number | null {
  const rows = rowSums(confusion), columns = columnSums(confusion), all = total(confusion);
  const squares = (sums: Float64Array): number => sums.reduce((sum, one) => sum + one * one, 0);
  const cross = rows.reduce((sum, row, i) => sum + row * columns[i]!, 0);
  const spread = (all ** 2 - squares(rows)) * (all ** 2 - squares(columns));
  return spread > 0 ? (agreed(confusion) * all - cross) / Math.sqrt(spread) : null;
}

/** Returns the sums of one stage against the others. */
export function oneVersusRest(confusion: Confusion, place: number): OneVersusRest {
  return {
    both: confusion.weight[place * (confusion.size + 1) + place]!,
    reference: rowSums(confusion)[place]!,
    other: columnSums(confusion)[place]!,
    all: total(confusion),
  };
}

/** Returns a ratio; null if the whole is 0. */
export function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}

function total(confusion: Confusion): number {
  return rowSums(confusion).reduce((sum, row) => sum + row, 0);
}

function agreed({ size, weight }: Confusion): number {
  let sum = 0;
  for (let place = 0; place < size; place++) sum += weight[place * (size + 1) + place]!;
  return sum;
}
