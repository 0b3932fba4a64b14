import type { ExportFile } from "../export/exportFile.ts";
import { METERS_IN } from "../export/metersIn.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";
import { GARMIN_CSV_NAMES } from "./garminCsvNames.ts";
import { SLEEP_RULE } from "./garminSleepTable.ts";

const SOURCE = "Garmin";

/**
 * Reads the tables that Garmin Connect exports: the list of activities (`Activities.csv`), and
 * nights (`garminSleepTable.ts`). Format of the first: parsers in https://github.com/tbidne/pacer
 * and https://github.com/StanleyCheng/garmin-activities-trend.
 *
 * Times are local times. The table does not name its units: distances are in kilometres or miles,
 * or in metres for swimming and track running. The stride length is in metres in both kinds of
 * account, so the steps of runs distinguish miles from kilometres; without them, kilometres are
 * assumed. In languages other than English, a speed that nobody reaches also distinguishes metres
 * from kilometres.
 */
export const GARMIN_CSV: MakerReader = {
  name: "garminCsv",
  title: "Garmin Connect table",
  rules: [
    tableRule(
      {
        needs: ["Activity Type", "Date", "Title", "Distance", "Calories"],
        names: GARMIN_CSV_NAMES,
        times: ["Date"],
        gives: ["workouts", "workout_average_heart_rate", "workout_max_heart_rate"],
      },
      readActivity,
      addActivities,
    ),
    SLEEP_RULE,
  ],
};

/** Activities whose distance is in metres: swimming in each language, and track running. */
const IN_METERS = /swim|track|schwimm|natation|nataci|nataç|nuoto|zwem|simning|svøm|pływ|úsz/i;
/** Speed in metres per second that no activity reaches on average. */
const FASTEST = 50;

/** An activity, whose unit of distance is only known at the end of the file. */
interface Activity {
  /** Metres that its steps cover, divided by its distance; undefined if it is not a run with steps. */
  readonly perUnit: number | undefined;
  /** Adds it, with a number of metres per unit of distance. */
  readonly add: (unit: number) => void;
}

const activitiesOf = new WeakMap<ExportFile, Activity[]>();

function readActivity(row: VendorRow, { collector }: RuleContext, file: ExportFile): void {
  const start = row.time("Date"), activity = row.text("Activity Type") ?? "";
  if (start === undefined) return;
  const elapsed = secondsOf(row.text("Elapsed Time")), moving = secondsOf(row.text("Moving Time"));
  const seconds = secondsOf(row.text("Time", "Activity Time")) ?? elapsed;
  if (seconds === undefined) return collector.skip("it has no length", row.where);
  const end = start + Math.round((elapsed ?? seconds) * 1e6), span = { start, end };
  const distance = valueOf(row, "Distance"), { where } = row, duration = moving ?? seconds;
  const steps = valueOf(row, "Avg Run Cadence") ?? valueOf(row, "Avg Cadence");
  const stride = valueOf(row, "Avg Stride Length");
  const isRun = /run/i.test(activity) && !IN_METERS.test(activity);
  const perUnit = isRun && steps && stride && distance
    ? steps * (duration / 60) * stride / distance
    : undefined;
  const energy = valueOf(row, "Calories");
  const add = (unit: number): void => {
    collector.workout({
      ...span,
      duration_s: duration,
      distance_m: distance ? metersOf(distance, activity, seconds, unit) : undefined,
      energy_kcal: energy,
      activity,
      source: SOURCE,
    }, where);
    if (!distance) return;
    collector.note(
      `the table does not name its units: distances are read in ${
        unit === METERS_IN["mi"] ? "miles, which fit the steps of runs" : "kilometres"
      }, for swimming and track running in metres`,
    );
  };
  const all = activitiesOf.get(file) ?? [];
  if (all.length === 0) activitiesOf.set(file, all);
  all.push({ perUnit, add });
  for (
    const [column, name] of [
      ["Avg HR", "workout_average_heart_rate"],
      ["Max HR", "workout_max_heart_rate"],
    ] as const
  ) {
    const value = valueOf(row, column);
    if (value) collector.other(name, { ...span, value, unit: "bpm", source: SOURCE }, row.where);
  }
}

/** Geometric mean of a kilometre and a mile in metres, the threshold between them. */
const LEAST_MILE = Math.sqrt(1000 * 1609.344);

async function addActivities({ pause }: RuleContext, file: ExportFile): Promise<void> {
  const all = activitiesOf.get(file) ?? [];
  const ratios = all.flatMap(({ perUnit }) => perUnit ?? []).sort((a, b) => a - b);
  const middle = ratios[ratios.length >> 1] ?? 1000;
  for (const { add } of all) {
    add(middle < LEAST_MILE ? 1000 : METERS_IN["mi"]!);
    await pause();
  }
}

/** Returns the number of a column, which has `--` if nothing was measured. */
function valueOf(row: VendorRow, column: string): number | undefined {
  const text = row.text(column);
  return text === undefined || /^-+$/.test(text) ? undefined : row.number(column);
}

/** Returns the distance in metres; `21,130` kilometres are read as 21130 metres, too. */
function metersOf(value: number, activity: string, seconds: number, unit: number): number {
  if (IN_METERS.test(activity)) return value;
  return value * unit > FASTEST * seconds ? value : Math.round(value * unit);
}

/** Reads `01:34:56`, `34:56` or `00:28:10.5` as seconds; 0 means that it was not measured. */
function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^(?:\d+:)?\d{1,2}:\d\d(?:[.,]\d+)?$/.test(text)) return undefined;
  const parts = text.replace(",", ".").split(":");
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0) || undefined;
}
