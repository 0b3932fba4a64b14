import type { Access } from "./sqlite/access.ts";
import { type Clock, microsOf } from "./sqlite/clock.ts";
import type { Connection } from "./sqlite/connection.ts";

/** Recipient of a share: a user or a group, by id. */
export type Audience = { readonly userid: string } | { readonly group: string };

/** New share. Times are microseconds UTC. */
export interface NewShare {
  /** Name, display name and data types, as JSON. */
  readonly body: string;
  /** `true` if all data is shared. */
  readonly allData: boolean;
  /** Inclusive start; null if unbounded. */
  readonly start: bigint | null;
  /** Exclusive end; null if unbounded. */
  readonly end: bigint | null;
  readonly audience: readonly Audience[];
}

/** Stored share. */
export interface StoredShare extends NewShare {
  readonly id: string;
  /** User who shares. */
  readonly userid: string;
  readonly created: bigint;
  /** Last change. */
  readonly updated: bigint;
}

/** Permission to read another user's data. */
export interface Permission extends Omit<StoredShare, "audience" | "updated"> {
  /** Identifier of the permission. */
  readonly permission: string;
}

/** Permission given to a user or a group. */
export interface StoredGrant extends Permission {
  /** Group with the permission; null for a single user. */
  readonly group: string | null;
}

interface Row {
  readonly key: bigint;
  readonly id: string;
  readonly userid: string;
  readonly body: string;
  readonly all_data: bigint;
  readonly time_start: bigint | null;
  readonly time_end: bigint | null;
  readonly created: bigint;
  readonly updated: bigint;
}

const COLUMNS =
  "s.key, s.id, u.userid, s.body, s.all_data, s.time_start, s.time_end, s.created, s.updated";

/** Shares and the permissions they give. */
export class Shares {
  readonly #access: Access;
  readonly #clock: Clock;

  constructor(access: Access, clock: Clock) {
    this.#access = access;
    this.#clock = clock;
  }

  /** Lists a user's shares in the order of creation. */
  list(userid: string): Promise<StoredShare[]> {
    return this.#access.read((db) => sharesOf(db, "u.userid = ?", userid));
  }

  find(id: string): Promise<StoredShare | undefined> {
    return this.#access.read((db) => sharesOf(db, "s.id = ?", id)[0]);
  }

