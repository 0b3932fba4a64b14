import type { Renaming } from "../../api/fields/names.ts";

export type JsonObject = { readonly [name: string]: unknown };

/** Members that contain the name of a parameter. */
const NAMES = new Set(["name"]);
/** Members that contain a schema's fields by name. */
const FIELDS = new Set(["properties"]);
/** Members that contain names of fields or enumeration values. */
const LISTS = new Set(["required", "enum"]);

/**
 * Renames the description of an operation to a deployment's words; only names and values change.
 */
export function renameSchema(given: unknown, toWire: Renaming): unknown {
  if (Array.isArray(given)) return given.map((item) => renameSchema(item, toWire));
  if (typeof given !== "object" || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, renameMember(key, value, toWire)]),
  );
}

function renameMember(key: string, value: unknown, toWire: Renaming): unknown {
  if (key === "examples") return toWire.json(value);
  if (NAMES.has(key) && typeof value === "string") return toWire.name(value);
  if (LISTS.has(key) && Array.isArray(value)) {
    return value.map((item) =>
      typeof item === "string" ? toWire.queryValue("category", toWire.name(item)) : item
    );
  }
  if (FIELDS.has(key) && typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, schema]) => [
        toWire.name(name),
        renameSchema(schema, toWire),
      ]),
    );
  }
  return renameSchema(value, toWire);
}
