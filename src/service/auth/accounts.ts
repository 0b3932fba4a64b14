import { UUID } from "../../schema/checks/uuid.ts";
import type { Store } from "../../store/openStore.ts";
import { DAY_SECONDS } from "../../time/units.ts";
import type { Policy } from "../../store/sessions.ts";
import { newSessionToken } from "./sessionToken.ts";
import type { Tokens } from "./tokens.ts";

export interface AccountsOptions {
  readonly store: Pick<Store, "users" | "sessions">;
  readonly tokens: Tokens;
}

/** Accounts of users, created on first use, and their tokens. */
export class Accounts {
  readonly #options: AccountsOptions;
  readonly #known = new Set<string>();

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  /** Creates the account of a user if it does not exist. */
  async ensure(userid: string): Promise<void> {
    if (this.#known.has(userid)) return;
    await this.#options.store.users.ensure(userid);
    this.#known.add(userid);
  }

  /** Returns the id of the oldest account, which it creates if needed. */
  async owner(): Promise<string> {
    const { users } = this.#options.store;
    const user = await users.first() ?? await users.ensure(crypto.randomUUID());
    return user.userid;
  }

  /**
   * Issues a signed token for a user, valid for some seconds.
   *
   * @throws {RangeError} if the id is not a UUID
   */
  async issueToken(user: string, expiresIn: number = DAY_SECONDS): Promise<string> {
    return this.#options.tokens.issue(await this.#accountOf(user), expiresIn);
  }

  /**
   * Returns the token of a user's session with a name. Creates the session if it does not exist or
   * has ended.
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

  /**
   * Creates a session that may do less than its user. It ends when `end` is called.
   *
   * @throws {RangeError} if the id is not a UUID
   */
  async limitedSession(
    user: string,
    name: string,
    limits: Partial<Policy>,
  ): Promise<{ token: string; end: () => Promise<void> }> {
    const { store: { sessions } } = this.#options;
    const userid = await this.#accountOf(user);
    const id = crypto.randomUUID(), token = newSessionToken();
    const policy = { types: undefined, start: null, end: null, ends: null, write: false };
    await sessions.add({ id, userid, name, policy: { ...policy, ...limits }, token });
    return { token, end: async () => void await sessions.end(userid, id) };
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
