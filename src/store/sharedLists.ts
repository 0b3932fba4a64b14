import { addDocuments, type CopiedDocument, keepUser } from "./copiedLists.ts";
import type { Connection } from "./sqlite/connection.ts";

/** Permission to read another user's data. */
export interface SharedPermission {
  readonly id: string;
  /** Creation in microseconds UTC. */
  readonly created: bigint;
  /** Name, display name and data types, as JSON. */
  readonly body: string;
  /** Inclusive start in microseconds UTC; null if unbounded. */
  readonly start: bigint | null;
  /** Exclusive end in microseconds UTC; null if unbounded. */
  readonly end: bigint | null;
}

/** Shares of another user, except records and files. */
export interface SharedLists {
  /** User who shares. */
  readonly owner: string;
  /** Permissions in the order of creation. */
  readonly permissions: readonly SharedPermission[];
  /** Annotations and data types in the shares. */
  readonly documents: readonly CopiedDocument[];
}

/** Writes what another user shares, replacing the former lists. */
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
    const share = db.one<{ key: bigint }>(
      `INSERT INTO shares (id, user, body, all_data, time_start, time_end, created, updated)
       VALUES (?, ?, ?, 0, ?, ?, ?, ?) RETURNING key`,
      crypto.randomUUID(),
      key,
      body,
      start,
      end,
      created,
      created,
    );
    db.run(
      "INSERT INTO permissions (id, share, userid, created) VALUES (?, ?, ?, ?)",
      id,
      share.key,
      reader,
      created,
    );
  }
}

/** Removes a user's records, but keeps the types in `kept`; removes the user if `kept` is empty. */
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
