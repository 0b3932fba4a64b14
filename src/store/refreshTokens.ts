import { createHash } from "node:crypto";
import type { Access } from "./sqlite/access.ts";
import { type Clock, microsOf } from "./sqlite/clock.ts";
import type { Connection } from "./sqlite/connection.ts";

/** A refresh token to be kept. */
export interface NewRefreshToken {
  /** The token, of which a hash is kept. */
  readonly token: string;
  /** Whom it stands for. */
  readonly userid: string;
  /** Which program holds it. */
  readonly clientId: string;
  /** What it may ask for. */
  readonly scope: string;
}

/** What a refresh token was good for. */
export interface Refreshed {
  /** Whom it stands for. */
  readonly userid: string;
  /** What it may ask for. */
  readonly scope: string;
}

interface Row extends Refreshed {
  readonly key: bigint;
  readonly family: string;
  readonly clientId: string;
  readonly expires: bigint;
  readonly used: bigint | null;
}

/** For how long a refresh token is good that nobody uses: 90 days. */
const LIFE = 90n * 86_400_000_000n;

/**
 * Refresh tokens, of which only hashes are kept. Each is good once and replaced by the next; if one
 * comes a second time, somebody has a copy, and all that descend from the same sign-in end.
 */
export class RefreshTokens {
  readonly #access: Access;
  readonly #clock: Clock;

  /** Over a database, with a clock. */
  constructor(access: Access, clock: Clock) {
    this.#access = access;
    this.#clock = clock;
  }

  /** Keeps the first token of a sign-in, and forgets those that are no longer good. */
  add(token: NewRefreshToken): Promise<void> {
    const now = microsOf(this.#clock);
    return this.#access.write((db) => {
      db.run("DELETE FROM refresh_tokens WHERE expires < ?", now);
      insert(db, token, crypto.randomUUID(), now);
    });
  }

  /** Puts a new token in the place of one; undefined where that is not good, or not this program's. */
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
