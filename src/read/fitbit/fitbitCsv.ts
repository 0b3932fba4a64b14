import type { FileRule, RuleContext } from "../export/readExport.ts";
import { TABLE_FILE, tableRule, type VendorRow } from "../rules/tableRule.ts";

const SOURCE = "Fitbit";

/**
 * Reads the CSV that Fitbit's page exported by month until 2024: tables with titles such as
 * `Sleep`, one below the other, or a single one that somebody has saved. Format: the documentation
 * of https://github.com/sleepdiary/core, and tables in
 * https://github.com/jalendavis99/Fitbit-Analysis and
 * https://github.com/petioptrv/workout_and_sleep_study.
 *
 * Times are local times. The tables do not name their units, so distances and weights are not read.
 */
const TABLES: readonly FileRule[] = [
  tableRule({
    name: TABLE_FILE,
    needs: ["Date", "Calories Burned", "Steps", "Minutes Sedentary", "Activity Calories"],
    times: ["Date"],
    gives: ["StepCount", "StairFlightsClimbed", "total_calories"],
    endsAtTitle: true,
  }, readDay),
  tableRule({
    name: TABLE_FILE,
    needs: ["Start Time", "End Time", "Minutes Asleep", "Minutes Awake", "Time in Bed"],
    times: ["Start Time", "End Time"],
    gives: ["sleep", ...["asleep", "awake", "in_bed"].map((name) => `${name}_duration`)],
    endsAtTitle: true,
  }, readNight),
];

/** Rule for a file with one or more of the tables. */
export const CSV_RULE: FileRule = {
  name: TABLE_FILE,
  hasAnyName: true,
  gives: TABLES.flatMap(({ gives = [] }) => gives),
  isOurs: async (file) => (await tablesOf(file)).length > 0,
  read: async (file, context) => {
    for (const table of await tablesOf(file)) {
      if (context.collector.wants(table.gives ?? [])) await table.read(file, context);
    }
  },
};

async function tablesOf(file: Parameters<FileRule["read"]>[0]): Promise<readonly FileRule[]> {
  const found: FileRule[] = [];
  for (const table of TABLES) if (await table.isOurs?.(file)) found.push(table);
  return found;
}

function readDay(row: VendorRow, { collector }: RuleContext): void {
  const day = row.day("Date");
  if (day === undefined) return;
  const { where } = row;
  for (
    const [column, metric, unit] of [
      ["Steps", "StepCount", "steps"],
      ["Floors", "StairFlightsClimbed", "flights"],
    ] as const
  ) {
    const value = row.number(column);
    if (value !== undefined) {
      collector.total(metric, { ...day, value, unit, source: SOURCE }, where);
    }
  }
  const value = row.number("Calories Burned");
  if (value) {
    collector.other("total_calories", { ...day, value, unit: "kcal", source: SOURCE }, where);
  }
  if (row.text("Distance")) collector.omit("a distance without a unit");
}

/** Columns of minutes; `N/A` in nights without stages. */
const MINUTES = [
  ["Minutes Asleep", "asleep_duration"],
  ["Minutes Awake", "awake_duration"],
  ["Time in Bed", "in_bed_duration"],
  ["Minutes REM Sleep", "rem_sleep_duration"],
  ["Minutes Light Sleep", "light_sleep_duration"],
  ["Minutes Deep Sleep", "deep_sleep_duration"],
] as const;

function readNight(row: VendorRow, { collector }: RuleContext): void {
  const start = row.time("Start Time");
  const end = start === undefined ? undefined : row.time("End Time");
  if (start === undefined || end === undefined) return;
  const span = { start, end };
  collector.coarseStage({ ...span, stage: 0, source: SOURCE }, row.where);
  collector.note(
    "a night of Fitbit's table comes without the times of its stages: it is in bed (code 0) from its " +
      "start to its end; the minutes of each stage are in others",
  );
  for (const [column, name] of MINUTES) {
    const value = /^N\/?A$/i.test(row.text(column) ?? "N/A") ? undefined : row.number(column);
    if (value === undefined) continue;
    collector.other(name, { ...span, value, unit: "min", source: SOURCE }, row.where);
  }
  const value = row.number("Number of Awakenings");
  if (value !== undefined) {
    collector.other("wake_ups", { ...span, value, unit: "count", source: SOURCE }, row.where);
  }
}
