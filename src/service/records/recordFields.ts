import { annotationOfSource, annotationSource } from "../types/annotationSource.ts";
import { invalid } from "../http/problem.ts";
import type { RecordRow } from "./recordRow.ts";

const FIELDS = [
  "id",
  "recorded_at",
  "source_name",
  "source_id",
  "sources",
  "note",
  "tags",
  "name",
  "value",
  "unit",
];
const METADATA = "metadata.";

/** Gives a field of a record: one that all have or of its own type, or of its metadata by `metadata.<name>`. */
export type FieldOf = (row: RecordRow) => unknown;

/**
 * Finds a field by name.
 *
 * @param own The fields that records of a user's own type have in addition to those of all.
 * @throws {Problem} 422 if records have no such field
 */
export function fieldOf(
  name: string,
  parameter: "filter" | "group",
  own: readonly string[] = [],
): FieldOf {
  if (own.includes(name)) return (row) => memberOf(row, name);
  if (name.startsWith(METADATA)) {
    const key = name.slice(METADATA.length);
    return (row) => memberOf(row.metadata, key);
  }
  if (!FIELDS.includes(name)) {
    const known = [...FIELDS, ...own, `${METADATA}<name>`].join(", ");
    throw invalid(
      ["query", parameter],
      `There is no field ${JSON.stringify(name)}; there are ${known}`,
    );
  }
  return (row) => row[name as keyof RecordRow] ?? null;
}

function memberOf(value: unknown, name: string): unknown {
  return Object.hasOwn(value as object, name) ? (value as Record<string, unknown>)[name] : null;
}

/**
 * A test for records from filters written `field:value`, split at the first colon, all of which must
 * hold; a list holds a value if one of its items is it.
 *
 * @param own The fields that records of a user's own type have in addition to those of all.
 * @throws {Problem} 422 if a filter has no colon or names no field
 */
export function matches(
  filters: readonly string[],
  own?: readonly string[],
): (row: RecordRow) => boolean {
  const tests = filters.map((filter) => {
    const colon = filter.indexOf(":");
    if (colon < 0) throw invalid(["query", "filter"], "Write a filter as field:value");
    const name = filter.slice(0, colon), wanted = valueOf(name, filter.slice(colon + 1));
    const field = fieldOf(name, "filter", own);
    return (row: RecordRow): boolean => {
      const value = field(row);
      return (Array.isArray(value) ? value : [value]).some((item) => textOf(item) === wanted);
    };
  });
  return (row) => tests.every((test) => test(row));
}

/** An annotation is the same source whatever word stands for the operator. */
function valueOf(name: string, wanted: string): string {
  const id = name === "source_id" || name === "sources" ? annotationOfSource(wanted) : undefined;
  return id === undefined ? wanted : annotationSource(id);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
