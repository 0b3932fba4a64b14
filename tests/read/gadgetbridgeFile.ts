import { DatabaseSync } from "node:sqlite";

/** Rows of the tables of a database, each with the columns that its first row has. */
export type GadgetTables = Readonly<
  Record<string, readonly Readonly<Record<string, number | string>>[]>
>;

const DEVICES = [
  { _id: 1, NAME: "Band", MANUFACTURER: "M", IDENTIFIER: "AA:BB", TYPE: 0, TYPE_NAME: "MIBAND8" },
  {
    _id: 2,
    NAME: "Watch",
    MANUFACTURER: "M",
    IDENTIFIER: "AA:BC",
    TYPE: 0,
    TYPE_NAME: "GARMIN_FENIX_7",
  },
];

/** Returns rows of `MI_BAND_ACTIVITY_SAMPLE`, one for each minute from `start`. */
export function bandMinutes(start: number, count: number): GadgetTables[string] {
  return Array.from({ length: count }, (_, minute) => ({
    TIMESTAMP: start / 1000 + 60 * minute,
    DEVICE_ID: 1,
    USER_ID: 1,
    RAW_INTENSITY: 20,
    STEPS: 12,
    RAW_KIND: 1,
    HEART_RATE: 70,
  }));
}

/** A database as Gadgetbridge writes it: keys of time and device, tables without row numbers. */
export function gadgetbridgeFile(
  tables: GadgetTables,
  { journal = "DELETE", devices = DEVICES }: { journal?: string; devices?: GadgetTables[string] } =
    {},
): Uint8Array<ArrayBuffer> {
  const folder = Deno.makeTempDirSync(), path = `${folder}/Gadgetbridge.db`;
  try {
    const database = new DatabaseSync(path);
    database.exec(`PRAGMA page_size = 1024; PRAGMA journal_mode = ${journal}; BEGIN`);
    for (
      const [table, rows] of Object.entries({
        ...devices.length > 0 && { DEVICE: devices },
        ...tables,
      })
    ) {
      const columns = Object.keys(rows[0]!);
      const types = columns.map((name) =>
        `"${name}" ${
          typeof rows[0]![name] === "string"
            ? "TEXT"
            : name === "_id"
            ? "INTEGER PRIMARY KEY"
            : "INTEGER"
        }`
      );
      const isSample = columns[0] === "TIMESTAMP" && columns[1] === "DEVICE_ID";
      database.exec(
        `CREATE TABLE "${table}" (${types.join(", ")}` +
          (isSample
            ? ', PRIMARY KEY ("TIMESTAMP", "DEVICE_ID") ON CONFLICT REPLACE) WITHOUT ROWID'
            : ")"),
      );
      const insert = database.prepare(
        `INSERT INTO "${table}" VALUES (${columns.map(() => "?").join(", ")})`,
      );
      for (const row of rows) insert.run(...columns.map((name) => row[name]!));
    }
    database.exec("COMMIT");
    database.close();
    return Deno.readFileSync(path);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}
