import type { Api } from "../../api/api.ts";
import type { Endpoint, Json, ReadAs } from "../../api/fields/endpoint.ts";
import type { Columns } from "../../frame/columns/columns.ts";
import type { Store } from "../../store/openStore.ts";
import type { Permission } from "../../store/shares.ts";
import type { Readings } from "../../api/fields/arguments.ts";

/** How much a user may announce of files whose content is still to come. */
export interface OpenUploads {
  /** Files. @default 100 */
  readonly files: number;
  /** Their bytes. @default 64 GiB */
  readonly bytes: number;
}

/** A participant of a group whose data is read, and what the group collects. */
export interface Participation {
  /** The user. */
  readonly owner: string;
  /** What the group's maker may read. */
  readonly terms: Pick<Permission, "body" | "allData" | "start" | "end">;
}

/** Contents of a token of a participant. */
export interface ParticipantClaims {
  /** Identifier of the group. */
  readonly group_id: string;
  /** Identifier of the participant. */
  readonly participant_id: string;
  /** Page of the group. */
  readonly aud: string;
}

/** The keys that sign tokens of participants. */
export interface GroupKeyring {
  /** The public key as a JSON Web Key (RFC 7517). */
  readonly publicKey: Readonly<Record<string, string>>;
  /** Signs a token, valid from a second on (Unix time) for the seconds that it returns too. */
  sign(
    claims: ParticipantClaims,
    now: number,
  ): Promise<{ readonly token: string; readonly expires_in: number }>;
}

/** What all handlers share. */
export interface Context {
  /** How much a user may announce of files whose content is still to come. */
  readonly openUploads: OpenUploads;
  /** Where everything is kept. */
  readonly store: Store;
  /** Called with whose data is read that is another's, and its data type if it has one. @default nobody */
  readonly onReading?: (owner: string, dataType?: string) => void;
  /** The participant of a group whose data is read. @default a user's data is read as a user's */
  readonly participation?: Participation | undefined;
  /** The keys that sign tokens of participants. */
  readonly groupKeys: GroupKeyring;
  /** Sources from the highest to the lowest, as the service was started with. */
  readonly sourcePriority: readonly string[];
  /** Until when users have service, in microseconds UTC; undefined without end. */
  readonly activeUntil: bigint | undefined;
  /** The address under which clients reach the service through a proxy. */
  readonly publicUrl?: string | undefined;
}

/** A request for one operation, read and checked. */
export interface Call<E extends Endpoint> {
  /** Its parameters. */
  readonly args: Readings<E>;
  /** Who asks. */
  readonly userid: string;
  /**
   * Its JSON body, read by the schema of its row.
   *
   * @throws {Problem} 422 if it is missing, not JSON, or rejected by the schema, 413 if it is too large
   */
  readonly body: E extends { body: infer J extends Json } ? () => Promise<ReadAs<J>> : never;
  /** The request, for its headers and body. */
  readonly request: Request;
  /** What all handlers share. */
  readonly context: Context;
}

/** The part of a call that says who asks with which parameters, for what several operations share. */
export interface Query<Args> extends Pick<Call<Endpoint>, "userid" | "context"> {
  /** Its parameters. */
  readonly args: Args;
}

/** A body that is made piece by piece. */
export interface TextBody {
  /** Media type. */
  readonly contentType: string;
  /** Its text. */
  readonly pieces: AsyncIterable<string>;
  /** The same, of CSV, without what programs for spreadsheets take for formulas; to be asked once. */
  readonly inert?: () => TextBody;
}

/** The content of a file. */
export interface FileBody {
  /** Media type. */
  readonly contentType: string;
  /** How many bytes it has. */
  readonly length: number;
  /** The SHA-256 of its bytes. */
  readonly sha256: Uint8Array;
  /** Its bytes, read as they are sent. */
  readonly pieces: AsyncGenerator<Uint8Array, void, void>;
}

/** What a handler gives back: a frame's columns, records as text, or a value for JSON. */
export type AnswerOf<E extends Endpoint> = E["returns"] extends Json ? ReadAs<E["returns"]>
  : E["returns"] extends { kind: "frame" } ? Columns
  : E["returns"] extends { kind: "bytes" } ? FileBody
  : E["returns"] extends { kind: "nothing" } ? void
  : TextBody;

/** Does one operation. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<AnswerOf<E>> | AnswerOf<E>;

/** The handlers of a noun: one for each of its rows in the table, no more and no less. */
export type HandlersOf<N extends keyof Api> = {
  readonly [O in keyof Api[N]]: Api[N][O] extends Endpoint ? Handler<Api[N][O]> : never;
};

/** The handlers of all nouns. */
export type Handlers = { readonly [N in keyof Api]: HandlersOf<N> };
