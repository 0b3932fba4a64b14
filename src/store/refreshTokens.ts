import { createHash } from "node:crypto";
import type { Access } from "./sqlite/access.ts";
import { type Clock, microsOf } from "./sqlite/clock.ts";
import type { Connection } from "./sqlite/connection.ts";

/** New refresh token. */
export interface NewRefreshToken {
  /** Token; stored as a hash. */
  readonly token: string;
  readonly userid: string;
  /** Program that holds it. */
  readonly clientId: string;
  /** Permissions of the token. */
  readonly scope: string;
}

/** User and permissions of a used refresh token. */
export interface Refreshed {
  readonly userid: string;
  /** Permissions of the token. */
  readonly scope: string;
}

interface Row extends Refreshed {
  readonly key: bigint;
  readonly family: string;
  readonly clientId: string;
  readonly expires: bigint;
  readonly used: bigint | null;
}

/** An unused refresh token expires after 90 days. */
const LIFE = 90n * 86_400_000_000n;

/**
 * Refresh tokens, stored as hashes. Each works once and is replaced by the next. A second use means
 * that somebody has a copy, so all tokens of the same sign-in end.
 */
export class RefreshTokens {
  readonly #access: Access;
  readonly #clock: Clock;

  constructor(access: Access, clock: Clock) {
    this.#access = access;
    this.#clock = clock;
  }

  /** Adds the first token of a sign-in, and deletes expired tokens. */
  add(token: NewRefreshToken): Promise<void> {
    const now = microsOf(this.#clock);
    return this.#access.write((db) => {
      db.run("DELETE FROM refresh_tokens WHERE expires < ?", now);
      insert(db, token, crypto.randomUUID(), now);
    });
  }

  /**
   * Replaces a token with a new one; returns `undefined` if the token is invalid or belongs to
   * another program.
   */
  rotate(token: string, clientId: string, next: string): Promise<Refreshed | undefined> {
    const now = microsOf(this.#clock);
    return this.#access.write((db) => {
      const found = db.row<Row>(
        `SELECT r.key, r.family, r.client_id AS clientId, r.scope, r.expires, r.used, u.userid
         FROM refresh_tokens r JOIN users u ON u.key = r.user WHERE r.hash = ?`,
        hashOf(token),
      );
      if (found === undefined || JSON.parse(found.clientId) !== clientId) return undefined;
      if (found.used !== null) {
        db.run("DELETE FROM refresh_tokens WHERE family = ?", found.family);
        return undefined;
      }
      if (found.expires <= now) return undefined;
      const { userid, scope, family } = found;
      db.run("UPDATE refresh_tokens SET used = ? WHERE key = ?", now, found.key);
      insert(db, { token: next, userid, clientId, scope }, family, now);
      return { userid, scope };
    });
  }
}

function insert(
  db: Connection,
  { token, userid, clientId, scope }: NewRefreshToken,
  family: string,
  now: bigint,
): void {
  db.run(
    `INSERT INTO refresh_tokens (user, hash, family, client_id, scope, expires)
     VALUES ((SELECT key FROM users WHERE userid = ?), ?, ?, ?, ?, ?)`,
    userid,
    hashOf(token),
    family,
    JSON.stringify(clientId),
    scope,
    now + LIFE,
  );
}

function hashOf(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}
