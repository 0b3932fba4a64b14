import { unusual } from "../../src/series/unusual.ts";
import { autoregression, dateAfter, normals } from "../series/simulated.ts";
import type { Compared, Comparison } from "./comparison.ts";
import type { Science } from "./science.ts";

/** Days of two measures with weekday effects and gaps; five days of the second month are unusual. */
const DAYS = (() => {
  const normal = normals(12);
  const [a, b] = [autoregression(130, 0.3, normal), autoregression(130, 0.3, normal)];
  return Array.from({ length: 130 }, (_, day) => {
    const isUnusual = day >= 60 && day < 65, isKnown = day % 17 !== 4;
    const rounded = (value: number): number | null =>
      isKnown ? Math.round(1e4 * value) / 1e4 : null;
    return {
      date: dateAfter(day),
      pulse: rounded(60 + day / 50 + 2 * a[day]! + (isUnusual ? 11 : 0)),
      steps: rounded(8 + (day % 7 < 2 ? 2 : 0) + 1.2 * b[day]! - (isUnusual ? 6 : 0)),
    };
  });
})();
const MEASURES = ["pulse", "steps"] as const;
const FOUND = unusual(DAYS).frame.toRecords();
const daysOf = (time: unknown): number =>
  Temporal.PlainDate.from(dateAfter(0)).until(
    Temporal.Instant.fromEpochMilliseconds(Number(time)).toZonedDateTimeISO("UTC").toPlainDate(),
  ).days;

/** Each measure, and the days of its episode. */
export const UNUSUAL = MEASURES.map((measure) => {
  const row = FOUND.find((one) => one["measure"] === measure)!;
  return {
    y: DAYS.map((day) => day[measure]),
    weekday: DAYS.map(({ date }) => Temporal.PlainDate.from(date).dayOfWeek),
    start: daysOf(row["start_time"]),
    end: daysOf(row["end_time"]),
  };
});

/** Row of the table for unusual episodes. */
export function unusualComparisons({ versions, changes }: Science): Comparison[] {
  return [{
    ours: "series.unusual",
    theirs: `pandas ${versions["pandas"]}, rolling medians`,
    of: "130 days of two measures, with gaps and weekdays: mean, usual level and difference",
    tolerance: 1e-9,
    values: MEASURES.flatMap((measure, i) => {
      const row = FOUND.find((one) => one["measure"] === measure)!;
      return ["mean", "usual", "difference"].map((name, k): Compared => ({
        name: `${name} of ${measure}`,
        theirs: changes.unusual[i]![k]!,
        ours: row[name] as number,
      }));
    }),
  }];
}
