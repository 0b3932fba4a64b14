import type { Scores } from "./scores.ts";

/**
 * Scores sustained inactivity by van Hees et al. (2015, doi 10.1371/journal.pone.0142533): the time
 * between two changes of the arm's angle of more than 5 degrees that are more than 5 minutes apart.
 *
 * @param angles Angle of the arm in degrees.
 * @param minute Number of epochs of a minute.
 */
export function vanHees(
  angles: Float64Array,
  minute: number,
  degrees: number,
  minutes: number,
): Scores {
  const changes: number[] = [];
  for (let i = 0; i + 1 < angles.length; i++) {
    if (Math.abs(angles[i + 1]! - angles[i]!) > degrees) changes.push(i);
  }
  const scores = new Float64Array(angles.length);
  let found = 0;
  for (let k = 0; k + 1 < changes.length; k++) {
    if (changes[k + 1]! - changes[k]! <= minutes * minute) continue;
    scores.fill(1, changes[k]!, changes[k + 1]! + 1);
    found++;
  }
  if (found === 0 && changes.length < 10) scores.fill(1);
  return scores.map((score, i) => Number.isNaN(angles[i]!) ? NaN : score);
}
