import { loadLate } from "../../options/loadLate.ts";
import { callSignal } from "../../options/callSignal.ts";
import { checkBaseUrl } from "../http/checkBaseUrl.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { sleep } from "../../options/sleep.ts";
import type { Credentials } from "./credentials.ts";
import type { CredentialsStore } from "./credentialsStore.ts";
import type { Fetch } from "../http/receive.ts";
import { showPrompt, type SignInPrompt, signInPrompt } from "./signInPrompt.ts";

/** Options of {@linkcode signIn}. */
export interface SignInOptions {
  /** Address of the authorization server, such as `https://auth.host`. */
  authUrl: string | URL;
  /** Id of the client, as registered with the service. */
  clientId: string;
  /** Address of the service that the tokens are for. @default authUrl */
  baseUrl?: string | URL | undefined;
  /** Audience of the tokens, if the service requires one. @default none */
  audience?: string | undefined;
  /** Scope of the tokens. @default "openid profile email offline_access" */
  scope?: string | undefined;
  /**
   * Shows the link and the code. @default as a cell's output in a notebook, else on standard error
   */
  onPrompt?: ((prompt: SignInPrompt) => void | Promise<void>) | undefined;
  /** Stops the sign-in, which rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Store that the credentials are written to. @default none */
  store?: CredentialsStore | undefined;
  /** Sends the requests. @default globalThis.fetch */
  fetch?: Fetch | undefined;
  /** Clock. @default the system's */
  now?: (() => Temporal.Instant) | undefined;
  /** Waits between two requests. @default a timer */
  wait?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /** Allows sending tokens unencrypted to another machine, over http. @default false */
  allowInsecure?: boolean | undefined;
}

const OPTIONS = optionNames<SignInOptions>()(
  "authUrl clientId baseUrl audience scope onPrompt signal store fetch now wait allowInsecure",
);

/**
 * Seconds between two requests if the service gives none, and the increment of slow_down (RFC
 * 8628).
 */
const INTERVAL = 5;
/** Longest wait in seconds after a missing response. */
const LONGEST = 60;

/**
 * Signs in on another device (OAuth 2.0 device authorization, RFC 8628). It shows a link and a
 * code, then waits until somebody has approved the code there. It never polls more often than the
 * service allows.
 *
 * @example Sign in to a service that approves immediately
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
 * @returns credentials for `connect({ baseUrl, credentials })`, also written to `store`.
 * @throws {SignInError} if the sign-in is denied, not approved in time, or refused by the service
 * @throws {TypeError | RangeError} if an address is malformed or would carry tokens unencrypted
 * @throws the reason of the signal if it aborts
 */
export async function signIn(options: SignInOptions): Promise<Credentials> {
  checkOptions("sign in", options, OPTIONS, "authUrl and clientId");
  const { clientId, fetch, now = Temporal.Now.instant, wait = sleep } = options;
  const signal = callSignal(options.signal);
  const allowInsecure = options.allowInsecure ?? false;
  const check = (name: "authUrl" | "baseUrl", url: string | URL): string =>
    checkBaseUrl(url, allowInsecure, { action: "sign in", name });
  const authUrl = check("authUrl", options.authUrl);
  const baseUrl = options.baseUrl === undefined ? authUrl : check("baseUrl", options.baseUrl);
  if (typeof clientId !== "string" || clientId === "") {
    throw new TypeError("Cannot sign in: clientId is missing");
  }
  signal?.throwIfAborted();
  // Not needed if you bring your own token.
  const grant = await loadLate<typeof import("./deviceGrant.ts")>("./deviceGrant.ts", import.meta);
  const at = { authUrl, clientId, fetch, signal };
  const device = await grant.startDeviceGrant(at, options);
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
    if (Temporal.Instant.compare(now(), expiresAt) >= 0) throw grant.codeExpired(device.user_code);
    const answer = await grant.askForTokens(at, device);
    if (answer === "slow_down") seconds += INTERVAL;
    else if (answer === "no answer") seconds = Math.min(LONGEST, Math.max(1, seconds * 2));
    if (typeof answer === "string") continue;
    const credentials = grant.credentialsOf(answer, { baseUrl, authUrl, clientId, now });
    await options.store?.write(credentials);
    return credentials;
  }
}
