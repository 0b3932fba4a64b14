import { LIMITS } from "../../options/limits.ts";
import * as oauth from "oauth4webapi";
import { Credentials } from "./credentials.ts";
import { redact } from "../errors/redact.ts";
import { safeCause } from "../errors/safeCause.ts";
import { SignInError } from "../errors/signInError.ts";
import type { Fetch } from "../http/receive.ts";
import { fetchPastProxy } from "../http/proxies.ts";

/** Where and as which client one signs in. */
export interface AuthServerOptions {
  /** The address of the sign-in. */
  readonly authUrl: string;
  /** The client. */
  readonly clientId: string;
  /** What answers. @default globalThis.fetch */
  readonly fetch?: Fetch | undefined;
  /** Ends the request. */
  readonly signal?: AbortSignal | undefined;
}

/** An authorization server as oauth4webapi takes it. */
export interface AuthServer {
  /** Its addresses. */
  readonly server: oauth.AuthorizationServer;
  /** The client, which has no secret. */
  readonly client: oauth.Client;
  /** Its client authentication: none. */
  readonly auth: oauth.ClientAuth;
  /** Options of each request. */
  readonly options: oauth.TokenEndpointRequestOptions & oauth.DeviceAuthorizationRequestOptions;
}

/** The authorization server at an address; its paths are `/oauth/device/code` and `/oauth/token`. */
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
      // Whether an address may be without encryption, signIn has decided.
      [oauth.allowInsecureRequests]: authUrl.startsWith("http:"),
      [oauth.customFetch]: async (url, init) =>
        await bounded(await fetch(new Request(url, init as RequestInit))),
      ...(signal === undefined ? {} : { signal }),
    },
  };
}

/**
 * Reads an answer of the sign-in.
 *
 * @throws {TypeError} if it is longer than such an answer is
 */
async function bounded(response: Response): Promise<Response> {
  const { most, error } = LIMITS.smallBodyBytes;
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > most) throw new TypeError(`there are more than ${most} ${error}`);
    pieces.push(piece);
  }
  const { status, statusText, headers } = response;
  const body = response.body === null ? null : new Blob(pieces);
  return new Response(body, { status, statusText, headers });
}

/** What an OAuth error says in one line; undefined where it is none. */
export function oauthError(error: unknown): { code: string; text: string } | undefined {
  if (!(error instanceof oauth.ResponseBodyError)) return undefined;
  const { error: code, error_description: description } = error;
  return { code, text: description === undefined ? code : `${description} (${code})` };
}

/** The error of an answer that did not come, or cannot be read. */
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
 * An answer of the token endpoint without its ID token: that says who signed in, is checked against
 * keys that a service of this kind need not publish, and is of no use here.
 */
export async function withoutIdToken(response: Response): Promise<Response> {
  const text = await response.text();
  const { status, headers } = response;
  let body = text;
  try {
    const { id_token: _, ...rest } = JSON.parse(text);
    body = JSON.stringify(rest);
  } catch {
    // It is no JSON: what reads it will say so.
  }
  const type = headers.get("content-type");
  return new Response(body, { status, headers: type === null ? {} : { "content-type": type } });
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
