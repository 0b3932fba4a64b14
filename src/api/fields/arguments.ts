import type { MetricName } from "./metricTable.ts";
import type { PATH_FIELDS } from "./pathFields.ts";
import type { TimeLike } from "../../time/instant.ts";
import type { Endpoint, Field, Fields, Json, SentAs } from "./endpoint.ts";
import type { Length } from "../../time/length.ts";
import type { Zones } from "../../time/zone.ts";

/** A type with its parts put together. */
// deno-lint-ignore ban-types -- with `& {}` editors write the parts out
export type Simplify<T> = { [K in keyof T]: T[K] } & {};

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
  /** An instant. */
  time: TimeLike;
  /** Any text. */
  text: string;
  /** The name of a metric. */
  metric: MetricName;
  /** A UUID. */
  uuid: string;
  /** An IANA time zone, or of a time series zones that follow each other. */
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

/** The type of one value of a kind, as the service reads it: instants are microseconds UTC. */
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

/** The type of a parameter, an array where it may be repeated. */
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

/** What the service's handler gets: parameters read and checked, defaults filled in. */
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
