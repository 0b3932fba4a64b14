import { type Endpoints, json, jsonList } from "./fields/endpoint.ts";
import { OWNER } from "./fields/fields.ts";
import { CATEGORIES } from "../schema/enums.ts";

/** The catalog of data types and their record schemas. */
export const catalog = {
  /** Lists data types: built-in, your own and shared ones. */
  list: {
    route: "GET /data/v1/catalog",
    summary: "Lists data types: built-in, your own and shared ones.",
    query: {
      data_type: { kind: "text", doc: "Only this type." },
      category: { kind: "text", oneOf: CATEGORIES, doc: "Only types of this category." },
      include_archived: { kind: "boolean", default: false, doc: "Include archived types." },
      ...OWNER,
    },
    returns: jsonList("DataType"),
    split: "never",
  },
  /** Reads one data type. */
  get: {
    route: "GET /data/v1/catalog/{data_type}/{api_version}",
    summary: "Reads one data type.",
    query: OWNER,
    returns: json("DataType"),
    split: "never",
  },
  /** Reads the JSON Schema of a type's records. */
  schema: {
    route: "GET /data/v1/catalog/{data_type}/{api_version}/schema",
    summary: "Reads the JSON Schema of a type's records.",
    query: OWNER,
    returns: json("JsonSchema"),
    split: "never",
  },
  /** Lists data types in their old format. */
  types: {
    route: "GET /data/v1alpha1/data_types",
    summary: "Lists data types in their old format.",
    returns: jsonList("OldDataType"),
    split: "never",
  },
  /** Defines your own data type, an Event or a Metric. */
  define: {
    route: "POST /input/v1/data_type/{base_type}",
    summary: "Defines your own data type, an Event or a Metric.",
    body: json("DataTypeBody"),
    returns: json("DataType"),
    split: "never",
  },
  /** Reads a data type of your own, even if it is archived. */
  own: {
    route: "GET /input/v1/data_type/{base_type}/{type_id}",
    summary: "Reads a data type of your own, even if it is archived.",
    returns: json("DataType"),
    split: "never",
  },
  /** Changes a data type of your own: archives or restores it, renames it, adds optional fields. */
  archive: {
    route: "PUT /input/v1/data_type/{base_type}/{type_id}",
    summary:
      "Changes a data type of your own: archives or restores it, renames it, adds optional fields.",
    body: json("DataTypeChange"),
    returns: json("DataType"),
    split: "never",
  },
} as const satisfies Endpoints;
