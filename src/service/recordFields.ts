import { invalid } from "./problem.ts";
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

/** Gives a field of a record: one of its own, or of its metadata by `metadata.<name>`. */
export type FieldOf = (row: RecordRow) => unknown;

/**
 * Finds a field by name.
 *
 * @throws {Problem} 422 if records have no such field
 */
export function fieldOf(name: string, parameter: "filter" | "group"): FieldOf {
  if (name.startsWith(METADATA)) {
    const key = name.slice(METADATA.length);
    return (row) => {
      const metadata = row.metadata as Record<string, unknown>;
      return Object.hasOwn(metadata, key) ? metadata[key] : null;
    };
  }
  if (!FIELDS.includes(name)) {
    const known = [...FIELDS, `${METADATA}<name>`].join(", ");
    throw invalid(
      ["query", parameter],
      `There is no field ${JSON.stringify(name)}; there are ${known}`,
    );
  }
  return (row) => row[name as keyof RecordRow] ?? null;
}

/**
 * A test for records from filters written `field:value`, split at the first colon, all of which must
 * hold; a list holds a value if one of its items is it.
 *
 * @throws {Problem} 422 if a filter has no colon or names no field
 */
export function matches(filters: readonly string[]): (row: RecordRow) => boolean {
  const tests = filters.map((filter) => {
    const colon = filter.indexOf(":");
    if (colon < 0) throw invalid(["query", "filter"], "Write a filter as field:value");
    const field = fieldOf(filter.slice(0, colon), "filter"), wanted = filter.slice(colon + 1);
    return (row: RecordRow): boolean => {
      const value = field(row);
      return (Array.isArray(value) ? value : [value]).some((item) => textOf(item) === wanted);
    };
  });
  return (row) => tests.every((test) => test(row));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
