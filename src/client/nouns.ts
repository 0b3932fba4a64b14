import type { Api } from "../api/api.ts";
import type { Arguments } from "../api/fields/arguments.ts";
import type { Endpoint, Endpoints, Json, ReadAs } from "../api/fields/endpoint.ts";
import type { MetricName } from "../api/fields/metricTable.ts";
import type { Frame } from "../frame/polars/frame.ts";
import type { Metric } from "../schema/metrics.ts";
import type { CallOptions } from "./call.ts";

/** An entry of the metrics catalog; pass its name to calls as `metric`. */
export interface CatalogMetric extends Metric {
  /** Name of the metric, such as `HeartRate`. */
  name: MetricName;
}

/** Result of a method: JSON of the endpoint, bytes of a file, nothing, or a Polars frame. */
export type CallResult<E extends Endpoint> = E["returns"] extends Json<"Metric"> ? CatalogMetric[]
  : E["returns"] extends Json ? ReadAs<E["returns"]>
  : E["returns"] extends { kind: "bytes" } ? Uint8Array
  : E["returns"] extends { kind: "nothing" } ? void
  : Frame;

/**
 * Method of the client, derived from a row of the table; arguments have their names on the wire.
 */
export type ClientMethod<E extends Endpoint> = Record<never, never> extends Arguments<E>
  ? (args?: Arguments<E>, options?: CallOptions) => Promise<CallResult<E>>
  : (args: Arguments<E>, options?: CallOptions) => Promise<CallResult<E>>;

/** Methods of one noun. */
export type ClientMethods<T extends Endpoints> = { readonly [O in keyof T]: ClientMethod<T[O]> };

/** Methods of all nouns, derived from the tables. */
export type Nouns = { readonly [N in keyof Api]: ClientMethods<Api[N]> };
