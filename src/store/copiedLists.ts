import type { Preferences } from "../schema/user.ts";
import type { Tag } from "../schema/tags.ts";
import type { Document } from "./documents.ts";
import type { StoredGroup, StoredParticipant } from "./groups.ts";
import type { StoredImport } from "./imports.ts";
import { keepSeries } from "./series.ts";
import type { StoredSession } from "./sessions.ts";
import type { StoredShareRead } from "./shareReads.ts";
import type { StoredShare } from "./shares.ts";
import type { Source } from "./sources.ts";
import type { Connection } from "./sqlite/connection.ts";
import { DAY_MICROS } from "../time/units.ts";

/** Document together with its kind. */
export interface CopiedDocument extends Omit<Document<unknown>, "userid"> {
  /** `annotation`, `data_type`, `reflection` or `custom_input`. */
  readonly kind: string;
}

/** Group with its participants. */
export interface CopiedGroup extends Omit<StoredGroup, "participant" | "joined"> {
  /**
   * Participants. The service does not reveal other users, so the participant's id also serves as
   * their user id.
   */
  readonly participants: readonly StoredParticipant[];
}

/** A user's lists, except records and files. They replace the stored lists. */
export interface CopiedLists {
  /** Creation of the account, in microseconds UTC. */
  readonly created: bigint;
  /** End of service, in microseconds UTC. */
  readonly activeUntil: bigint;
  readonly preferences: Preferences;
  /** Sources of records, from highest to lowest rank. */
  readonly sources: readonly Source[];
  readonly tags: readonly Tag[];
  /** Annotations, data types, reflections and custom inputs. */
  readonly documents: readonly CopiedDocument[];
  /** Named tokens, without the tokens themselves. */
  readonly sessions: readonly StoredSession[];
  /** Groups that the user can see. */
  readonly groups: readonly CopiedGroup[];
  /** Shares that the user made. */
  readonly shares: readonly Omit<StoredShare, "userid">[];
  /** Reads of the user's data through shares. */
  readonly shareReads: readonly StoredShareRead[];
  /** Imports, oldest first. */
  readonly imports: readonly StoredImport[];
}

/** Writes a user's lists with the ids and times of the service they were copied from. */
export function copyLists(db: Connection, userid: string, lists: CopiedLists): void {
  const { key } = db.one<{ key: bigint }>("SELECT key FROM users WHERE userid = ?", userid);
  db.run(
    "UPDATE users SET created = ?, active_until = ?, preferences = ? WHERE key = ?",
    lists.created,
    lists.activeUntil,
    JSON.stringify(lists.preferences),
    key,
  );
  copySources(db, key, lists.sources);
  for (const table of ["tags", "documents", "sessions", "shares", "share_reads", "imports"]) {
    db.run(`DELETE FROM ${table} WHERE user = ?`, key);
  }
  for (const { id, name } of lists.tags) {
    db.run("INSERT INTO tags (user, id, name) VALUES (?, ?, ?)", key, id, JSON.stringify(name));
  }
  addDocuments(db, key, lists.documents);
  for (const { id, name, policy, created, deleted } of lists.sessions) {
    // Nobody knows a token with this hash: it is random.
    const hash = crypto.getRandomValues(new Uint8Array(32));
    db.run(
      `INSERT INTO sessions (user, id, name, policy, hash, created, deleted)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      key,
      id,
      JSON.stringify(name),
      policy === null ? null : JSON.stringify(policy),
      hash,
      created,
      deleted,
    );
  }
  copyImports(db, key, lists.imports);
  copyGroups(db, lists.groups);
  copyShares(db, key, lists.shares);
  for (const { reader, operation, dataType, count, first, last } of lists.shareReads) {
    db.run(
      `INSERT INTO share_reads (user, reader, operation, data_type, day, count, first, last)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      key,
      reader,
      operation,
      dataType,
      first / DAY_MICROS,
      BigInt(count),
      first,
      last,
    );
  }
}

/** Adds imports with their counts, but not the records of each: a mirror never undoes an import. */
function copyImports(db: Connection, user: bigint, imports: readonly StoredImport[]): void {
  for (const { id, name, reader, started, finished, report, stored, known } of imports) {
    const { key } = db.one<{ key: bigint }>(
      `INSERT INTO imports (id, user, name, reader, started, finished, report)
       VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING key`,
      id,
      user,
      JSON.stringify(name),
      reader === null ? null : JSON.stringify(reader),
      started,
      finished,
      report,
    );
    for (const dataType of new Set([...Object.keys(stored), ...Object.keys(known)])) {
      db.run(
        `INSERT INTO imported (import, series, stored, known, first, last)
         VALUES (?, ?, ?, ?, 0, 0)`,
        key,
        keepSeries(db, user, dataType, 0n),
        BigInt(stored[dataType] ?? 0),
        BigInt(known[dataType] ?? 0),
      );
    }
  }
}

