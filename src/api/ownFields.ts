import type { JsonSchema } from "./catalog.ts";

/** The fields that records of all types may have; a user's schema need not name them. */
export const COMMON_FIELDS = [
  "id",
  "start_time",
  "recorded_at",
  "end_time",
  "source",
  "device",
  "note",
  "tags",
  "metadata",
  "name",
] as const;

/** Further fields of the records of metrics. */
export const METRIC_FIELDS = ["value", "unit"] as const;

/** Fields that a query answers in any case. */
const ANSWERED = ["source_name", "source_id", "sources"] as const;

/**
 * The fields that records of a user's own type have beside those of all: the properties of its
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
