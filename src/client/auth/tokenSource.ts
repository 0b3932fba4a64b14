import { Credentials } from "./credentials.ts";
import type { CredentialsStore } from "./credentialsStore.ts";
import type { Fetch } from "../http/receive.ts";
import { SignInError } from "../errors/signInError.ts";
import * as oauth from "oauth4webapi";
import { authServer, oauthError, unreachable, withoutIdToken } from "./authServer.ts";
import { credentialsOf } from "./signIn.ts";

/** How tokens are come by. */
export interface TokenSourceOptions {
  /** The service's address, without a slash at its end. */
  baseUrl: string;
  /** What answers a refresh. @default globalThis.fetch */
  fetch?: Fetch | undefined;
  /** The clock. @default the system's */
  now?: (() => Temporal.Instant) | undefined;
}

/** How long before its end a token is refreshed, in seconds. */
const AHEAD = 60;

/** How credentials are refreshed. */
interface RefreshOptions {
  /** What answers. @default globalThis.fetch */
  fetch?: Fetch | undefined;
  /** The clock. */
  now: () => Temporal.Instant;
}

/**
 * What gives an access token of credentials: refreshed shortly before its end, and when it was
 * refused. All who ask at once share one refresh; of a store, other programs share it too.
 *
 * @throws {SignInError} (the function) if nobody is signed in, or the refresh fails
 */
export function tokenSource(
  from: Credentials | CredentialsStore,
  { baseUrl, fetch, now = Temporal.Now.instant }: TokenSourceOptions,
): (refused?: string) => Promise<string> {
  let current = from instanceof Credentials ? from : undefined;
  let pending: Promise<Credentials> | undefined;
  const left = ({ expiresAt }: Credentials): number =>
    expiresAt === undefined ? Infinity : now().until(expiresAt).total("seconds");
  const isGood = (credentials: Credentials, refused: string | undefined): boolean =>
    credentials.accessToken !== refused && left(credentials) > AHEAD;
  const fresh = async (known: Credentials, refused: string | undefined): Promise<Credentials> => {
    if (isGood(known, refused)) return known;
    if (known.refreshToken === undefined) {
      if (refused !== undefined || left(known) > 0) return known; // there is nothing better
    }
    try {
      return await refreshCredentials(known, { fetch, now });
    } catch (error) {
      const passing = error instanceof SignInError && error.failure === "unreachable";
      if (passing && refused === undefined && left(known) > 0) return known;
      throw error;
    }
  };
  const renew = async (refused: string | undefined): Promise<Credentials> => {
    if (from instanceof Credentials) return await fresh(current!, refused);
    const stored = await from.read(baseUrl);
    if (stored === undefined) {
      throw new SignInError(
        "expired",
        `Cannot use the credentials of ${baseUrl}: nobody is signed in there; sign in first`,
      );
    }
    if (isGood(stored, refused)) return stored;
    return await from.update(baseUrl, (latest) => fresh(latest ?? stored, refused));
  };
  return async (refused) => {
    if (current !== undefined && isGood(current, refused)) return current.accessToken;
    await pending?.catch(() => {}); // what it gives may be good enough
    if (current !== undefined && isGood(current, refused)) return current.accessToken;
    pending ??= renew(refused).finally(() => pending = undefined);
    current = await pending;
    return current.accessToken;
  };
}

/**
 * New credentials for old ones. Where the service gives no new refresh token, the old one stays.
 *
 * @throws {SignInError} if there is no refresh token, it is no longer good, or no answer came
 */
async function refreshCredentials(
  credentials: Credentials,
  { fetch, now }: RefreshOptions,
): Promise<Credentials> {
  const { baseUrl, authUrl, clientId, refreshToken } = credentials;
  const action = `refresh the sign-in for ${baseUrl}`;
  if (refreshToken === undefined) {
    throw new SignInError(
      "expired",
      `Cannot ${action}: it is over and has no refresh token; sign in again`,
    );
  }
  const { server, client, auth, options } = authServer({ authUrl, clientId, fetch });
  try {
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      auth,
      refreshToken,
      options,
    );
    const tokens = await oauth.processRefreshTokenResponse(
      server,
      client,
      await withoutIdToken(response),
    );
    return credentialsOf(tokens, { baseUrl, authUrl, clientId, now, refreshToken });
  } catch (error) {
    const said = oauthError(error);
    if (said?.code === "invalid_grant") {
      throw new SignInError("expired", `Cannot ${action}: it is no longer good; sign in again`);
    }
    if (said !== undefined) throw new SignInError("refused", `Cannot ${action}: ${said.text}`);
    throw unreachable(action, { authUrl, error, secrets: [refreshToken] });
  }
}
