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

/** Returns a field of a record; `metadata.<name>` is a field of its metadata. */
export type FieldOf = (row: RecordRow) => unknown;

/**
 * Finds a field by name.
 *
 * @param own User-defined fields of the records.
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
      `Unknown field ${JSON.stringify(name)}; use one of ${known}`,
    );
  }
  return (row) => row[name as keyof RecordRow] ?? null;
}

function memberOf(value: unknown, name: string): unknown {
  return Object.hasOwn(value as object, name) ? (value as Record<string, unknown>)[name] : null;
}

/**
 * Returns a test that requires all filters to match. A filter is `field:value`, split at the first
 * colon. A list matches if one of its items does.
 *
 * @param own User-defined fields of the records.
 * @throws {Problem} 422 if a filter has no colon or an unknown field
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

/** Returns an annotation's source id without the operator, which differs between deployments. */
function valueOf(name: string, wanted: string): string {
  const id = name === "source_id" || name === "sources" ? annotationOfSource(wanted) : undefined;
  return id === undefined ? wanted : annotationSource(id);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