  create(userid: string, share: NewShare): Promise<StoredShare> {
    return this.#access.write((db) => {
      const id = crypto.randomUUID(), now = microsOf(this.#clock);
      const { key } = db.one<{ key: bigint }>(
        `INSERT INTO shares (id, user, body, all_data, time_start, time_end, created, updated)
         VALUES (?, (SELECT key FROM users WHERE userid = ?), ?, ?, ?, ?, ?, ?) RETURNING key`,
        id,
        userid,
        share.body,
        BigInt(share.allData),
        share.start,
        share.end,
        now,
        now,
      );
      permit(db, key, share.audience, now);
      return sharesOf(db, "s.id = ?", id)[0]!;
    });
  }

  /** Changes a share; recipients from before keep their permissions. */
  update(id: string, share: NewShare): Promise<StoredShare | undefined> {
    return this.#access.write((db) => {
      const now = microsOf(this.#clock);
      const row = db.row<{ key: bigint }>(
        `UPDATE shares SET body = ?, all_data = ?, time_start = ?, time_end = ?, updated = ?
         WHERE id = ? RETURNING key`,
        share.body,
        BigInt(share.allData),
        share.start,
        share.end,
        now,
        id,
      );
      if (row === undefined) return undefined;
      permit(db, row.key, share.audience, now);
      return sharesOf(db, "s.id = ?", id)[0];
    });
  }

  delete(id: string): Promise<void> {
    return this.#access.write((db) => {
      db.run("DELETE FROM shares WHERE id = ?", id);
    });
  }

  /** Lists what a user may read of one other user, or of all. */
  permissions(userid: string, sharer?: string): Promise<Permission[]> {
    return this.#access.read((db) =>
      db.rows<Row & { permission: string; given: bigint }>(
        `SELECT ${COLUMNS}, p.id AS permission, p.created AS given
         FROM permissions p JOIN shares s ON s.key = p.share JOIN users u ON u.key = s.user
         WHERE u.userid <> ?1 AND (?2 IS NULL OR u.userid = ?2) AND (p.userid = ?1 OR EXISTS (
           SELECT 1 FROM participants m JOIN users mu ON mu.key = m.user
           WHERE m.grp = p.grp AND mu.userid = ?1
             AND NOT EXISTS (SELECT 1 FROM declines d WHERE d.permission = p.key AND d.user = m.user)))
         ORDER BY p.key`,
        userid,
        sharer ?? null,
      ).map((row) => ({ permission: row.permission, ...shareOf(row), created: row.given }))
    );
  }

  /** Lists the grants to a user and to the user's groups, including the user's own shares. */
  grants(userid: string): Promise<StoredGrant[]> {
    return this.#access.read((db) =>
      db.rows<Row & { permission: string; given: bigint; grp: string | null }>(
        `SELECT ${COLUMNS}, p.id AS permission, p.created AS given, g.id AS grp
         FROM permissions p JOIN shares s ON s.key = p.share JOIN users u ON u.key = s.user
           LEFT JOIN groups g ON g.key = p.grp
         WHERE (p.userid = ?1 AND u.userid <> ?1) OR EXISTS (
           SELECT 1 FROM participants m JOIN users mu ON mu.key = m.user
           WHERE m.grp = p.grp AND mu.userid = ?1
             AND NOT EXISTS (SELECT 1 FROM declines d WHERE d.permission = p.key AND d.user = m.user))
         ORDER BY p.key`,
        userid,
      ).map((row) => ({
        permission: row.permission,
        ...shareOf(row),
        created: row.given,
        group: row.grp,
      }))
    );
  }

  /**
   * Ends a grant: the recipient ends one to a user, the sharer one to a group. Returns false if
   * there was nothing to end.
   */
  endGrant(permission: string, userid: string): Promise<boolean> {
    return this.#access.write((db) =>
      db.run(
        `DELETE FROM permissions WHERE id = ?1 AND (userid = ?2 OR (grp IS NOT NULL AND share IN (
           SELECT s.key FROM shares s JOIN users u ON u.key = s.user WHERE u.userid = ?2)))`,
        permission,
        userid,
      ) > 0
    );
  }

  /** Returns the sharer of a permission; `undefined` if it does not exist. */
  sharerOf(permission: string): Promise<string | undefined> {
    return this.#access.read((db) =>
      db.row<{ userid: string }>(
        `SELECT u.userid FROM permissions p JOIN shares s ON s.key = p.share
         JOIN users u ON u.key = s.user WHERE p.id = ?`,
        permission,
      )?.userid
    );
  }

  revoke(permission: string): Promise<void> {
    return this.#access.write((db) => {
      db.run("DELETE FROM permissions WHERE id = ?", permission);
    });
  }

  /** Gives up a permission. A user's ends; a group's remains for its other members. */
  decline(permission: string, userid: string): Promise<void> {
    return this.#access.write((db) => {
      db.run("DELETE FROM permissions WHERE id = ? AND userid = ?", permission, userid);
      db.run(
        `INSERT INTO declines (permission, user) SELECT p.key, u.key FROM permissions p, users u
         WHERE p.id = ? AND u.userid = ? ON CONFLICT DO NOTHING`,
        permission,
        userid,
      );
    });
  }
}

/** Returns a share as its recipients see it. */
function shareOf(row: Row) {
  return {
    id: row.id,
    userid: row.userid,
    body: row.body,
    allData: row.all_data === 1n,
    start: row.time_start,
    end: row.time_end,
  };
}

function sharesOf(db: Connection, where: string, value: string): StoredShare[] {
  return db.rows<Row>(
    `SELECT ${COLUMNS} FROM shares s JOIN users u ON u.key = s.user WHERE ${where} ORDER BY s.key`,
    value,
  ).map((row) => ({
    ...shareOf(row),
    created: row.created,
    updated: row.updated,
    audience: db.rows<{ userid: string | null; grp: string | null }>(
      `SELECT p.userid, g.id AS grp FROM permissions p LEFT JOIN groups g ON g.key = p.grp
       WHERE p.share = ? ORDER BY p.key`,
      row.key,
    ).map(({ userid, grp }) => userid === null ? { group: grp! } : { userid }),
  }));
}

/** Gives permissions to an audience and removes all other permissions. */
function permit(
  db: Connection,
  share: bigint,
  audience: readonly Audience[],
  now: bigint,
): void {
  const users = audience.flatMap((one) => "userid" in one ? [one.userid] : []);
  const groups = audience.flatMap((one) => "group" in one ? [one.group] : []);
  db.run(
    `DELETE FROM permissions WHERE share = ? AND coalesce(
       userid NOT IN (SELECT value FROM json_each(?)),
       grp NOT IN (SELECT key FROM groups WHERE id IN (SELECT value FROM json_each(?))))`,
    share,
    JSON.stringify(users),
    JSON.stringify(groups),
  );
  for (const userid of users) {
    db.run(
      `INSERT INTO permissions (id, share, userid, created) VALUES (?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
      crypto.randomUUID(),
      share,
      userid,
      now,
    );
  }
  for (const group of groups) {
    db.run(
      `INSERT INTO permissions (id, share, grp, created)
       SELECT ?, ?, key, ? FROM groups WHERE id = ? ON CONFLICT DO NOTHING`,
      crypto.randomUUID(),
      share,
      now,
      group,
    );
  }
}
