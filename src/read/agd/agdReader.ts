import type { ExportFile } from "../export/exportFile.ts";
import { exportTimes } from "../export/exportTimes.ts";
import { eachInTurns } from "../export/pause.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { isDatabase, sqliteRows, sqliteTables, withSqlite } from "../rules/sqliteFile.ts";

/**
 * Reads `.agd` files of ActiGraph (SQLite): counts, steps and light per epoch. Format: parsers in
 * https://github.com/ghammad/pyActigraphy (`io/agd`) and https://github.com/bhelsel/agcounts.
 *
 * Times are .NET ticks (100 ns since the year 1) of the local clock. `axis1` is the vertical axis,
 * which published cut points refer to.
 */
export const AGD: MakerReader = {
  name: "agd",
  title: "ActiGraph file (.agd)",
  rules: [{ name: /\.agd$/i, isOurs: isDatabase, read: readAgd }],
};

/** Ticks from the year 1 to 1970. */
const EPOCH_TICKS = "621355968000000000";

/** Columns: name, unit, and whether the name is a metric of the catalog. */
const VALUES = [
  ["axis1", "activity_counts", "count"],
  ["axis2", "activity_counts_axis2", "count"],
  ["axis3", "activity_counts_axis3", "count"],
  ["steps", "StepCount", "steps"],
  ["lux", "ambient_light", "lx"],
] as const;

async function readAgd(file: ExportFile, { collector, tz, pause }: RuleContext): Promise<void> {
  await withSqlite(file, collector, async (database, { cut }) => {
    const tables = sqliteTables(database), columns = tables.get("data");
    if (columns === undefined) {
      throw new TypeError(
        cut === undefined ? "it has no table data, as ActiGraph's files do" : `it is cut: ${cut}`,
      );
    }
    const context = { collector, where: "settings" };
    const rows = tables.has("settings")
      ? sqliteRows(database, "SELECT settingName, settingValue FROM settings", context)
      : [];
    const settings = new Map<string, string>();
    await eachInTurns(rows, pause, (row) => {
      settings.set(String(row["settingName"]), String(row["settingValue"]));
    });
    const seconds = Number(settings.get("epochlength"));
    if (!(seconds > 0)) throw new TypeError("its settings have no epoch length");
    const source = ["ActiGraph", settings.get("deviceserial")].filter(Boolean).join(" ");
    const found = VALUES.filter(([column]) => columns.has(column));
    const chosen = found.map(([column]) => `"${column}"`).join(", ");
    const times = exportTimes(collector, tz);
    const sql = `SELECT (dataTimestamp - ${EPOCH_TICKS}) / 10 AS micros, ${chosen} FROM data`;
    for (const row of sqliteRows(database, sql, { collector, where: "data" })) {
      await pause();
      const wall = Number(row["micros"]), where = `data ${wall}`;
      if (!(Math.abs(wall) < 8.64e18 / 1000)) {
        collector.skip("its time cannot be read", where);
        continue;
      }
      const start = times.at(new Date(wall / 1000).toISOString().slice(0, -1), where);
      if (start === undefined) continue;
      for (const [column, name, unit] of found) {
        if (row[column] === null) continue;
        const end = start + seconds * 1e6;
        const sample = { start, end, value: Number(row[column]), unit, source };
        if (name === "StepCount") collector.sample(name, sample, where);
        else collector.other(name, sample, where);
      }
    }
  });
}
