import type { UnitSystem } from "./connectOptions.ts";
import type { OutputMethod } from "../api/fields/enums.ts";
import type { OnProgress, Progress } from "../progress/progress.ts";
import type { Endpoint } from "../api/fields/endpoint.ts";
import type { ArgumentValues } from "./request/argumentValues.ts";
import type { Renaming } from "../api/fields/names.ts";
import type { ArrowLimits } from "../frame/arrow/arrowLimits.ts";
import type { Fetch } from "./http/receive.ts";
import type { RetryOptions } from "./http/send.ts";
import type { Length } from "../time/length.ts";
import type { Zones } from "../time/zone.ts";

/** Options of a single call. */
export interface CallOptions {
  /** Stops the call, which rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Wire format of a frame; the frame itself does not depend on it. @default the client's */
  output?: OutputMethod | undefined;
  /**
   * Zone of a frame's times, of times without a zone in the arguments, and of windows if the
   * arguments give no zone.
   * @default the client's
   */
  tz?: Zones | undefined;
  /**
   * Called with the progress of the call; a call in pieces reports all of them as one. @default the
   * client's
   */
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Approximate length of the pieces in which a long range is requested, such as `P30D`; `false`
   * requests the whole range at once. The result is the same.
   * @default 31 days of records, 92 of nights, 150 000 rows (at most 366 days) of a series
   */
  piece?: Length | false | undefined;
  /** Maximum number of pieces requested at once. @default the client's */
  concurrency?: number | undefined;
  /**
   * Maximum size of a response body in bytes, after decoding; less if less memory is free.
   * @default the client's
   */
  maxBody?: number | undefined;
  /**
   * Maximum size of an Arrow body in bytes, after decompression.
   * @default the client's
   */
  maxUnpacked?: number | undefined;
  /**
   * Maximum number of rows of an Arrow body: a few bytes can claim many empty rows.
   * @default the client's
   */
  maxRows?: number | undefined;
  /** Secret that a few operations take instead of the user's token. @default the token */
  secret?: string | undefined;
}

export type Call = (
  endpoint: Endpoint,
  args: ArgumentValues,
  options: CallOptions,
) => Promise<unknown>;

/** Checked options of a client, with defaults filled in. */
export interface Settings {
  /** Address of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Provides the checked token: a new one, if possible, after one was refused. */
  readonly token: (refused?: string) => Promise<string>;
  readonly userid: string | undefined;
  /** Claim of the token that contains the user's id. */
  readonly userClaim: string;
  readonly tz: string | undefined;
  /** System of units in which questions show amounts. */
  readonly units: UnitSystem;
  readonly now: () => Temporal.Instant;
  /** Sends the requests. */
  readonly fetch: Fetch;
  readonly retry: Required<RetryOptions>;
  /** Longest silence in milliseconds. */
  readonly timeout: number | false;
  /** Longest time of a call in milliseconds. */
  readonly totalTimeout: number | false;
  readonly onProgress: OnProgress;
  /** Limits of an Arrow body. */
  readonly limits: ArrowLimits;
  /** Maximum size of a body in bytes. */
  readonly maxBody: number;
  /** Wire format of frames. */
  readonly output: OutputMethod;
  /** Renaming from canonical names to the service's, and back. */
  readonly names: { readonly toWire: Renaming; readonly fromWire: Renaming };
  /** Maximum number of pieces of a long range requested at once. */
  readonly concurrency: number;
  /** Called for deprecated operations. */
  readonly warn: (message: string) => void;
}
