import type { TakerContext } from "./gadgetbridgeTaker.ts";

/** Common kinds of activities; all others use the name from the user or the watch. */
const KINDS: Readonly<Record<number, string>> = {
  0x10: "running",
  0x20: "walking",
  0x40: "swimming",
  0x80: "cycling",
  0x100: "treadmill",
  0x200: "exercise",
  0x400: "open water swimming",
  0x800: "indoor cycling",
  0x1000: "elliptical trainer",
  0x2000: "jump roping",
  0x4000: "yoga",
  0x8000: "soccer",
  0x10000: "rowing machine",
  0x40000: "basketball",
  0x80000: "table tennis",
  0x100000: "badminton",
  0x200000: "strength training",
  0x400000: "hiking",
  0x800000: "climbing",
};

const SUMMARIES = "BASE_ACTIVITY_SUMMARY";
const COLUMNS = ["START_TIME", "END_TIME", "ACTIVITY_KIND", "NAME", "DEVICE_ID", "SUMMARY_DATA"];

/** Adds the workouts of table `BASE_ACTIVITY_SUMMARY`. */
export function addWorkouts({ collector, database }: TakerContext): void {
  if (!database.tables.includes(SUMMARIES)) return;
  const columns = COLUMNS.filter((column) => database.has(SUMMARIES, column)).join(", ");
  const sql = `SELECT _id, ${columns} FROM ${SUMMARIES} ORDER BY _id`;
  for (const row of database.rowsUntilDamage(SUMMARIES, sql).rows) {
    const where = `${SUMMARIES} ${row["_id"]}`;
    const start = Number(row["START_TIME"]) * 1000, end = Number(row["END_TIME"]) * 1000;
    const figures = summaryOf(row["SUMMARY_DATA"]);
    if (figures === undefined) collector.skip("its summary is not JSON", where);
    const kind = Number(row["ACTIVITY_KIND"]), name = row["NAME"];
    collector.workout({
      start,
      end,
      duration_s: figures?.("activeSeconds", "seconds") ?? (end - start) / 1e6,
      distance_m: figures?.("distanceMeters", "meters"),
      energy_kcal: figures?.("caloriesBurnt", "calories_unit"),
      activity: KINDS[kind] ?? (typeof name === "string" && name !== "" ? name : `kind ${kind}`),
      source: database.sourceOf(Number(row["DEVICE_ID"])),
    }, where);
  }
}

/**
 * Returns a function that gives a value of a summary if it has the unit; `undefined` if the summary
 * is not JSON.
 */
function summaryOf(
  text: unknown,
): ((key: string, unit: string) => number | undefined) | undefined {
  if (typeof text !== "string" || text === "") return () => undefined;
  let summary: Record<string, { value?: unknown; unit?: unknown } | null> | null;
  try {
    summary = JSON.parse(text);
  } catch {
    return undefined;
  }
  return (key, unit) => {
    const entry = summary?.[key];
    return entry?.unit === unit && typeof entry.value === "number" ? entry.value : undefined;
  };
}
