import type { JsonObject } from "./openapiNames.ts";

/** What formats are called. */
const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "time",
  uuid: "uuid",
  uri: "url",
};

/**
 * A JSON Schema as an outline for people: `{ id: uuid, name?: text or null }`, a field a line, with
 * what is said of it. `?` marks what may be left out, `...` further fields.
 */
export function schemaText(schema: JsonObject, indent = ""): string {
  const all = (schema["anyOf"] ?? schema["oneOf"]) as readonly JsonObject[] | undefined;
  if (all !== undefined) return union(all.map((one) => schemaText(one, indent)));
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) {
    return union(schema["enum"].map((value) => JSON.stringify(value)));
  }
  const types = [schema["type"] ?? []].flat() as string[];
  return types.length === 0
    ? "anything"
    : union(types.map((type) => typeText(type, schema, indent)));
}

function typeText(type: string, schema: JsonObject, indent: string): string {
  switch (type) {
    case "object":
      return objectText(schema, indent);
    case "array":
      return `list of ${schemaText((schema["items"] ?? {}) as JsonObject, indent)}`;
    case "string":
      return FORMATS[String(schema["format"])] ?? (isUuid(schema) ? "uuid" : "text");
    case "integer":
      return "whole number";
    case "boolean":
      return "true or false";
    default:
      return type; // number, null
  }
}

function objectText(schema: JsonObject, indent: string): string {
  const fields = Object.entries((schema["properties"] ?? {}) as Record<string, JsonObject>);
  const required = (schema["required"] ?? []) as readonly string[];
  const other = schema["additionalProperties"];
  if (fields.length === 0) {
    const isAny = typeof other !== "object" || Object.keys(other!).length === 0;
    return isAny ? "object" : `object of ${schemaText(other as JsonObject, indent)}`;
  }
  const deeper = `${indent}  `;
  const lines = fields.map(([name, field]) => {
    const mark = required.includes(name) ? "" : "?", said = field["description"];
    const note = said === undefined ? "" : `  // ${said}`;
    return `${deeper}${name}${mark}: ${schemaText(field, deeper)}${note}\n`;
  });
  if (typeof other === "object") lines.push(`${deeper}...\n`);
  return `{\n${lines.join("")}${indent}}`;
}

function union(texts: readonly string[]): string {
  return [...new Set(texts)].join(" or ");
}

function isUuid({ pattern }: JsonObject): boolean {
  return typeof pattern === "string" && pattern.startsWith("^[0-9a-fA-F]{8}-");
}
