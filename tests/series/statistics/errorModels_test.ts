import { assertAlmostEquals } from "@std/assert";
import { errorVariance, gapsOf, whitening } from "../../../src/series/statistics/errorModels.ts";
import { normals } from "../simulated.ts";

Deno.test("whitening() has the determinant and products of a dense covariance matrix, with gaps, for noise that is independent or alternates from day to day", () => {
  const at = Int32Array.from([0, 1, 2, 3, 5, 6, 7, 10, 11]), normal = normals(3);
  const columns = [1, 2].map(() => Float64Array.from(at, normal));
  for (const [phi, noise, turn] of [[0.8, 0, 0], [0.9, 0.3, 0], [0.8, 0.3, -0.5], [0, 1, -0.4]]) {
    const model = { phi: phi!, noise: noise!, turn: turn! };
    const covariance = Array.from(
      at,
      (a) =>
        Array.from(at, (b) =>
          (1 - model.noise) * model.phi ** Math.abs(a - b) +
          model.noise * model.turn ** Math.abs(a - b)),
    );
    const root = choleskyOf(covariance);
    const solved = columns.map((column) => forward(root, column));
    const { log, apply } = whitening(gapsOf(at), model), [a, b] = columns.map(apply);
    const products = (x: Float64Array, y: Float64Array): number =>
      x.reduce((sum, one, i) => sum + one * y[i]!, 0);
    assertAlmostEquals(products(a!, b!), products(solved[0]!, solved[1]!), 1e-10);
    assertAlmostEquals(log, -root.reduce((sum, row, i) => sum + Math.log(row[i]!), 0), 1e-10);
    const weights = columns[0]!;
    assertAlmostEquals(
      errorVariance(gapsOf(at), weights, model),
      covariance.reduce(
        (sum, row, i) => sum + weights[i]! * products(weights, Float64Array.from(row)),
        0,
      ),
      1e-10,
    );
  }
});

function choleskyOf(matrix: readonly (readonly number[])[]): number[][] {
  const root = matrix.map((row) => row.map(() => 0));
  matrix.forEach((row, i) => {
    for (let j = 0; j <= i; j++) {
      const rest = root[i]!.slice(0, j).reduce(
        (left, one, k) => left - one * root[j]![k]!,
        row[j]!,
      );
      root[i]![j] = i === j ? Math.sqrt(rest) : rest / root[j]![j]!;
    }
  });
  return root;
}

function forward(root: readonly (readonly number[])[], column: Float64Array): Float64Array {
  const found = new Float64Array(column.length);
  root.forEach((row, i) => {
    let rest = column[i]!;
    for (let k = 0; k < i; k++) rest -= row[k]! * found[k]!;
    found[i] = rest / row[i]!;
  });
  return found;
}
