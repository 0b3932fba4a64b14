import { respondJson } from "../http/respond.ts";

/** Error codes of sign-in (RFC 6749, 5.2; RFC 8628, 3.5). */
export type SignInCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "authorization_pending"
  | "slow_down"
  | "access_denied"
  | "expired_token";

/** An error in the format of OAuth, which differs from other paths. */
export class SignInError extends Error {
  /** Error code, for programs. */
  readonly code: SignInCode;

  constructor(code: SignInCode, description: string) {
    super(description);
    this.name = "SignInError";
    this.code = code;
  }
}

/** Prevents caches from storing tokens. */
export const NO_STORE = { "Cache-Control": "no-store", Pragma: "no-cache" } as const;

/** Statuses of polls without tokens, for programs that only continue after these. */
const POLL_STATUS: Readonly<Partial<Record<SignInCode, number>>> = {
  authorization_pending: 403,
  expired_token: 403,
  access_denied: 403,
  slow_down: 429,
};

/** Redirects a browser to the address that some work returns, or answers its error. */
export async function signInRedirect(work: () => Promise<string>): Promise<Response> {
  let location: string | undefined;
  const answer = await signInAnswer(async () => {
    location = await work();
    return {};
  });
  if (location === undefined) return answer;
  await answer.body?.cancel();
  return new Response(null, { status: 302, headers: { ...NO_STORE, Location: location } });
}

/**
 * Answers sign-in with the JSON of a result or an error.
 *
 * @param isForbidding True if polls get 403 and 429 instead of 400.
 */
export async function signInAnswer(
  work: () => Promise<unknown>,
  isForbidding = false,
): Promise<Response> {
  try {
    return await respondJson(await work(), { status: 200, headers: NO_STORE });
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const status = error.code === "invalid_client"
      ? 401
      : (isForbidding ? POLL_STATUS[error.code] : undefined) ?? 400;
    const body = { error: error.code, error_description: error.message };
    return respondJson(body, { status, headers: NO_STORE });
  }
}
