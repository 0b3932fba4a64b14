import type { z } from "zod";
import type { ColumnType, Schema } from "../../frame/columns/schema.ts";
import type * as models from "../../schema/models.ts";
import type { TimeLike } from "../../time/instant.ts";

/** What a parameter holds. Each kind has one reading on the service and one writing in the client. */
export type Kind =
  | "time"
  | "text"
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
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** One operation of the interface: a row of a table. */
export interface Endpoint {
  /** Method and path; `{name}` is a path parameter, `{name?}` one that the client can fill in itself. */
  readonly route: `${Method} /${string}`;
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

/** A type with its parts put together. */
export type Simplify<T> = { [K in keyof T]: T[K] };

/** The names of a route's path parameters that must be given. */
export type RequiredPath<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string}?` ? never : Name) | RequiredPath<Rest>
  : never;

/** The names of a route's path parameters that the client can fill in itself. */
export type OptionalPath<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer N}?` ? N : never) | OptionalPath<Rest>
  : never;

/** The type of one value of a kind, in the client's arguments. */
export interface ArgumentOf {
  /** A moment. */
  time: TimeLike;
  /** Any text. */
  text: string;
  /** A UUID. */
  uuid: string;
  /** An IANA time zone. */
  zone: string;
  /** A number. */
  number: number;
  /** A whole number. */
  integer: number;
  /** True or false. */
  boolean: boolean;
  /** An ISO 8601 duration such as `PT2H`. */
  duration: string;
}

/** The type of one value of a kind, as the service reads it: moments are microseconds UTC. */
export interface ReadingOf extends Omit<ArgumentOf, "time"> {
  /** A moment in microseconds UTC. */
  time: bigint;
}

/** The type of one value of a parameter. */
export type ValueOf<F extends Field, Kinds> = F extends { oneOf: readonly (infer V)[] } ? V
  : F["kind"] extends keyof Kinds ? Kinds[F["kind"]]
  : never;

/** The type of a parameter, an array where it may be repeated. */
export type FieldValue<F, Kinds> = F extends Field
  ? F extends { list: true } ? readonly ValueOf<F, Kinds>[] : ValueOf<F, Kinds>
  : never;

/** The query parameters of an endpoint. */
export type QueryOf<E extends Endpoint> = E extends { query: infer Q extends Fields } ? Q
  : Record<never, never>;

/** The names of parameters that must be given. */
export type RequiredNames<Q> = {
  [K in keyof Q]: Q[K] extends { required: true } ? K : never;
}[keyof Q];
/** The names of parameters that have a value in any case. */
export type FilledNames<Q> = {
  [K in keyof Q]: Q[K] extends { required: true } | { default: unknown } ? K : never;
}[keyof Q];

/** The body of an endpoint as an argument. */
export type BodyOf<E extends Endpoint> = E extends { body: infer J extends Json }
  ? { body: SentAs<J> }
  : E extends { body: "records" } ? { body: unknown }
  : Record<never, never>;

/**
 * What the client's method takes: path and query parameters under their names on the wire, and
 * `body` where the endpoint has one. `output` is the client's own choice and may be left out.
 */
export type Arguments<E extends Endpoint> = Simplify<
  & { [K in RequiredPath<E["route"]>]: string }
  & { [K in OptionalPath<E["route"]>]?: string | undefined }
  & {
    [K in Exclude<RequiredNames<QueryOf<E>>, "output">]: FieldValue<
      QueryOf<E>[K],
      ArgumentOf
    >;
  }
  & {
    [K in Exclude<keyof QueryOf<E>, Exclude<RequiredNames<QueryOf<E>>, "output">>]?:
      | FieldValue<QueryOf<E>[K], ArgumentOf>
      | undefined;
  }
  & BodyOf<E>
>;

/** What the service's handler gets: parameters read and checked, defaults filled in. */
export type Readings<E extends Endpoint> = Simplify<
  & { [K in RequiredPath<E["route"]> | OptionalPath<E["route"]>]: string }
  & { [K in FilledNames<QueryOf<E>>]: FieldValue<QueryOf<E>[K], ReadingOf> }
  & {
    [K in Exclude<keyof QueryOf<E>, FilledNames<QueryOf<E>>>]:
      | FieldValue<QueryOf<E>[K], ReadingOf>
      | undefined;
  }
>;

/** The method and the path of a route. */
export function splitRoute(route: Endpoint["route"]): { method: Method; path: string } {
  const space = route.indexOf(" ");
  return {
    method: route.slice(0, space) as Method,
    path: route.slice(space + 1).replaceAll("?}", "}"),
  };
}
