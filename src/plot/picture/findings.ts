/**
 * Templates of the titles of charts, in English. A title states what the data shows, with a number;
 * it does not judge, and says nothing about days without data.
 */
export const FINDINGS = {
  /** `8,100 steps a day on average` */
  average: (level: string): string => `${level} on average`,
  /** A change that the comparison of days marks. */
  changed: (level: string, amount: string, word: string, since: string): string =>
    `${level}, ${amount} ${word} from ${since} on`,
  unchanged: (level: string): string => `${level}, no clear change`,
  /** Less than a week of days. */
  few: (level: string, days: string, count: number): string =>
    `${level}; too few ${days} to compare (${count})`,
  night: (asleep: string, broken: number, long: number): string => {
    if (broken === 0) return `${asleep} asleep, not broken`;
    if (broken === 1) {
      return `${asleep} asleep, broken once${long === 1 ? ", for 3 min or more" : ""}`;
    }
    return `${asleep} asleep, broken ${broken} times, ${long} of them for 3 min or more`;
  },
  /** `Asleep from 23:40 to 06:30, medians of 19 nights` */
  clock: (from: string, to: string, nights: number): string =>
    nights === 1
      ? `Asleep ${from} to ${to}`
      : `Asleep from ${from} to ${to}, medians of ${nights} nights`,
  range: (name: string, middle: string, low: string, high: string): string =>
    low === high ? `${name} ${middle}` : `${name} ${middle} at the median, from ${low} to ${high}`,
  medians: (each: readonly string[]): string => `${listed(each)} at the median`,
  /** Highest and lowest place, such as an hour or a weekday. */
  ends: (highest: string, high: string, lowest: string, low: string): string =>
    highest === lowest
      ? `${high} ${highest}`
      : `Highest ${highest} (${high}), lowest ${lowest} (${low})`,
  /** Lowest and highest value, each with its place. */
  extremes: (low: string, high: string): string => `Lowest ${low}, highest ${high}`,
  /** Highest value of a curve, and its place. */
  peak: (place: string, high: string): string => `Highest at ${place} (${high})`,
  /** Hour of the day with the highest value. */
  hour: (from: string, to: string, high: string): string => `Most from ${from} to ${to} (${high})`,
  /** Score on a scale that ends at 100. */
  score: (name: string, score: string): string => `${name} ${score} of 100`,
  /** Mean difference between two devices; `amount` is not negative. */
  bias: (other: string, amount: string, isBelow: boolean, reference: string): string =>
    `${other} ${amount} ${isBelow ? "below" : "above"} ${reference} on average`,
  half: (low: string, high: string): string => `Half of the values lie between ${low} and ${high}`,
  more: (amount: string, word: string, a: string, b: string): string =>
    `${amount} ${word} in ${b} than in ${a}`,
  same: (a: string, b: string): string => `No clear difference between ${a} and ${b}`,
  relation: (r: string, x: string, y: string, pairs: number): string =>
    `${y} and ${x}: r ${r} over ${pairs} pairs`,
  /** `Clear change in 2 of 6 measures, largest Steps 7,120 to 9,030` */
  changedMeasures: (marked: number, measures: number, largest: string): string =>
    measures === 1
      ? `Clear change: ${largest}`
      : `Clear change in ${marked} of ${measures} measures, largest ${largest}`,
  unchangedMeasures: (measures: number, few: boolean): string =>
    few
      ? "Too few days to tell any change"
      : measures === 1
      ? "No clear change"
      : `No clear change in any of ${measures} measures`,
  /** `Clear relation in 3 of 15 pairs, strongest steps and mood (r +0.64)` */
  related: (marked: number, pairs: number, strongest: string): string =>
    pairs === 1
      ? `Clear relation of ${strongest}`
      : `Clear relation in ${marked} of ${pairs} pairs, strongest ${strongest}`,
  /** `no clear relation in 12 other pairs` */
  unrelated: (note: string, count: number, others: boolean): string =>
    `${note} in ${count}${others ? " other" : ""} pair${count === 1 ? "" : "s"}`,
  listed,
} as const;

/** Returns at most three texts, and the number of the others: `A, B, C and 4 others`. */
function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, texts.length === 4 ? 4 : 3), others = texts.length - shown.length;
  return shown.join(", ") + (others === 0 ? "" : ` and ${others} others`);
}
