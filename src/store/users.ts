import type { Preferences } from "../schema/user.ts";
import type { Access } from "./sqlite/access.ts";
import { type Clock, microsOf } from "./sqlite/clock.ts";
import type { Connection } from "./sqlite/connection.ts";

/** User with an account. */
export interface User {
  /** UUID. */
  readonly userid: string;
  /** Creation in microseconds UTC. */
  readonly created: bigint;
  /** End of the granted service in microseconds UTC; null without a grant. */
  readonly activeUntil: bigint | null;
}

const SELECT = "SELECT userid, created, active_until AS activeUntil FROM users";

export class Users {
  readonly #access: Access;
  readonly #clock: Clock;

  constructor(access: Access, clock: Clock) {
    this.#access = access;
    this.#clock = clock;
  }

  /** Returns a user; creates the account if it is missing. */
  async ensure(userid: string): Promise<User> {
    return await this.find(userid) ?? await this.#access.write((db) => {
      db.run(
        "INSERT INTO users (userid, created) VALUES (?, ?) ON CONFLICT DO NOTHING",
        userid,
        microsOf(this.#clock),
      );
      return db.one<User>(`${SELECT} WHERE userid = ?`, userid);
    });
  }

  find(userid: string): Promise<User | undefined> {
    return this.#access.read((db) => db.row<User>(`${SELECT} WHERE userid = ?`, userid));
  }

  /** Returns the oldest account. */
  first(): Promise<User | undefined> {
    return this.#access.read((db) => db.row<User>(`${SELECT} ORDER BY key LIMIT 1`));
  }

  /** Returns the oldest accounts, at most `limit`. */
  list(limit: number): Promise<User[]> {
    return this.#access.read((db) => db.rows<User>(`${SELECT} ORDER BY key LIMIT ?`, limit));
  }

  /**
   * Returns the time since which a user's signed tokens are valid, in microseconds UTC; `undefined`
   * if all are.
   */
  tokensFrom(userid: string): Promise<bigint | undefined> {
    return this.#access.read((db) =>
      db.row<{ since: bigint | null }>(
        "SELECT tokens_from AS since FROM users WHERE userid = ?",
        userid,
      )?.since ?? undefined
    );
  }

  /** Ends all access of programs for a user: named, refresh and signed tokens. */
  endTokens(userid: string): Promise<void> {
    return this.#access.write((db) => {
      const now = microsOf(this.#clock), user = "(SELECT key FROM users WHERE userid = ?)";
      db.run(
        `UPDATE sessions SET deleted = ? WHERE deleted IS NULL AND user = ${user}`,
        now,
        userid,
      );
      db.run(`DELETE FROM refresh_tokens WHERE user = ${user}`, userid);
      db.run("UPDATE device_codes SET state = 'denied' WHERE userid = ?", userid);
      db.run("UPDATE users SET tokens_from = ? WHERE userid = ?", now, userid);
    });
  }

  preferences(userid: string): Promise<Preferences> {
    return this.#access.read((db) => preferencesOf(db, userid));
  }

  /** Replaces a user's preferences with the result of a function of them. */
  setPreferences(
    userid: string,
    change: (before: Preferences) => Preferences,
  ): Promise<Preferences> {
    return this.#access.write((db) => {
      const after = change(preferencesOf(db, userid));
      const text = JSON.stringify(after);
      db.run("UPDATE users SET preferences = ? WHERE userid = ?", text, userid);
      return after;
    });
  }

  /** Replaces the end of a user's service with the result of a function of it. */
  grant(userid: string, change: (before: bigint | null) => bigint): Promise<User | undefined> {
    return this.#access.write((db) => {
      const before = db.row<User>(`${SELECT} WHERE userid = ?`, userid);
      if (before === undefined) return undefined;
      const activeUntil = change(before.activeUntil);
      db.run("UPDATE users SET active_until = ? WHERE userid = ?", activeUntil, userid);
      return { ...before, activeUntil };
    });
  }
}

function preferencesOf(db: Connection, userid: string): Preferences {
  const sql = "SELECT preferences FROM users WHERE userid = ?";
  return JSON.parse(db.row<{ preferences: string }>(sql, userid)?.preferences ?? "{}");
}
