import type { Names } from "../api/fields/names.ts";
import type { Clock } from "../store/sqlite/clock.ts";
import type { Store } from "../store/openStore.ts";
import type { TimeLike } from "../time/instant.ts";
import type { OpenUploads } from "./http/handler.ts";
import type { RequestRateOptions } from "./http/requestRate.ts";
import type { SignInOptions } from "./auth/signIn.ts";

/** What is known of a request once it is answered; never its query, its token or its body. */
export interface LogEntry {
  /** Identifier of the request, also in the header `X-Request-Id` of its answer. */
  readonly id: string;
  /** Method. */
  readonly method: string;
  /** Path, without the key of an upload. */
  readonly path: string;
  /** Status of the answer. */
  readonly status: number;
  /** How long it took, in milliseconds. */
  readonly milliseconds: number;
  /** What went wrong, of an answer 500. */
  readonly error?: unknown;
}

/** How a service is made. */
export interface ServiceOptions {
  /** Where everything is kept; the service closes it. */
  store: Store;
  /** Tells the present moment. @default the store's clock */
  clock?: Clock;
  /** The secret that access tokens are signed with. @default a new one, known to nobody */
  signingKey?: string;
  /** The claim of a token that holds the user's id. @default "svc_userid", by `names` */
  userClaim?: string;
  /** The names that requests and answers carry in place of the canonical ones. @default the canonical ones */
  names?: Names;
  /** How programs sign in. */
  signIn?: SignInOptions;
  /** The secret that the storage's messages carry. @default a new one, known to nobody */
  storageSecret?: string;
  /** The token of the operator, who may grant service. @default none: nobody may */
  operatorToken?: string;
  /** Until when users may use the service, where no grant says more. @default 9999-12-31, without end */
  activeUntil?: TimeLike;
  /**
   * The address under which clients reach the service through a proxy, perhaps with a path such as
   * `https://example.org/health`; uploads are sent there. The proxy may pass the path on or strip it.
   * @default where the request came
   */
  publicUrl?: string;
  /**
   * Further names of hosts under which the service may be reached. Those of this machine, every
   * address in numbers and the host of `publicUrl` are always known; a request to any other is
   * answered 421, for a page of elsewhere may have pointed its own name here. @default none
   */
  hosts?: readonly string[];
  /** How many requests each token may make, and all programs that sign in. @default any number */
  requestRate?: RequestRateOptions | undefined;
  /** How much each user may announce of files whose content is still to come. */
  openUploads?: Partial<OpenUploads>;
  /**
   * Whether texts in CSV that programs for spreadsheets take for formulas begin with an apostrophe;
   * they are then no longer what was stored. @default false
   */
  csvSafe?: boolean;
  /** Called when a code of the owner's was used, so that a new one can be shown. @default nobody */
  onOwnerCodeUsed?: () => void;
  /**
   * Origins, such as `https://notebook.example.org`, whose pages may call the service from a browser.
   * @default none
   */
  allowedOrigins?: readonly string[];
  /** Names of sources from the highest to the lowest. @default none: in the order in which they came */
  sourcePriority?: readonly string[];
  /** Told of each request that was answered. @default nobody */
  onLog?: (entry: LogEntry) => void;
}

/** The service: a function from requests to responses. */
export interface Service {
  /** Answers a request. */
  fetch(request: Request): Promise<Response>;
  /** A token for a user, whose account is made if there is none; throws `RangeError` where the id is not a UUID. */
  issueToken(userid: string, options?: IssueTokenOptions): Promise<string>;
  /**
   * The token of a user's session of a name, which is made if there is none that is good: the same each
   * time, until it is ended. It can be listed and ended as any session can.
   */
  sessionToken(userid: string, name: string): Promise<string>;
  /**
   * A new code with which the owner approves or denies one program's sign-in, for any user; show it
   * to nobody else. It is good until it is used or the service is closed.
   */
  ownerCode(): string;
  /** The id of the user whose service it is: the oldest account, made if there is none. */
  owner(): Promise<string>;
  /** Closes the store when the requests under way are answered. */
  close(): Promise<void>;
}

/** How a token is issued. */
export interface IssueTokenOptions {
  /** For how many seconds it is good. @default 86400, a day */
  expiresIn?: number;
}
