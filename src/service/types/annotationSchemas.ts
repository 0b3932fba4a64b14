import { z } from "zod";
import type { AnnotationBody } from "../../api/annotations.ts";
import { cssColor } from "../../schema/checks/cssColor.ts";
import { measurementOf } from "./measurementSchemas.ts";
import { UUID } from "../../schema/checks/uuid.ts";
import type { AnnotationType } from "../../schema/enums.ts";

const uuid = z.string().regex(UUID, "is not a UUID").toLowerCase();

/** A map from the values of a scale, which are whole numbers. */
function byValue<T extends z.ZodType>(item: T) {
  return z.record(z.string().regex(/^[+-]?\d+$/, "is no value of a scale"), item);
}

const color = z.string().transform((text, issues) => {
  const hex = cssColor(text);
  if (hex !== undefined) return hex;
  issues.addIssue({ code: "custom", message: "is no CSS colour" });
  return z.NEVER;
}).pipe(z.string().meta({ description: "A CSS colour; it comes back as hex." }));

const strings = z.strictObject({ mapping: byValue(z.string()) });
const colors = z.strictObject({ mapping: byValue(color) });

const scaleLabels = z.strictObject({
  label_mapping: z.strictObject({ mapping_type: z.literal("string"), string: strings }),
  scale_mapping: z.discriminatedUnion("mapping_type", [
    z.strictObject({ mapping_type: z.literal("color"), color: colors }),
    z.strictObject({ mapping_type: z.literal("emoji"), color: colors, string: strings }),
  ]).nullable().default(null),
});

const note = { default_note: z.string().nullable().default(null) };
const container = z.strictObject(note).nullable().default(null);
const nothing = z.null().default(null);

function variant<T extends AnnotationType>(type: T, measurement: z.ZodType, spec: z.ZodType) {
  return z.strictObject({
    annotation_type: z.literal(type),
    name: z.string().min(1),
    description: z.string(),
    tags: z.array(uuid),
    measurement_spec: measurement,
    spec,
  });
}

/** The types of measurement that are a number. */
const NUMERIC = [
  "count",
  "custom",
  "distance",
  "mass",
  "percent",
  "period",
  "temperature",
  "volume",
] as const;

/** Every variant of an annotation (interface 2.10). */
export const ANNOTATION_VARIANTS = [
  variant("boolean", measurementOf(["boolean"]), container),
  variant("duration", measurementOf(["duration"]), container),
  variant("moment", nothing, container),
  variant("numeric", measurementOf(NUMERIC), container),
  variant("people", nothing, nothing),
  variant("scale", measurementOf(["scale"]), z.strictObject({ ...note, scale: scaleLabels })),
] as const;

/** What an annotation is written as, and is kept as. */
export const ANNOTATION = z.discriminatedUnion(
  "annotation_type",
  ANNOTATION_VARIANTS,
) as unknown as z.ZodType<AnnotationBody>;
