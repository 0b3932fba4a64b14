import type { JsonSchema } from "../schema/catalog.ts";
import { COMMON_FIELDS, METRIC_FIELDS } from "../schema/enums.ts";

/** Fields that a query always returns. */
const ANSWERED = ["source_name", "source_id", "sources"] as const;

/**
 * Returns the fields of records of a user-defined type that other records lack: the properties of
 * its schema, in order. A property named like a common field is that field.
 */
export function ownFields(base: string, schema: JsonSchema | null): string[] {
  const taken: readonly string[] = [
    ...COMMON_FIELDS,
    ...ANSWERED,
    ...(base === "Metric" ? METRIC_FIELDS : []),
  ];
  return Object.keys(Object(schema?.["properties"])).filter((name) => !taken.includes(name));
}
