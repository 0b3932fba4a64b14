import type { Connection } from "./connection.ts";
import { MIGRATIONS } from "./migrations.ts";

/**
 * Brings a database to the present form, each step in a transaction of its own.
 *
 * @throws {RangeError} if a newer version has written the database
 */
export function migrate(connection: Connection): void {
  for (;;) {
    connection.exec("BEGIN IMMEDIATE");
    try {
      const done = version(connection);
      const step = MIGRATIONS[done];
      if (step !== undefined) connection.exec(`${step}; PRAGMA user_version = ${done + 1}`);
      connection.exec("COMMIT");
      if (step === undefined) return;
    } catch (error) {
      // A full disk, for one, has already ended the transaction.
      if (connection.inTransaction) connection.exec("ROLLBACK");
      throw error;
    }
  }
}

function version(connection: Connection): number {
  const row = connection.row<{ user_version: bigint }>("PRAGMA user_version");
  const version = Number(row?.user_version ?? 0n);
  if (version > MIGRATIONS.length) {
    throw new RangeError(
      `Cannot open the store: it has version ${version}, this lifeframe knows ${MIGRATIONS.length}`,
    );
  }
  return version;
}
