import { scoredNights } from "../../src/sample/nights/scoredNights.ts";
import { fluctuations } from "../../src/series/fluctuations.ts";
import { fragmentation } from "../../src/series/fragmentation.ts";
import { intensityGradient } from "../../src/series/intensityGradient.ts";
import { light } from "../../src/series/light.ts";
import { withoutNonWear } from "../../src/series/withoutNonWear.ts";
import { consensus } from "../../src/sleep/consensus.ts";
import { fromActivity } from "../../src/sleep/fromActivity.ts";
import { hypnodensity } from "../../src/sleep/hypnodensity.ts";
import { sessions } from "../../src/sleep/sessions.ts";
import { softAgreement } from "../../src/sleep/softAgreement.ts";
import { madeCounts } from "../series/madeCounts.ts";
import { rowsOf, sourceRows, START } from "../sleep/hypnograms.ts";
import type { Compared, Comparison } from "./comparison.ts";
import type { Science } from "./science.ts";
import type { PyActigraphyAnswer } from "./seriesComparisons.ts";

type Values = readonly (number | null)[];

const FIRST = Date.UTC(2024, 0, 1, 12), MINUTE = 60_000, EPOCH = 30_000;

/** Repeatable noise between -0.5 and 0.5. */
const noise = (i: number, k: number): number =>
  (i * 7919 + (i % 9973) * (i % 9931) * k) % 1000003 / 1000003 - 0.5;

/** Five days of minutes with hours of zeros, artifacts and gaps. */
const COUNTS: Values = Array.from({ length: 5 * 1440 }, (_, i) => {
  if (i % 4001 < 3 && i > 3) return null;
  const isRest = Math.floor(i / 137) % 3 !== 0 && i < 7000;
  return isRest && (i * i * 7919 + i * 104729) % 1000003 % 71 !== 0 ? 0 : 1 + i % 400;
});

/** Twenty hours of acceleration, each second, of a device that is still at times. */
const AXES = Array.from({ length: 20 * 3600 + 420 }, (_, i) => {
  const part = Math.floor(i / 600), block = Math.floor(part / 11), still = block % 2 === 0;
  const axes = [
    (still && part % 13 !== 0 ? 0.03 : 0.4) * noise(i, 3) + 1,
    (still ? 0.04 : 0.3) * noise(i, 5),
    (block % 3 === 0 ? 0.02 : 0.3) * noise(i, 7),
  ];
  return axes.map((one) => Math.round(one * 1e5) / 1e5);
});

/** Angles of three days from noon on, each 5 seconds; a nap on the second. */
const ANGLES = Array.from({ length: 3 * 17280 }, (_, i) => {
  const hour = (i / 720) % 24, day = Math.floor(i / 17280);
  const still = [
    hour >= 11 && hour < 19,
    hour >= 10 && hour < 17.5 && !(hour >= 13 && hour < 13.8) || hour >= 3 && hour < 3.7,
    hour >= 12.5 && hour < 18,
  ][day];
  const turned = (Math.floor(i / 564) * 37) % 120 - 60;
  const angle = still ? turned + 0.04 * noise(i, 3) : 80 * noise(i, 5);
  return Math.round(angle * 1e4) / 1e4;
});

/** Acceleration of a day by minutes in mg, without and with gaps. */
const INTENSITIES: readonly Values[] = [0, 7].map((missing) =>
  Array.from(
    { length: 1440 },
    (_, i) => i % 11 < missing ? null : 3 + 30 * Math.exp(9 * (noise(i, 11) + 0.5)) % 5000 / 3,
  )
);

/** Counts of three days, without and with gaps. */
const BOUTS: readonly Values[] = [
  madeCounts(3 * 1440),
  madeCounts(3 * 1440).map((count, i) => i % 97 < 4 ? null : count),
];

/** Counts of two and of seven days. */
const FLUCTUATIONS = [2, 7].map((days) => madeCounts(days * 1440));

/** Nights by five scorers; in one, two of them left out epochs. */
const SCORERS: readonly Readonly<Record<string, string>>[] = Object.values<Record<string, string>>(
  JSON.parse(scoredNights()),
).slice(0, 4).map((night) => {
  // Cuts the epochs at both ends that some did not score: ours starts with the last scorer.
  const codes = Object.values(night);
  const isScored = (i: number): boolean => codes.every((one) => one[i] !== ".");
  const length = Math.min(...codes.map((one) => one.length));
  let [from, to] = [0, length];
  while (!isScored(from)) from++;
  while (!isScored(to - 1)) to--;
  return Object.fromEntries(
    Object.entries(night).map(([name, one]) => [name, one.slice(from, to)]),
  );
});

