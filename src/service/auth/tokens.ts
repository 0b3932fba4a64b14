import { sign, verify } from "hono/jwt";
import { type Clock, microsOf } from "../../store/sqlite/clock.ts";
import { UUID } from "../../schema/checks/uuid.ts";

/** How access tokens are made and read. */
export interface TokensOptions {
  /** The secret that they are signed with. */
  signingKey: string;
  /** The claim that holds the user's id. */
  userClaim: string;
  /** Tells the present moment. */
  clock: Clock;
  /** Since when a user's tokens are good. @default all are */
  goodFrom?: (userid: string) => Promise<bigint | undefined>;
  /** Finds the user of a session's token that has not been ended. @default no session is known */
  sessionUser?: (token: string) => Promise<string | undefined>;
}

const ALGORITHM = "HS256";

/** End of 9999 in Unix time: a session is good until it is ended. */
const SESSION_END = 253_402_300_799;

/** Access tokens: signed (JWT, RFC 7519), never kept. */
export class Tokens {
  readonly #options: TokensOptions;

  /** With a signing key. */
  constructor(options: TokensOptions) {
    this.#options = options;
  }

  /** A token for a user that is good for so many seconds. */
  issue(userid: string, expiresIn: number): Promise<string> {
    const now = Number(microsOf(this.#options.clock)) / 1e6;
    const claims = {
      [this.#options.userClaim]: userid,
      iat: Math.floor(now),
      issued_at: now, // to the microsecond: all tokens of a user may be ended amid a second
      exp: Math.floor(now) + expiresIn,
    };
    return sign(claims, this.#options.signingKey, ALGORITHM);
  }

  /** Returns the token of a user's session: the same each time. */
  ofSession(userid: string, id: string): Promise<string> {
    const claims = { [this.#options.userClaim]: userid, sid: id, exp: SESSION_END };
    return sign(claims, this.#options.signingKey, ALGORITHM);
  }

  /** The user of a token; undefined where it was not signed here, is no longer good, or names no user. */
  async userOf(token: string): Promise<string | undefined> {
    try {
      // Its time is measured by our clock, not by the system's.
      const options = { alg: ALGORITHM, exp: false, nbf: false, iat: false } as const;
      const claims = await verify(token, this.#options.signingKey, options);
      if (claims["sid"] !== undefined) return await this.#options.sessionUser?.(token);
      const userid = claims[this.#options.userClaim];
      const isGood = typeof claims.exp === "number" && claims.exp > this.#now();
      if (!isGood || typeof userid !== "string" || !UUID.test(userid)) return undefined;
      const since = await this.#options.goodFrom?.(userid.toLowerCase());
      const isEnded = since !== undefined &&
        !(Number(claims["issued_at"] ?? claims.iat) * 1e6 > Number(since));
      return isEnded ? undefined : userid.toLowerCase();
    } catch {
      return undefined;
    }
  }

  #now(): number {
    return Number(microsOf(this.#options.clock) / 1_000_000n);
  }
}
