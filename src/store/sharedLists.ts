import { addDocuments, type CopiedDocument, keepUser } from "./copiedLists.ts";
import type { Connection } from "./sqlite/connection.ts";

/** A permission to read another's data, and what it is of. */
export interface SharedPermission {
  /** Its identifier. */
  readonly id: string;
  /** When it was given, in microseconds UTC. */
  readonly created: bigint;
  /** Name, the name shown to others and the data types, as JSON. */
  readonly body: string;
  /** Inclusive start in microseconds UTC; null for none. */
  readonly start: bigint | null;
  /** Exclusive end in microseconds UTC; null for none. */
  readonly end: bigint | null;
}

/** What one user lets another read, beside records and files. */
export interface SharedLists {
  /** Who shares. */
  readonly owner: string;
  /** What may be read, in the order in which it was given. */
  readonly permissions: readonly SharedPermission[];
  /** Annotations and data types of what is shared. */
  readonly documents: readonly CopiedDocument[];
}

/** Writes what another user shares as it is elsewhere, in place of what was written of it before. */
export function copySharedLists(
  db: Connection,
  reader: string,
  { owner, permissions, documents }: SharedLists,
): void {
  const created = permissions[0]?.created ?? 0n;
  const key = keepUser(db, owner, created);
  db.run("DELETE FROM documents WHERE user = ?", key);
  db.run("DELETE FROM shares WHERE user = ?", key);
  addDocuments(db, key, documents);
  for (const { id, created, body, start, end } of permissions) {
    const share = db.row<{ key: bigint }>(
      `INSERT INTO shares (id, user, body, all_data, time_start, time_end, created, updated)
       VALUES (?, ?, ?, 0, ?, ?, ?, ?) RETURNING key`,
      crypto.randomUUID(),
      key,
      body,
      start,
      end,
      created,
      created,
    )!;
    db.run(
      "INSERT INTO permissions (id, share, userid, created) VALUES (?, ?, ?, ?)",
      id,
      share.key,
      reader,
      created,
    );
  }
}

/** Removes a user's records but those of some types; with none of those all that is known of the user. */
export function forgetUser(db: Connection, owner: string, kept: readonly string[]): void {
  const user = db.row<{ key: bigint }>("SELECT key FROM users WHERE userid = ?", owner)?.key;
  if (user === undefined) return;
  db.run(
    `DELETE FROM records WHERE series IN (SELECT key FROM series WHERE user = ?
       AND data_type NOT IN (SELECT value FROM json_each(?)))`,
    user,
    JSON.stringify(kept),
  );
  if (kept.length > 0) return;
  for (const table of ["documents", "shares", "files"]) {
    db.run(`DELETE FROM ${table} WHERE user = ?`, user);
  }
}
