import type { z } from "zod";
import type { ColumnType, Schema } from "../../frame/columns/schema.ts";
import type * as models from "../../schema/models.ts";

/** What a parameter holds. Each kind has one reading on the service and one writing in the client. */
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
  /** What it holds. */
  readonly kind: Kind;
  /** What it means, for documentation. */
  readonly doc: string;
  /** Whether it must be given. */
  readonly required?: true;
  /** Whether it may be repeated; the argument is then an array. */
  readonly list?: true;
  /** Whether the values of a list may also come joined by commas. */
  readonly commas?: true;
  /** The values that are allowed. */
  readonly oneOf?: readonly string[];
  /** The least number that is allowed. */
  readonly min?: number;
  /** The number that must be passed: the least ones that are allowed are above it. */
  readonly above?: number;
  /** The greatest number that is allowed. */
  readonly max?: number;
  /** What text must match. */
  readonly pattern?: string;
  /** The value that stands where none is given. */
  readonly default?: string | number | boolean | readonly string[];
}

/** Query parameters by their names on the wire. */
export type Fields = { readonly [name: string]: Field };

/** A column of a frame that is made of records: its type, or where in the record it is found. */
export type RecordColumn =
  | ColumnType
  /** A member of a nested object, as text: `source_properties.name`. */
  | {
    readonly path: string;
    /** Where it is found if it is not there. @default nowhere */
    readonly or?: string;
  }
  /** A nested object or list, kept as JSON text. */
  | { readonly json: string };

/** Columns of a frame that is made of records. */
export type RecordColumns = { readonly [name: string]: RecordColumn };

/** What says that a value is unknown: -1, or a time of the year 1 or from the year 4000 on. */
export type Unknown = -1 | "far";

/** The schemas of all models by name. */
export type Models = typeof models;

/** The name of a model: of its schema, its type, and of both in `/openapi.json`. */
export type ModelName = {
  [N in keyof Models]: Models[N] extends z.ZodType ? N : never;
}[keyof Models];

/** JSON: a model, or a list of it. */
export interface Json<N extends ModelName = ModelName, L extends boolean = boolean> {
  /** The tag of this kind of answer. */
  readonly kind: "json";
  /** What it holds. */
  readonly model: N;
  /** Whether it is a list of that. */
  readonly isList: L;
}

/** What is sent as JSON. */
export type SentAs<J> = J extends Json<infer N, infer L>
  ? L extends true ? z.input<Models[N]>[] : z.input<Models[N]>
  : never;

/** What JSON is read as. */
export type ReadAs<J> = J extends Json<infer N, infer L>
  ? L extends true ? z.output<Models[N]>[] : z.output<Models[N]>
  : never;

/** What an endpoint answers. */
export type Returns =
  /** A frame in the form that `output` asks for; `series` is `time` and a column for each metric. */
  | { readonly kind: "frame"; readonly schema: Schema | "series" }
  /** A JSON array of records (`format=csv`: the same as CSV), of which the client makes a frame. */
  | {
    readonly kind: "records";
    /** What each record is. */
    readonly model: ModelName;
    readonly columns: RecordColumns;
    /** Title of the frame, for something that its numbers do not show. @default none */
    readonly title?: string;
    /** Columns in which a value says that it is unknown, which is null in the frame. */
    readonly unknown?: { readonly [name: string]: Unknown };
  }
  /** Records as JSON lines (`format=csv`: as CSV), of which the client makes a frame. */
  | { readonly kind: "lines"; readonly model: ModelName; readonly columns: RecordColumns }
  /** The bytes of a file. */
  | { readonly kind: "bytes" }
  /** Nothing: 204. */
  | { readonly kind: "nothing" }
  | Json;

/** How a call over a long range may be cut into pieces. */
export type Split =
  /** At multiples of the sample rate. */
  | "grid"
  /** Anywhere; pieces are joined without doubles by id. */
  | "records"
  /** In gaps between cycles, renumbered. */
  | "nights"
  | "never";

/** The HTTP methods of the interface. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One operation of the interface: a row of a table. */
export interface Endpoint {
  /** Method and path; `{name}` is a path parameter, `{name?}` one that the client can fill in itself. */
  readonly route: `${Method} /${string}`;
  /** The route that services without this one have in its place: the client calls it after a 404. */
  readonly older?: `${Method} /${string}`;
  /** What it does, in one line. */
  readonly summary: string;
  /** Its query parameters. */
  readonly query?: Fields;
  /** What its body holds: JSON of a model, or `"records"`, one as JSON or many as JSON lines. */
  readonly body?: "records" | Json;
  /** Which secret it takes in place of a user's access token; `none` takes none. @default an access token */
  readonly auth?: "none" | "storage" | "operator";
  /** The status of success. @default 200, 204 where nothing is answered */
  readonly status?: 201;
  /** That it may contradict what there is, such as a name that is taken: 409. */
  readonly conflict?: true;
  /** Where its answer is: the service answers 303 with this path, filled in, as the Location. @default in the answer */
  readonly seeOther?: `/${string}`;
  /** What it answers. */
  readonly returns: Returns;
  /** How a long range may be cut. */
  readonly split: Split;
  /** That it is deprecated, and what to use instead. */
  readonly deprecated?: string;
}

/** The operations of one noun by the names of their methods in the client. */
export type Endpoints = { readonly [operation: string]: Endpoint };

/** JSON of a model. */
export function json<N extends ModelName>(model: N): Json<N, false> {
  return { kind: "json", model, isList: false };
}

/** JSON of a list of a model. */
export function jsonList<N extends ModelName>(model: N): Json<N, true> {
  return { kind: "json", model, isList: true };
}

/** The method and the path of a route. */
export function splitRoute(route: Endpoint["route"]): { method: Method; path: string } {
  const space = route.indexOf(" ");
  return {
    method: route.slice(0, space) as Method,
    path: route.slice(space + 1).replaceAll("?}", "}"),
  };
}
