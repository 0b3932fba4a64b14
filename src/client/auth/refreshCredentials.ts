import * as oauth from "oauth4webapi";
import {
  authServer,
  credentialsOf,
  oauthError,
  unreachable,
  withoutIdToken,
} from "./authServer.ts";
import type { Credentials } from "./credentials.ts";
import type { Fetch } from "../http/receive.ts";
import { SignInError } from "../errors/signInError.ts";

interface RefreshOptions {
  /** Sends the request. @default globalThis.fetch */
  fetch?: Fetch | undefined;
  now: () => Temporal.Instant;
}

/**
 * Exchanges credentials for new ones. The refresh token stays the same unless the service issues a
 * new one.
 *
 * @throws {SignInError} if the refresh token is missing or has expired, or the service does not
 * respond
 */
export async function refreshCredentials(
  credentials: Credentials,
  { fetch, now }: RefreshOptions,
): Promise<Credentials> {
  const { baseUrl, authUrl, clientId, refreshToken } = credentials;
  const action = `refresh the sign-in for ${baseUrl}`;
  if (refreshToken === undefined) {
    throw new SignInError(
      "expired",
      `Cannot ${action}: the session has expired and has no refresh token. Sign in again`,
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
      throw new SignInError("expired", `Cannot ${action}: the session has expired. Sign in again`);
    }
    if (said !== undefined) throw new SignInError("refused", `Cannot ${action}: ${said.text}`);
    throw unreachable(action, { authUrl, error, secrets: [refreshToken] });
  }
}
