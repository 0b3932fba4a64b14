import { sign, verify } from "hono/jwt";
import { type Clock, microsOf } from "../../store/sqlite/clock.ts";
import { UUID } from "../../schema/checks/uuid.ts";

/** Options of access tokens. */
export interface TokensOptions {
  /** Signing secret. */
  signingKey: string;
  /** Claim that holds the user's id. */
  userClaim: string;
  clock: Clock;
  /** Returns the earliest issue time of a user's valid tokens. @default all are valid */
  goodFrom?: (userid: string) => Promise<bigint | undefined>;
  /** Returns the user of an active session's token. @default no session is known */
  sessionUser?: (token: string) => Promise<string | undefined>;
}

const ALGORITHM = "HS256";

/** End of 9999 in Unix time: a session is valid until it is revoked. */
const SESSION_END = 253_402_300_799;

/** Access tokens: signed (JWT, RFC 7519), never stored. */
export class Tokens {
  readonly #options: TokensOptions;

  constructor(options: TokensOptions) {
    this.#options = options;
  }

  /** Issues a token for a user, valid for some seconds. */
  issue(userid: string, expiresIn: number): Promise<string> {
    const now = Number(microsOf(this.#options.clock)) / 1e6;
    const claims = {
      [this.#options.userClaim]: userid,
      iat: Math.floor(now),
      issued_at: now, // in microseconds: all tokens of a user may be revoked within a second
      exp: Math.floor(now) + expiresIn,
    };
    return sign(claims, this.#options.signingKey, ALGORITHM);
  }

  /** Returns the token of a user's session, always the same. */
  ofSession(userid: string, id: string): Promise<string> {
    const claims = { [this.#options.userClaim]: userid, sid: id, exp: SESSION_END };
    return sign(claims, this.#options.signingKey, ALGORITHM);
  }

  /**
   * Returns the user of a token. Returns `undefined` if the token was signed elsewhere, has
   * expired, or has no user.
   */
  async userOf(token: string): Promise<string | undefined> {
    try {
      // Checks the time with our clock instead of the system's.
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
