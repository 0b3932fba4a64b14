import { createHash } from "node:crypto";
import type { Access } from "./sqlite/access.ts";
import { type Clock, microsOf } from "./sqlite/clock.ts";

/** A named token, without the token itself. */
export interface StoredSession {
  /** Identifier, a UUID. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** What was given as its policy. */
  readonly policy: string | null;
  /** When it was made, in microseconds UTC. */
  readonly created: bigint;
  /** When it was ended, in microseconds UTC; null while it is good. */
  readonly deleted: bigint | null;
}

/** A named token to be kept. */
export interface NewSession {
  /** Identifier, a UUID. @default a new one */
  readonly id?: string;
  /** Whose it is. */
  readonly userid: string;
  /** Its name. */
  readonly name: string;
  /** What was given as its policy. */
  readonly policy: string | null;
  /** The token, of which a hash is kept. */
  readonly token: string;
}

/** The named tokens of all users, of which only hashes are kept: the tokens are too long to be guessed. */
export class Sessions {
  readonly #access: Access;
  readonly #clock: Clock;

  /** Over a database, with a clock. */
  constructor(access: Access, clock: Clock) {
    this.#access = access;
    this.#clock = clock;
  }

  /** A user's tokens in the order in which they were made, ended ones too. */
  list(userid: string): Promise<StoredSession[]> {
    return this.#access.read((db) =>
      db.rows<StoredSession>(
        `SELECT id, name, policy, created, deleted FROM sessions
         WHERE user = (SELECT key FROM users WHERE userid = ?) ORDER BY key`,
        userid,
      ).map(({ name, policy, ...rest }) => ({
        ...rest,
        name: JSON.parse(name),
        policy: policy === null ? null : JSON.parse(policy),
      }))
    );
  }

  /** Keeps a token. */
  add({ id = crypto.randomUUID(), userid, name, policy, token }: NewSession): Promise<void> {
    return this.#access.write((db) => {
      db.run(
        `INSERT INTO sessions (user, id, name, policy, hash, created)
         VALUES ((SELECT key FROM users WHERE userid = ?), ?, ?, ?, ?, ?)`,
        userid,
        id,
        JSON.stringify(name),
        policy === null ? null : JSON.stringify(policy),
        hashOf(token),
        microsOf(this.#clock),
      );
    });
  }

  /** The user of a token that has not been ended. */
  userOf(token: string): Promise<string | undefined> {
    return this.#access.read((db) =>
      db.row<{ userid: string }>(
        `SELECT u.userid FROM sessions s JOIN users u ON u.key = s.user
         WHERE s.hash = ? AND s.deleted IS NULL`,
        hashOf(token),
      )?.userid
    );
  }

  /** Ends a token, whose first end counts; false where there is none. */
  end(userid: string, id: string): Promise<boolean> {
    return this.#access.write((db) =>
      db.run(
        `UPDATE sessions SET deleted = coalesce(deleted, ?)
         WHERE id = ? AND user = (SELECT key FROM users WHERE userid = ?)`,
        microsOf(this.#clock),
        id,
        userid,
      ) > 0
    );
  }
}

function hashOf(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}
