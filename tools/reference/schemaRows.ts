import type { JsonObject } from "../../src/service/openapi/openapiNames.ts";
import { schemaText } from "../../src/service/openapi/schemaText.ts";
import type { FieldDocs } from "./fieldDocs.ts";

/** A field of JSON as a row of a table. */
export interface SchemaRow {
  /** Its name, below another field after a dot: `schedule.cron`, `permissions[].allowed_group_id`. */
  readonly name: string;
  /** What it holds. */
  readonly kind: string;
  /** Whether it must be there. */
  readonly required: boolean;
  /** The value that stands where none is given, as JSON. */
  readonly default: string;
  /** What it means. */
  readonly doc: string;
}

/**
 * The fields of a JSON Schema, or of the objects in a list, at every depth; alternatives are put
 * together, in the order of the schema.
 */
export function schemaRows(schema: JsonObject, docs: FieldDocs): SchemaRow[] {
  const rows = new Map<string, SchemaRow>();
  for (const row of rowsOf(schema, "", docs)) {
    const known = rows.get(row.name);
    if (known === undefined) rows.set(row.name, row);
    else {
      rows.set(row.name, {
        ...known,
        kind: [...new Set([...known.kind.split(" or "), ...row.kind.split(" or ")])].join(" or "),
        required: known.required && row.required,
      });
    }
  }
  return [...rows.values()];
}

function rowsOf(schema: JsonObject, at: string, docs: FieldDocs): SchemaRow[] {
  return alternatives(schema).flatMap((one) => {
    if (one["items"] !== undefined) {
      return rowsOf(one["items"] as JsonObject, at === "" ? "" : `${at}[]`, docs);
    }
    const fields = Object.entries((one["properties"] ?? {}) as Record<string, JsonObject>);
    const required = (one["required"] ?? []) as readonly string[];
    const meanings = docs(fields.map(([name]) => name));
    return fields.flatMap(([name, field]) => {
      const path = at === "" ? name : `${at}.${name}`;
      // Bodies say defaults in words, because generators of clients take `default` for "always there".
      const [, own, without] = /^(.*?) ?(?:Without it: (.*)\.)?$/s.exec(
        String(field["description"] ?? ""),
      )!;
      const said = alternatives(field).map((part) => part["description"]).find(Boolean);
      const [doc, standing] = String(own || (meanings.get(name) ?? said ?? "")).split(" @default ");
      return [{
        name: path,
        kind: kindOf(field),
        required: required.includes(name),
        default: without ??
          (field["default"] === undefined ? standing ?? "" : JSON.stringify(field["default"])),
        doc: doc!,
      }, ...rowsOf(field, path, docs)];
    });
  });
}

function alternatives(schema: JsonObject): readonly JsonObject[] {
  const all = (schema["anyOf"] ?? schema["oneOf"]) as readonly JsonObject[] | undefined;
  return all === undefined ? [schema] : all.flatMap(alternatives);
}

/** What a field holds, in a few words: the fields of objects have rows of their own. */
function kindOf(schema: JsonObject): string {
  const texts = alternatives(schema).map((one) => {
    if (one["properties"] !== undefined) return "object";
    const items = one["items"] as JsonObject | undefined;
    return items === undefined ? schemaText(one) : `list of ${kindOf(items)}`;
  });
  return [...new Set(texts)].join(" or ");
}
