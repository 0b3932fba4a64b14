import { random } from "../../src/series/numerics/random.ts";

/** Kind of simulated record, in which nothing happens. */
export interface Cell {
  /** Autocorrelation from one day to the next, or from one hour to the next in an hourly series. */
  readonly phi: number;
  /** Days of the record, or of each period if there are two. */
  readonly days: number;
  /** Spread of the second side divided by the spread of the first. */
  readonly ratio: number;
  /** Share of values missing at random. */
  readonly missing: number;
  /** Difference between weekends and other days, in standard deviations of a day. */
  readonly weekend: number;
  /** Change of the level over the record, in standard deviations of a day. */
  readonly trend: number;
  /**
   * Distribution of the noise: Student's t with four degrees of freedom, or lognormal. Normal if
   * absent.
   */
  readonly noise?: "heavy tails" | "skewed";
  /** `true` if half of the variance is independent noise, such as the error of a measurement. */
  readonly isUnderNoise?: boolean;
  /** `true` if no weekend has a value. */
  readonly isOffAtWeekends?: boolean;
}

const USUAL: Cell = { phi: 0.5, days: 28, ratio: 1, missing: 0, weekend: 0, trend: 0 };
const PHIS = [0, 0.3, 0.5, 0.8, 0.95], DAYS = [7, 14, 28, 90], RATIOS = [1, 2, 4];

/** Factors of a record that are numbers. */
type Factor = Exclude<keyof Cell, "noise" | "isUnderNoise" | "isOffAtWeekends">;

/** Returns the usual cell and the cells that differ from it in one factor. */
export function cellsAround(factors: readonly Factor[]): Cell[] {
  const values: { readonly [K in Factor]: readonly number[] } = {
    phi: PHIS,
    days: DAYS,
    ratio: RATIOS,
    missing: [0.3],
    weekend: [1],
    trend: [2],
  };
  const others = factors.flatMap((factor) =>
    values[factor].filter((value) => value !== USUAL[factor])
      .map((value) => ({ ...USUAL, [factor]: value }))
  );
  return [USUAL, ...others];
}

/** Returns kinds of records of a number of days whose noise or gaps are of another sort. */
export function otherCells(days: number): Cell[] {
  const cell = { ...USUAL, days };
  return [
    { ...cell, noise: "heavy tails" },
    { ...cell, noise: "skewed" },
    { ...cell, isOffAtWeekends: true },
  ];
}

/** Kind of record in which noise hides a slow drift. */
export const UNDER_NOISE: Cell = { ...USUAL, phi: 0.9, days: 90, isUnderNoise: true };

/** Returns every combination of some factors, starting near the usual cell. */
export function cellsOfGrid(factors: readonly Factor[]): Cell[] {
  const values: { readonly [K in Factor]: readonly number[] } = {
    phi: PHIS,
    days: DAYS,
    ratio: RATIOS,
    missing: [0, 0.3],
    weekend: [0, 1],
    trend: [0, 2],
  };
  const grid = factors.reduce<Cell[]>(
    (cells, factor) =>
      cells.flatMap((cell) => values[factor].map((value) => ({ ...cell, [factor]: value }))),
    [USUAL],
  );
  const near = cellsAround(factors), names = new Set(near.map(nameOf));
  return [...near, ...grid.filter((cell) => !names.has(nameOf(cell)))];
}

/** Returns the name of a cell, which is the same in every run. */
export function nameOf(cell: Cell): string {
  const {
    phi,
    days,
    ratio,
    missing,
    weekend,
    trend,
    noise,
    isUnderNoise = false,
    isOffAtWeekends = false,
  } = cell;
  return [
    `autocorrelation ${phi}`,
    `${days} days`,
    ...(ratio === 1 ? [] : [`spread × ${ratio}`]),
    ...(missing === 0 ? [] : [`${100 * missing} % missing`]),
    ...(weekend === 0 ? [] : [`weekends + ${weekend} SD`]),
    ...(trend === 0 ? [] : [`trend of ${trend} SD`]),
    ...(noise === undefined ? [] : [noise]),
    ...(isUnderNoise ? ["under as much noise"] : []),
    ...(isOffAtWeekends ? ["no weekends"] : []),
  ].join(", ");
}

/** Returns whether a cell differs from the usual one in at most one factor. */
export function isNear(cell: Cell): boolean {
  const factors = Object.keys({ ...USUAL, ...cell }) as (keyof Cell)[];
  return factors.filter((factor) => cell[factor] !== USUAL[factor]).length <= 1;
}

export const USUAL_NAME = nameOf(USUAL);

/** Random numbers for one record. */
export interface Chance {
  /** Numbers from 0 up to 1. */
  readonly next: () => number;
  /** Normally distributed numbers. */
  readonly normal: () => number;
}

/** Returns the random numbers of one record: the same for the same claim, cell and number. */
export function chanceOf(claim: string, cell: Cell, record: number): Chance {
  let seed = 0;
  for (const letter of `${claim} ${nameOf(cell)}`) {
    seed = Math.imul(seed ^ letter.codePointAt(0)!, 0x01000193);
  }
  const next = random(seed + Math.imul(record, 0x9e3779b1));
  return {
    next,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

/** Other noise of mean 0 and variance 1. */
const OTHER_NOISE = {
  "heavy tails": (normal: () => number): number => {
    const squares = [0, 1, 2, 3].reduce((sum) => sum + normal() ** 2, 0);
    return normal() / Math.sqrt(squares / 4) / Math.SQRT2;
  },
  skewed: (normal: () => number): number => {
    const variance = 0.36; // of the logarithm
    return (Math.exp(0.6 * normal()) - Math.exp(variance / 2)) /
      Math.sqrt(Math.expm1(variance) * Math.exp(variance));
  },
} as const;

/** Returns values of variance 1 with lag-1 autocorrelation `phi`. */
export function redValues(
  n: number,
  phi: number,
  chance: Chance,
  noise?: Cell["noise"],
): Float64Array {
  const normal = noise === undefined ? chance.normal : () => OTHER_NOISE[noise](chance.normal);
  const values = new Float64Array(n), fresh = Math.sqrt(1 - phi * phi);
  for (let i = 0; i < n; i++) {
    values[i] = i === 0 ? normal() : phi * values[i - 1]! + fresh * normal();
  }
  return values;
}

/** Returns the days of a record; a missing day is NaN. */
export function dailyValues(
  { phi, missing, weekend, trend, noise, isUnderNoise = false, isOffAtWeekends = false }: Cell,
  n: number,
  chance: Chance,
): Float64Array {
  const slow = redValues(n, phi, chance, noise);
  const values = isUnderNoise ? slow.map((own) => (own + chance.normal()) / Math.SQRT2) : slow;
  for (let day = 0; day < n; day++) {
    values[day]! += (day % 7 > 4 ? weekend * 5 / 7 : -weekend * 2 / 7) +
      trend * (n === 1 ? 0 : day / (n - 1) - 0.5);
    const isMissing = isOffAtWeekends && day % 7 > 4 || missing > 0 && chance.next() < missing;
    if (isMissing) values[day] = NaN;
  }
  return values;
}
