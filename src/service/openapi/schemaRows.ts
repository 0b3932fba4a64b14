import type { JsonObject } from "./openapiNames.ts";

/** A field of JSON as a row of a table. */
export interface SchemaRow {
  /**
   * Name; nested fields follow a dot, as in `schedule.cron` or `permissions[].allowed_group_id`.
   */
  readonly name: string;
  readonly kind: string;
  readonly isRequired: boolean;
  /** Default value, as JSON or in words; empty without a default. */
  readonly default: string;
  readonly doc: string;
}

/** Names of formats. */
const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "time",
  uuid: "uuid",
  uri: "url",
};

/** Name of the row for additional fields of an object. */
const OTHERS = "...";

/**
 * Returns the fields of a JSON Schema, or of the objects in a list, at every depth. Alternatives
 * are merged, in the order of the schema. The row `...` represents additional fields.
 */
export function schemaRows(schema: JsonObject): SchemaRow[] {
  const rows = new Map<string, SchemaRow>();
  for (const row of rowsOf(schema, "")) {
    const known = rows.get(row.name);
    if (known === undefined) rows.set(row.name, row);
    else {
      rows.set(row.name, {
        ...known,
        kind: either([...known.kind.split(" or "), ...row.kind.split(" or ")]),
        isRequired: known.isRequired && row.isRequired,
      });
    }
  }
  return [...rows.values()];
}

function rowsOf(schema: JsonObject, at: string): SchemaRow[] {
  return alternatives(schema).flatMap((one) => {
    if (one["items"] !== undefined) {
      return rowsOf(one["items"] as JsonObject, at === "" ? "" : `${at}[]`);
    }
    const fields = Object.entries((one["properties"] ?? {}) as Record<string, JsonObject>);
    const required = (one["required"] ?? []) as readonly string[];
    const rows = fields.flatMap(([name, field]) => {
      const path = at === "" ? name : `${at}.${name}`;
      return [rowOf(path, field, required.includes(name)), ...rowsOf(field, path)];
    });
    const others = one["additionalProperties"];
    if (fields.length === 0 || typeof others !== "object") return rows;
    const name = at === "" ? OTHERS : `${at}.${OTHERS}`;
    const doc = "Further fields.";
    return [...rows, { name, kind: "anything", isRequired: false, default: "", doc }];
  });
}

function rowOf(name: string, field: JsonObject, isRequired: boolean): SchemaRow {
  const said = field["description"] ??
    alternatives(field).map((part) => part["description"]).find(Boolean) ?? "";
  // Bodies describe defaults in words, because client generators read `default` as "always
  // present".
  const [, doc, without] = /^(.*?) ?(?:Without it: (.*)\.)?$/s.exec(String(said))!;
  const standing = field["default"] === undefined ? "" : JSON.stringify(field["default"]);
  return { name, kind: kindOf(field), isRequired, default: without ?? standing, doc: doc! };
}

function alternatives(schema: JsonObject): readonly JsonObject[] {
  const all = (schema["anyOf"] ?? schema["oneOf"]) as readonly JsonObject[] | undefined;
  return all === undefined ? [schema] : all.flatMap(alternatives);
}

/** Describes the type of a field in a few words; the fields of objects have their own rows. */
function kindOf(schema: JsonObject): string {
  return either(
    alternatives(schema).flatMap((one) => {
      if ("const" in one) return [JSON.stringify(one["const"])];
      if (Array.isArray(one["enum"])) return one["enum"].map((value) => JSON.stringify(value));
      const types = [one["type"] ?? []].flat() as string[];
      return types.length === 0 ? ["anything"] : types.map((type) => typeText(type, one));
    }),
  );
}

function typeText(type: string, schema: JsonObject): string {
  switch (type) {
    case "object":
      return objectText(schema);
    case "array":
      return `list of ${kindOf((schema["items"] ?? {}) as JsonObject)}`;
    case "string":
      return FORMATS[String(schema["format"])] ?? (isUuid(schema) ? "uuid" : "text");
    default:
      return type; // integer, number, boolean, null
  }
}

function objectText({ properties, additionalProperties: other }: JsonObject): string {
  const isMap = properties === undefined && typeof other === "object" &&
    Object.keys(other!).length > 0;
  return isMap ? `object of ${kindOf(other as JsonObject)}` : "object";
}

function either(texts: readonly string[]): string {
  return [...new Set(texts)].join(" or ");
}

function isUuid({ pattern }: JsonObject): boolean {
  return typeof pattern === "string" && pattern.startsWith("^[0-9a-fA-F]{8}-");
}
