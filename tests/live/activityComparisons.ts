import { photoperiod } from "../../src/places/photoperiod.ts";
import { extendedCosinor } from "../../src/series/extendedCosinor.ts";
import { fragmentation } from "../../src/series/fragmentation.ts";
import { hrv } from "../../src/series/hrv.ts";
import { mixed } from "../../src/series/mixed.ts";
import { restingRate } from "../../src/series/restingRate.ts";
import { rhythm } from "../../src/series/rhythm.ts";
import { rolling } from "../../src/series/rolling.ts";
import { blandAltman } from "../../src/sleep/blandAltman.ts";
import { calibrate } from "../../src/sleep/calibrate.ts";
import { type ActivityAlgorithm, fromActivity } from "../../src/sleep/fromActivity.ts";
import { limitsOfAgreement } from "../../src/sleep/limitsOfAgreement.ts";
import { regularity } from "../../src/sleep/regularity.ts";
import { activity } from "../series/activityRecords.ts";
import { WEEK_OF_COUNTS } from "../series/madeCounts.ts";
import type { Compared, Comparison } from "./comparison.ts";
import type { Science } from "./science.ts";
import type { PyActigraphyAnswer } from "./seriesComparisons.ts";

const START = Date.UTC(2024, 0, 1), MINUTE = 60_000;

/** Heart rates of three days by minutes, with and without gaps, and sleep from 23:00 to 6:00. */
export const RESTING = [17, 2].map((missing) => ({
  rates: Array.from({ length: 3 * 1440 }, (_, i) => {
    const isKnown = missing === 17 || (i * 31) % 17 > missing - 1;
    return isKnown
      ? Math.round((60 + 15 * Math.sin(2 * Math.PI * (i - 600) / 1440) + activity(i) / 20) * 1e4) /
        1e4
      : null;
  }),
  asleep: [-60, 1380, 2820, 4260].map((from) => [from, from + 420] as const),
}));

/** Light by steps of minutes; one series has gaps. The half-life is 90 minutes. */
export const LIGHT = [1, 10, 1].map((step, k) => ({
  step,
  lux: Array.from(
    { length: 300 },
    (_, i) => k === 2 && i % 37 > 29 ? null : activity(i * 7 + k) * (i % 50 > 20 ? 1 : 0),
  ),
}));

/** Places and dates, with both daylight saving changes; dawn and dusk of a height of the sun. */
const SUN = ([
  [52.52, 13.405, "Europe/Berlin", 6, "2024-03-31"],
  [52.52, 13.405, "Europe/Berlin", 6, "2024-10-27"],
  [-33.87, 151.21, "Australia/Sydney", 12, "2024-12-21"],
  [40.71, -74.01, "America/New_York", 0.833, "2024-11-03"],
  [1.87, -157.4, "Pacific/Kiritimati", 6, "2024-02-01"],
] as const).map(([latitude, longitude, tz, angle, date]) => {
  const [row] = photoperiod([{ date }], { place: { latitude, longitude }, tz, angle }).toRecords();
  const found = [row!["dawn"], row!["dusk"]].map((at) => Number(at) / 1000);
  return { latitude, longitude, angle, date, found };
});
/** Events whose time astropy finds within ten minutes of ours. */
export const SUN_EVENTS = SUN.map(({ date: _, ...own }) => own);

/** Repeated measurements of 12 people, of whom some lack some. */
const PEOPLE = Array.from({ length: 12 }, (_, person) => {
  const x = Array.from({ length: 9 }, (_, day) => day).filter((day) => (person * 5 + day) % 11 > 0);
  const noise = x.map((day) => activity(person * 131 + day * 17) / 15);
  return x.map((day, i) => ({
    person,
    day,
    y: 250 + 11 * ((person * 5) % 7) + day * (6 + (person * 3) % 5) + noise[i]! +
      (noise[i - 1] ?? 0) / 2,
  }));
}).flat();
const MODEL = { y: "y", x: "day", person: "person" } as const;
const AUTOREGRESSION = mixed(PEOPLE, { ...MODEL, random: "autoregression" });

/** Models that both programs fit; least squares have our autocorrelation. */
export const MIXED = {
  person: PEOPLE.map(({ person }) => person),
  x: PEOPLE.map(({ day }) => day),
  y: PEOPLE.map(({ y }) => y),
  phi: AUTOREGRESSION.autocorrelation,
};

