import type { Connection } from "./connection.ts";
import { MIGRATIONS } from "./migrations.ts";

/**
 * Migrates a database to the current schema in one transaction. After an interruption, the database
 * is as it was, and so is the copy that was made of it.
 *
 * @throws {RangeError} if a newer version wrote the database
 */
export function migrate(connection: Connection): void {
  connection.exec("BEGIN IMMEDIATE");
  try {
    const steps = MIGRATIONS.slice(version(connection));
    for (const step of steps) connection.exec(step);
    if (steps.length > 0) connection.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    connection.exec("COMMIT");
  } catch (error) {
    // SQLite ends the transaction itself after some errors, such as a full disk.
    if (connection.inTransaction) connection.exec("ROLLBACK");
    throw error;
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
