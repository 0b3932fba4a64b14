import { percentText, say } from "../../words/language.ts";

/**
 * Templates of the titles of charts. A title states what the data shows, with a number;
 * it does not judge, and says nothing about days without data.
 */
export const FINDINGS = {
  /** `8,100 steps a day on average` */
  average: (level: string): string => say("{level} on average", { level }),
  /** `64 bpm on average (This week), against 60 (Last week)` */
  against: (a: NamedValue, b: NamedValue): string =>
    say("{level} ({a}), against {other} ({b})", {
      level: FINDINGS.average(a.text),
      a: a.name,
      other: b.text,
      b: b.name,
    }),
  /** A change that the comparison of days marks. */
  changed: (level: string, amount: string, word: string, since: string): string =>
    say("{level}, {amount} {word} from {since} on", { level, amount, word, since }),
  unchanged: (level: string): string => say("{level}, no clear change", { level }),
  /** Less than a week of days. */
  few: (level: string, things: "days" | "nights", n: number): string =>
    things === "days"
      ? say("{level}; too few days to compare ({n})", { level, n })
      : say("{level}; too few nights to compare ({n})", { level, n }),
  /** A night whose sources do not record wake. */
  asleep: (asleep: string): string => say("{asleep} asleep", { asleep }),
  /** The shortest and the longest of several nights. */
  nights: (least: string, most: string, n: number): string =>
    least === most
      ? say("{asleep} asleep in each of {n} nights", { asleep: least, n })
      : say("{least} to {most} asleep in {n} nights", { least, most, n }),
  night: (asleep: string, n: number, long: number): string => {
    if (n === 0) return say("{asleep} asleep, not broken", { asleep });
    if (n > 1) {
      return say("{asleep} asleep, broken {n} times, {long} of them for 3 min or more", {
        asleep,
        n,
        long,
      });
    }
    return long === 1
      ? say("{asleep} asleep, broken once, for 3 min or more", { asleep })
      : say("{asleep} asleep, broken once", { asleep });
  },
  /** `Asleep from 23:40 to 06:30, medians of 19 nights` */
  clock: (from: string, to: string, nights: number): string =>
    nights === 1
      ? say("Asleep {from} to {to}", { from, to })
      : say("Asleep from {from} to {to}, medians of {n} nights", { from, to, n: nights }),
  range: (name: string, middle: string, low: string, high: string): string =>
    low === high
      ? `${name} ${middle}`
      : say("{name} {middle} at the median, from {low} to {high}", { name, middle, low, high }),
  medians: (each: readonly string[]): string => say("{list} at the median", { list: listed(each) }),
  /** The lowest and the highest median of groups. */
  groupMedians: (groups: readonly NamedValue[]): string => {
    const [{ name, text }, high] = endsOf(groups), n = groups.length;
    return n === 1
      ? say("Median {value} ({name})", { value: text, name })
      : text === high.text
      ? say("Median {value} in each of {n} groups", { value: text, n })
      : say("Medians from {low} ({a}) to {high} ({b})", {
        low: text,
        a: name,
        high: high.text,
        b: high.name,
      });
  },
  /** The least and the most complete source. */
  complete: (sources: readonly NamedValue[]): string => {
    const [{ name, text }, high] = endsOf(sources), n = sources.length;
    return n === 1 && name !== ""
      ? say("{name} has data for {share} of the time", { name, share: text })
      : text === high.text
      ? say("Data for {share} of the time", { share: text })
      : say("Data for {low} ({a}) to {high} ({b}) of the time", {
        low: text,
        a: name,
        high: high.text,
        b: high.name,
      });
  },
  /** Highest and lowest of `n` categories, such as hours or weekdays. */
  ends: (highest: string, high: string, lowest: string, low: string, n: number): string =>
    n === 1
      ? `${high} ${highest}`
      : high === low
      ? say("{value} throughout", { value: high })
      : say("Highest {highest} ({high}), lowest {lowest} ({low})", { highest, high, lowest, low }),
  /** Lowest and highest value, each with its place. */
  extremes: (low: string, high: string): string =>
    say("Lowest {low}, highest {high}", { low, high }),
  /** A value that does not change. */
  throughout: (value: string): string => say("{value} throughout", { value }),
  /** Highest value of a curve without a threshold, and its place. */
  peak: (place: string, high: string): string =>
    say("Highest at {place} ({high})", { place, high }),
  /** Interval with the highest value. */
  highest: (from: string, to: string, high: string): string =>
    say("Highest from {from} to {to} ({high})", { from, to, high }),
  /** Period with the highest power, above the threshold. */
  rhythm: (period: string, power: string): string =>
    say("A rhythm of {period} (power {power})", { period, power }),
  /** `12.5 h below 8 h a day, over 28 days` */
  balance: (amount: string, sum: number, target: string, days: number): string =>
    sum < 0
      ? say("{amount} below {target} a day, over {n} {n|day|days}", { amount, target, n: days })
      : say("{amount} above {target} a day, over {n} {n|day|days}", { amount, target, n: days }),
  /** Length of a day's path, and its places. */
  path: (length: string, places: readonly string[]): string =>
    places.length === 0 ? length : `${length}: ${listed(places)}`,
  /** Hour of the day with the highest of all values. */
  hour: (from: string, to: string, high: string, values: ArrayLike<number>): string => {
    const all = Array.from(values), most = Math.max(...all.filter((value) => value > -Infinity));
    const n = all.filter((value) => value === most).length;
    return n === all.length
      ? say("{high} in every hour", { high })
      : n > 1
      ? say("Most in {n} hours ({high} each)", { n, high })
      : say("Most from {from} to {to} ({high})", { from, to, high });
  },
  /** Events of a name on one day. */
  times: (name: string, n: number): string =>
    n === 1 ? say("{name} once", { name }) : say("{name} {n} times", { name, n }),
  /** `Home: 15 h of 24 h` */
  part: (name: string, part: string, whole: string): string =>
    say("{name}: {part} of {whole}", { name, part, whole }),
  /** Score on a scale that ends at 100. */
  score: (name: string, score: string): string => say("{name} {score} of 100", { name, score }),
  /** Mean difference between two devices; `amount` is not negative. */
  bias: (other: string, amount: string, isBelow: boolean, reference: string): string =>
    isBelow
      ? say("{other} {amount} below {reference} on average", { other, amount, reference })
      : say("{other} {amount} above {reference} on average", { other, amount, reference }),
  half: (low: string, high: string): string =>
    high === low || high.startsWith(`${low} `)
      ? say("At least half of the values are {value}", { value: high })
      : say("Half of the values lie between {low} and {high}", { low, high }),
  more: (amount: string, word: string, a: string, b: string): string =>
    say("{amount} {word} in {b} than in {a}", { amount, word, b, a }),
  /** `Steps: weekday 95, weekend 473; too few days` */
  sides: (name: string, a: string, b: string, note: string): string =>
    say("{name}: {a}, {b}; {note}", { name, a, b, note }),
  same: (a: string, b: string): string => say("No clear difference between {a} and {b}", { a, b }),
  /** `Sleep and steps: r 0.64 over 117 pairs` */
  relation: (r: string, x: string, y: string, pairs: number): string =>
    say("{y} and {x}: r {r} over {n} pairs", { y, x, r, n: pairs }),
  /** `Sleep and steps: r 0.68 (weekday), 0.58 (weekend)` */
  relations: (each: readonly string[], x: string, y: string): string =>
    say("{y} and {x}: r {list}", { y, x, list: listed(each) }),
  /** `Clear change in 2 of 6 measures, largest steps 7,120 to 9,030` */
  changedMeasures: (marked: number, measures: number, largest: string): string =>
    measures === 1
      ? say("Clear change: {largest}", { largest })
      : say("Clear change in {marked} of {n} measures, largest {largest}", {
        marked,
        n: measures,
        largest,
      }),
  unchangedMeasures: (measures: number, few: boolean): string =>
    few
      ? say("Too few days to tell any change")
      : measures === 1
      ? say("No clear change")
      : say("No clear change in any of {n} measures", { n: measures }),
  /** `Clear relation in 3 of 15 pairs, strongest steps and mood (r +0.64)` */
  related: (marked: number, pairs: number, strongest: string): string =>
    pairs === 1
      ? say("Clear relation of {pair}", { pair: strongest })
      : say("Clear relation in {marked} of {n} pairs, strongest {pair}", {
        marked,
        n: pairs,
        pair: strongest,
      }),
  /** `no clear relation in 12 other pairs` */
  unrelated: (note: string, n: number, others: boolean): string =>
    others
      ? say("{note} in {n} other {n|pair|pairs}", { note, n })
      : say("{note} in {n} {n|pair|pairs}", { note, n }),
  /** `5 cycles of 58 to 82.5 min` */
  cycles: (n: number, shortest: string, longest: string): string =>
    shortest === longest
      ? say("{n} {n|cycle|cycles} of {longest} min", { n, longest })
      : say("{n} {n|cycle|cycles} of {shortest} to {longest} min", { n, shortest, longest }),
  /** The most frequent change of stage, of all changes. */
  moves: (from: string, to: string, n: string, all: string): string =>
    say("Most changes from {from} to {to} ({n} of {all})", { from, to, n, all }),
  /** Share of the time in which all scorers agree. */
  oneStage: (share: number): string =>
    share === 0
      ? say("Votes never agree on one stage")
      : say("Votes agree on one stage for {share} of the time", {
        share: percentText(100 * share),
      }),
  listed,
} as const;

/** A value with its text, and the name of its group. */
export interface NamedValue {
  readonly name: string;
  readonly value: number;
  readonly text: string;
}

/** Returns the first of the lowest and of the highest values. */
export function endsOf<T extends { readonly value: number }>(all: readonly T[]): readonly [T, T] {
  return [
    all.reduce((a, b) => b.value < a.value ? b : a),
    all.reduce((a, b) => b.value > a.value ? b : a),
  ];
}

/** Returns at most three texts, and the number of the others: `A, B, C and 4 others`. */
function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, texts.length === 4 ? 4 : 3), others = texts.length - shown.length;
  const list = shown.join(", ");
  return others === 0 ? list : say("{list} and {n} others", { list, n: others });
}
