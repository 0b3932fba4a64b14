import type { ExportFile } from "../export/exportFile.ts";
import { headNames, readExportTable, type TableRow } from "../export/exportTable.ts";
import { exportTimes } from "../export/exportTimes.ts";
import type { FileRule, MakerReader, RuleContext } from "../export/readExport.ts";
import {
  CYCLE_FIGURES,
  NIGHT_FIGURES,
  NIGHT_METRICS,
  SPANISH,
  type WhoopFigure,
  WORKOUT_FIGURES,
} from "./whoopColumns.ts";

const SOURCE = "Whoop";

/**
 * Reads the export of a Whoop account ("my data", four CSV files). Format, in exports of 2022 to 2026:
 * https://github.com/TheOneRichy/whoop_data/blob/main/physiological_cycles.csv, with `sleeps.csv`, and
 * https://github.com/apatino16/wearableDeviceDataAnalysis/blob/main/data/physiological_cycles.csv; an
 * account in Spanish: https://github.com/Stebandido77/whoop-lab/blob/main/docs/formato-export-whoop.md.
 *
 * All times of a row are local times at the offset in its column `Cycle timezone`, such as `UTC-04:00`
 * or `UTCZ`. In the second file, the cycle of 2024-03-10 ends at 23:17:45 at UTC-08:00, and the next one
 * begins at 00:17:45 at UTC-07:00, which is the same instant. The current cycle has no end. Nights are
 * totals: the export does not say when each stage was.
 */
export const WHOOP: MakerReader = {
  name: "whoop",
  title: "Whoop export",
  rules: [ // by columns: the files have localized names, and people rename them
    rule(["Cycle start time", "Day Strain"], readCycle),
    rule(["Cycle start time", "Sleep onset", "Wake onset"], readNight),
    rule(["Workout start time", "Activity Strain"], readWorkout),
    rule(["Cycle start time", "Question text"], readJournal),
  ],
};

type ReadRow = (row: WhoopRow, context: RuleContext) => void;

/** Row by the English names of its columns. */
interface WhoopRow extends TableRow {
  /** Returns the time of a column; undefined if it is empty or invalid. Invalid times are reported. */
  time(column: string): number | undefined;
}

/** Returns a rule for tables with certain columns. */
function rule(needs: readonly string[], read: ReadRow): FileRule {
  return {
    name: /\.csv$|^the file$/i,
    isOurs: async (file) => {
      const names = await headNames(file);
      return needs.every((column) =>
        names.includes(column) || names.includes(SPANISH[column] ?? column)
      );
    },
    read: (file, context) => readRows(file, context, read),
  };
}

async function readRows(file: ExportFile, context: RuleContext, read: ReadRow): Promise<void> {
  const { collector, tz } = context;
  const times = exportTimes(collector, tz);
  await readExportTable(file, { ...context, needs: [] }, (row) => {
    const text = (column: string): string | undefined =>
      row.text(column) ?? row.text(SPANISH[column] ?? column);
    const offset = offsetOf(text("Cycle timezone"));
    read({
      where: row.where,
      text,
      number: (column) => row.number(column) ?? row.number(SPANISH[column] ?? column),
      time: (column) => {
        const clock = text(column);
        return clock === undefined ? undefined : times.at(clock + offset, row.where);
      },
    }, context);
  });
}

/** Returns the offset to append to an ISO time; an empty text if it is unknown. */
function offsetOf(zone: string | undefined): string {
  const found = /^(?:UTC|GMT)?(?:Z|([+-])(\d{1,2})(?::?(\d\d))?)?$/.exec(zone ?? "none");
  if (found === null) return "";
  const [, sign, hours = "", minutes = "00"] = found;
  return sign === undefined ? "Z" : `${sign}${hours.padStart(2, "0")}:${minutes}`;
}

function readCycle(row: WhoopRow, context: RuleContext): void {
  readNight(row, context);
  const start = row.time("Cycle start time");
  if (start === undefined) return;
  const end = row.time("Cycle end time") ?? start;
  addFigures(CYCLE_FIGURES, "other", { start, end }, row, context);
}

/** Adds the sleep of a row. A cycle without the strap at night has none. */
function readNight(row: WhoopRow, context: RuleContext): void {
  const start = row.time("Sleep onset"), end = row.time("Wake onset");
  if (start === undefined || end === undefined) return;
  context.collector.stage({ start, end, stage: 1, source: SOURCE }, row.where);
  context.collector.note(
    "a night comes without the times of its stages: it is asleep (code 1) from its onset to waking, " +
      "short wakes and all; the minutes of each stage are in others",
  );
  addFigures(NIGHT_METRICS, "sample", { start, end }, row, context);
  addFigures(NIGHT_FIGURES, "other", { start, end }, row, context);
}

function readWorkout(row: WhoopRow, context: RuleContext): void {
  const start = row.time("Workout start time"), end = row.time("Workout end time");
  if (start === undefined || end === undefined) {
    return context.collector.skip("it has no start or no end", row.where);
  }
  const minutes = row.number("Duration (min)");
  context.collector.workout({
    start,
    end,
    duration_s: minutes === undefined ? (end - start) / 1e6 : minutes * 60,
    distance_m: row.number("Distance (meters)"),
    energy_kcal: row.number("Energy burned (cal)"),
    activity: row.text("Activity name"),
    source: SOURCE,
  }, row.where);
  addFigures(WORKOUT_FIGURES, "other", { start, end }, row, context);
}

function readJournal(row: WhoopRow, { collector }: RuleContext): void {
  const start = row.time("Cycle start time"), title = row.text("Question text");
  if (start === undefined || title === undefined) {
    return collector.skip("it has no time or no question", row.where);
  }
  const answer = row.text("Answered yes")?.toLowerCase();
  const said = answer === "true" ? "yes" : answer === "false" ? "no" : answer;
  const notes = [said, row.text("Notes")].filter((part) => part !== undefined).join(": ");
  if (notes === "") return collector.omit("a question without an answer");
  const end = row.time("Cycle end time") ?? start;
  collector.event({ start, end, title, notes, calendar: "journal", source: SOURCE }, row.where);
}

function addFigures(
  figures: readonly WhoopFigure[],
  kind: "sample" | "other",
  span: { readonly start: number; readonly end: number },
  row: WhoopRow,
  { collector }: RuleContext,
): void {
  for (const [column, name, unit] of figures) {
    const value = row.number(column);
    if (value !== undefined) {
      collector[kind](name, { ...span, value, unit, source: SOURCE }, row.where);
    }
  }
}
