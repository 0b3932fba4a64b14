import { agreement } from "../../src/sleep/agreement.ts";
import { fromHypnogram } from "../../src/sleep/fromHypnogram.ts";
import { regularity } from "../../src/sleep/regularity.ts";
import { statistics } from "../../src/sleep/statistics.ts";
import { transitions } from "../../src/sleep/transitions.ts";
import { rowsOf, scored, valuesOf, YASA_NAMES, yasaCodes } from "../sleep/hypnograms.ts";
import type { Compared, Comparison } from "./comparison.ts";
import type { Science } from "./science.ts";

const CODES = ["WAKE", "N1", "N2", "N3", "REM"];

/** Names of stages in yasa's files, and their codes. */
const WORDS: Readonly<Record<string, string>> = { W: "0", N1: "1", N2: "2", N3: "3", R: "4" };

/** Nights that both programs receive, in addition to yasa's own. */
export const HYPNOGRAMS: Readonly<Record<string, string>> = Object.fromEntries(
  ["yasa_full6hrs", "yasa_sub-02"].map((name) => {
    const codes = yasaCodes(`${name}_hypno_30s.txt`);
    return [name, codes.map((word) => WORDS[word] ?? word).join("")];
  }),
);

/**
 * Returns a week of quarter hours, asleep from 23:00 to 07:00 except for some nights, with gaps.
 */
const week = (awake: readonly number[], gaps: readonly [number, number][]): string =>
  Array.from({ length: 8 * 96 + 17 }, (_, i) => {
    const quarter = (i + 52) % 96, night = Math.floor((i + 52 - 48) / 96);
    if (gaps.some(([from, to]) => i >= from && i < to)) return ".";
    const sleeps = (quarter >= 92 || quarter < 28) && !awake.includes(night);
    return sleeps !== ((i * i * 7919) % 101 < 5) ? "2" : "0"; // some epochs are inverted
  }).join("");

/** Days for the regularity, in epochs of 15 minutes from 13:00. */
export const WEEKS: readonly { readonly name: string; readonly codes: string }[] = [
  { name: "a week", codes: week([], []) },
  { name: "a night awake in the middle", codes: week([3], []) },
  { name: "the first and the last night awake", codes: week([0, 7], []) },
  { name: "with gaps", codes: week([2], [[40, 75], [300, 420], [500, 501]]) },
];

/** Compares our results with yasa, scikit-learn and sleepreg's formula. */
export function sleepComparisons(
  { versions, nights, agreement: pairs, ...found }: Science,
): Comparison[] {
  const entries = Object.entries(nights), yasa = `yasa ${versions["yasa"]}`;
  return [
    {
      ours: "sleep.statistics",
      theirs: yasa,
      of: `${entries.length} nights, two recorded and the others made by yasa: ${
        Object.keys(entries[0]![1].statistics).join(", ")
      }`,
      tolerance: 5.1e-5, // yasa rounds to four decimals
      values: entries.flatMap(([name, { codes, statistics: theirs }]) => {
        const ours = valuesOf(statistics(scored(codes)));
        return Object.entries(theirs).map(([key, value]): Compared => ({
          name: `${key} of ${name}`,
          theirs: value,
          ours: ours[YASA_NAMES[key] ?? key]!,
        }));
      }),
    },
    {
      ours: "sleep.transitions",
      theirs: yasa,
      of: "the same nights: counts from each stage to each",
      tolerance: 0,
      values: entries.flatMap(([name, { codes, transitions: theirs }]) => {
        const rows = rowsOf(transitions(scored(codes)));
        return CODES.flatMap((from, i) =>
          CODES.flatMap((to, k): Compared[] => {
            const count = theirs[`${from} to ${to}`];
            if (count === undefined) return [];
            const own = rows.find((row) => Number(row["from"]) === i && Number(row["to"]) === k);
            return [{
              name: `${from} to ${to} of ${name}`,
              theirs: count,
              ours: Number(own?.["count"] ?? 0),
            }];
          })
        );
      }),
    },
    {
      ours: "sleep.agreement",
      theirs: `scikit-learn ${versions["scikit-learn"]}`,
      of: "each made night with the next: Cohen's kappa, Matthews' coefficient",
      tolerance: 1e-12,
      values: pairs.flatMap(({ a, b, kappa, mcc }) => {
        const codes = [nights[a]!.codes, nights[b]!.codes] as const;
        const ours = valuesOf(agreement(scored(codes[0]), scored(codes[1])));
        return [
          { name: `kappa of ${a} and ${b}`, theirs: kappa, ours: ours["kappa"]! },
          { name: `MCC of ${a} and ${b}`, theirs: mcc, ours: ours["mcc"] ?? ours["MCC"]! },
        ];
      }),
    },
    {
      ours: "sleep.regularity",
      theirs: "sleepreg's formula in numpy",
      of: "eight days with sleepless nights, at either end too, and gaps: SRI",
      tolerance: 1e-10,
      values: WEEKS.map(({ name, codes }, i) => {
        const stages = fromHypnogram(
          [...codes].map((code) => code === "." ? null : Number(code)),
          { start: "2024-01-01T13:00Z", epoch: "PT15M" },
        );
        const options = {
          tz: "UTC",
          uncovered: "missing",
          minDays: 0,
          minCoverage: 0,
        } as const;
        return {
          name: `SRI, ${name}`,
          theirs: found.regularity[i]!,
          ours: valuesOf(regularity(stages, options))["SRI"]!,
        };
      }),
    },
  ];
}
