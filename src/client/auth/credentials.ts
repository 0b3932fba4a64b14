import { displayMembers } from "../../display/displayMembers.ts";

/** Members of {@linkcode Credentials}. */
export interface CredentialsInit {
  /** Address of the service. */
  readonly baseUrl: string;
  /** Address of the authorization server. */
  readonly authUrl: string;
  /** Id of the client that signed in. */
  readonly clientId: string;
  /** Access token. */
  readonly accessToken: string;
  /** Token that requests a new access token. */
  readonly refreshToken?: string | undefined;
  /** End of the access token's validity; `undefined` if the service did not say. */
  readonly expiresAt?: Temporal.Instant | undefined;
}

/**
 * Result of a sign-in. Its text, HTML and JSON never contain the tokens.
 */
export class Credentials {
  /** Address of the service. */
  readonly baseUrl: string;
  /** Address of the authorization server. */
  readonly authUrl: string;
  /** Id of the client that signed in. */
  readonly clientId: string;
  /** End of the access token's validity; `undefined` if the service did not say. */
  readonly expiresAt: Temporal.Instant | undefined;
  readonly #accessToken: string;
  readonly #refreshToken: string | undefined;

  /** Creates credentials of a service. */
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

  /** Access token: a secret. */
  get accessToken(): string {
    return this.#accessToken;
  }

  /** Token that requests a new access token: a secret. */
  get refreshToken(): string | undefined {
    return this.#refreshToken;
  }

  /** Describes the client, the service and the validity, without tokens. */
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
