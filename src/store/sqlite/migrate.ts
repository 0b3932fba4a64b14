import type { Connection } from "./connection.ts";
import { MIGRATIONS } from "./migrations.ts";

/**
 * Migrates a database to the current schema, each step in its own transaction.
 *
 * @throws {RangeError} if a newer version wrote the database
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
      // SQLite ends the transaction itself after some errors, such as a full disk.
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
      `Cannot open the store: its version is ${version}, but this lifeframe supports at most ` +
        `${MIGRATIONS.length}. Update lifeframe.`,
    );
  }
  return version;
}
