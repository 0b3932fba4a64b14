import type { Estimate } from "../numerics/studentizedBootstrap.ts";

/** Products of one person's constant, x and y, after a model has made their errors independent. */
export interface PersonProducts {
  readonly ones: number;
  readonly x: number;
  readonly xx: number;
  readonly y: number;
  readonly xy: number;
}

/**
 * Returns intercept and slope of the line through all people, with standard errors from the
 * differences between people, which also hold if the model of the errors is wrong (Liang and Zeger
 * 1986, doi 10.1093/biomet/73.1.13).
 */
export function personLine(people: readonly PersonProducts[]): readonly [Estimate, Estimate] {
  let ones = 0, x = 0, xx = 0, y = 0, xy = 0;
  for (const own of people) {
    ones += own.ones;
    x += own.x;
    xx += own.xx;
    y += own.y;
    xy += own.xy;
  }
  const determinant = ones * xx - x * x;
  const intercept = (xx * y - x * xy) / determinant, slope = (ones * xy - x * y) / determinant;
  let level = 0, rise = 0;
  for (const own of people) {
    const rest = own.y - own.ones * intercept - own.x * slope;
    const steep = own.xy - own.x * intercept - own.xx * slope;
    level += ((xx * rest - x * steep) / determinant) ** 2;
    rise += ((ones * steep - x * rest) / determinant) ** 2;
  }
  const few = people.length / (people.length - 1);
  return [
    { value: intercept, error: Math.sqrt(few * level) },
    { value: slope, error: Math.sqrt(few * rise) },
  ];
}
