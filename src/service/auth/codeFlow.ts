import { createHash } from "node:crypto";
import { LIMITS } from "../../options/limits.ts";
import { SignInError } from "./signInError.ts";

/** A program's request for a code by redirect (RFC 6749, 4.1). */
export interface CodeRequest {
  /** Address that receives the code. */
  readonly redirectUri: string;
  /** Returned unchanged with the code. */
  readonly state: string | undefined;
  /** SHA-256 of the verifier that the exchange must send (RFC 7636); `undefined` without PKCE. */
  readonly challenge: string | undefined;
  /** The code, valid once somebody has approved it. */
  readonly code: string;
}

/** Prefix of a code, which identifies it for people and secret scanners. */
export const CODE_PREFIX = "lfc_";

/** Addresses of this machine: a code sent there can only reach a program that runs on it. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Stores requests for codes by redirect, in memory and by the hashes of both codes. A program
 * exchanges a code within seconds, so a restart may lose it.
 */
export class CodeFlow {
  readonly #origins: readonly string[];
  readonly #byUserCode = new Map<string, CodeRequest>();
  readonly #byCode = new Map<string, CodeRequest>();

  /** @param origins Origins other than this machine that may receive codes. */
  constructor(origins: readonly string[] = []) {
    this.#origins = origins;
  }

  /**
   * Parses a request. Check its address before you send anything there.
   *
   * @throws {SignInError} if the address is neither on this machine nor at an allowed origin
   */
  read(fields: ReadonlyMap<string, string>, code: string): CodeRequest {
    const redirectUri = fields.get("redirect_uri") ?? "", url = URL.parse(redirectUri);
    const isAllowed = url !== null && url.hash === "" && url.username === "" &&
      (url.protocol === "http:" && LOOPBACK.test(url.hostname) ||
        this.#origins.includes(url.origin));
    if (!isAllowed) {
      throw new SignInError(
        "invalid_request",
        `redirect_uri ${JSON.stringify(redirectUri)} is neither an http address of this machine ` +
          "nor below an allowed origin",
      );
    }
    return {
      redirectUri,
      state: fields.get("state"),
      challenge: fields.get("code_challenge"),
      code,
    };
  }

  /** Stores a request until its code is exchanged. */
  add(userCode: string, request: CodeRequest): void {
    keep(this.#byUserCode, hashOf(userCode), request);
    keep(this.#byCode, hashOf(request.code), request);
  }

  /** Finds the request for a user code. */
  find(userCode: string): CodeRequest | undefined {
    return this.#byUserCode.get(hashOf(userCode));
  }

  /**
   * Checks that an exchange comes from the requesting program, and invalidates the code.
   *
   * @throws {SignInError} if the code, the address or the verifier is wrong
   */
  exchange(fields: ReadonlyMap<string, string>): string {
    const code = fields.get("code") ?? "", request = this.#byCode.get(hashOf(code));
    this.#byCode.delete(hashOf(code));
    const verifier = fields.get("code_verifier");
    const isSame = request !== undefined && request.redirectUri === fields.get("redirect_uri") &&
      request.challenge === (verifier === undefined ? undefined : hashOf(verifier));
    if (isSame) return code;
    throw new SignInError(
      "invalid_grant",
      "The code is wrong or has been used, or redirect_uri or code_verifier does not match its request",
    );
  }
}

/** Returns the address that sends a program its code or an error. */
export function redirectTo(
  { redirectUri, state }: CodeRequest,
  answer: { readonly code: string } | {
    readonly error: string;
    readonly error_description: string;
  },
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set("state", state);
  return url.href;
}

function keep(requests: Map<string, CodeRequest>, key: string, request: CodeRequest): void {
  requests.set(key, request);
  for (const oldest of requests.keys()) {
    if (requests.size <= LIMITS.codeRequests.most) break;
    requests.delete(oldest);
  }
}

/** Returns the SHA-256 in base64url, as PKCE requires. */
function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
