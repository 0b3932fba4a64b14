/** Value from another program, and ours. */
export interface Compared {
  readonly name: string;
  /** Value of the other program; null if it is undefined. */
  readonly theirs: number | null;
  /** Our value. */
  readonly ours: number | null;
}

/** Values that another program and our function both compute. */
export interface Comparison {
  /** Our function: `series.rhythm`. */
  readonly ours: string;
  /** Other program, with its version. */
  readonly theirs: string;
  /** Records and statistics that are compared. */
  readonly of: string;
  /** Maximum absolute difference of values that count as equal. */
  readonly tolerance: number;
  readonly values: readonly Compared[];
}

/** Returns the difference between two values; infinite if only one is defined. */
export function difference({ theirs, ours }: Compared): number {
  if (theirs === null || ours === null) return theirs === ours ? 0 : Infinity;
  return Math.abs(theirs - ours);
}

/** Formats a value for tables. */
export function shown(value: number | null): string {
  return value === null ? "none" : String(Number(value.toPrecision(7)));
}

/**
 * Returns the rows of the table in docs/, one for each comparison, with its first value as an
 * example.
 */
export function documentTable(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(({ ours, theirs, of, tolerance, values }) => {
    const [first] = values;
    return [
      `\`${ours}\``,
      theirs,
      of,
      String(values.length),
      String(tolerance),
      `${first!.name}: ${shown(first!.theirs)}, ${shown(first!.ours)}`,
    ];
  });
  const head = ["ours", "theirs", "of", "values", "equal within", "the first: theirs, ours"];
  const lines = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  return ["<!-- deno-fmt-ignore-start -->", "", ...lines, "", "<!-- deno-fmt-ignore-end -->"].join(
    "\n",
  );
}
