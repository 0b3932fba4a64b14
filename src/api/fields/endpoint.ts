import type { z } from "zod";
import type { ColumnType, Schema } from "../../frame/columns/schema.ts";
import type * as models from "../../schema/models.ts";

/**
 * Kind of value of a parameter. The service has one parser per kind, and the client one formatter.
 */
export type Kind =
  | "time"
  | "text"
  | "metric"
  | "uuid"
  | "zone"
  | "number"
  | "integer"
  | "boolean"
  | "duration";

/** A query parameter. */
export interface Field {
  /** Kind of value. */
  readonly kind: Kind;
  /** Meaning, for the reference. */
  readonly doc: string;
  /** True if calls must pass it. */
  readonly required?: true;
  /** True if it may be repeated; the argument is then an array. */
  readonly list?: true;
  /** True if the values of a list may also be separated by commas. */
  readonly commas?: true;
  /** Allowed values. */
  readonly oneOf?: readonly string[];
  /** Inclusive minimum. */
  readonly min?: number;
  /** Exclusive minimum. */
  readonly above?: number;
  /** Inclusive maximum. */
  readonly max?: number;
  /** Regular expression that text must match. */
  readonly pattern?: string;
  /** Value if the parameter is missing. */
  readonly default?: string | number | boolean | readonly string[];
}

/** Query parameters by their names on the wire. */
export type Fields = { readonly [name: string]: Field };

/** A column of a frame made of records: its type, or its path in the record. */
export type RecordColumn =
  | ColumnType
  /** A member of a nested object, as text: `source_properties.name`. */
  | {
    readonly path: string;
    /** Fallback path. @default none */
    readonly or?: string;
  }
  /** A nested object or list, as JSON text. */
  | { readonly json: string };

/** Columns of a frame made of records. */
export type RecordColumns = { readonly [name: string]: RecordColumn };

/** A value that means unknown: -1, or a time in the year 1 or from the year 4000 on. */
export type Unknown = -1 | "far";

/** All schemas by model name. */
export type Models = typeof models;

/** Name of a model: of its schema, its type, and its entry in `/openapi.json`. */
export type ModelName = {
  [N in keyof Models]: Models[N] extends z.ZodType ? N : never;
}[keyof Models];

/** JSON: a model, or a list of it. */
export interface Json<N extends ModelName = ModelName, L extends boolean = boolean> {
  /** Kind of answer. */
  readonly kind: "json";
  /** Name of the model. */
  readonly model: N;
  /** True for a list of the model. */
  readonly isList: L;
}

/** Type of JSON before it is sent. */
export type SentAs<J> = J extends Json<infer N, infer L>
  ? L extends true ? z.input<Models[N]>[] : z.input<Models[N]>
  : never;

/** Type of JSON after parsing. */
export type ReadAs<J> = J extends Json<infer N, infer L>
  ? L extends true ? z.output<Models[N]>[] : z.output<Models[N]>
  : never;

/** Contents of an endpoint's answer. */
export type Returns =
  /** A frame in the format that `output` selects; `series` is `time` and a column per metric. */
  | { readonly kind: "frame"; readonly schema: Schema | "series" }
  /** A JSON array of records, or CSV with `format=csv`. The client turns it into a frame. */
  | {
    readonly kind: "records";
    readonly model: ModelName;
    readonly columns: RecordColumns;
    /** Title of the frame, for a caveat that its numbers do not show. @default none */
    readonly title?: string;
    /** Values that mean unknown, by column. They become null in the frame. */
    readonly unknown?: { readonly [name: string]: Unknown };
  }
  /** Records as JSON lines, or CSV with `format=csv`. The client turns them into a frame. */
  | { readonly kind: "lines"; readonly model: ModelName; readonly columns: RecordColumns }
  /** The bytes of a file. */
  | { readonly kind: "bytes" }
  /** Nothing: 204. */
  | { readonly kind: "nothing" }
  | Json;

/** Ways to split a call over a long range. */
export type Split =
  /** At multiples of the sample rate. */
  | "grid"
  /** Anywhere; duplicates are removed by id. */
  | "records"
  /** In gaps between cycles, which are numbered again. */
  | "nights"
  | "never";

/** The HTTP methods of the interface. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One operation of the interface: a row of a table. */
export interface Endpoint {
  /** Method and path; `{name}` is a path parameter, `{name?}` one that the client can fill in. */
  readonly route: `${Method} /${string}`;
  /** Route on services that lack this one: the client calls it after a 404. */
  readonly older?: `${Method} /${string}`;
  /** Description in one line. */
  readonly summary: string;
  /** Query parameters. */
  readonly query?: Fields;
  /** Body: JSON of a model, or `"records"`, one record as JSON or many as JSON lines. */
  readonly body?: "records" | Json;
  /**
   * Credential instead of a user's access token; `none` needs no credential. @default an access
   * token
   */
  readonly auth?: "none" | "storage" | "operator";
  /** Status of success. @default 200, or 204 without a body */
  readonly status?: 201;
  /** True if it may answer 409, for example if a name is taken. */
  readonly conflict?: true;
  /** Path, filled in, of the service's redirect (303). @default none */
  readonly seeOther?: `/${string}`;
  /** Contents of the answer. */
  readonly returns: Returns;
  /** Way to split a long range. */
  readonly split: Split;
  /** Marks it as deprecated, and says what to use instead. */
  readonly deprecated?: string;
}

/** Operations of one noun, by the names of the client's methods. */
export type Endpoints = { readonly [operation: string]: Endpoint };

/** Describes JSON of a model. */
export function json<N extends ModelName>(model: N): Json<N, false> {
  return { kind: "json", model, isList: false };
}

/** Describes JSON of a list of a model. */
export function jsonList<N extends ModelName>(model: N): Json<N, true> {
  return { kind: "json", model, isList: true };
}

/** Splits a route into its method and path. */
export function splitRoute(route: Endpoint["route"]): { method: Method; path: string } {
  const space = route.indexOf(" ");
  return {
    method: route.slice(0, space) as Method,
    path: route.slice(space + 1).replaceAll("?}", "}"),
  };
}
