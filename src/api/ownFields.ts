import type { JsonSchema } from "../schema/catalog.ts";
import { COMMON_FIELDS, METRIC_FIELDS } from "../schema/enums.ts";

/** Fields that a query answers in any case. */
const ANSWERED = ["source_name", "source_id", "sources"] as const;

/**
 * The fields that records of a user's own type have in addition to those of all: the properties of its
 * schema, in their order. One that is called like a field of all records is that field.
 */
export function ownFields(base: string, schema: JsonSchema | null): string[] {
  const taken: readonly string[] = [
    ...COMMON_FIELDS,
    ...ANSWERED,
    ...(base === "Metric" ? METRIC_FIELDS : []),
  ];
  return Object.keys(Object(schema?.["properties"])).filter((name) => !taken.includes(name));
}
