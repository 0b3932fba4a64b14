import type { Store } from "../../store/openStore.ts";
import { microsOf } from "../../store/sqlite/clock.ts";
import { publicAddress } from "../http/publicAddress.ts";
import { CODE_PREFIX, CodeFlow, redirectTo } from "./codeFlow.ts";
import { IdTokens } from "./idTokens.ts";
import { SignInError } from "./signInError.ts";
import { signInForm, uniqueFields } from "./signInForm.ts";
import { newUserCode, plainUserCode } from "./signInUserCode.ts";
import type { Tokens } from "./tokens.ts";

/** Options of sign-in. */
export interface SignInOptions {
  /** Allowed programs, by `client_id`. @default any */
  clients?: readonly string[] | undefined;
  /** Seconds within which a code must be approved. @default 600 */
  codeExpiresIn?: number;
  /** Seconds that a device waits between two polls. @default 5 */
  interval?: number;
  /**
   * Status of a poll that has no tokens yet: 400 (RFC 8628), or 403 for programs that only continue
   * after 403. They get 429 if they poll too often. @default 400
   */
  pollStatus?: 400 | 403;
}

export interface SignInContext {
  readonly store: Store;
  readonly tokens: Tokens;
  /** Requests for codes by redirect. @default only programs on this machine */
  readonly codeFlow?: CodeFlow;
  /** Public address of the service behind a proxy. */
  readonly publicUrl?: string | undefined;
}

/** Path of the approval page. */
export const APPROVAL_PATH = "/oauth/device";

/** Approval path relative to the page itself, so that its form works below any prefix. */
export const APPROVAL_ACTION = "device";

/** Lifetime of an access token: one hour. */
const ACCESS_SECONDS = 3600;

/** Supported scopes; `offline_access` requests a refresh token. */
const SCOPES = ["openid", "profile", "email", "offline_access"] as const;

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** Errors for the states of a poll. */
const POLLS = {
  unknown: ["invalid_grant", "The device code is wrong or was already used"],
  expired: ["expired_token", "The code has expired; start again"],
  denied: ["access_denied", "The request was denied"],
  pending: ["authorization_pending", "Nobody has approved the code yet"],
  too_fast: ["slow_down", "Wait 5 seconds longer between two tries"],
} as const;

/** The service's side of device authorization (RFC 8628) and token refresh (RFC 6749, 6). */
export class SignIn {
  readonly #context: SignInContext;
  readonly #clients: ReadonlySet<string> | undefined;
  readonly #codeExpiresIn: number;
  readonly #interval: number;
  readonly #codeFlow: CodeFlow;
  readonly #idTokens = new IdTokens();
  /** True if polls without tokens get 403 and 429. */
  readonly isForbidding: boolean;

  constructor(context: SignInContext, options: SignInOptions = {}) {
    this.#context = context;
    this.#codeFlow = context.codeFlow ?? new CodeFlow();
    this.#clients = options.clients && new Set(options.clients);
    this.#codeExpiresIn = options.codeExpiresIn ?? 600;
    this.#interval = options.interval ?? 5;
    this.isForbidding = options.pollStatus === 403;
  }