/** Minutes of deep sleep of 20 people by a reference and a device that shrinks differences. */
export const DEEP = Array.from({ length: 20 }, (_, i) => {
  const reference = 50 + activity(i * 977) / 3;
  return { reference, device: 20 + 0.7 * reference + activity(i * 131 + 7) / 8 };
});

/** Intervals between beats in ms, with jumps and missing beats. */
export const BEATS = Array.from({ length: 900 }, (_, i) => ({
  interval: 800 + Math.round(60 * Math.sin(i / 25) + activity(i * 53) / 4) +
    (i % 97 === 5 ? 350 : 0),
  isKnown: i % 61 > 2,
}));

/** Activity of four days by 10 minutes with gaps, low at night. */
export const CURVE = Array.from({ length: 4 * 144 }, (_, i) => {
  if (i % 144 > 60 && i % 144 < 70) return null;
  const shape = 1 / (1 + Math.exp(-6 * (Math.cos((i / 6 - 15) * Math.PI / 12) + 0.3)));
  return 20 + 100 * shape + activity(i * 7) / 10;
});

/** Activity of a week by minutes with gaps, for L5 and M10 of each day. */
export const BY_DAY = Array.from(
  { length: 7 * 1440 },
  (_, i) => i % 1440 > 500 && i % 1440 < 520 ? null : activity(i) * (i % 1440 < 420 ? 0.1 : 1),
);

/** Names of limits of agreement in the order of the script's answer. */
const LIMITS = [
  ...(["bias", "bias_low", "bias_high", "lower", "lower_low", "lower_high"] as const),
  ...([
    "upper",
    "upper_low",
    "upper_high",
    "slope",
    "slope_low",
    "slope_high",
    "intercept",
  ] as const),
] as const;

const minutes = (values: readonly (number | null)[], start = START, step = 1) =>
  values.map((value, i) => ({ time: new Date(start + i * step * MINUTE), value }));

/** Scores of a record, minute by minute: 1 asleep, 0 awake or unknown. */
function scoresOf(
  counts: readonly (number | null)[],
  start: number,
  algorithm: ActivityAlgorithm,
): { readonly scores: Uint8Array; readonly stages: ReturnType<typeof fromActivity> } {
  const theirs = algorithm === "sadeh" || algorithm === "scripps";
  const stages = fromActivity(minutes(counts, start), {
    algorithm,
    wake: "all",
    tz: "UTC",
    ...(theirs ? { variant: "pyActigraphy" } : {}),
  });
  const scores = new Uint8Array(counts.length);
  for (const row of stages.toRecords()) {
    if (Number(row["sleep_stage"]) !== 1) continue;
    const [from, to] = [row["start_time"], row["end_time"]].map((at) =>
      Math.round((Number(at) - start) / MINUTE)
    );
    scores.fill(1, from, to);
  }
  return { scores, stages };
}

