import { UUID } from "../../schema/checks/uuid.ts";
import type { Store } from "../../store/openStore.ts";
import { DAY_SECONDS } from "../../time/units.ts";
import type { Tokens } from "./tokens.ts";

/** What accounts are kept in, and how their tokens are made. */
export interface AccountsOptions {
  /** Where users and sessions are kept. */
  readonly store: Pick<Store, "users" | "sessions">;
  /** Signed tokens. */
  readonly tokens: Tokens;
}

/** The accounts of users, which are made when they are first needed, and their tokens. */
export class Accounts {
  readonly #options: AccountsOptions;
  readonly #known = new Set<string>();

  /** Over a store. */
  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  /** Makes the account of a user if there is none. */
  async ensure(userid: string): Promise<void> {
    if (this.#known.has(userid)) return;
    await this.#options.store.users.ensure(userid);
    this.#known.add(userid);
  }

  /** The id of the oldest account, made if there is none. */
  async owner(): Promise<string> {
    const { users } = this.#options.store;
    const user = await users.first() ?? await users.ensure(crypto.randomUUID());
    return user.userid;
  }

  /**
   * A signed token for a user, good for so many seconds.
   *
   * @throws {RangeError} if the id is not a UUID
   */
  async issueToken(user: string, expiresIn: number = DAY_SECONDS): Promise<string> {
    return this.#options.tokens.issue(await this.#accountOf(user), expiresIn);
  }

  /**
   * The token of a user's session of a name, made if there is none that is good.
   *
   * @throws {RangeError} if the id is not a UUID
   */
  async sessionToken(user: string, name: string): Promise<string> {
    const { store: { sessions }, tokens } = this.#options;
    const userid = await this.#accountOf(user);
    for (const session of await sessions.list(userid)) {
      if (session.name !== name || session.deleted !== null) continue;
      const token = await tokens.ofSession(userid, session.id);
      if (await sessions.userOf(token) === userid) return token;
    }
    const id = crypto.randomUUID(), token = await tokens.ofSession(userid, id);
    await sessions.add({ id, userid, name, policy: null, token });
    return token;
  }

  async #accountOf(user: string): Promise<string> {
    if (!UUID.test(user)) {
      throw new RangeError(`Cannot issue a token: user id ${JSON.stringify(user)} is not a UUID`);
    }
    const userid = user.toLowerCase();
    await this.ensure(userid);
    return userid;
  }
}
