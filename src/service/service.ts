import type { Names } from "../api/fields/names.ts";
import type { Clock } from "../store/sqlite/clock.ts";
import type { Store } from "../store/openStore.ts";
import type { TimeLike } from "../time/instant.ts";
import type { OpenUploads } from "./http/handler.ts";
import type { RequestRateOptions } from "./http/requestRate.ts";
import type { SignInOptions } from "./auth/signIn.ts";

/** Log entry of an answered request, without its query, token and body. */
export interface LogEntry {
  /** Identifier of the request, also in the header `X-Request-Id` of its answer. */
  readonly id: string;
  /** Method. */
  readonly method: string;
  /** Path, without the key of an upload. */
  readonly path: string;
  /** Status of the answer. */
  readonly status: number;
  /** Duration in milliseconds. */
  readonly milliseconds: number;
  /** Error behind a 500. */
  readonly error?: unknown;
}

/** Options of the service. */
export interface ServiceOptions {
  /** Store; the service closes it. */
  store: Store;
  /** Returns the current time. @default the store's clock */
  clock?: Clock;
  /** Secret that signs access tokens. @default a new random one */
  signingKey?: string;
  /** Claim of a token that contains the user's id. @default "svc_userid", by `names` */
  userClaim?: string;
  /** Names in requests and answers. @default the canonical ones */
  names?: Names;
  /** Options of sign-in. */
  signIn?: SignInOptions;
  /** Secret of the storage's messages. @default a new random one */
  storageSecret?: string;
  /** Token of the operator, who may grant service. @default none: nobody may */
  operatorToken?: string;
  /**
   * Time until which users may use the service without a grant. @default 9999-12-31, without end
   */
  activeUntil?: TimeLike;
  /**
   * Public address of the service behind a proxy, optionally with a path, such as
   * `https://example.org/health`. Clients send uploads there. The proxy may pass the path on or
   * strip it.
   * @default the address of the request
   */
  publicUrl?: string;
  /**
   * Additional host names of the service. This machine's names, every numeric address and the host
   * of `publicUrl` are always allowed. Requests to other hosts are answered with 421, because a
   * malicious page may have pointed its own name at this machine.
   * @default none
   */
  hosts?: readonly string[];
  /** Limit of requests per token, and of all sign-ins together. @default none */
  requestRate?: RequestRateOptions | undefined;
  /** Limit of announced files per user whose content is missing. */
  openUploads?: Partial<OpenUploads>;
  /**
   * Prefixes text in CSV with an apostrophe if spreadsheets would read it as a formula, which
   * alters the stored text.
   * @default false
   */
  csvSafe?: boolean;
  /** Called when a code of the owner's was used, so that you can show a new one. @default none */
  onOwnerCodeUsed?: () => void;
  /**
   * Origins whose pages may call the service from a browser, such as
   * `https://notebook.example.org`.
   * @default none
   */
  allowedOrigins?: readonly string[];
  /** Names of sources from the highest rank to the lowest. @default none: in order of appearance */
  sourcePriority?: readonly string[];
  /** Called for each answered request. @default none */
  onLog?: (entry: LogEntry) => void;
}

/** A service: a function from requests to responses. */
export interface Service {
  fetch(request: Request): Promise<Response>;
  /**
   * Issues a token for a user, whose account it creates if needed. Throws a `RangeError` if the id
   * is not a UUID.
   */
  issueToken(userid: string, options?: IssueTokenOptions): Promise<string>;
  /**
   * Returns the token of a user's session with a name, always the same until it is revoked. Creates
   * the session if needed. Users can list and revoke it like any session.
   */
  sessionToken(userid: string, name: string): Promise<string>;
  /**
   * Creates a session that only reads, or with `write` also adds records, annotations and tags.
   * `end` revokes it.
   */
  limitedSession(
    userid: string,
    name: string,
    limits: { readonly write: boolean },
  ): Promise<{ token: string; end: () => Promise<void> }>;
  /**
   * Returns a new code with which the owner approves or denies one sign-in, for any user. Show it
   * to nobody else. It is valid until it is used or the service closes.
   */
  ownerCode(): string;
  /** Returns the id of the service's owner: the oldest account, created if needed. */
  owner(): Promise<string>;
  /** Answers pending requests, then closes the store. */
  close(): Promise<void>;
}

/** Options of {@linkcode Service.issueToken}. */
export interface IssueTokenOptions {
  /** Lifetime in seconds. @default 86400, a day */
  expiresIn?: number;
}
