import type { Access } from "./access.ts";
import { type Clock, microsOf } from "./clock.ts";

/** Somebody whose data is kept. */
export interface User {
  /** Identifier, a UUID. */
  readonly userid: string;
  /** When the account was made, in microseconds UTC. */
  readonly created: bigint;
}

const SELECT = "SELECT userid, created FROM users";

/** The users of a store. */
export class Users {
  readonly #access: Access;
  readonly #clock: Clock;

  /** Over a database, with a clock for new accounts. */
  constructor(access: Access, clock: Clock) {
    this.#access = access;
    this.#clock = clock;
  }

  /** The user of an id, made if there is none. */
  async ensure(userid: string): Promise<User> {
    return await this.find(userid) ?? await this.#access.write((db) => {
      db.run(
        "INSERT INTO users (userid, created) VALUES (?, ?) ON CONFLICT DO NOTHING",
        userid,
        microsOf(this.#clock),
      );
      return db.row<User>(`${SELECT} WHERE userid = ?`, userid)!;
    });
  }

  /** The user of an id. */
  find(userid: string): Promise<User | undefined> {
    return this.#access.read((db) => db.row<User>(`${SELECT} WHERE userid = ?`, userid));
  }

  /** The oldest account. */
  first(): Promise<User | undefined> {
    return this.#access.read((db) => db.row<User>(`${SELECT} ORDER BY key LIMIT 1`));
  }
}
