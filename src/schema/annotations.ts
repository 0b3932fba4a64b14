import { z } from "zod";
import { cssColor } from "./checks/cssColor.ts";
import type { AnnotationType } from "./enums.ts";
import { measurementOf } from "./measurements.ts";
import { EXAMPLE_ID, EXAMPLE_USER, id, instant, uuid } from "./parts/parts.ts";

/** Object with a member for each value of a scale; the values are integers. */
function byValue<T extends z.ZodType>(item: T) {
  return z.record(
    z.string().regex(/^[+-]?\d+$/, "is not an integer, as values of a scale are"),
    item,
  );
}

const color = z.string().transform((text, issues) => {
  const hex = cssColor(text);
  if (hex !== undefined) return hex;
  issues.addIssue({ code: "custom", message: "is not a CSS colour" });
  return z.NEVER;
}).pipe(z.string().meta({ description: "CSS colour, returned as hex." }));

const strings = z.strictObject({ mapping: byValue(z.string()).describe("Text by value.") });
const colors = z.strictObject({ mapping: byValue(color).describe("Colours by value.") });

const scaleLabels = z.strictObject({
  label_mapping: z.strictObject({
    mapping_type: z.literal("string").describe("Always `string`."),
    string: strings.describe("Labels."),
  }).describe("Text for each value of the scale."),
  scale_mapping: z.discriminatedUnion("mapping_type", [
    z.strictObject({
      mapping_type: z.literal("color").describe(
        "`color` for colours only, `emoji` for emoji with colours.",
      ),
      color: colors.describe("Colours."),
    }),
    z.strictObject({
      mapping_type: z.literal("emoji").describe(
        "`color` for colours only, `emoji` for emoji with colours.",
      ),
      color: colors.describe("Colours."),
      string: strings.describe("Emoji."),
    }),
  ]).nullable().default(null)
    .describe("Colours or emoji for each value of the scale; colours are returned as hex."),
}).describe("Labels of a scale.");

const note = {
  default_note: z.string().nullable().default(null).describe("Note of a new record."),
};
const container = z.strictObject(note).nullable().default(null);
const nothing = z.null().default(null);

function variant<T extends AnnotationType, M extends z.ZodType, S extends z.ZodType>(
  type: T,
  measurement: M,
  spec: S,
) {
  return z.strictObject({
    annotation_type: z.literal(type).describe("Description of the recorded data."),
    name: z.string().min(1).describe("Its name."),
    description: z.string().describe("Description."),
    tags: z.array(uuid).describe("Default tags of its records."),
    measurement_spec: measurement.describe("Measurement; null if nothing is measured."),
    spec: spec.describe("Further settings."),
  });
}

const numeric = measurementOf([
  "count",
  "custom",
  "distance",
  "mass",
  "percent",
  "period",
  "temperature",
  "volume",
]);

/** Schema of each annotation type. */
const BODIES = {
  boolean: variant("boolean", measurementOf(["boolean"]), container),
  duration: variant("duration", measurementOf(["duration"]), container),
  moment: variant("moment", nothing, container),
  numeric: variant("numeric", numeric, container),
  people: variant("people", nothing, nothing),
  scale: variant(
    "scale",
    measurementOf(["scale"]),
    z.strictObject({ ...note, scale: scaleLabels }),
  ),
} as const satisfies { [T in AnnotationType]: z.ZodType };

/** Contents of an annotation, as sent. */
export type AnnotationBody =
  | z.input<typeof BODIES.boolean>
  | z.input<typeof BODIES.duration>
  | z.input<typeof BODIES.moment>
  | z.input<typeof BODIES.numeric>
  | z.input<typeof BODIES.people>
  | z.input<typeof BODIES.scale>;

/** Contents of an annotation, as stored: with defaults filled in. */
export type ReadAnnotation =
  | z.output<typeof BODIES.boolean>
  | z.output<typeof BODIES.duration>
  | z.output<typeof BODIES.moment>
  | z.output<typeof BODIES.numeric>
  | z.output<typeof BODIES.people>
  | z.output<typeof BODIES.scale>;

const COFFEE = {
  annotation_type: "moment",
  name: "Coffee",
  description: "A cup of coffee.",
  tags: [],
};

/** Schema of the contents of an annotation. */
export const AnnotationBody: z.ZodType<ReadAnnotation, AnnotationBody> = z.discriminatedUnion(
  "annotation_type",
  [
    BODIES.boolean,
    BODIES.duration,
    BODIES.moment,
    BODIES.numeric,
    BODIES.people,
    BODIES.scale,
  ],
).meta({ description: "Contents of an annotation.", examples: [COFFEE] });

/** Fields that the service adds to an annotation. */
const STORED = {
  id: id.describe("Identifier."),
  svc_userid: id.describe("User who owns it."),
  created_at: instant.describe("Creation time."),
  updated_at: instant.describe("Time of the last change."),
  deleted_at: instant.nullable().describe("Time of the deletion; null while it is active."),
  svc_source_id: z.string().describe("The `source_id` of its records."),
};

interface Stored extends z.infer<z.ZodObject<typeof STORED>> {}

/** A stored annotation. */
export type Annotation = ReadAnnotation & Stored;

/** Schema of a stored annotation. */
export const Annotation: z.ZodType<Annotation> = (z.union([
  BODIES.boolean.extend(STORED),
  BODIES.duration.extend(STORED),
  BODIES.moment.extend(STORED),
  BODIES.numeric.extend(STORED),
  BODIES.people.extend(STORED),
  BODIES.scale.extend(STORED),
]) as z.ZodType<Annotation>).meta({
  description: "A stored annotation.",
  examples: [{
    ...COFFEE,
    measurement_spec: null,
    spec: null,
    id: EXAMPLE_ID,
    svc_userid: EXAMPLE_USER,
    created_at: "2026-03-01T08:00:00Z",
    updated_at: "2026-03-01T08:00:00Z",
    deleted_at: null,
    svc_source_id: `com.svc.annotation.${EXAMPLE_ID}`,
  }],
});
