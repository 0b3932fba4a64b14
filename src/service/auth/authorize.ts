import { createHash, timingSafeEqual } from "node:crypto";
import type { LimitedSession, Sessions } from "../../store/sessions.ts";
import { Problem } from "../http/problem.ts";
import { isSessionToken } from "./sessionToken.ts";
import type { Tokens } from "./tokens.ts";

/** Caller of an operation. */
export interface Caller {
  readonly userid: string;
  /** Session that may do less than its user. @default none */
  readonly session?: LimitedSession | undefined;
}

/**
 * Returns the user of a request's bearer token: an access token or a session's token.
 *
 * @throws {Problem} 401, the same for every invalid token
 */
export async function authorize(
  request: Request,
  tokens: Tokens,
  sessions: Sessions,
): Promise<Caller> {
  const token = bearerOf(request);
  const userid = await userOfToken(token, tokens, sessions);
  if (userid !== undefined) return { userid };
  const session = isSessionToken(token) ? await sessions.limited(token) : undefined;
  if (session === undefined) throw wrongToken();
  return { userid: session.userid, session };
}

/** Returns the user of a token. Returns `undefined` if the token is invalid or has limits. */
export async function userOfToken(
  token: string,
  tokens: Tokens,
  sessions: Sessions,
): Promise<string | undefined> {
  return isSessionToken(token) ? await sessions.userOf(token) : await tokens.userOf(token);
}

/**
 * Checks that a request carries the operator's token. Without a secret, no token is valid.
 *
 * @throws {Problem} 401, the same for every invalid token
 */
export function authorizeOperator(request: Request, secret: string | undefined): void {
  const token = bearerOf(request);
  if (secret === undefined || !timingSafeEqual(hashOf(token), hashOf(secret))) throw wrongToken();
}

/**
 * Checks that a request carries the storage's secret as its bearer token, in constant time.
 *
 * @throws {Problem} 401, the same for every missing or invalid token
 */
export function authorizeStorage(request: Request, secret: string): void {
  if (timingSafeEqual(hashOf(givenToken(request) ?? ""), hashOf(secret))) return;
  throw new Problem(401, "The storage's secret is missing or wrong", {
    "WWW-Authenticate": "Bearer",
  });
}

function givenToken(request: Request): string | undefined {
  return /^bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1];
}

function bearerOf(request: Request): string {
  const token = givenToken(request);
  if (token !== undefined) return token;
  throw new Problem(401, "Not authenticated", { "WWW-Authenticate": "Bearer" });
}

function wrongToken(): Problem {
  return new Problem(401, "The token is invalid or has expired", {
    "WWW-Authenticate": 'Bearer error="invalid_token"',
  });
}

/** Hashes text, so that all compared values have the same length. */
function hashOf(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
