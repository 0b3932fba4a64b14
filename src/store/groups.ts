import type { Access } from "./sqlite/access.ts";
import { type Clock, microsOf } from "./sqlite/clock.ts";
import type { Connection } from "./sqlite/connection.ts";

/** A group as it is kept; times are microseconds UTC. */
export interface StoredGroup {
  /** Identifier. */
  readonly id: string;
  /** Who made it. */
  readonly userid: string;
  /** Title and description, as JSON. */
  readonly body: string;
  /** Whether anybody may join; 1 or 0. */
  readonly is_public: bigint;
  /** When it was made. */
  readonly created: bigint;
  /** When it was last changed. */
  readonly updated: bigint;
  /** Whether the user for whom it was read is in it; 1 or 0. */
  readonly is_member: bigint;
}

/** Somebody in a group. */
export interface StoredParticipant {
  /** Identifier within the group. */
  readonly id: string;
  /** Who it is. */
  readonly userid: string;
  /** When they joined, in microseconds UTC. */
  readonly joined: bigint;
}

const SELECT = `SELECT g.id, u.userid, g.body, g.is_public, g.created, g.updated,
    EXISTS (SELECT 1 FROM participants p JOIN users m ON m.key = p.user
      WHERE p.grp = g.key AND m.userid = ?) AS is_member
  FROM groups g JOIN users u ON u.key = g.user`;

const PARTICIPANTS = `SELECT p.id, u.userid, p.joined
  FROM participants p JOIN users u ON u.key = p.user JOIN groups g ON g.key = p.grp
  WHERE g.id = ?`;

/** Groups of users. */
export class Groups {
  readonly #access: Access;
  readonly #clock: Clock;

  /** Over a database, with a clock. */
  constructor(access: Access, clock: Clock) {
    this.#access = access;
    this.#clock = clock;
  }

  /** The groups that a user made, is in, or may join. */
  list(userid: string): Promise<StoredGroup[]> {
    return this.#access.read((db) =>
      db.rows<StoredGroup>(
        `${SELECT} WHERE g.is_public OR u.userid = ? OR is_member
           OR EXISTS (SELECT 1 FROM json_each(g.body, '$.invited') WHERE value = ?)
         ORDER BY g.key`,
        userid,
        userid,
        userid,
      )
    );
  }

  /** A group, as a user sees it. */
  find(id: string, userid: string): Promise<StoredGroup | undefined> {
    return this.#access.read((db) => groupOf(db, id, userid));
  }

  /** Makes a group, which its maker joins. */
  create(userid: string, body: string, isPublic: boolean): Promise<StoredGroup> {
    return this.#access.write((db) => {
      const id = crypto.randomUUID(), now = microsOf(this.#clock);
      db.run(
        `INSERT INTO groups (id, user, body, is_public, created, updated)
         VALUES (?, (SELECT key FROM users WHERE userid = ?), ?, ?, ?, ?)`,
        id,
        userid,
        body,
        BigInt(isPublic),
        now,
        now,
      );
      join(db, id, userid, now);
      return groupOf(db, id, userid)!;
    });
  }

  /** Changes a group. */
  update(
    id: string,
    userid: string,
    body: string,
    isPublic: boolean,
  ): Promise<StoredGroup | undefined> {
    return this.#access.write((db) => {
      db.run(
        "UPDATE groups SET body = ?, is_public = ?, updated = ? WHERE id = ?",
        body,
        BigInt(isPublic),
        microsOf(this.#clock),
        id,
      );
      return groupOf(db, id, userid);
    });
  }

  /** Deletes a group, who is in it, and what is shared with it. */
  delete(id: string): Promise<void> {
    return this.#access.write((db) => {
      db.run("DELETE FROM groups WHERE id = ?", id);
    });
  }

  /** Puts a user into a group; who is in it stays as they are. */
  join(id: string, userid: string): Promise<StoredParticipant> {
    return this.#access.write((db) => join(db, id, userid, microsOf(this.#clock)));
  }

  /** Takes a user out of a group, with all that they share with it; false where they are not in it. */
  leave(id: string, userid: string): Promise<boolean> {
    return this.#access.write((db) => {
      db.run(
        `DELETE FROM permissions WHERE grp = (SELECT key FROM groups WHERE id = ?)
         AND share IN (SELECT s.key FROM shares s JOIN users u ON u.key = s.user WHERE u.userid = ?)`,
        id,
        userid,
      );
      return db.run(
        `DELETE FROM participants WHERE grp = (SELECT key FROM groups WHERE id = ?)
         AND user = (SELECT key FROM users WHERE userid = ?)`,
        id,
        userid,
      ) > 0;
    });
  }

  /** The user behind a participant, as seen by somebody in the same group. */
  participant(id: string, participant: string, userid: string): Promise<string | undefined> {
    return this.#access.read((db) => {
      if (groupOf(db, id, userid)?.is_member !== 1n) return undefined;
      return db.row<StoredParticipant>(`${PARTICIPANTS} AND p.id = ?`, id, participant)?.userid;
    });
  }

  /** Who is in a group, in the order in which they joined. */
  participants(id: string): Promise<StoredParticipant[]> {
    return this.#access.read((db) =>
      db.rows<StoredParticipant>(`${PARTICIPANTS} ORDER BY p.key`, id)
    );
  }
}

function groupOf(db: Connection, id: string, userid: string): StoredGroup | undefined {
  return db.row<StoredGroup>(`${SELECT} WHERE g.id = ?`, userid, id);
}

function join(db: Connection, id: string, userid: string, now: bigint): StoredParticipant {
  db.run(
    `INSERT INTO participants (id, grp, user, joined)
     VALUES (?, (SELECT key FROM groups WHERE id = ?), (SELECT key FROM users WHERE userid = ?), ?)
     ON CONFLICT DO NOTHING`,
    crypto.randomUUID(),
    id,
    userid,
    now,
  );
  return db.row<StoredParticipant>(`${PARTICIPANTS} AND u.userid = ?`, id, userid)!;
}
