import type { DatabaseSync } from "node:sqlite";
import type { ExportFile } from "../export/exportFile.ts";
import { ALL_STAGES } from "../export/exportTables.ts";
import { eachInTurns } from "../export/pause.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";
import {
  isDatabase,
  type SqliteRow,
  sqliteRows,
  sqliteTables,
  withSqlite,
} from "../rules/sqliteFile.ts";

/**
 * Reads the scheduled export of Android's Health Connect: `Health Connect.zip` with an SQLite
 * database. Format: the provider's own source (packages/modules/HealthFitness in
 * https://android.googlesource.com/platform/packages/modules/HealthFitness, classes `*RecordHelper`
 * in `storage/datatypehelpers`), and a parser,
 * https://github.com/mudgesbot/samsung-health-skill. Codes of sleep stages and exercises:
 * https://developer.android.com/reference/android/health/connect/datatypes/SleepSessionRecord.StageType.
 *
 * Times are milliseconds since 1970, weights are grams. Energies are not read, because public sources
 * disagree about their unit (joules or calories).
 */
export const HEALTH_CONNECT: MakerReader = {
  name: "healthConnect",
  title: "Health Connect export",
  rules: [{
    name: /health_?connect[^/]*\.db$|^the file$/i,
    isOurs: async (file) =>
      await isDatabase(file) && (file.name !== "the file" || await namesTables(file)),
    read: readDatabase,
  }],
};

/** Returns whether the first page of an unnamed database has a table of Health Connect. */
async function namesTables(file: ExportFile): Promise<boolean> {
  return /steps_record_table|heart_rate_record_table/.test(
    new TextDecoder().decode(await file.head()),
  );
}

/**
 * Value of a table: its column, name, unit, and either a factor or the number for each code from 0.
 */
type Value = readonly [
  column: string,
  name: string,
  unit: string,
  scale?: number | readonly number[],
];

const TABLES: Readonly<Record<string, readonly Value[]>> = {
  steps_record_table: [["count", "StepCount", "steps"]],
  distance_record_table: [["distance", "DistanceTraveledOnFoot", "m"]],
  floors_climbed_record_table: [["floors", "StairFlightsClimbed", "flights"]],
  resting_heart_rate_record_table: [["beats_per_minute", "RestingHeartRate", "bpm"]],
  heart_rate_variability_rmssd_record_table: [
    ["heart_rate_variability_millis", "hrv_rmssd", "ms"],
  ],
  oxygen_saturation_record_table: [["percentage", "BloodOxygenSaturation", "percent"]],
  respiratory_rate_record_table: [["rate", "RespiratoryRate", "breaths/min"]],
  weight_record_table: [["weight", "Weight", "kg", 0.001]],
  height_record_table: [["height", "Height", "m"]],
  body_fat_record_table: [["percentage", "BodyFatPercentage", "percent"]],
  body_temperature_record_table: [["temperature", "BodyTemperature", "degC"]],
  blood_pressure_record_table: [
    ["systolic", "BloodPressureSystolic", "mmHg"],
    ["diastolic", "BloodPressureDiastolic", "mmHg"],
  ],
  blood_glucose_record_table: [["level", "BloodGlucose", "mmol/L"]],
  // 0 unknown, 1 light, 2 medium, 3 heavy; in HealthKit 1 unspecified to 4 heavy
  menstruation_flow_record_table: [["flow", "MenstrualFlow", "amount", [1, 2, 3, 4]]],
  vo2_max_record_table: [["vo2_milliliters_per_minute_kilogram", "VO2Max", "mL/min·kg"]],
};

/** A database with the names of its apps. */
interface Opened extends RuleContext {
  readonly database: DatabaseSync;
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  readonly apps: ReadonlyMap<number, string>;
}

async function readDatabase(file: ExportFile, context: RuleContext): Promise<void> {
  const { collector } = context;
  await withSqlite(file, collector, async (database, { hasLog }) => {
    if (hasLog) collector.note(`${file.name} has a write-ahead log, which is not read`);
    const tables = sqliteTables(database);
    if (![...tables.keys()].some((name) => name.endsWith("_record_table"))) {
      throw new TypeError("it has no tables of Health Connect, or their list is damaged");
    }
    const opened: Opened = { ...context, database, tables, apps: new Map() };
    const apps = new Map<number, string>();
    await eachInTurns(rowsOf("application_info_table", opened), context.pause, (row) => {
      const name = row["app_name"] ?? row["package_name"] ?? "Health Connect";
      apps.set(Number(row["row_id"]), String(name));
    });
    const whole = { ...opened, apps };
    for (const [table, values] of Object.entries(TABLES)) await addValues(table, values, whole);
    await addHeartRates(whole);
    await addNights(whole);
    await addWorkouts(whole);
    for (const [table, columns] of tables) {
      if (!table.endsWith("_record_table") || READ.has(table) || columns.size === 0) continue;
      const [row] = rowsOf(table, whole, "LIMIT 1");
      if (row !== undefined) collector.ignore(`${file.name}/${table}`);
    }
  });
}