/** Light of four days by minutes, with gaps on two of them. */
export const LUX: Values = Array.from({ length: 4 * 1440 }, (_, i) => {
  const minute = i % 1440;
  if (i > 1440 && i < 2 * 1440 + 700 && i % 53 < 9) return null;
  return minute < 400 || minute > 1290
    ? 0
    : Math.round(600 * (noise(i, 13) + 0.5) ** 2 * 100) / 100;
});

/** Records that the script receives. */
export const WEARABLES = {
  counts: COUNTS.map((count) => count ?? 0),
  axes: AXES,
  angles: ANGLES,
  intensities: INTENSITIES,
  bouts: BOUTS,
  fluctuations: FLUCTUATIONS,
  scorers: SCORERS,
};

const rows = (values: Values, step = MINUTE) =>
  values.map((value, i) => ({ time: new Date(FIRST + i * step), value }));

const named = (
  names: readonly string[],
  theirs: readonly (number | null)[],
  ours: readonly (number | null | undefined)[],
): Compared[] =>
  Array.from({ length: Math.max(theirs.length, ours.length) }, (_, i) => ({
    name: names[i] ?? `value ${i + 1}`,
    theirs: theirs[i] ?? null,
    ours: ours[i] ?? null,
  }));

/** First and last minutes of wear, as pairs; the last end is the last minute. */
function wear(): number[] {
  const worn = withoutNonWear(rows(WEARABLES.counts), { method: "choi" })
    .getColumn("value").toArray().map((value) => value !== null);
  const bounds = worn.flatMap((is, i) => is === (worn[i - 1] ?? false) ? [] : [i]);
  return bounds.length % 2 === 0 ? bounds : [...bounds, worn.length - 1];
}

/** Returns 1 for each block of 15 minutes that was not worn, from the fourth to the fifth last. */
function blocks(): number[] {
  const found = withoutNonWear(
    AXES.map(([x, y, z], i) => ({ time: new Date(FIRST + i * 1000), x, y, z })),
    { method: "van-hees-2013" },
  ).getColumn("x").toArray();
  const count = Math.floor(AXES.length / 900);
  return Array.from({ length: count - 7 }, (_, i) => found[(i + 3) * 900] === null ? 1 : 0);
}

/** Start and end of the night of each day, in minutes. */
function nights(): number[] {
  const stages = fromActivity(rows(ANGLES, 5000), { algorithm: "hdcza", tz: "UTC" });
  return sessions(stages, { tz: "UTC" }).toRecords().flatMap(({ start_time, end_time }) =>
    [start_time, end_time].map((at) => (Number(at) - FIRST) / MINUTE)
  );
}

/** Epochs at which the stage of the consensus changes. */
const changes = (night: Readonly<Record<string, string>>): number[] =>
  consensus(sourceRows(night), { stages: "aasm" }).toRecords().slice(1)
    .map(({ start_time }) => (Number(start_time) - Date.parse(START)) / EPOCH);

/** Mean of the largest share of the scorers. */
function share(night: Readonly<Record<string, string>>): number {
  const density = hypnodensity(sourceRows(night), { stages: "aasm" }).toRecords();
  const largest = density.map((row) =>
    Math.max(...["W", "N1", "N2", "N3", "REM"].map((stage) => Number(row[stage])))
  );
  return largest.reduce((sum, one) => sum + one, 0) / largest.length;
}

/**
 * Compares wear, nights, activity, light and scorers with scikit-digital-health, pyActigraphy and
 * statsmodels.
 */
