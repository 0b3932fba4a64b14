import type { OutputMethod } from "../api/fields/enums.ts";
import type { Names } from "../api/fields/names.ts";
import type { Credentials } from "./auth/credentials.ts";
import type { CredentialsStore } from "./auth/credentialsStore.ts";
import type { Progress } from "../progress/progress.ts";
import type { Fetch } from "./http/receive.ts";
import type { RetryOptions } from "./http/send.ts";
import type { Zones } from "../time/zone.ts";

/** System of units: metres and kilograms, or miles and pounds. */
export type UnitSystem = "metric" | "imperial";

/** Options of {@linkcode connect}. */
export interface ConnectOptions {
  /** Address of the service, such as `https://host`. Required without a `profile`. */
  baseUrl?: string | URL | undefined;
  /**
   * Profile that `deno task login --profile NAME` has stored: the deployment's address, the user's
   * claim, the service's words, the zone, and the signed-in user. Other options take precedence. It
   * is read from the file of `credentials`, by default the platform's usual place.
   * @default none
   */
  profile?: string | undefined;
  /**
   * Access token, or a function that provides it. The function is called before each attempt, so
   * that it can refresh the token. After a 401 it is called again with the token that was refused.
   * Required without `credentials`.
   */
  token?: string | ((refused?: string) => string | Promise<string>) | undefined;
  /** Result of `signIn`, or the store that contains it; refreshed when needed. Replaces `token`. */
  credentials?: Credentials | CredentialsStore | undefined;
  /** User whose data is read. @default the token's claim, else the answer of `user.info()` */
  userid?: string | undefined;
  /** Claim of the token that contains the user's id. @default "svc_userid" */
  userClaim?: string | undefined;
  /**
   * IANA zone of frames' times, of windows, and of times without a zone in arguments and records,
   * if a call gives none; for a traveller, a list of successive zones.
   * @default none: frames have no zone, calls that need local days ask for `tz`, and local times in
   * arguments are rejected. The service reads local times in records as UTC
   */
  tz?: Zones | undefined;
  /** System of units in which questions show amounts: kilometres or miles. @default "metric" */
  units?: UnitSystem | undefined;
  /** Clock that `now()` reads. @default the system's */
  now?: (() => Temporal.Instant | Date) | undefined;
  /** Sends the requests. @default globalThis.fetch */
  fetch?: Fetch | undefined;
  /** Options for retries of failed requests. */
  retry?: RetryOptions | undefined;
  /**
   * Longest silence in an attempt in milliseconds, before or within a response; `false` for no
   * limit. The silence of a retry ends with the budget of `retry`.
   * @default 30_000
   */
  timeout?: number | false | undefined;
  /**
   * Longest time in milliseconds for all attempts of a call; `false` for no limit. @default false
   */
  totalTimeout?: number | false | undefined;
  /** Called while bodies arrive and batches are sent. @default `show.progressBar()` */
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Wire format of frames. In `csv`, `quotecsv` and `ndjson`, a body that was cut at the end of a
   * line looks complete, unless the response has a digest or a length, or the number of rows is
   * known. The client warns if it cannot verify a body.
   * @default "arrow"
   */
  output?: OutputMethod | undefined;
  /**
   * The service's own words, such as `{ svc: "acme" }` for `acme_userid`. Arguments and results
   * keep the canonical names.
   * @default the canonical names
   */
  names?: Names | undefined;
  /** Maximum number of pieces of a long range requested at once. @default 4 */
  concurrency?: number | undefined;
  /**
   * Maximum size of a response body in bytes, after decoding; less if less memory is free.
   * @default 1 GiB
   */
  maxBody?: number | undefined;
  /**
   * Maximum size of an Arrow body in bytes, after decompression.
   * @default 200 per byte of the body, at least 64 MB; from 1 GiB on 4 per byte
   */
  maxUnpacked?: number | undefined;
  /**
   * Maximum number of rows of an Arrow body: a few bytes can claim many empty rows.
   * @default 8 per decompressed byte, at least a million
   */
  maxRows?: number | undefined;
  /**
   * Called once per process for each deprecated operation, and for each text format that cannot be
   * verified.
   * @default console.warn
   */
  warn?: ((message: string) => void) | undefined;
  /** Allows sending the token unencrypted to another machine, over http. @default false */
  allowInsecure?: boolean | undefined;
}
