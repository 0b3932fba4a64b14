import { createHash } from "node:crypto";
import type { Access } from "./sqlite/access.ts";
import { type Clock, microsOf } from "./sqlite/clock.ts";

/** Named token, without the token itself. */
export interface StoredSession {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  /** Policy that the client sent. */
  readonly policy: string | null;
  /** Creation in microseconds UTC. */
  readonly created: bigint;
  /** End in microseconds UTC; null while it is valid. */
  readonly deleted: bigint | null;
}

/** New named token. */
export interface NewSession {
  /** UUID. @default a new one */
  readonly id?: string;
  readonly userid: string;
  readonly name: string;
  /** Policy that the client sent. */
  readonly policy: string | null;
  /** Token; stored as a hash. */
  readonly token: string;
}

/**
 * Named tokens of all users, stored as hashes. No salt is needed, since the tokens are too long to
 * guess.
 */
export class Sessions {
  readonly #access: Access;
  readonly #clock: Clock;

  constructor(access: Access, clock: Clock) {
    this.#access = access;
    this.#clock = clock;
  }

  /** Lists a user's tokens in the order of creation, including ended ones. */
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

  /** Returns the user of a token that has not ended. */
  userOf(token: string): Promise<string | undefined> {
    return this.#access.read((db) =>
      db.row<{ userid: string }>(
        `SELECT u.userid FROM sessions s JOIN users u ON u.key = s.user
         WHERE s.hash = ? AND s.deleted IS NULL`,
        hashOf(token),
      )?.userid
    );
  }

  /** Ends a token; returns false if it does not exist. Ending it again keeps the first time. */
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
