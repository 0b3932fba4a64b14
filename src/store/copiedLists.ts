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

/** A document of a kind. */
export interface CopiedDocument extends Omit<Document<unknown>, "userid"> {
  /** Its kind: annotation, data_type, reflection or custom_input. */
  readonly kind: string;
}

/** A group with who is in it. */
export interface CopiedGroup extends Omit<StoredGroup, "participant" | "joined"> {
  /** Who is in it; of others the user is not told, and the participant's id stands for theirs. */
  readonly participants: readonly StoredParticipant[];
}

/** What a user has beside records and files, in its order; what takes the place of all that was there. */
export interface CopiedLists {
  /** When the account was made, in microseconds UTC. */
  readonly created: bigint;
  /** Until when there is service, in microseconds UTC. */
  readonly activeUntil: bigint;
  /** Preferences. */
  readonly preferences: Preferences;
  /** Where records come from, the one that ranks highest first. */
  readonly sources: readonly Source[];
  /** Tags. */
  readonly tags: readonly Tag[];
  /** Annotations, data types, reflections and custom inputs. */
  readonly documents: readonly CopiedDocument[];
  /** Named tokens, without the tokens. */
  readonly sessions: readonly StoredSession[];
  /** Groups that the user sees. */
  readonly groups: readonly CopiedGroup[];
  /** What the user shares. */
  readonly shares: readonly Omit<StoredShare, "userid">[];
  /** Who has read what through a share. */
  readonly shareReads: readonly StoredShareRead[];
  /** Imports, the first first. */
  readonly imports: readonly StoredImport[];
}

/** Writes a user's lists as they are elsewhere, with the ids and times that they have there. */
export function copyLists(db: Connection, userid: string, lists: CopiedLists): void {
  const { key } = db.row<{ key: bigint }>("SELECT key FROM users WHERE userid = ?", userid)!;
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
    // No token has this hash: that of random bytes, which are forgotten.
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

/** Adds imports with their counts. Which records each contained is not copied: a mirror undoes none. */
function copyImports(db: Connection, user: bigint, imports: readonly StoredImport[]): void {
  for (const { id, name, reader, started, finished, report, stored, known } of imports) {
    const { key } = db.row<{ key: bigint }>(
      `INSERT INTO imports (id, user, name, reader, started, finished, report)
       VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING key`,
      id,
      user,
      JSON.stringify(name),
      reader === null ? null : JSON.stringify(reader),
      started,
      finished,
      report,
    )!;
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

/** Adds documents to a user's, in their order. */
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

/** Sources are what records refer to: they stay, and take the ids, names and order of elsewhere. */
function copySources(db: Connection, user: bigint, sources: readonly Source[]): void {
  const before = db.rows<{ key: bigint; vendor: string }>(
    "SELECT key, vendor_id AS vendor FROM sources WHERE user = ? ORDER BY key",
    user,
  );
  const wanted = sources.map(({ vendor_id }) => vendor_id);
  const isInOrder = before.every(({ vendor }, i) => vendor === wanted[i]);
  const known = new Map(before.map(({ vendor, key }) => [vendor, key]));
  let next = db.row<{ key: bigint }>("SELECT coalesce(max(key), 0) AS key FROM sources")!.key;
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

/** Groups may be of other users, who get an account without a token. */
function copyGroups(db: Connection, groups: readonly CopiedGroup[]): void {
  db.run("DELETE FROM groups");
  for (const { id, userid, body, is_public, created, updated, participants } of groups) {
    const { key } = db.row<{ key: bigint }>(
      `INSERT INTO groups (id, user, body, is_public, created, updated)
       VALUES (?, ?, ?, ?, ?, ?) RETURNING key`,
      id,
      keepUser(db, userid, created),
      body,
      is_public,
      created,
      updated,
    )!;
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
    const { key } = db.row<{ key: bigint }>(
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
    )!;
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

/** The key of a user's account, made if there is none: nobody has a token of it. */
export function keepUser(db: Connection, userid: string, created: bigint): bigint {
  db.run(
    "INSERT INTO users (userid, created) VALUES (?, ?) ON CONFLICT DO NOTHING",
    userid,
    created,
  );
  return db.row<{ key: bigint }>("SELECT key FROM users WHERE userid = ?", userid)!.key;
}
