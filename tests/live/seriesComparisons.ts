import { cosinor } from "../../src/series/cosinor.ts";
import { periodogram } from "../../src/series/periodogram.ts";
import { activity, ACTIVITY_RECORDS, type ActivityRecord } from "../series/activityRecords.ts";
import { comparable, ours, type PyActigraphy } from "../series/rhythmPyActigraphy.ts";
import { statistics } from "../series/statistic.ts";
import type { Compared, Comparison } from "./comparison.ts";
import type { Science } from "./science.ts";

/** Answer of the Python script for pyActigraphy: its own records, with their values. */
export interface PyActigraphyAnswer {
  readonly version: string;
  /** Sleep from counts of its first record and of a made week, and statistics of that record. */
  readonly activity: {
    readonly scores: Readonly<Record<string, string>>;
    readonly SRI: number;
    readonly kRA: number;
    readonly kAR: number;
    /** Minutes above the threshold, their mean hour and the centroid, by day. */
    readonly light: readonly (readonly (number | null)[])[];
  };
  readonly records: readonly (Partial<ActivityRecord> & {
    readonly name: string;
    readonly threshold: number | null;
    readonly expected: PyActigraphy;
  })[];
}

/**
 * Series of hours since midnight over 3, 9 and 28 days, with gaps. Some days are higher than
 * others.
 */
const SERIES = [3, 9, 28].map((days) => {
  const hours = Array.from({ length: days * 48 }, (_, i) => i / 2).filter((_, i) => i % 17 !== 3);
  return {
    hours,
    days: hours.map((hour) => Math.floor(hour / 24)),
    y: hours.map((hour) =>
      30 * Math.cos(2 * Math.PI * (hour - 15) / 24) + activity(Math.floor(hour * 60)) / 4 +
      activity(Math.floor(hour / 24) * 977) / 5
    ),
  };
});

/** Fits that both programs compute. */
export const COSINOR = SERIES.map((one) => ({ ...one, period: 24 }));
/** Periods from 16 to 32 hours that both programs compute. */
export const PERIODOGRAM = SERIES.slice(1).map(({ hours, y }) => ({
  hours,
  y,
  periods: Array.from({ length: 161 }, (_, i) => 16 + i / 10),
}));

const rows = ({ hours, y }: { hours: readonly number[]; y: readonly number[] }) =>
  hours.map((hour, i) => ({ time: new Date(Date.UTC(2024, 0, 1) + hour * 3_600_000), y: y[i]! }));

/** Compares our results with pyActigraphy, statsmodels and astropy. */
export function seriesComparisons(answer: PyActigraphyAnswer, science: Science): Comparison[] {
  const { versions } = science;
  const statsmodels = `statsmodels ${versions["statsmodels"]}`;
  return [
    ...rhythmComparisons(answer),
    ...(["independent", "days"] as const).map((errors): Comparison => ({
      ours: `series.cosinor`,
      theirs: errors === "days" ? `${statsmodels}, days as clusters` : `${statsmodels}, OLS`,
      of: `${errors === "days" ? "9 and 28" : "3, 9 and 28"} days of half hours with gaps: ` +
        "mesor, amplitude, acrophase, their intervals, R2, p",
      tolerance: 1e-10,
      values: COSINOR.flatMap((asked, i): Compared[] => {
        if (errors === "days" && new Set(asked.days).size < 5) return [];
        const found = statistics(cosinor(rows(asked), { tz: "UTC", errors }));
        return Object.entries(science.cosinor[i]![errors]).map(([name, theirs]) => ({
          name: `${name} of ${new Set(asked.days).size} days`,
          theirs,
          ours: found[name]!,
        }));
      }),
    })),
    {
      ours: "series.periodogram",
      theirs: `astropy ${versions["astropy"]}`,
      of: "the same 9 and 28 days, periods from 16 to 32 h: power",
      tolerance: 1e-12,
      values: PERIODOGRAM.flatMap((asked, i) => {
        const found = periodogram(rows(asked), { tz: "UTC" }).getColumn("power").toArray();
        return asked.periods.map((period, k): Compared => ({
          name: `power at ${period} h`,
          theirs: science.periodogram[i]![k]!,
          ours: found[k] as unknown as number,
        }));
      }),
    },
  ];
}

/** Statistics that share a row of the table. */
const GROUPS: Readonly<Record<string, RegExp>> = {
  "IS, IV by hours and half hours; ISm, IVm over 22 lengths and a list of three":
    /^(IS|IV)m?( \d+m.*)?$/,
  "L5, M10, RA, and of counts their onsets": /^(L5|M10|RA)(_onset)?$/,
  "IS, IV, L5, M10, RA of each period of 7 days": / 7d$/,
};

function rhythmComparisons({ version, records }: PyActigraphyAnswer): Comparison[] {
  const own = records.filter(({ values }) => values !== undefined);
  const kinds = [
    {
      of: `the package's own records ${own[0]!.name} to ${
        own.at(-1)!.name
      }, as counts and above its threshold of 4`,
      records: own.map((record) => ({
        record: record as ActivityRecord,
        expected: record.expected,
      })),
    },
    {
      of: "seven made-up records by half minutes to hours, with partial hours and masked gaps, " +
        "as counts and above a threshold",
      records: ACTIVITY_RECORDS.map((record) => ({
        record,
        expected:
          records.find(({ name, threshold, values }) =>
            values === undefined && name === record.name && threshold === record.threshold
          )!.expected,
      })),
    },
  ];
  const compared = kinds.map(({ of, records }) => ({
    of,
    values: records.flatMap(({ record, expected }) => {
      const wanted = comparable(record, expected), found = ours(record, wanted);
      return Object.entries(wanted).flatMap(([label, theirs]) => {
        const both = [[theirs].flat(), [found[label]!].flat()] as const;
        const count = Math.max(both[0].length, both[1].length);
        return Array.from({ length: count }, (_, i) => ({
          label,
          name: `${label} of ${record.name}${record.threshold === null ? "" : ", binarized"}`,
          theirs: both[0][i] ?? null,
          ours: both[1][i] ?? null,
        }));
      });
    }),
  }));
  return Object.entries(GROUPS).flatMap(([what, pattern]) =>
    compared.map(({ of, values }): Comparison => ({
      ours: 'series.rhythm, variant "pyActigraphy"',
      theirs: `pyActigraphy ${version}`,
      of: `${of}: ${what}`,
      tolerance: 1e-10,
      values: values.filter(({ label }) => pattern.test(label)),
    }))
  );
}
