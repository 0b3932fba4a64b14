import { callSignal } from "../../options/callSignal.ts";
import { checkBaseUrl } from "../http/checkBaseUrl.ts";
import { checkOptions, type OptionTable } from "../../options/checkOptions.ts";
import type { Credentials } from "./credentials.ts";
import type { CredentialsStore } from "./credentialsStore.ts";
import type { Fetch } from "../http/receive.ts";
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
  const { clientId, fetch, now = Temporal.Now.instant, wait = timer } = options;
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
  // Whoever brings a token of their own needs none of it.
  const grant = await import("./deviceGrant.ts");
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
