import type { ExportFile } from "../export/exportFile.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { countersOf } from "../fit/dayCounters.ts";
import { takeCounters } from "./gadgetbridgeCounters.ts";
import { isDatabase } from "../rules/sqliteFile.ts";
import { withDatabase } from "./gadgetbridgeDatabase.ts";
import { takeFigures } from "./gadgetbridgeFigures.ts";
import { takeMinutes } from "./gadgetbridgeMinutes.ts";
import { takeNights } from "./gadgetbridgeNights.ts";
import type { SampleTaker, TakerContext, TakerOf } from "./gadgetbridgeTaker.ts";
import { addWorkouts } from "./gadgetbridgeWorkouts.ts";

/**
 * Reads the database of Gadgetbridge, for watches and bands of many vendors: one table of samples
 * per family of devices and kind of sample. Format: `GBDaoGenerator.java` in
 * https://codeberg.org/Freeyourgadget/Gadgetbridge (schema 92); the codes are those in the
 * `…SampleProvider` of each family there.
 *
 * Times are instants. Steps of Garmin and CMF count from midnight, which requires the zone. Steps
 * of other families are read if the meaning of a row is known; heart rates are read from all.
 */
export const GADGETBRIDGE: MakerReader = {
  name: "gadgetbridge",
  title: "Gadgetbridge database",
  rules: [{
    name: /gadgetbridge[^/]*$|\.(?:db|sqlite3?)$|^the file$/i,
    isOurs: isDatabase,
    read: readDatabase,
  }],
  finish: (context) => countersOf(context.collector).addTo(context),
};

const TAKERS: readonly TakerOf[] = [takeFigures, takeCounters, takeMinutes, takeNights];

/** Time in microseconds after which `ExportCollector` rejects rows. */
const MOST = Date.UTC(2200, 0) * 1000;

/** Tables that are read together with another one. */
const TAKEN = new Set(["GARMIN_EVENT_SAMPLE"]);

async function readDatabase(file: ExportFile, context: RuleContext): Promise<void> {
  await withDatabase(file, context.collector, async (database, hasLog) => {
    if (hasLog) {
      context.collector.note(
        `${file.name} has a write-ahead log (${file.name}-wal), which is not read`,
      );
    }
    const whole = { ...context, database };
    for (const table of database.tables) {
      if (!table.endsWith("_SAMPLE")) continue;
      await trying(table, whole, () => readTable(table, file.name, whole));
    }
    await trying("BASE_ACTIVITY_SUMMARY", whole, () => addWorkouts(whole));
  });
}

/** Reads a table; if it is damaged, the others are still read. */
async function trying(
  table: string,
  { collector }: RuleContext,
  read: () => void | Promise<void>,
): Promise<void> {
  try {
    await read();
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    collector.skip("the table cannot be read", table, cause.message);
  }
}

async function readTable(table: string, file: string, context: TakerContext): Promise<void> {
  const { collector, database } = context;
  if (TAKEN.has(table) || !database.hasRows(table)) return;
  const takers = TAKERS.map((take) => take(table, context)).filter((taker) => taker !== undefined);
  if (takers.length === 0) return collector.ignore(`${file}/${table}`);
  noteSteps(table, takers, context);
  const columns = new Set(takers.flatMap((taker) => taker.columns));
  for (const sample of database.samples(table, [...columns])) {
    await context.pause();
    if (Math.abs(sample.time) > MOST) {
      collector.skip("its time is invalid, or not in 1900 to 2199", sample.where);
    } else for (const taker of takers) taker.row(sample);
  }
  for (const taker of takers) taker.end?.();
}

function noteSteps(table: string, takers: readonly SampleTaker[], context: TakerContext): void {
  const { collector, database } = context;
  if (!database.has(table, "STEPS") || !table.endsWith("ACTIVITY_SAMPLE")) return;
  if (takers.some(({ columns }) => columns.includes("STEPS"))) return;
  collector.note(`steps and sleep of ${table} are not read: what its rows count is not known`);
}
