import type { MetricName } from "./metricTable.ts";
import type { PATH_FIELDS } from "./pathFields.ts";
import type { TimeLike } from "../../time/instant.ts";
import type { Endpoint, Field, Fields, Json, SentAs } from "./endpoint.ts";
import type { Length } from "../../time/length.ts";
import type { Zones } from "../../time/zone.ts";

/** Expands a type for display. */
// deno-lint-ignore ban-types -- with `& {}` editors show the members
export type Simplify<T> = { [K in keyof T]: T[K] } & {};

/** Names of a route's required path parameters. */
export type RequiredPath<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string}?` ? never : Name) | RequiredPath<Rest>
  : never;

/** Names of a route's path parameters that the client can fill in. */
export type OptionalPath<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer N}?` ? N : never) | OptionalPath<Rest>
  : never;

/** Types of the client's arguments, by kind of parameter. */
export interface ArgumentOf {
  /** An instant. */
  time: TimeLike;
  /** Any text. */
  text: string;
  /** The name of a metric. */
  metric: MetricName;
  /** A UUID. */
  uuid: string;
  /** An IANA time zone, or consecutive zones for a time series. */
  zone: Zones;
  /** A number. */
  number: number;
  /** An integer. */
  integer: number;
  /** True or false. */
  boolean: boolean;
  /** Elapsed time, such as `2h`. */
  duration: Length;
}

/** Types of the service's arguments, by kind of parameter. Instants are microseconds UTC. */
export interface ReadingOf extends Omit<ArgumentOf, "time" | "zone"> {
  /** An instant in microseconds UTC. */
  time: bigint;
  /** An IANA time zone. */
  zone: string;
}

/** The type of one value of a parameter. */
export type ValueOf<F extends Field, Kinds> = F extends { oneOf: readonly (infer V)[] } ? V
  : F["kind"] extends keyof Kinds ? Kinds[F["kind"]]
  : never;

/** The type of a parameter; an array if it may be repeated. */
export type FieldValue<F, Kinds> = F extends Field
  ? F extends { list: true } ? readonly ValueOf<F, Kinds>[] : ValueOf<F, Kinds>
  : never;

/** The type of a parameter in a path. */
export type PathValue<N extends string, Kinds> = N extends keyof typeof PATH_FIELDS
  ? FieldValue<typeof PATH_FIELDS[N], Kinds>
  : string;

/** The query parameters of an endpoint. */
export type QueryOf<E extends Endpoint> = E extends { query: infer Q extends Fields } ? Q
  : Record<never, never>;

/** Names of the required parameters. */
export type RequiredNames<Q> = {
  [K in keyof Q]: Q[K] extends { required: true } ? K : never;
}[keyof Q];

/** Names of the parameters that always have a value. */
export type FilledNames<Q> = {
  [K in keyof Q]: Q[K] extends { required: true } | { default: unknown } ? K : never;
}[keyof Q];

/** The body of an endpoint as an argument. */
export type BodyOf<E extends Endpoint> = E extends { body: infer J extends Json }
  ? { body: SentAs<J> }
  : E extends { body: "records" } ? { body: unknown }
  : Record<never, never>;

/**
 * Arguments of the client's method: path and query parameters under their names on the wire, and
 * `body` if the endpoint has one. The client chooses `output` itself by default.
 */
export type Arguments<E extends Endpoint> = Simplify<
  & { [K in RequiredPath<E["route"]>]: PathValue<K, ArgumentOf> }
  & { [K in OptionalPath<E["route"]>]?: PathValue<K, ArgumentOf> | undefined }
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

/** Arguments of the service's handler, parsed and checked, with defaults filled in. */
export type Readings<E extends Endpoint> = Simplify<
  & {
    [K in RequiredPath<E["route"]> | OptionalPath<E["route"]>]: PathValue<K, ReadingOf>;
  }
  & { [K in FilledNames<QueryOf<E>>]: FieldValue<QueryOf<E>[K], ReadingOf> }
  & {
    [K in Exclude<keyof QueryOf<E>, FilledNames<QueryOf<E>>>]:
      | FieldValue<QueryOf<E>[K], ReadingOf>
      | undefined;
  }
>;
