/**
 * Returns the exponent of the best power law: the least-squares slope of `log y` on `log x`. It is
 * 1 if twice as many take twice as long, and 2 if they take four times as long.
 */
export function exponent(points: readonly (readonly [x: number, y: number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const mean = (i: 0 | 1): number => logs.reduce((sum, one) => sum + one[i], 0) / logs.length;
  const [mx, my] = [mean(0), mean(1)];
  const sum = (of: (dx: number, dy: number) => number): number =>
    logs.reduce((all, [x, y]) => all + of(x - mx, y - my), 0);
  return sum((dx, dy) => dx * dy) / sum((dx) => dx * dx);
}