export function wearComparisons(
  { version, activity: { light: theirLight } }: PyActigraphyAnswer,
  { versions, wearables: theirs }: Science,
): Comparison[] {
  const skdh = `scikit-digital-health ${versions["scikit-digital-health"]}`;
  const statsmodels = `statsmodels ${versions["statsmodels"]}`;
  return [
    {
      ours: 'series.withoutNonWear, method "choi"',
      theirs: skdh,
      of: "five days of counts with zeros, artifacts and gaps: first and last minutes of wear",
      tolerance: 0,
      values: named([], theirs.choi, wear()),
    },
    {
      ours: 'series.withoutNonWear, method "van-hees-2013"',
      theirs: skdh,
      of: "20 hours of acceleration: blocks of 15 minutes that were not worn",
      tolerance: 0,
      values: (() => {
        const ours = blocks();
        return named(ours.map((_, i) => `block ${i + 4}`), theirs.vanHees.slice(1), ours)
          .slice(0, ours.length);
      })(),
    },
    {
      ours: 'sleep.fromActivity, algorithm "hdcza"',
      theirs: skdh,
      of: "angles of three days, one with a nap: start and end of the nights in minutes",
      tolerance: 0.5,
      values: named([], theirs.nights.map((epoch) => epoch / 12), nights()),
    },
    {
      ours: "series.intensityGradient",
      theirs: skdh,
      of: "a day by minutes, and the gradient of one with gaps: gradient, R2, intercept",
      tolerance: 1e-9,
      values: INTENSITIES.flatMap((values, i) => {
        const { gradient, intercept, R2 } = intensityGradient(rows(values));
        const [slope, height, squared] = theirs.gradient[i] ?? [];
        return i === 0
          ? named(["gradient", "R2", "intercept"], [slope, squared, height].map(Number), [
            gradient,
            R2,
            intercept,
          ])
          : named(["gradient with gaps", "R2 with gaps"], [slope, squared].map(Number), [
            gradient,
            R2,
          ]);
      }),
    },
    {
      ours: "series.fragmentation",
      theirs: skdh,
      of: "three days of counts, without and with gaps: mean and Gini index of the bouts",
      tolerance: 1e-9,
      values: BOUTS.flatMap((values, i) => {
        const own = fragmentation(rows(values));
        return named(
          ["rest_mean", "rest_gini", "active_mean", "active_gini"],
          theirs.bouts[i] ?? [],
          [own.rest_mean, own.rest_gini, own.active_mean, own.active_gini],
        );
      }),
    },
    {
      ours: "series.fluctuations",
      theirs: skdh,
      of: "counts of two and seven days, squares divided by all values: alpha, short and long",
      tolerance: 1e-9,
      values: FLUCTUATIONS.flatMap((values, i) => {
        const own = fluctuations(rows(values));
        return named(["alpha", "alpha_short", "alpha_long"], theirs.fluctuations[i] ?? [], [
          own.alpha,
          own.alpha_short,
          own.alpha_long,
        ]);
      }),
    },
    {
      ours: "series.light",
      theirs: `pyActigraphy ${version}, LightRecording`,
      of: "four days by minutes, two with gaps: time above 250 lx, its mean hour, and the centroid",
      tolerance: 1e-9,
      values: theirLight.flatMap((day, i) => {
        const first = Date.UTC(2024, 0, 1 + i);
        const own = light(
          LUX.slice(1440 * i, 1440 * (i + 1))
            .map((lux, k) => ({ time: new Date(first + k * MINUTE), lux })),
          { tz: "UTC" },
        );
        return named(
          ["time_above", "mean_above", "centroid"].map((name) => `${name} of day ${i + 1}`),
          day,
          [own.time_above, own.mean_above, own.centroid],
        );
      }),
    },
    {
      ours: "sleep.softAgreement",
      theirs: `${statsmodels}, aggregate_raters`,
      of: "four nights of five scorers, with epochs that two of them did not score",
      tolerance: 1e-12,
      values: SCORERS.flatMap((night, i) => {
        const own = rowsOf(softAgreement(sourceRows(night), { stages: "aasm" }));
        return named(
          Object.keys(night),
          theirs.scorers[i]?.agreement ?? [],
          Object.keys(night).map((name) =>
            Number(own.find(({ source }) => source === name)?.["soft_agreement"])
          ),
        );
      }),
    },
    {
      ours: "sleep.consensus",
      theirs: `${statsmodels}, aggregate_raters`,
      of: "the same nights, the best scorer decides ties: epochs at which the stage changes",
      tolerance: 0,
      values: SCORERS.flatMap((night, i) =>
        named([], theirs.scorers[i]?.changes ?? [], changes(night))
      ),
    },
    {
      ours: "sleep.hypnodensity",
      theirs: `${statsmodels}, aggregate_raters`,
      of: "the same nights: mean of the largest share",
      tolerance: 1e-12,
      values: SCORERS.map((night, i): Compared => ({
        name: `night ${i + 1}`,
        theirs: theirs.scorers[i]?.share ?? null,
        ours: share(night),
      })),
    },
  ];
}
