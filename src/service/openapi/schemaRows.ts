import type { JsonObject } from "./openapiNames.ts";

/** A field of JSON as a row of a table. */
export interface SchemaRow {
  /** Its name, below another field after a dot: `schedule.cron`, `permissions[].allowed_group_id`. */
  readonly name: string;
  /** What it holds. */
  readonly kind: string;
  /** Whether it must be there. */
  readonly isRequired: boolean;
  /** The value that stands where none is given, as JSON or in words; empty where there is none. */
  readonly default: string;
  /** What it means. */
  readonly doc: string;
}

/** What formats are called. */
const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "time",
  uuid: "uuid",
  uri: "url",
};

/** The name of the row for all further fields of an object that may have some. */
const OTHERS = "...";

/**
 * The fields of a JSON Schema, or of the objects in a list, at every depth; alternatives are put
 * together, in the order of the schema. The row `...` stands for further fields.
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
  // Bodies say defaults in words, because generators of clients take `default` for "always there".
  const [, doc, without] = /^(.*?) ?(?:Without it: (.*)\.)?$/s.exec(String(said))!;
  const standing = field["default"] === undefined ? "" : JSON.stringify(field["default"]);
  return { name, kind: kindOf(field), isRequired, default: without ?? standing, doc: doc! };
}

function alternatives(schema: JsonObject): readonly JsonObject[] {
  const all = (schema["anyOf"] ?? schema["oneOf"]) as readonly JsonObject[] | undefined;
  return all === undefined ? [schema] : all.flatMap(alternatives);
}

/** What a field holds, in a few words: the fields of objects have rows of their own. */
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
