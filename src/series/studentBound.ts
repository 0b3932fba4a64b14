/**
 * The bounds between which Student's t of so many degrees of freedom lies with a given chance: the
 * positive one. The distribution has a closed form for whole degrees (Abramowitz and Stegun 26.7.3
 * and 26.7.4), which is inverted by halving.
 */
export function studentBound(chance: number, freedom: number): number {
  let low = 0, high = Math.PI / 2; // of the arc tangent of t / sqrt(freedom)
  while (high - low > 1e-15) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (inside(middle, freedom) < chance) low = middle;
    else high = middle;
  }
  return Math.tan((low + high) / 2) * Math.sqrt(freedom);
}

function inside(angle: number, freedom: number): number {
  const cosine = Math.cos(angle), squared = cosine * cosine;
  const isOdd = freedom % 2 === 1;
  let term = isOdd ? cosine : 1, sum = freedom === 1 ? 0 : term;
  for (let k = isOdd ? 3 : 2; k <= freedom - 2; k += 2) {
    term *= squared * (k - 1) / k;
    sum += term;
  }
  return isOdd ? 2 / Math.PI * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}