/** Adds documents in their order. */
export function addDocuments(
  db: Connection,
  user: bigint,
  documents: readonly CopiedDocument[],
): void {
  for (const { kind, id, created, updated, deleted, body } of documents) {
    db.run(
      `INSERT INTO documents (kind, user, id, created, updated, deleted, body)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      kind,
      user,
      id,
      created,
      updated,
      deleted,
      JSON.stringify(body),
    );
  }
}

/**
 * Updates sources in place, since records refer to them: they take the copied ids, names and order.
 */
function copySources(db: Connection, user: bigint, sources: readonly Source[]): void {
  const before = db.rows<{ key: bigint; vendor: string }>(
    "SELECT key, vendor_id AS vendor FROM sources WHERE user = ? ORDER BY key",
    user,
  );
  const wanted = sources.map(({ vendor_id }) => vendor_id);
  const isInOrder = before.every(({ vendor }, i) => vendor === wanted[i]);
  const known = new Map(before.map(({ vendor, key }) => [vendor, key]));
  let next = db.one<{ key: bigint }>("SELECT coalesce(max(key), 0) AS key FROM sources").key;
  db.exec("PRAGMA defer_foreign_keys = ON"); // until the transaction ends
  for (const { id, vendor_id, name, parent_id, metadata } of sources) {
    const key = known.get(vendor_id);
    const values = [id, name, parent_id, JSON.stringify(metadata)] as const;
    if (key === undefined) {
      db.run(
        `INSERT INTO sources (key, id, name, parent_id, metadata, user, vendor_id)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ++next,
        ...values,
        user,
        vendor_id,
      );
      continue;
    }
    const moved = isInOrder ? key : ++next;
    db.run(
      "UPDATE sources SET key = ?, id = ?, name = ?, parent_id = ?, metadata = ? WHERE key = ?",
      moved,
      ...values,
      key,
    );
    if (moved !== key) db.run("UPDATE origins SET source = ? WHERE source = ?", moved, key);
  }
}

/** Copies groups. Their other owners get an account without a token. */
function copyGroups(db: Connection, groups: readonly CopiedGroup[]): void {
  db.run("DELETE FROM groups");
  for (const { id, userid, body, is_public, created, updated, participants } of groups) {
    const { key } = db.one<{ key: bigint }>(
      `INSERT INTO groups (id, user, body, is_public, created, updated)
       VALUES (?, ?, ?, ?, ?, ?) RETURNING key`,
      id,
      keepUser(db, userid, created),
      body,
      is_public,
      created,
      updated,
    );
    for (const { id, userid, joined } of participants) {
      db.run(
        "INSERT INTO participants (id, grp, user, joined) VALUES (?, ?, ?, ?)",
        id,
        key,
        keepUser(db, userid, joined),
        joined,
      );
    }
  }
}

function copyShares(
  db: Connection,
  user: bigint,
  shares: readonly Omit<StoredShare, "userid">[],
): void {
  for (const share of shares) {
    const { key } = db.one<{ key: bigint }>(
      `INSERT INTO shares (id, user, body, all_data, time_start, time_end, created, updated)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING key`,
      share.id,
      user,
      share.body,
      BigInt(share.allData),
      share.start,
      share.end,
      share.created,
      share.updated,
    );
    for (const one of share.audience) {
      db.run(
        `INSERT INTO permissions (id, share, userid, grp, created)
         VALUES (?, ?, ?, (SELECT key FROM groups WHERE id = ?), ?)`,
        crypto.randomUUID(),
        key,
        "userid" in one ? one.userid : null,
        "group" in one ? one.group : null,
        share.updated,
      );
    }
  }
}

/** Returns the key of a user's account; creates an account without a token if it is missing. */
export function keepUser(db: Connection, userid: string, created: bigint): bigint {
  db.run(
    "INSERT INTO users (userid, created) VALUES (?, ?) ON CONFLICT DO NOTHING",
    userid,
    created,
  );
  return db.one<{ key: bigint }>("SELECT key FROM users WHERE userid = ?", userid).key;
}
