import { type API_VERSIONS, CATEGORIES, type MetricKind, type RECORD_TYPES } from "./enums.ts";
import { type Endpoints, json } from "./endpoint.ts";
import { OWNER } from "./fields.ts";

/** A JSON Schema. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** What a record of a data type looks like (interface 2.3). */
export type RecordSpec =
  | {
    /** A record with a value. */
    type: "metric";
    /** How values add up. */
    aggregation: MetricKind;
    /** Bounds of the values. */
    scale: { min: number; max: number; step?: number } | null;
    /** Schema of the record. */
    schema: JsonSchema | null;
    /** Unit of the values. */
    unit: string | null;
    /** Labels of the values. */
    value_map: { [value: string]: string } | null;
  }
  | {
    /** A record without a value. */
    type: "event" | "location" | "tombstone";
    /** Schema of the record. */
    schema: JsonSchema | null;
  };

/** An entry of the v1 catalog of data types (interface 2.3). */
export interface DataType {
  /** Identifier; a user-defined type's is `<base_type>/<uuid>`. */
  id: string;
  /** Name for people. */
  name: string;
  /** What it records. */
  description: string;
  /** Version of the interface that it belongs to. */
  api_version: typeof API_VERSIONS[number];
  /** Categories. */
  categories: (typeof CATEGORIES[number])[];
  /** What a record of it is. */
  class: typeof RECORD_TYPES[number];
  /** Column name in query answers. */
  column_name: string;
  /** Whether it is archived. */
  deprecated: boolean;
  /** An icon. */
  icon: string | null;
  /** How values add up. */
  metric_kind: MetricKind | null;
  /** Unit of the values. */
  unit: string | null;
  /** Whether it can be queried. */
  queryable: boolean;
  /** Whether it can be recorded. */
  recordable: boolean;
  /** Who owns it. */
  svc_userid: string;
  /** What its records look like. */
  record_spec: RecordSpec;
}

/** The catalog of data types and their record schemas. */
export const catalog = {
  list: {
    route: "GET /data/v1/catalog",
    summary: "Lists data types, built in, owned and shared.",
    query: {
      data_type: { kind: "text", doc: "Only this type." },
      category: { kind: "text", oneOf: CATEGORIES, doc: "Only types of this category." },
      ...OWNER,
    },
    returns: json<DataType[]>(),
    split: "never",
  },
  get: {
    route: "GET /data/v1/catalog/{data_type}/{api_version}",
    summary: "Reads one data type.",
    query: OWNER,
    returns: json<DataType>(),
    split: "never",
  },
  schema: {
    route: "GET /data/v1/catalog/{data_type}/{api_version}/schema",
    summary: "Reads the JSON Schema of a type's records.",
    query: OWNER,
    returns: json<JsonSchema>(),
    split: "never",
  },
} as const satisfies Endpoints;
