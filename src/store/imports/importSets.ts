import type { Connection } from "../sqlite/connection.ts";

/**
 * Returns the key of a set of imports; adds the set if it is new. Each record refers to one set.
 */
export function keepSet(db: Connection, members: readonly number[]): bigint {
  const text = JSON.stringify([...new Set(members)].sort((a, b) => a - b));
  db.run("INSERT INTO import_sets (members) VALUES (?) ON CONFLICT DO NOTHING", text);
  return db.row<{ key: bigint }>("SELECT key FROM import_sets WHERE members = ?", text)!.key;
}

/** Returns the imports in a set. */
export function membersOf(db: Connection, set: bigint): number[] {
  const row = db.row<{ members: string }>("SELECT members FROM import_sets WHERE key = ?", set);
  return row === undefined ? [] : JSON.parse(row.members);
}