/** Compares sleep from counts, rates, light and models with pyActigraphy and packages of science. */
export function activityComparisons(
  { version, records, activity: theirs }: PyActigraphyAnswer,
  { versions, activity: science }: Science,
): Comparison[] {
  const record = records.find(({ values, threshold }) =>
    values !== undefined && threshold === null
  )!;
  const start = Date.parse(`${record.start}Z`), values = record.values!;
  const pyActigraphy = `pyActigraphy ${version}`;
  const scripps = scoresOf(values, start, "scripps").stages;
  const broken = fragmentation(minutes(values, start));
  const pandas = `pandas ${versions["pandas"]}`,
    statsmodels = `statsmodels ${versions["statsmodels"]}`;
  const named = (
    names: readonly string[],
    theirs: readonly (number | null)[],
    ours: readonly (number | null | undefined)[],
  ): Compared[] => names.map((name, i) => ({ name, theirs: theirs[i]!, ours: ours[i] ?? null }));
  return [
    {
      ours: "sleep.fromActivity",
      theirs: pyActigraphy,
      of: `${record.name}, ${values.length} minutes: the first minute of every sleep and wake by ` +
        "Sadeh, Scripps and Roenneberg",
      tolerance: 0,
      values: (["sadeh", "scripps", "roenneberg"] as const).flatMap((algorithm) => {
        const changes = (scores: ArrayLike<number>) =>
          Array.from(scores, (_, i) => i).filter((i) => i > 0 && scores[i] !== scores[i - 1]);
        const own = changes(scoresOf(values, start, algorithm).scores);
        const other = changes(Array.from(theirs.scores[algorithm]!, Number));
        return Array.from({ length: Math.max(own.length, other.length) }, (_, i): Compared => ({
          name: `change ${i + 1} by ${algorithm}`,
          theirs: other[i] ?? null,
          ours: own[i] ?? null,
        }));
      }),
    },
    {
      ours: "sleep.fromActivity",
      theirs: pyActigraphy,
      of: `${record.name}: minutes asleep by Sadeh, Scripps and Roenneberg`,
      tolerance: 0,
      values: (["sadeh", "scripps", "roenneberg"] as const).map((algorithm): Compared => {
        const sum = (scores: ArrayLike<number>) => Array.from(scores).reduce((a, b) => a + b, 0);
        return {
          name: algorithm,
          theirs: sum(Array.from(theirs.scores[algorithm]!, Number)),
          ours: sum(scoresOf(values, start, algorithm).scores),
        };
      }),
    },
    {
      ours: 'sleep.fromActivity, algorithm "crespo"',
      theirs: pyActigraphy,
      of: "a made week: first and last minutes of the six periods of rest within the record",
      tolerance: 0,
      values: (() => {
        const bounds = (scores: ArrayLike<number>) =>
          Array.from(scores, (_, i) => i)
            .filter((i) => i > 0 && scores[i] !== scores[i - 1] && i > 60 && i < 9000);
        const own = bounds(scoresOf(WEEK_OF_COUNTS, START, "crespo").scores);
        const other = bounds(Array.from(theirs.scores["crespo"]!, (one) => 1 - Number(one)));
        return named(other.map((_, i) => `change ${i + 1}`), other, own);
      })(),
    },
    {
      ours: 'sleep.regularity, variant "pyActigraphy"',
      theirs: pyActigraphy,
      of: `${record.name}: SRI of the sleep by Scripps`,
      tolerance: 1e-9,
      values: named(["SRI"], [theirs.SRI], [
        regularity(scripps, {
          variant: "pyActigraphy",
          uncovered: "missing",
          minDays: 1,
          tz: "UTC",
        })
          .SRI,
      ]),
    },
    {
      ours: "series.fragmentation",
      theirs: pyActigraphy,
      of: `${record.name}: kRA, kAR`,
      tolerance: 1e-9,
      values: named(["kRA", "kAR"], [theirs.kRA, theirs.kAR], [broken.kRA, broken.kAR]),
    },
    {
      ours: "series.restingRate",
      theirs: pandas,
      of:
        "three days by minutes, with and without gaps: lowest 5 and 30 min, sleeping, waking, dip",
      tolerance: 1e-9,
      values: RESTING.flatMap(({ rates, asleep }, i) => {
        const at = (minute: number) => new Date(START + minute * MINUTE);
        const found = restingRate(minutes(rates).filter(({ value }) => value !== null), {
          sessions: asleep.map(([from, to]) => ({ start_time: at(from), end_time: at(to) })),
        });
        return named(
          ["lowest_5", "lowest_30", "sleeping", "waking", "dip"],
          science.resting[i]!,
          [found.lowest_5, found.lowest_30, found.sleeping, found.waking, found.dip],
        );
      }),
    },
    {
      ours: 'series.rolling, "ema"',
      theirs: pandas,
      of: "light by 1 and 10 min, and with gaps: exponential average with a half-life of 90 min",
      tolerance: 1e-9,
      values: LIGHT.flatMap(({ lux, step }, k) => {
        const found = rolling(minutes(lux, START, step), { window: "90m", aggregate: "ema" })
          .getColumn("value").toArray();
        return lux.flatMap((one, i): Compared[] =>
          one === null || i % 10 !== 9 ? [] : [{
            name: `light ${k + 1} at ${i}`,
            theirs: science.ema[k]![i]!,
            ours: Number(found[i]),
          }]
        );
      }),
    },
    {
      ours: "places.photoperiod",
      theirs: `astropy ${versions["astropy"]}`,
      of: "five places, at both daylight saving changes, too: seconds of dawn and dusk",
      tolerance: 6,
      values: SUN.flatMap(({ found, date, latitude }, i) =>
        named(
          ["dawn", "dusk"].map((one) => `${one} of ${date} at ${latitude}°`),
          science.sun[i]!,
          found,
        )
      ),
    },
    {
      ours: "series.rhythm by day",
      theirs: pandas,
      of: "a week by minutes with gaps, rolling means of 5 and 10 h within each day: L5, M10",
      tolerance: 1e-9,
      values: (() => {
        const rows = rhythm(minutes(BY_DAY), { period: "1d", dayStart: "00:00", tz: "UTC" })
          .toRecords();
        return ["L5", "M10"].flatMap((name, k) =>
          named(
            science.byDay[k]!.map((_, day) => `${name} of day ${day + 1}`),
            science.byDay[k]!,
            rows.filter((row) => row["name"] === name).map(({ value }) => Number(value)),
          )
        );
      })(),
    },
    {
      ours: "sleep.limitsOfAgreement",
      theirs: `yasa ${versions["yasa"]}, SleepStatsAgreement`,
      of: "20 pairs: bias, limits of agreement and proportional bias, with parametric intervals",
      tolerance: 1e-9,
      values: (() => {
        const own = limitsOfAgreement(DEEP, {
          reference: "reference",
          other: "device",
          interval: "t",
        });
        return named(LIMITS, science.limits, LIMITS.map((name) => own[name]));
      })(),
    },
    {
      ours: "sleep.blandAltman",
      theirs: `yasa ${versions["yasa"]}, SleepStatsAgreement`,
      of: "the same pairs: bias and limits of agreement",
      tolerance: 1e-9,
      values: (() => {
        const own = blandAltman(DEEP, { reference: "reference", other: "device" });
        const names = ["bias", "lower", "upper"] as const;
        return named(names, names.map((name) => science.limits[LIMITS.indexOf(name)] ?? null), [
          ...names.map((name) => own[name]),
        ]);
      })(),
    },
    {
      ours: "sleep.calibrate",
      theirs: `yasa ${versions["yasa"]}, the line of its proportional bias`,
      of: "the same pairs: minutes of the device, calibrated",
      tolerance: 1e-9,
      values: (() => {
        const [slope, intercept] = (["slope", "intercept"] as const)
          .map((name) => science.limits[LIMITS.indexOf(name)] ?? NaN);
        const own = calibrate(DEEP, DEEP, {
          reference: "reference",
          other: "device",
          bias: "proportional",
        }).getColumn("device_calibrated").toArray().map(Number);
        return named(
          DEEP.map((_, i) => `pair ${i + 1}`),
          DEEP.map(({ device }) => (device - Number(intercept)) / (1 + Number(slope))),
          own,
        );
      })(),
    },
    {
      ours: "series.hrv",
      theirs: pandas,
      of: "900 intervals, some missing; only differences between neighbours",
      tolerance: 1e-9,
      values: (() => {
        let at = START;
        const beats = BEATS.flatMap(({ interval, isKnown }) => {
          at += interval;
          return isKnown ? [{ time: new Date(at), interval }] : [];
        });
        const own = hrv(beats, { unit: "ms" });
        const names = ["meanNN", "SDNN", "RMSSD", "SDSD", "NN50", "pNN50", "pairs"] as const;
        return named(names, science.hrv, names.map((name) => own[name]));
      })(),
    },
    {
      ours: "series.extendedCosinor",
      theirs: `scipy ${versions["scipy"]}, least_squares`,
      of: "four days with gaps: minimum, amplitude, alpha, beta, acrophase",
      tolerance: 1e-4,
      values: (() => {
        const own = extendedCosinor(minutes(CURVE, START, 10), { tz: "UTC" });
        const names = ["minimum", "amplitude", "alpha", "beta", "acrophase"] as const;
        return named(names, science.curve, names.map((name) => own[name]));
      })(),
    },
    {
      ours: 'series.mixed, random "autoregression"',
      theirs: `${statsmodels}, GLS with the covariance of our autocorrelation`,
      of: "12 people on up to nine days, with gaps: intercept, slope and their errors",
      tolerance: 1e-6,
      values: named(["intercept", "slope", "intercept_SE", "slope_SE"], science.mixed.gls, [
        AUTOREGRESSION.intercept,
        AUTOREGRESSION.slope,
        AUTOREGRESSION.intercept_SE,
        AUTOREGRESSION.slope_SE,
      ]),
    },
    {
      ours: "series.mixed",
      theirs: `${statsmodels}, MixedLM by REML`,
      of: "the same people, random intercepts, and slopes: line and REML criterion",
      tolerance: 2e-3,
      values: (["intercept", "slope"] as const).flatMap((random) => {
        const own = mixed(PEOPLE, { ...MODEL, random });
        const names = ["intercept", "slope", "REML"] as const;
        return named(names.map((name) => `${name}, random ${random}`), science.mixed[random], [
          ...names.map((name) => own[name]),
        ]);
      }),
    },
  ];
}
