import * as oauth from "oauth4webapi";
import {
  type AuthServer,
  authServer,
  checkAuthUrl,
  oauthError,
  unreachable,
  withoutIdToken,
} from "./authServer.ts";
import { checkBaseUrl } from "../http/checkBaseUrl.ts";
import { checkOptions, type OptionTable } from "../../options/checkOptions.ts";
import { Credentials } from "./credentials.ts";
import type { CredentialsStore } from "./credentialsStore.ts";
import type { Fetch } from "../http/receive.ts";
import { SignInError } from "../errors/signInError.ts";
import { showPrompt, type SignInPrompt, signInPrompt } from "./signInPrompt.ts";

/** How one signs in. */
export interface SignInOptions {
  /** The address of the sign-in, such as `https://auth.host`. */
  authUrl: string | URL;
  /** The client, as the service knows it. */
  clientId: string;
  /** The address of the service that the tokens are for. @default authUrl */
  baseUrl?: string | URL | undefined;
  /** What the tokens are for, where the service asks for it. @default none */
  audience?: string | undefined;
  /** What the tokens allow. @default "openid profile email offline_access" */
  scope?: string | undefined;
  /** Shows link and code. @default as a cell's output in a notebook, else on standard error */
  onPrompt?: ((prompt: SignInPrompt) => void | Promise<void>) | undefined;
  /** Ends the sign-in; it is then rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Where the credentials are kept. @default nowhere */
  store?: CredentialsStore | undefined;
  /** What answers the requests. @default globalThis.fetch */
  fetch?: Fetch | undefined;
  /** The clock. @default the system's */
  now?: (() => Temporal.Instant) | undefined;
  /** Waits between two questions. @default a timer */
  wait?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /** Send tokens to another machine unencrypted, over http. @default false */
  allowInsecure?: boolean | undefined;
}

const OPTIONS: OptionTable<SignInOptions> = {
  authUrl: true,
  clientId: true,
  baseUrl: true,
  audience: true,
  scope: true,
  onPrompt: true,
  signal: true,
  store: true,
  fetch: true,
  now: true,
  wait: true,
  allowInsecure: true,
};

/** Seconds between two questions where the service names none, and what slow_down adds (RFC 8628). */
const INTERVAL = 5;
/** The longest wait after an answer that did not come. */
const LONGEST = 60;

/**
 * Signs in on another device (OAuth 2.0 device authorization, RFC 8628): shows a link and a code,
 * and waits until somebody has approved it there. Asks no more often than the service allows.
 *
 * @example Signing in, with a service that approves at once
 * ```ts
 * import { signIn } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const answers: Record<string, object> = {
 *   "/oauth/device/code": {
 *     device_code: "a-device",
 *     user_code: "WDJB-MJHT",
 *     verification_uri: "https://auth.host/device",
 *     expires_in: 600,
 *   },
 *   "/oauth/token": { access_token: "a-token", token_type: "bearer", expires_in: 3600 },
 * };
 * let shown = "";
 * const credentials = await signIn({
 *   authUrl: "https://auth.host",
 *   clientId: "notebook",
 *   fetch: (request) => Response.json(answers[new URL(request.url).pathname]),
 *   wait: () => Promise.resolve(),
 *   onPrompt: ({ code }) => void (shown = code),
 * });
 * assertEquals(shown, "WDJB-MJHT");
 * assertEquals(credentials.baseUrl, "https://auth.host");
 * ```
 * @returns credentials for `connect({ baseUrl, credentials })`, also kept in `store`.
 * @throws {SignInError} if it is denied, not approved in time, or the service refuses
 * @throws {TypeError | RangeError} if an address is malformed or would carry tokens unencrypted
 * @throws what the signal was aborted with
 */
export async function signIn(options: SignInOptions): Promise<Credentials> {
  checkOptions("sign in", options, OPTIONS, "authUrl and clientId");
  const { clientId, signal, fetch, now = Temporal.Now.instant, wait = timer } = options;
  const allowInsecure = options.allowInsecure ?? false;
  const authUrl = checkAuthUrl(options.authUrl, allowInsecure);
  const baseUrl = options.baseUrl === undefined
    ? authUrl
    : checkBaseUrl(options.baseUrl, allowInsecure, { action: "sign in", name: "baseUrl" });
  if (typeof clientId !== "string" || clientId === "") {
    throw new TypeError("Cannot sign in: clientId is missing");
  }
  signal?.throwIfAborted();
  const at = authServer({ authUrl, clientId, fetch, signal });
  const device = await start(at, options, authUrl);
  const expiresAt = now().add({ seconds: device.expires_in });
  await (options.onPrompt ?? showPrompt)(signInPrompt({
    url: device.verification_uri,
    completeUrl: device.verification_uri_complete,
    code: device.user_code,
    expiresAt,
  }));
  let seconds = device.interval ?? INTERVAL;
  for (;;) {
    await wait(seconds * 1000, signal);
    signal?.throwIfAborted();
    if (Temporal.Instant.compare(now(), expiresAt) >= 0) throw late(device.user_code);
    const answer = await ask(at, device, { authUrl, signal });
    if (answer === "slow_down") seconds += INTERVAL;
    else if (answer === "no answer") seconds = Math.min(LONGEST, Math.max(1, seconds * 2));
    if (typeof answer === "string") continue;
    const credentials = credentialsOf(answer, { baseUrl, authUrl, clientId, now });
    await options.store?.write(credentials);
    return credentials;
  }
}

/** What tokens become. */
export interface CredentialsContext {
  /** The service's address. */
  readonly baseUrl: string;
  /** The address of the sign-in. */
  readonly authUrl: string;
  /** The client. */
  readonly clientId: string;
  /** The clock. */
  readonly now: () => Temporal.Instant;
  /** The refresh token that stays where none is given. @default none */
  readonly refreshToken?: string | undefined;
}

/** The credentials that an answer of the token endpoint gives. */
export function credentialsOf(
  tokens: oauth.TokenEndpointResponse,
  { baseUrl, authUrl, clientId, now, refreshToken }: CredentialsContext,
): Credentials {
  const { expires_in } = tokens;
  return new Credentials({
    baseUrl,
    authUrl,
    clientId,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? refreshToken,
    expiresAt: expires_in === undefined
      ? undefined
      : now().add({ milliseconds: Math.round(expires_in * 1000) }),
  });
}

async function start(
  { server, client, auth, options }: AuthServer,
  { audience, scope, signal }: SignInOptions,
  authUrl: string,
): Promise<oauth.DeviceAuthorizationResponse> {
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

/** One question: the tokens, or why there are none yet. */
async function ask(
  { server, client, auth, options }: AuthServer,
  device: oauth.DeviceAuthorizationResponse,
  { authUrl, signal }: { authUrl: string; signal: AbortSignal | undefined },
): Promise<oauth.TokenEndpointResponse | "pending" | "slow_down" | "no answer"> {
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
    return "no answer"; // the connection may be back for the next question
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
        throw late(device.user_code);
      default:
        throw new SignInError("refused", `Cannot sign in: ${said!.text}`);
    }
  }
}

function late(code: string): SignInError {
  return new SignInError(
    "expired",
    `Cannot sign in: the code ${code} was not approved in time; sign in again for a new one`,
  );
}

function timer(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(id);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const id = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", done, { once: true });
  });
}
