import type { Access } from "./sqlite/access.ts";
import { type Clock, microsOf } from "./sqlite/clock.ts";
import type { Connection } from "./sqlite/connection.ts";

/** Stored group. Times are microseconds UTC. */
export interface StoredGroup {
  readonly id: string;
  /** User who created the group. */
  readonly userid: string;
  /** Contents except `is_public`, as JSON. */
  readonly body: string;
  /** 1 if everybody finds it in the list, otherwise 0. */
  readonly is_public: bigint;
  readonly created: bigint;
  /** Last change. */
  readonly updated: bigint;
  /** Participant id of the user for whom the group was read; null if they are not in it. */
  readonly participant: string | null;
  /** When that user joined; null if they are not in it. */
  readonly joined: bigint | null;
}

/** Member of a group. */
export interface StoredParticipant {
  /** Identifier within the group. */
  readonly id: string;
  readonly userid: string;
  /** When they joined, in microseconds UTC. */
  readonly joined: bigint;
}

const SELECT = `SELECT g.id, u.userid, g.body, g.is_public, g.created, g.updated,
    p.id AS participant, p.joined
  FROM groups g JOIN users u ON u.key = g.user
    LEFT JOIN participants p ON p.grp = g.key
      AND p.user = (SELECT key FROM users WHERE userid = ?)`;

const PARTICIPANTS = `SELECT p.id, u.userid, p.joined
  FROM participants p JOIN users u ON u.key = p.user JOIN groups g ON g.key = p.grp
  WHERE g.id = ?`;

export class Groups {
  readonly #access: Access;
  readonly #clock: Clock;

  constructor(access: Access, clock: Clock) {
    this.#access = access;
    this.#clock = clock;
  }

  /** Lists the groups that a user created, joined or can find: public ones and invitations. */
  list(userid: string): Promise<StoredGroup[]> {
    return this.#access.read((db) =>
      db.rows<StoredGroup>(
        `${SELECT} WHERE g.is_public OR u.userid = ? OR p.key IS NOT NULL
           OR EXISTS (SELECT 1 FROM json_each(g.body, '$.invited') WHERE value = ?)
         ORDER BY g.key`,
        userid,
        userid,
        userid,
      )
    );
  }

  /** Returns a group as a user sees it. */
  find(id: string, userid: string): Promise<StoredGroup | undefined> {
    return this.#access.read((db) => groupOf(db, id, userid));
  }

  /** Creates a group. Its creator is not a participant until they join. */
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
      return groupOf(db, id, userid)!;
    });
  }

  /** Changes the contents of a group. */
  update(id: string, userid: string, body: string): Promise<StoredGroup | undefined> {
    return this.#access.write((db) => {
      db.run(
        "UPDATE groups SET body = ?, updated = ? WHERE id = ?",
        body,
        microsOf(this.#clock),
        id,
      );
      return groupOf(db, id, userid);
    });
  }

  /** Deletes a group with its participants and the shares with it. */
  delete(id: string): Promise<void> {
    return this.#access.write((db) => {
      db.run("DELETE FROM groups WHERE id = ?", id);
    });
  }

  /** Adds a user to a group; does nothing if they are already in it. */
  join(id: string, userid: string): Promise<StoredParticipant> {
    return this.#access.write((db) => join(db, id, userid, microsOf(this.#clock)));
  }

  /**
   * Removes a user from a group; returns false if they are not in it. Their shares with the group
   * remain.
   */
  leave(id: string, userid: string): Promise<boolean> {
    return this.#access.write((db) =>
      db.run(
        `DELETE FROM participants WHERE grp = (SELECT key FROM groups WHERE id = ?)
         AND user = (SELECT key FROM users WHERE userid = ?)`,
        id,
        userid,
      ) > 0
    );
  }

  /**
   * Returns the user behind a participant, and the contents of the group, if `userid` created it.
   */
  participant(
    id: string,
    participant: string,
    maker: string,
  ): Promise<{ readonly userid: string; readonly body: string } | undefined> {
    return this.#access.read((db) =>
      db.row<{ userid: string; body: string }>(
        `SELECT u.userid, g.body
         FROM participants p JOIN users u ON u.key = p.user JOIN groups g ON g.key = p.grp
         WHERE g.id = ? AND p.id = ? AND g.user = (SELECT key FROM users WHERE userid = ?)`,
        id,
        participant,
        maker,
      )
    );
  }

  /**
   * Returns the metadata of a participant as JSON; `undefined` if the group has no such
   * participant.
   */
  metadata(id: string, participant: string): Promise<string | undefined> {
    return this.#access.read((db) => metadataOf(db, id, participant));
  }

  /**
   * Changes the metadata of a participant, as JSON; returns `undefined` if the group has no such
   * participant.
   */
  changeMetadata(
    id: string,
    participant: string,
    change: (metadata: string) => string,
  ): Promise<string | undefined> {
    return this.#access.write((db) => {
      const known = metadataOf(db, id, participant);
      if (known === undefined) return undefined;
      const metadata = change(known);
      db.run("UPDATE participants SET metadata = ? WHERE id = ?", metadata, participant);
      return metadata;
    });
  }

  /** Lists participants in the order in which they joined. */
  participants(id: string): Promise<StoredParticipant[]> {
    return this.#access.read((db) =>
      db.rows<StoredParticipant>(`${PARTICIPANTS} ORDER BY p.key`, id)
    );
  }
}

function metadataOf(db: Connection, id: string, participant: string): string | undefined {
  return db.row<{ metadata: string }>(
    `SELECT p.metadata FROM participants p JOIN groups g ON g.key = p.grp
     WHERE g.id = ? AND p.id = ?`,
    id,
    participant,
  )?.metadata;
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
  return db.one<StoredParticipant>(`${PARTICIPANTS} AND u.userid = ?`, id, userid);
}
