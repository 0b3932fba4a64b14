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

/** What one call may set beside its arguments. */
export interface CallOptions {
  /** Ends the call; it is then rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** The form in which a frame is carried; the frame is the same whichever it is. @default the client's */
  output?: OutputMethod | undefined;
  /**
   * The zone of a frame's times, of times in the arguments that have none, and of the windows where
   * the arguments name no zone.
   * @default the client's
   */
  tz?: Zones | undefined;
  /** Called with how far the call is: of one in pieces, over all of them together. @default the client's */
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * About how long the pieces are in which a long range is asked for such
   * as `P30D`; false asks for the whole at once. The result is the same.
   * @default 31 days of records, 92 of nights, 150 000 rows (at most 366 days) of a series
   */
  piece?: Length | false | undefined;
  /** How many pieces are asked for at once. @default the client's */
  concurrency?: number | undefined;
  /**
   * The most bytes of an answer's body after decoding; less if less memory is free.
   * @default the client's
   */
  maxBody?: number | undefined;
  /**
   * The most bytes that an Arrow body may unpack to.
   * @default the client's
   */
  maxUnpacked?: number | undefined;
  /**
   * The most rows of an Arrow body; few bytes can claim many rows of nothing.
   * @default the client's
   */
  maxRows?: number | undefined;
  /** What an operation takes in place of a user's token, for the few that do. @default the token */
  secret?: string | undefined;
}

/** Makes one call. */
export type Call = (
  endpoint: Endpoint,
  args: ArgumentValues,
  options: CallOptions,
) => Promise<unknown>;

/** The options of a client, checked and with their defaults. */
export interface Settings {
  /** The service's address, without a slash at its end. */
  readonly baseUrl: string;
  /** Gives the token, checked: another one, if it can, than the one that was refused. */
  readonly token: (refused?: string) => Promise<string>;
  /** The user, where given. */
  readonly userid: string | undefined;
  /** The claim of the token that carries the user's id. */
  readonly userClaim: string;
  /** The zone, where given. */
  readonly tz: string | undefined;
  /** The system of units in which questions show amounts. */
  readonly units: UnitSystem;
  /** The clock. */
  readonly now: () => Temporal.Instant;
  /** What answers. */
  readonly fetch: Fetch;
  /** How failures are tried again. */
  readonly retry: Required<RetryOptions>;
  /** The longest silence in milliseconds. */
  readonly timeout: number | false;
  /** The longest time of a call in milliseconds. */
  readonly totalTimeout: number | false;
  /** Who is told how far a call is. */
  readonly onProgress: OnProgress;
  /** How much an Arrow body may claim to hold. */
  readonly limits: ArrowLimits;
  /** The most bytes of a body. */
  readonly maxBody: number;
  /** The form of frames. */
  readonly output: OutputMethod;
  /** The renaming from canonical names to the service's, and back. */
  readonly names: { readonly toWire: Renaming; readonly fromWire: Renaming };
  /** How many pieces of a long range are asked for at once. */
  readonly concurrency: number;
  /** Called for operations that are deprecated. */
  readonly warn: (message: string) => void;
}
