import { z } from "zod";
import { MEASUREMENT_TYPES, MEASUREMENT_UNITS, METRIC_KINDS } from "./enums.ts";

type Type = typeof MEASUREMENT_TYPES[number];

const DEFAULT = "Value if a record gives none.";
const MEMBER = "Settings of the measurement, named after its type.";

const none = z.null().default(null);
const text = z.string().nullable().default(null);
const amount = z.strictObject({ value: z.number().nullable().default(null).describe(DEFAULT) })
  .describe(MEMBER);

/** Returns the fields that all measurements have. */
function head<
  T extends Type,
  V extends "boolean" | "real" | "integer" | "duration",
  U extends z.ZodType,
>(
  type: T,
  valueType: V,
  unit: U,
) {
  return {
    measurement_type: z.literal(type).describe("Type of the measurement."),
    metric_kind: z.enum(METRIC_KINDS).default("discrete").describe(
      "Aggregation of measurements: cumulative or discrete.",
    ),
    unit: unit.describe("Unit of the value."),
    value_type: z.literal(valueType).default(() => valueType).describe("Kind of the value."),
  };
}

function unitOf<const U extends string>(units: readonly U[]) {
  return z.enum(units).nullable().default(null);
}

const scale = z.strictObject({
  min_allowed: z.int().describe("Minimum value."),
  max_allowed: z.int().describe("Maximum value."),
  value: z.int().nullable().default(null).describe(DEFAULT),
}).superRefine(({ min_allowed, max_allowed, value }, issues) => {
  if (max_allowed < min_allowed) {
    issues.addIssue({
      code: "custom",
      path: ["max_allowed"],
      message: "max_allowed is below min_allowed",
    });
  } else if (value !== null && (value < min_allowed || value > max_allowed)) {
    issues.addIssue({
      code: "custom",
      path: ["value"],
      message: `value is not between ${min_allowed} and ${max_allowed}`,
    });
  }
}).describe(MEMBER);

/** Schema of each measurement type. */
const VARIANTS = {
  boolean: z.strictObject({
    ...head("boolean", "boolean", none),
    boolean: z.strictObject({ value: z.boolean().nullable().default(null).describe(DEFAULT) })
      .describe(MEMBER),
  }),
  count: z.strictObject({ ...head("count", "real", none), count: amount }),
  custom: z.strictObject({ ...head("custom", "real", text), custom: amount }),
  distance: z.strictObject({
    ...head("distance", "real", unitOf(MEASUREMENT_UNITS.distance)),
    distance: amount,
  }),
  duration: z.strictObject(head("duration", "duration", none)),
  mass: z.strictObject({ ...head("mass", "real", unitOf(MEASUREMENT_UNITS.mass)), mass: amount }),
  percent: z.strictObject({
    ...head("percent", "real", z.string().default("percent")),
    percent: amount,
  }),
  period: z.strictObject({
    ...head("period", "real", unitOf(MEASUREMENT_UNITS.period)),
    period: amount,
  }),
  scale: z.strictObject({ ...head("scale", "integer", none), scale }),
  temperature: z.strictObject({
    ...head("temperature", "real", unitOf(MEASUREMENT_UNITS.temperature)),
    temperature: amount,
  }),
  volume: z.strictObject({
    ...head("volume", "real", unitOf(MEASUREMENT_UNITS.volume)),
    volume: amount,
  }),
} as const satisfies { [T in Type]: z.ZodType };

type Variants = typeof VARIANTS;

/** Measurement of an annotation, as sent. */
export type Measurement = { [T in Type]: z.input<Variants[T]> }[Type];

/** Measurement of an annotation, as stored: with defaults filled in. */
export type ReadMeasurement = { [T in Type]: z.output<Variants[T]> }[Type];

/** Returns a schema of measurements of some types. `measurement_type` is optional if a member implies it. */
export function measurementOf<const T extends readonly Type[]>(
  types: T,
): z.ZodType<z.output<Variants[T[number]]>, z.input<Variants[T[number]]>> {
  const [first, ...rest] = types.map((type) => VARIANTS[type]);
  return z.preprocess(
    (given) => withType(given, types),
    z.discriminatedUnion("measurement_type", [first!, ...rest]),
  ) as unknown as z.ZodType<z.output<Variants[T[number]]>, z.input<Variants[T[number]]>>;
}

/** Schema of any measurement. */
export const Measurement: z.ZodType<ReadMeasurement, Measurement> = measurementOf(
  MEASUREMENT_TYPES,
);

function withType(given: unknown, types: readonly Type[]): unknown {
  if (typeof given !== "object" || given === null || "measurement_type" in given) return given;
  const named = types.filter((type) => types.length === 1 || Object.hasOwn(given, type));
  return named.length === 1 ? { ...given, measurement_type: named[0] } : given;
}

/** Returns the default value of a measurement, 1 for true and 0 for false; `undefined` without one. */
export function defaultValue(measured: ReadMeasurement): number | undefined {
  const members = measured as unknown as {
    readonly [type: string]: { readonly value: number | boolean | null } | undefined;
  };
  const { value = null } = members[measured.measurement_type] ?? {};
  return value === null ? undefined : Number(value);
}
