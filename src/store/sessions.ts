import { createHash } from "node:crypto";
import type { Access } from "./sqlite/access.ts";
import { type Clock, microsOf } from "./sqlite/clock.ts";

/** Named token, without the token itself. */
export interface StoredSession {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  /** UUID of its policy; of an earlier version, any text. */
  readonly policy: string | null;
  /** Creation in microseconds UTC. */
  readonly created: bigint;
  /** End in microseconds UTC; null while it is valid. */
  readonly deleted: bigint | null;
}

/** Limits of a session. */
export interface Policy {
  /** Data types that it may read and write; `undefined` for all. */
  readonly types: readonly string[] | undefined;
  /** Start of the data that it may read, in microseconds UTC; null without a start. */
  readonly start: bigint | null;
  /** Exclusive end of the data that it may read, in microseconds UTC; null without an end. */
  readonly end: bigint | null;
  /** Time after which the session is invalid, in microseconds UTC; null without an end. */
  readonly ends: bigint | null;
  /** `true` if it may write records, annotations and tags. */
  readonly write: boolean;
}

/** A session that may do less than its user. */
export interface LimitedSession {
  /** UUID of the session. */
  readonly id: string;
  readonly userid: string;
  readonly policy: Policy;
}

/** New named token. */
export interface NewSession {
  /** UUID. @default a new one */
  readonly id?: string;
  readonly userid: string;
  readonly name: string;
  /** Limits: new ones, the UUID of the user's own policy, or null without limits. */
  readonly policy: Policy | string | null;
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

  /**
   * Adds a token.
   *
   * @returns false, without adding it, if the user has no policy with this UUID
   */
  add(
    { id = crypto.randomUUID(), userid, name, policy, token }: NewSession,
  ): Promise<boolean> {
    return this.#access.write((db) => {
      const now = microsOf(this.#clock);
      const user = db.one<{ key: bigint }>("SELECT key FROM users WHERE userid = ?", userid).key;
      const limits = policy === null ? null : typeof policy === "string"
        ? db.row<Limits>(
          "SELECT key, id FROM policies WHERE id = ? AND user = ?",
          policy.toLowerCase(),
          user,
        )
        : db.row<Limits>(
          `INSERT INTO policies (id, user, body, time_start, time_end, ends, created)
           VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING key, id`,
          crypto.randomUUID(),
          user,
          JSON.stringify({ types: policy.types ?? null, write: policy.write }),
          policy.start,
          policy.end,
          policy.ends,
          now,
        );
      if (limits === undefined) return false;
      db.run(
        `INSERT INTO sessions (user, id, name, policy, limits, hash, created)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        user,
        id,
        JSON.stringify(name),
        limits === null ? null : JSON.stringify(limits.id),
        limits?.key ?? null,
        hashOf(token),
        now,
      );
      return true;
    });
  }

  /** Returns the user of a token that has not ended and has no limits. */
  userOf(token: string): Promise<string | undefined> {
    return this.#access.read((db) =>
      db.row<{ userid: string }>(
        `SELECT u.userid FROM sessions s JOIN users u ON u.key = s.user
         WHERE s.hash = ? AND s.deleted IS NULL AND s.limits IS NULL`,
        hashOf(token),
      )?.userid
    );
  }

  /** Returns the session of a token that has not ended and has limits. */
  limited(token: string): Promise<LimitedSession | undefined> {
    return this.#access.read((db) => {
      const row = db.row<LimitedRow>(
        `SELECT s.id, u.userid, p.body, p.time_start, p.time_end, p.ends
         FROM sessions s JOIN users u ON u.key = s.user JOIN policies p ON p.key = s.limits
         WHERE s.hash = ? AND s.deleted IS NULL AND (p.ends IS NULL OR p.ends > ?)`,
        hashOf(token),
        microsOf(this.#clock),
      );
      if (row === undefined) return undefined;
      const { types, write } = JSON.parse(row.body) as { types: string[] | null; write: boolean };
      const { id, userid, time_start: start, time_end: end, ends } = row;
      return { id, userid, policy: { types: types ?? undefined, start, end, ends, write } };
    });
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

interface Limits {
  readonly key: bigint;
  readonly id: string;
}

interface LimitedRow {
  readonly id: string;
  readonly userid: string;
  readonly body: string;
  readonly time_start: bigint | null;
  readonly time_end: bigint | null;
  readonly ends: bigint | null;
}

function hashOf(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}
