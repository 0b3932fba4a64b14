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

/** How credentials are refreshed. */
interface RefreshOptions {
  /** What answers. @default globalThis.fetch */
  fetch?: Fetch | undefined;
  /** The clock. */
  now: () => Temporal.Instant;
}

/**
 * New credentials for old ones. Where the service gives no new refresh token, the old one stays.
 *
 * @throws {SignInError} if there is no refresh token, it is no longer good, or no answer came
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
