import type { Api } from "../api/api.ts";
import type { Arguments, Endpoint, Endpoints, Json } from "../api/endpoint.ts";
import type { OutputMethod } from "../api/enums.ts";
import type { FrameLike } from "../frame/asFrame.ts";
import type { Frame } from "../frame/toFrame.ts";
import type { Ingested, IngestOptions } from "./ingestRecords.ts";

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
  tz?: string | undefined;
}

/** What a method gives: the JSON that the endpoint answers, or a Polars frame. */
export type CallResult<E extends Endpoint> = E["returns"] extends Json<infer T> ? T : Frame;

/** A method of the client, made from a row of the table; arguments carry their names on the wire. */
export type ClientMethod<E extends Endpoint> = Record<never, never> extends Arguments<E>
  ? (args?: Arguments<E>, options?: CallOptions) => Promise<CallResult<E>>
  : (args: Arguments<E>, options?: CallOptions) => Promise<CallResult<E>>;

/** The methods of one noun. */
export type ClientMethods<T extends Endpoints> = { readonly [O in keyof T]: ClientMethod<T[O]> };

/** The methods of all nouns, straight from the tables. */
export type Nouns = { readonly [N in keyof Api]: ClientMethods<Api[N]> };

/** What the client can do with records beyond the table. */
export interface IngestMethods {
  /**
   * Stores records of a type: an array of objects, a frame or an Arrow table, in batches of JSON
   * lines, one request a batch, in order. A batch is stored as a whole or not at all.
   */
  records(dataType: string, records: FrameLike, options?: IngestOptions): Promise<Ingested>;
}

/** What a client knows of itself. */
export interface ClientFacts {
  /** The service's address. */
  readonly baseUrl: string;
  /** The client's clock. */
  now(): Temporal.Instant;
  /** The user whose data is read: as given to `connect`, else by the token, else asked once. */
  userid(): Promise<string>;
}

/** A client of a service; made by {@linkcode connect}. */
export type Client = ClientFacts & Nouns & { readonly ingest: IngestMethods };