  /**
   * Issues the codes with which a device signs in.
   *
   * @throws {SignInError} if the program is not allowed or requests an unknown scope
   */
  async deviceCode(request: Request): Promise<object> {
    const form = await signInForm(request);
    const clientId = this.#clientOf(form);
    const deviceCode = newSecret("lfd_");
    const userCode = await this.#newUserCode(deviceCode, clientId, scopeOf(form.get("scope")));
    const page = publicAddress(this.#context, request, APPROVAL_PATH);
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${userCode}`,
      expires_in: this.#codeExpiresIn,
      interval: this.#interval,
    };
  }

  /**
   * Starts a sign-in by redirect (RFC 6749, 4.1; with PKCE, RFC 7636). Returns the address of the
   * approval page, or of the program if the request is invalid.
   *
   * @throws {SignInError} if the program or its address is not allowed
   */
  async authorize(request: Request): Promise<string> {
    const fields = uniqueFields(new URL(request.url).searchParams);
    const clientId = this.#clientOf(fields);
    const code = newSecret(CODE_PREFIX), asked = this.#codeFlow.read(fields, code);
    try {
      if (fields.get("response_type") !== "code") {
        throw new SignInError("unsupported_response_type", "response_type must be code");
      }
      if (asked.challenge !== undefined && fields.get("code_challenge_method") !== "S256") {
        throw new SignInError("invalid_request", "code_challenge_method must be S256");
      }
      const userCode = await this.#newUserCode(code, clientId, scopeOf(fields.get("scope")));
      this.#codeFlow.add(plainUserCode(userCode)!, asked);
      return publicAddress(this.#context, request, `${APPROVAL_PATH}?user_code=${userCode}`);
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      return redirectTo(asked, { error: error.code, error_description: error.message });
    }
  }

  /**
   * Issues tokens for an approved code or for a refresh token.
   *
   * @throws {SignInError} if the code or token is invalid, or the code is not approved yet
   */
  async token(request: Request): Promise<object> {
    const form = await signInForm(request);
    const clientId = this.#clientOf(form);
    switch (requireField(form, "grant_type")) {
      case DEVICE_GRANT: {
        const deviceCode = requireField(form, "device_code");
        // A code by redirect can only be exchanged with the address that it was sent to.
        const isDevice = !deviceCode.startsWith(CODE_PREFIX);
        return await this.#ofCode(isDevice ? deviceCode : "", clientId, request);
      }
      case "authorization_code":
        requireField(form, "code");
        return await this.#ofCode(this.#codeFlow.exchange(form), clientId, request);
      case "refresh_token":
        return await this.#ofRefresh(
          requireField(form, "refresh_token"),
          clientId,
          form.get("scope"),
          request,
        );
      default:
        throw new SignInError(
          "unsupported_grant_type",
          `grant_type must be ${DEVICE_GRANT}, authorization_code or refresh_token`,
        );
    }
  }

  async #newUserCode(deviceCode: string, clientId: string, scope: string): Promise<string> {
    const userCode = newUserCode();
    await this.#context.store.deviceCodes.add({
      deviceCode,
      userCode: plainUserCode(userCode)!,
      clientId,
      scope,
      expiresIn: this.#codeExpiresIn,
      interval: this.#interval,
    });
    return userCode;
  }

  async #ofCode(code: string, clientId: string, request: Request): Promise<object> {
    const poll = await this.#context.store.deviceCodes.poll(code, clientId);
    if (poll.state !== "approved") {
      const [code, description] = POLLS[poll.state];
      throw new SignInError(code, description);
    }
    const { userid, scope } = poll;
    const tokens = await this.#tokens({ userid, scope, clientId }, request);
    if (!scope.split(" ").includes("offline_access")) return tokens;
    const token = newSecret("lfr_");
    await this.#context.store.refreshTokens.add({ token, userid, clientId, scope });
    return { ...tokens, refresh_token: token };
  }

  async #ofRefresh(
    token: string,
    clientId: string,
    asked: string | undefined,
    request: Request,
  ): Promise<object> {
    const next = newSecret("lfr_");
    const refreshed = await this.#context.store.refreshTokens.rotate(token, clientId, next);
    if (refreshed === undefined) {
      throw new SignInError("invalid_grant", "The refresh token is wrong, used or expired");
    }
    const scope = asked === undefined ? refreshed.scope : scopeOf(asked, refreshed.scope);
    const { userid } = refreshed;
    const tokens = await this.#tokens({ userid, scope, clientId }, request);
    return { ...tokens, refresh_token: next };
  }

  async #tokens(granted: Granted, request: Request): Promise<object> {
    const { userid, scope } = granted;
    return {
      access_token: await this.#context.tokens.issue(userid, ACCESS_SECONDS),
      token_type: "Bearer",
      expires_in: ACCESS_SECONDS,
      scope,
      ...(scope.split(" ").includes("openid")
        ? { id_token: await this.#idToken(granted, request) }
        : {}),
    };
  }

  /**
   * Signs an id token (OpenID Connect Core, 2). The service stores no names, so a user's name is
   * the start of the id, and the email address ends in `.invalid` (RFC 2606).
   */
  #idToken({ userid, scope, clientId }: Granted, request: Request): Promise<string> {
    const { clock } = this.#context.store;
    const words = scope.split(" ");
    return this.#idTokens.sign(
      {
        iss: publicAddress(this.#context, request, ""),
        sub: userid,
        aud: clientId,
        ...(words.includes("profile") ? { name: `User ${userid.slice(0, 8)}` } : {}),
        ...(words.includes("email")
          ? { email: `${userid}@users.invalid`, email_verified: false }
          : {}),
      },
      Number(microsOf(clock) / 1_000_000n),
      ACCESS_SECONDS,
    );
  }

  #clientOf(form: ReadonlyMap<string, string>): string {
    const clientId = requireField(form, "client_id");
    if (clientId.length > 200 || (this.#clients !== undefined && !this.#clients.has(clientId))) {
      throw new SignInError("invalid_client", "The service does not know this client_id");
    }
    return clientId;
  }
}

/** An approved request of a program. */
interface Granted {
  readonly userid: string;
  readonly scope: string;
  readonly clientId: string;
}

/** Returns the granted scope: the requested one without unknown parts. */
function scopeOf(asked: string | undefined, most: string = SCOPES.join(" ")): string {
  if (asked === undefined) return most;
  const words = new Set(asked.split(" "));
  const granted = most.split(" ").filter((scope) => words.has(scope));
  if (granted.length > 0) return granted.join(" ");
  throw new SignInError("invalid_scope", `scope must contain some of ${most}`);
}

function requireField(form: ReadonlyMap<string, string>, name: string): string {
  const value = form.get(name);
  if (value !== undefined) return value;
  throw new SignInError("invalid_request", `${name} is missing`);
}

/** Returns 32 random bytes as text. The prefix identifies them for people and secret scanners. */
function newSecret(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return prefix + bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
