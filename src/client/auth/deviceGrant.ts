import * as oauth from "oauth4webapi";
import {
  authServer,
  type AuthServerOptions,
  oauthError,
  unreachable,
  withoutIdToken,
} from "./authServer.ts";
import { SignInError } from "../errors/signInError.ts";

export { credentialsOf } from "./authServer.ts";

/**
 * Requests a code that a person approves on another device.
 *
 * @throws {SignInError} if the service refuses or does not respond
 */
export async function startDeviceGrant(
  at: AuthServerOptions,
  { audience, scope }: { audience?: string | undefined; scope?: string | undefined },
): Promise<oauth.DeviceAuthorizationResponse> {
  const { server, client, auth, options } = authServer(at);
  const { authUrl, signal } = at;
  const parameters = new URLSearchParams({
    scope: scope ?? "openid profile email offline_access",
    ...(audience === undefined ? {} : { audience }),
  });
  try {
    const response = await oauth.deviceAuthorizationRequest(
      server,
      client,
      auth,
      parameters,
      options,
    );
    return await oauth.processDeviceAuthorizationResponse(server, client, response);
  } catch (error) {
    signal?.throwIfAborted();
    const said = oauthError(error);
    if (said !== undefined) throw new SignInError("refused", `Cannot sign in: ${said.text}`);
    throw unreachable("sign in", { authUrl, error, secrets: [] });
  }
}

/** Requests the tokens once. Returns the reason if they are not ready yet. */
export async function askForTokens(
  at: AuthServerOptions,
  device: oauth.DeviceAuthorizationResponse,
): Promise<oauth.TokenEndpointResponse | "pending" | "slow_down" | "no answer"> {
  const { server, client, auth, options } = authServer(at);
  const { authUrl, signal } = at;
  const secrets = [device.device_code];
  let response: Response;
  try {
    response = await oauth.deviceCodeGrantRequest(
      server,
      client,
      auth,
      device.device_code,
      options,
    );
  } catch {
    signal?.throwIfAborted();
    return "no answer"; // the connection may be back at the next request
  }
  if (response.status === 429 || response.status >= 500) {
    await response.body?.cancel();
    return "no answer";
  }
  try {
    return await oauth.processDeviceCodeResponse(server, client, await withoutIdToken(response));
  } catch (error) {
    signal?.throwIfAborted();
    const said = oauthError(error);
    switch (said?.code) {
      case undefined:
        throw unreachable("sign in", { authUrl, error, secrets });
      case "authorization_pending":
        return "pending";
      case "slow_down":
        return "slow_down";
      case "access_denied":
        throw new SignInError("denied", "Cannot sign in: the request was denied");
      case "expired_token":
        throw codeExpired(device.user_code);
      default:
        throw new SignInError("refused", `Cannot sign in: ${said!.text}`);
    }
  }
}

/** Returns the error for a code that nobody approved in time. */
export function codeExpired(code: string): SignInError {
  return new SignInError(
    "expired",
    `Cannot sign in: the code ${code} was not approved in time. Sign in again for a new code`,
  );
}
