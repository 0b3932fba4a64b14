import type { JsonSchema } from "../../schema/catalog.ts";
import { COMMON_FIELDS, METRIC_FIELDS } from "../../schema/enums.ts";

/** Keywords under which a record is another one with and without the fields that all records have. */
const WHOLE = ["const", "enum", "if", "maxProperties", "minProperties", "not", "propertyNames"];

/** The fields that a user's schema need not name. */
const COMMON: readonly string[] = [...COMMON_FIELDS, ...METRIC_FIELDS];

/**
 * What ingest takes for a type of a user's own as one JSON Schema: what all records of its base may
 * hold, and what the user's schema asks of the rest. The user's schema may leave out the fields that
 * all records have, even where it allows no others; one that requires such a field, or counts fields,
 * holds for the record as a whole.
 */
export function ownRecordSchema(base: JsonSchema, own: JsonSchema): JsonSchema {
  const { required = [], properties = {}, ...rest } = own as JsonSchema & {
    required?: readonly string[];
    properties?: { readonly [name: string]: unknown };
  };
  const isWhole = required.some((name) => COMMON.includes(name)) ||
    WHOLE.some((keyword) => keyword in own);
  if (isWhole) return { ...own, allOf: [...(own["allOf"] as unknown[] | undefined) ?? [], base] };
  const { required: needed = [], properties: common } = base as JsonSchema & {
    required?: readonly string[];
    properties: { readonly [name: string]: unknown };
  };
  const all = [...required, ...needed];
  return {
    ...rest,
    type: "object",
    properties: { ...properties, ...common },
    ...(all.length > 0 ? { required: all } : {}),
    if: base["if"],
    then: base["then"],
  };
}
