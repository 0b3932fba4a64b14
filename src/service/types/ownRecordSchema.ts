import type { JsonSchema } from "../../schema/catalog.ts";
import { COMMON_FIELDS, METRIC_FIELDS } from "../../schema/enums.ts";

/** Keywords whose result depends on the common fields of a record. */
const WHOLE = ["const", "enum", "if", "maxProperties", "minProperties", "not", "propertyNames"];

/** Fields that a user's schema may omit. */
const COMMON: readonly string[] = [...COMMON_FIELDS, ...METRIC_FIELDS];

/**
 * Combines the schema of a base type with a user's schema. The user's schema may omit the common
 * fields, even if it forbids additional ones. A schema that requires common fields or counts fields
 * applies to the whole record.
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
