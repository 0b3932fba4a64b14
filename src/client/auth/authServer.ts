import { LIMITS } from "../../options/limits.ts";
import * as oauth from "oauth4webapi";
import { Credentials } from "./credentials.ts";
import { redact } from "../errors/redact.ts";
import { safeCause } from "../errors/safeCause.ts";
import { SignInError } from "../errors/signInError.ts";
import type { Fetch } from "../http/receive.ts";
import { fetchPastProxy } from "../http/proxies.ts";

/** Options of {@linkcode authServer}. */
export interface AuthServerOptions {
  readonly authUrl: string;
  readonly clientId: string;
  /** Sends the requests. @default globalThis.fetch */
  readonly fetch?: Fetch | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An authorization server as oauth4webapi expects it. */
export interface AuthServer {
  readonly server: oauth.AuthorizationServer;
  /** The client, which has no secret. */
  readonly client: oauth.Client;
  /** Client authentication: always `None`. */
  readonly auth: oauth.ClientAuth;
  /** Options of each request. */
  readonly options: oauth.TokenEndpointRequestOptions & oauth.DeviceAuthorizationRequestOptions;
}

/**
 * Returns the authorization server at an address, with the paths `/oauth/device/code` and
 * `/oauth/token`.
 */
export function authServer(options: AuthServerOptions): AuthServer {
  const { authUrl, clientId, signal } = options;
  const fetch = options.fetch ?? fetchPastProxy;
  return {
    server: {
      issuer: authUrl,
      device_authorization_endpoint: `${authUrl}/oauth/device/code`,
      token_endpoint: `${authUrl}/oauth/token`,
    },
    client: { client_id: clientId },
    auth: oauth.None(),
    options: {
      // signIn has already decided whether an unencrypted address is allowed.
      [oauth.allowInsecureRequests]: authUrl.startsWith("http:"),
      [oauth.customFetch]: async (url, init) =>
        await bounded(await fetch(new Request(url, init as RequestInit))),
      ...(signal === undefined ? {} : { signal }),
    },
  };
}

/**
 * Reads a response of the authorization server.
 *
 * @throws {TypeError} if the body is longer than the limit
 */
async function bounded(response: Response): Promise<Response> {
  const { most, error } = LIMITS.smallBodyBytes;
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > most) throw new TypeError(`the body has more than ${most} ${error}`);
    pieces.push(piece);
  }
  const { status, statusText, headers } = response;
  const body = response.body === null ? null : new Blob(pieces);
  return new Response(body, { status, statusText, headers });
}

/** Returns the code and text of an OAuth error; `undefined` for any other error. */
export function oauthError(error: unknown): { code: string; text: string } | undefined {
  if (!(error instanceof oauth.ResponseBodyError)) return undefined;
  const { error: code, error_description: description } = error;
  return { code, text: description === undefined ? code : `${description} (${code})` };
}

/** Returns the error for a response that is missing or unreadable. */
export function unreachable(
  action: string,
  { authUrl, error, secrets }: { authUrl: string; error: unknown; secrets: Iterable<string> },
): SignInError {
  const reason = redact(error instanceof Error ? error.message : String(error), secrets);
  const cause = safeCause(error, secrets);
  return new SignInError("unreachable", `Cannot ${action}: ${authUrl} did not answer: ${reason}`, {
    cause,
  });
}

/**
 * Removes the ID token from a response of the token endpoint. Verifying it takes keys that the
 * service need not publish, and the client does not use it.
 */
export async function withoutIdToken(response: Response): Promise<Response> {
  const text = await response.text();
  const { status, headers } = response;
  let body = text;
  try {
    const { id_token: _, ...rest } = JSON.parse(text);
    body = JSON.stringify(rest);
  } catch {
    // Not JSON: the reader of the response reports it.
  }
  const type = headers.get("content-type");
  return new Response(body, { status, headers: type === null ? {} : { "content-type": type } });
}

/** Context of {@linkcode credentialsOf}. */
export interface CredentialsContext {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly now: () => Temporal.Instant;
  /** Refresh token to keep if the response has none. @default none */
  readonly refreshToken?: string | undefined;
}

/** Converts a response of the token endpoint to credentials. */
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
