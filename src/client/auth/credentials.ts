import { displayMembers } from "../../display/displayMembers.ts";

/** What a sign-in gave. */
export interface CredentialsInit {
  /** The service's address. */
  readonly baseUrl: string;
  /** The address of the sign-in. */
  readonly authUrl: string;
  /** The client that was signed in. */
  readonly clientId: string;
  /** The access token. */
  readonly accessToken: string;
  /** What a new access token is asked for with. */
  readonly refreshToken?: string | undefined;
  /** Until when the access token is good; undefined where that was not said. */
  readonly expiresAt?: Temporal.Instant | undefined;
}

/**
 * What a sign-in gave. It shows itself, in a notebook, a terminal or as JSON, without its tokens.
 */
export class Credentials {
  /** The service's address. */
  readonly baseUrl: string;
  /** The address of the sign-in. */
  readonly authUrl: string;
  /** The client that was signed in. */
  readonly clientId: string;
  /** Until when the access token is good; undefined where that was not said. */
  readonly expiresAt: Temporal.Instant | undefined;
  readonly #accessToken: string;
  readonly #refreshToken: string | undefined;

  /** Credentials of a service. */
  constructor(init: CredentialsInit) {
    this.baseUrl = init.baseUrl;
    this.authUrl = init.authUrl;
    this.clientId = init.clientId;
    this.expiresAt = init.expiresAt;
    this.#accessToken = init.accessToken;
    this.#refreshToken = init.refreshToken;
    for (const [symbol, show] of symbolsOf(() => this.toString())) {
      Object.defineProperty(this, symbol, { value: show });
    }
  }

  /** The access token: a secret. */
  get accessToken(): string {
    return this.#accessToken;
  }

  /** What a new access token is asked for with: a secret. */
  get refreshToken(): string | undefined {
    return this.#refreshToken;
  }

  /** Who is signed in where, and until when, without tokens. */
  toString(): string {
    const until = this.expiresAt === undefined ? "" : `, good until ${this.expiresAt}`;
    const renewed = this.#refreshToken === undefined ? "" : ", then refreshed";
    return `Credentials of ${this.clientId} for ${this.baseUrl}${until}${renewed}`;
  }
}

function symbolsOf(text: () => string): [symbol, () => unknown][] {
  const shown = displayMembers(text);
  return Object.getOwnPropertySymbols(shown).map((symbol) => [symbol, shown[symbol]!]);
}