const READ = new Set([
  ...Object.keys(TABLES),
  "heart_rate_record_table",
  "sleep_session_record_table",
  "exercise_session_record_table",
]);

/** Yields the rows of a table; nothing if the database has no such table. */
function* rowsOf(
  table: string,
  { database, tables, collector }: Opened,
  tail = "",
): Generator<SqliteRow> {
  if (!tables.has(table)) return;
  yield* sqliteRows(database, `SELECT * FROM "${table}" ${tail}`, { collector, where: table });
}

async function rowsById(table: string, opened: Opened): Promise<Map<number, SqliteRow>> {
  const rows = new Map<number, SqliteRow>();
  await eachInTurns(rowsOf(table, opened), opened.pause, (row) => {
    rows.set(Number(row["row_id"]), row);
  });
  return rows;
}

function sourceOf(row: SqliteRow | undefined, { apps }: Opened): string {
  return apps.get(Number(row?.["app_info_id"])) ?? "Health Connect";
}

/** Returns the interval of a row, or its moment. */
function spanOf(row: SqliteRow): { start: number; end: number } {
  const start = Number(row["start_time"] ?? row["time"] ?? NaN) * 1000;
  const end = row["end_time"] ?? null;
  return { start, end: end === null ? start : Number(end) * 1000 };
}

async function addValues(
  table: string,
  values: readonly Value[],
  opened: Opened,
): Promise<void> {
  const { collector } = opened;
  for (const row of rowsOf(table, opened)) {
    await opened.pause();
    const where = `${table} ${row["row_id"]}`, source = sourceOf(row, opened);
    for (const [column, name, unit, scale = 1] of values) {
      if (row[column] === null || row[column] === undefined) continue;
      const written = Number(row[column]);
      const value = typeof scale === "number" ? written * scale : scale[written] ?? NaN;
      const sample = { ...spanOf(row), value, unit, source };
      if (/^[A-Z]/.test(name)) collector.sample(name, sample, where);
      else collector.other(name, sample, where);
    }
  }
}

async function addHeartRates(opened: Opened): Promise<void> {
  const parents = await rowsById("heart_rate_record_table", opened);
  for (const row of rowsOf("heart_rate_record_series_table", opened)) {
    await opened.pause();
    const start = Number(row["epoch_millis"]) * 1000, parent = Number(row["parent_key"]);
    const source = sourceOf(parents.get(parent), opened);
    opened.collector.sample("HeartRate", {
      start,
      value: Number(row["beats_per_minute"]),
      unit: "bpm",
      source,
    }, `heart_rate_record_series_table ${parent}`);
  }
}

/** Android's codes: awake, sleeping, out of bed, light, deep, REM, awake in bed. */
const STAGES: Readonly<Record<number, number>> = { 1: 2, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 2 };

async function addNights(opened: Opened): Promise<void> {
  const { collector } = opened;
  const nights = await rowsById("sleep_session_record_table", opened);
  await eachInTurns(nights, opened.pause, ([id, row]) => {
    const stage = { ...spanOf(row), stage: 1, source: sourceOf(row, opened) };
    collector.coarseStage(stage, `sleep_session_record_table ${id}`);
  });
  for (const row of rowsOf("sleep_stages_table", opened)) {
    await opened.pause();
    const parent = Number(row["parent_key"]), where = `sleep_stages_table ${parent}`;
    const stage = STAGES[Number(row["stage_type"])];
    if (stage === undefined) {
      collector.skip("its sleep stage is unknown", where, String(row["stage_type"]));
      continue;
    }
    collector.stage({
      start: Number(row["stage_start_time"]) * 1000,
      end: Number(row["stage_end_time"]) * 1000,
      stage,
      known: stage > 2 ? ALL_STAGES : undefined,
      source: sourceOf(nights.get(parent), opened),
    }, where);
  }
}

/** Types of exercise that two sources agree about; others keep their number. */
const EXERCISES: Readonly<Record<number, string>> = {
  4: "biking",
  33: "running",
  53: "walking",
  58: "yoga",
};

async function addWorkouts(opened: Opened): Promise<void> {
  const { collector } = opened, sources = new Map<number, string>();
  for (const row of rowsOf("exercise_session_record_table", opened)) {
    await opened.pause();
    const span = spanOf(row), source = sourceOf(row, opened), type = Number(row["exercise_type"]);
    sources.set(Number(row["row_id"]), source);
    collector.workout({
      ...span,
      duration_s: (span.end - span.start) / 1e6,
      activity: EXERCISES[type] ?? `exercise ${type}`,
      source,
    }, `exercise_session_record_table ${row["row_id"]}`);
  }
  for (const row of rowsOf("exercise_route_table", opened)) {
    await opened.pause();
    const parent = Number(row["parent_key"]), where = `exercise_route_table ${parent}`;
    collector.location({
      time: Number(row["timestamp_millis"]) * 1000,
      latitude_degrees: Number(row["latitude"]),
      longitude_degrees: Number(row["longitude"]),
      altitude_meters: row["altitude"] as number | null,
      horizontal_accuracy_meters: row["horizontal_accuracy"] as number | null,
      source: sources.get(parent) ?? "Health Connect",
    }, where);
  }
}
