/** Minimizes a function of several numbers (Nelder and Mead 1965). */
export function minimize(
  of: (p: readonly number[]) => number,
  start: readonly number[],
  step: readonly number[],
): readonly number[] {
  const size = start.length;
  let corners = [
    start,
    ...start.map((_, i) => start.map((one, j) => i === j ? one + step[j]! : one)),
  ]
    .map((p) => ({ p, value: of(p) }));
  for (let round = 0; round < 600; round++) {
    corners = corners.toSorted((a, b) => a.value - b.value);
    const first = corners[0]!, last = corners[size]!;
    if (last.value - first.value <= 1e-14 * Math.abs(first.value)) break;
    const middle = start.map((_, j) =>
      corners.slice(0, size).reduce((sum, { p }) => sum + p[j]!, 0) / size
    );
    const along = (by: number) => {
      const p = middle.map((one, j) => one + by * (one - last.p[j]!));
      return { p, value: of(p) };
    };
    const mirrored = along(1);
    const next = mirrored.value < first.value
      ? [along(2), mirrored].toSorted((a, b) => a.value - b.value)[0]!
      : mirrored.value < corners[size - 1]!.value
      ? mirrored
      : along(mirrored.value < last.value ? 0.5 : -0.5);
    if (next.value < last.value) corners = [...corners.slice(0, size), next];
    else {
      corners = corners.map(({ p }) => {
        const nearer = p.map((one, j) => (one + first.p[j]!) / 2);
        return { p: nearer, value: of(nearer) };
      });
    }
  }
  return corners.toSorted((a, b) => a.value - b.value)[0]!.p;
}
