import { type Endpoints, oldJson } from "./fields/endpoint.ts";
import { OWNER } from "./fields/fields.ts";
import {
  type API_VERSIONS,
  type BASE_TYPES,
  CATEGORIES,
  type MetricKind,
  type RECORD_TYPES,
} from "../schema/enums.ts";

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

/** What a data type of your own is written as. */
export interface DataTypeBody {
  /** Name for people. */
  name: string;
  /** What it records. */
  description: string;
  /** What its records look like; everything but `schema` is for a Metric. */
  record_spec?: {
    /** Unit of the values. */
    unit?: string | null;
    /** How values add up. */
    aggregation?: MetricKind;
    /** Bounds of the values. */
    scale?: { min: number; max: number; step?: number } | null;
    /** Labels of the values. */
    value_map?: { [value: string]: string } | null;
    /** JSON Schema of the records, as text. */
    schema?: string | null;
  };
}

/** A data type of a user's own, as it is kept. */
export interface OwnType extends DataTypeBody {
  /** Its base type. */
  base: typeof BASE_TYPES[number];
  /** Whether it is archived. */
  deprecated: boolean;
}

/** An entry of the v1alpha1 list of data types (interface 2.4). */
export interface OldDataType {
  /** Its name. */
  name: string;
  /** What it records. */
  description: string;
  /** Categories. */
  category: string[];
  /** What a record of it is. */
  class: string | null;
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
    returns: oldJson<DataType[]>(),
    split: "never",
  },
  get: {
    route: "GET /data/v1/catalog/{data_type}/{api_version}",
    summary: "Reads one data type.",
    query: OWNER,
    returns: oldJson<DataType>(),
    split: "never",
  },
  schema: {
    route: "GET /data/v1/catalog/{data_type}/{api_version}/schema",
    summary: "Reads the JSON Schema of a type's records.",
    query: OWNER,
    returns: oldJson<JsonSchema>(),
    split: "never",
  },
  types: {
    route: "GET /data/v1alpha1/data_types",
    summary: "Lists data types in their old form.",
    returns: oldJson<OldDataType[]>(),
    split: "never",
  },
  define: {
    route: "POST /input/v1/data_type/{base_type}",
    summary: "Defines a data type of your own, an Event or a Metric.",
    body: oldJson<DataTypeBody>(),
    returns: oldJson<DataType>(),
    split: "never",
  },
  archive: {
    route: "PUT /input/v1/data_type/{base_type}/{type_id}",
    summary: "Archives a data type of your own, or restores it.",
    body: oldJson<{ deprecated: boolean }>(),
    returns: oldJson<DataType>(),
    split: "never",
  },
} as const satisfies Endpoints;
