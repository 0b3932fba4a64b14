import type { Api } from "../../api/api.ts";
import type { Endpoint, Json, ReadAs } from "../../api/fields/endpoint.ts";
import type { Columns } from "../../frame/columns/columns.ts";
import type { Store } from "../../store/openStore.ts";
import type { Permission } from "../../store/shares.ts";
import type { Readings } from "../../api/fields/arguments.ts";

/** Limits of announced files per user whose content is missing. */
export interface OpenUploads {
  /** Number of files. @default 100 */
  readonly files: number;
  /** Total bytes. @default 64 GiB */
  readonly bytes: number;
}

/** A participant of a group whose data is read, and the data that the group collects. */
export interface Participation {
  readonly owner: string;
  /** Data that the group's creator may read. */
  readonly terms: Pick<Permission, "body" | "allData" | "start" | "end">;
}

/** Contents of a participant's token. */
export interface ParticipantClaims {
  readonly group_id: string;
  readonly participant_id: string;
  /** Address of the group's page: the audience of the token. */
  readonly aud: string;
}

/** Keys that sign participants' tokens. */
export interface GroupKeyring {
  /** Public key as a JSON Web Key (RFC 7517). */
  readonly publicKey: Readonly<Record<string, string>>;
  /** Signs a token. Returns it with its validity in seconds, counted from a Unix time. */
  sign(
    claims: ParticipantClaims,
    now: number,
  ): Promise<{ readonly token: string; readonly expires_in: number }>;
}

/** Dependencies of all handlers. */
export interface Context {
  /** Limits of announced files per user whose content is missing. */
  readonly openUploads: OpenUploads;
  readonly store: Store;
  /** Called with the owner and the data type of each read of another user's data. @default none */
  readonly onReading?: (owner: string, dataType?: string) => void;
  /** Participant of a group whose data is read. @default none */
  readonly participation?: Participation | undefined;
  /** Keys that sign participants' tokens. */
  readonly groupKeys: GroupKeyring;
  /** Sources from the highest rank to the lowest, from the service's options. */
  readonly sourcePriority: readonly string[];
  /** Time until which users have service, in microseconds UTC; `undefined` without end. */
  readonly activeUntil: bigint | undefined;
  /** Public address of the service behind a proxy. */
  readonly publicUrl?: string | undefined;
}

/** A parsed request for one operation. */
export interface Call<E extends Endpoint> {
  readonly args: Readings<E>;
  /** The caller. */
  readonly userid: string;
  /**
   * Parses the JSON body by the schema of its row.
   *
   * @throws {Problem} 422 if it is missing, not JSON, or rejected by the schema, 413 if it is too large
   */
  readonly body: E extends { body: infer J extends Json } ? () => Promise<ReadAs<J>> : never;
  /** The request, for its headers and body. */
  readonly request: Request;
  readonly context: Context;
}

/** Part of a call that several operations share: the caller and the parameters. */
export interface Query<Args> extends Pick<Call<Endpoint>, "userid" | "context"> {
  readonly args: Args;
}

/** A body produced in chunks. */
export interface TextBody {
  readonly contentType: string;
  readonly pieces: AsyncIterable<string>;
  /** Returns CSV with escaped formulas; call it once. */
  readonly inert?: () => TextBody;
}

/** Content of a file. */
export interface FileBody {
  readonly contentType: string;
  /** Length in bytes. */
  readonly length: number;
  /** SHA-256 of the bytes. */
  readonly sha256: Uint8Array;
  /** Bytes, read while they are sent. */
  readonly pieces: AsyncGenerator<Uint8Array, void, void>;
}

/** Result of a handler: a frame's columns, records as text, or a value for JSON. */
export type AnswerOf<E extends Endpoint> = E["returns"] extends Json ? ReadAs<E["returns"]>
  : E["returns"] extends { kind: "frame" } ? Columns
  : E["returns"] extends { kind: "bytes" } ? FileBody
  : E["returns"] extends { kind: "nothing" } ? void
  : TextBody;

/** Performs one operation. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<AnswerOf<E>> | AnswerOf<E>;

/** Handlers of a noun: exactly one per row of the table. */
export type HandlersOf<N extends keyof Api> = {
  readonly [O in keyof Api[N]]: Api[N][O] extends Endpoint ? Handler<Api[N][O]> : never;
};

/** Handlers of all nouns. */
export type Handlers = { readonly [N in keyof Api]: HandlersOf<N> };
