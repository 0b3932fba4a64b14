import type { FileRule, RuleContext } from "../export/readExport.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";

const SOURCE = "Garmin";

/**
 * Rule for the table of nights that the page "Sleep" of Garmin Connect exports (`Sleep.csv`), a row
 * per night; its first column is `Date` or `Sleep Score 4 Weeks`. Format: a table in
 * https://github.com/newbabak/activity-to-sleep-analysis and a parser in
 * https://github.com/thusspokedata/pulsia.
 *
 * The date is the day of waking. Times are local times without a date, so bedtime is the last such time
 * before waking.
 */
export const SLEEP_RULE: FileRule = tableRule({
  needs: ["Date", "Score", "Quality", "Duration", "Bedtime", "Wake Time"],
  short: (column) => /^Sleep Score \d/.test(column) ? "Date" : column,
  times: ["Date"],
  gives: [
    "sleep",
    "RestingHeartRate",
    "BloodOxygenSaturation",
    "RespiratoryRate",
    "sleep_score",
    "asleep_duration",
  ],
}, readNight);

/** Columns of metrics: name in the frames and unit. */
const METRICS = [
  ["Pulse Ox", "BloodOxygenSaturation", "percent"],
  ["Respiration", "RespiratoryRate", "breaths/min"],
] as const;

function readNight(row: VendorRow, { collector, tz }: RuleContext): void {
  const bedtime = known(row, "Bedtime"), { where } = row;
  if (bedtime === undefined || known(row, "Wake Time") === undefined) {
    return collector.omit("a night without its times: nothing was measured");
  }
  const day = row.day("Date"), end = row.clock("Date", "Wake Time");
  let start = row.clock("Date", "Bedtime");
  if (day === undefined || start === undefined || end === undefined) return;
  if (start >= end) start = dayBefore(start, tz!);
  const span = { start, end };
  collector.coarseStage({ ...span, stage: 1, source: SOURCE }, where);
  collector.note(
    "a night of Garmin's table comes without the times of its stages: it is asleep (code 1) from its " +
      "start to its end, short wakes and all",
  );
  const resting = numberIn(row, "Resting Heart Rate");
  if (resting) {
    const sample = { ...day, value: resting, unit: "bpm", source: SOURCE };
    collector.coarseSample("RestingHeartRate", sample, where);
  }
  for (const [column, metric, unit] of METRICS) {
    const value = numberIn(row, column);
    if (value) collector.coarseSample(metric, { ...span, value, unit, source: SOURCE }, where);
  }
  const score = numberIn(row, "Score"), minutes = minutesOf(known(row, "Duration"));
  if (score) {
    collector.other(
      "sleep_score",
      { ...span, value: score, unit: "score", source: SOURCE },
      where,
    );
  }
  if (minutes === undefined) return;
  const asleep = { ...span, value: minutes, unit: "min", source: SOURCE };
  collector.other("asleep_duration", asleep, where);
}

/** Returns the text of a column, which has `--` if nothing was measured. */
function known(row: VendorRow, column: string): string | undefined {
  const text = row.text(column);
  return text === undefined || /^-+$/.test(text) ? undefined : text;
}

function numberIn(row: VendorRow, column: string): number | undefined {
  return known(row, column) === undefined ? undefined : row.number(column);
}

/** Returns the same local time a day earlier, in microseconds since 1970. */
function dayBefore(at: number, tz: string): number {
  const moment = new Temporal.ZonedDateTime(BigInt(at) * 1000n, tz).subtract({ days: 1 });
  return Number(moment.epochNanoseconds / 1000n);
}

/** Reads `6h 17min` or `45min` as minutes. */
function minutesOf(text: string | undefined): number | undefined {
  const [, hours, minutes] = /^(?:(\d+)h)? ?(?:(\d+)min)?$/.exec(text ?? "") ?? [];
  return hours === undefined && minutes === undefined
    ? undefined
    : Number(hours ?? 0) * 60 + Number(minutes ?? 0);
}
