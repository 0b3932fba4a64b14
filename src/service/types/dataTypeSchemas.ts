import { z } from "zod";
import type { DataTypeBody } from "../../api/catalog.ts";
import { UNNAMED_FIELDS } from "./ownTypes.ts";
import { recordCheck } from "../../schema/checks/recordCheck.ts";
import { type BASE_TYPES, METRIC_KINDS } from "../../schema/enums.ts";

const schema = z.string().superRefine((text, issues) => {
  try {
    recordCheck(text, UNNAMED_FIELDS);
  } catch (error) {
    issues.addIssue({ code: "custom", message: (error as Error).message });
  }
}).nullish().meta({ description: "A JSON Schema as text." });

const bodyWith = (spec: z.ZodType) =>
  z.strictObject({
    name: z.string().min(1),
    description: z.string(),
    record_spec: spec.optional(),
  }) as unknown as z.ZodType<DataTypeBody>;

const metric = z.strictObject({
  unit: z.string().min(1).nullish(),
  aggregation: z.enum(METRIC_KINDS).optional(),
  scale: z.strictObject({ min: z.int(), max: z.int(), step: z.int().min(1).optional() })
    .refine(({ min, max }) => min <= max, { path: ["max"], message: "max is below min" })
    .nullish(),
  value_map: z.record(z.string().refine(isNumber, "is no number"), z.string()).nullish(),
  schema,
});

/** A number as JSON writes it, so that a value has one label at most. */
function isNumber(text: string): boolean {
  return String(Number(text)) === text && Number.isFinite(Number(text));
}

/** What data types of users' own are written as; only a Metric has a unit, bounds and labels. */
export const DATA_TYPE: { readonly [B in typeof BASE_TYPES[number]]: z.ZodType<DataTypeBody> } = {
  Event: bodyWith(z.strictObject({ schema })),
  Metric: bodyWith(metric),
};

/** A change of whether a data type is archived. */
export const ARCHIVED = z.strictObject({
  deprecated: z.boolean().meta({ description: "Whether it is archived." }),
});
