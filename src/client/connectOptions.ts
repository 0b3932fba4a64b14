import type { OutputMethod } from "../api/fields/enums.ts";
import type { Names } from "../api/fields/names.ts";
import type { Credentials } from "./auth/credentials.ts";
import type { CredentialsStore } from "./auth/credentialsStore.ts";
import type { Progress } from "../progress/progress.ts";
import type { Fetch } from "./http/receive.ts";
import type { RetryOptions } from "./http/send.ts";
import type { Zones } from "../time/zone.ts";

/** A system of units: that of metres and kilograms, or that of miles and pounds. */
export type UnitSystem = "metric" | "imperial";

/** Where a client is connected, as whom, and how. */
export interface ConnectOptions {
  /** The service's address, such as `https://host`. Needed unless there is a `profile`. */
  baseUrl?: string | URL | undefined;
  /**
   * The name under which a deployment was said at `deno task login --profile NAME`: its address, the
   * user's claim, its words and its zone, and who is signed in. Other options count before it. It is
   * looked for where `credentials` are kept, which is the platform's place unless they are given.
   * @default none
   */
  profile?: string | undefined;
  /**
   * The access token, or what gives it: asked before each try, so that it may be refreshed, and
   * once more, with the token that was refused, after a 401. Needed unless there are `credentials`.
   */
  token?: string | ((refused?: string) => string | Promise<string>) | undefined;
  /** What `signIn` gave, or where it is kept; it is refreshed when needed. In place of `token`. */
  credentials?: Credentials | CredentialsStore | undefined;
  /** The user whose data is read. @default the token's claim, else what `user.info()` says */
  userid?: string | undefined;
  /** The claim of the token that carries the user's id. @default "svc_userid" */
  userClaim?: string | undefined;
  /**
   * The IANA zone of frames' times, of times in arguments and in records that have none, and of windows,
   * where a call names none; or the zones that follow each other of someone who travels.
   * @default "UTC" for frames and windows; in arguments times that have no zone are refused, in records
   * the service reads them in UTC
   */
  tz?: Zones | undefined;
  /** The system of units in which questions show amounts: kilometres or miles. @default "metric" */
  units?: UnitSystem | undefined;
  /** The clock that `now()` reads. @default the system's */
  now?: (() => Temporal.Instant | Date) | undefined;
  /** What answers the requests. @default globalThis.fetch */
  fetch?: Fetch | undefined;
  /** How failed requests are tried again. */
  retry?: RetryOptions | undefined;
  /**
   * The longest silence of a try in milliseconds, before or inside of its answer; false for no limit.
   * That of a further try ends with the budget of `retry`.
   * @default 30_000
   */
  timeout?: number | false | undefined;
  /** The longest time in milliseconds for all tries of a call; false for no limit. @default false */
  totalTimeout?: number | false | undefined;
  /** Called while bodies come in and batches go out. @default `show.progressBar()` */
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * The form in which frames are carried. Of `csv`, `quotecsv` and `ndjson` nothing tells a body that was
   * cut at the end of a line from a whole one, unless the answer has a digest or a length, or the rows
   * are known beforehand; the client warns where it has to take one on trust.
   * @default "arrow"
   */
  output?: OutputMethod | undefined;
  /**
   * The service's own words, such as `{ svc: "acme" }` where it says `acme_userid`; arguments and
   * results keep the canonical ones.
   * @default the canonical names
   */
  names?: Names | undefined;
  /** How many pieces of a long range are asked for at once. @default 4 */
  concurrency?: number | undefined;
  /**
   * The most bytes of an answer's body after decoding; less if less memory is free.
   * @default 1 GiB
   */
  maxBody?: number | undefined;
  /**
   * The most bytes that an Arrow body may unpack to.
   * @default 200 for each of its bytes, at least 64 MB; from 1 GiB on 4 for each
   */
  maxUnpacked?: number | undefined;
  /**
   * The most rows of an Arrow body; few bytes can claim many rows of nothing.
   * @default 8 for each byte that it unpacks to, at least a million
   */
  maxRows?: number | undefined;
  /**
   * Called when a deprecated operation is called, and when nothing proves a text form whole, once in a
   * process for each.
   * @default console.warn
   */
  warn?: ((message: string) => void) | undefined;
  /** Send the token to another machine unencrypted, over http. @default false */
  allowInsecure?: boolean | undefined;
}
