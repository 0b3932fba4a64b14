import { z } from "zod";
import { MEASUREMENT_TYPES, MEASUREMENT_UNITS, METRIC_KINDS } from "./enums.ts";

/** A measurement type. */
type Type = typeof MEASUREMENT_TYPES[number];

const DEFAULT = "The value that stands where none is given.";
const MEMBER = "What is measured, named after the type.";

const none = z.null().default(null);
const text = z.string().nullable().default(null);
const amount = z.strictObject({ value: z.number().nullable().default(null).describe(DEFAULT) })
  .describe(MEMBER);

/** What all measurements have. */
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
    measurement_type: z.literal(type).describe("What is measured."),
    metric_kind: z.enum(METRIC_KINDS).default("discrete").describe("How measurements add up."),
    unit: unit.describe("Unit of the value."),
    value_type: z.literal(valueType).default(() => valueType).describe("Kind of the value."),
  };
}

function unitOf<const U extends string>(units: readonly U[]) {
  return z.enum(units).nullable().default(null);
}

const scale = z.strictObject({
  min_allowed: z.int().describe("The least value."),
  max_allowed: z.int().describe("The greatest value."),
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
      message: `value is not from ${min_allowed} to ${max_allowed}`,
    });
  }
}).describe(MEMBER);

/** Every measurement by its type. */
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

/** How an annotation is measured, as it is sent. */
export type Measurement = { [T in Type]: z.input<Variants[T]> }[Type];

/** How an annotation is measured, as it is read: with what stands where nothing was given. */
export type ReadMeasurement = { [T in Type]: z.output<Variants[T]> }[Type];

/** A measurement of one of some types, whose `measurement_type` may be left out where one member tells it. */
export function measurementOf<const T extends readonly Type[]>(
  types: T,
): z.ZodType<z.output<Variants[T[number]]>, z.input<Variants[T[number]]>> {
  const [first, ...rest] = types.map((type) => VARIANTS[type]);
  return z.preprocess(
    (given) => withType(given, types),
    z.discriminatedUnion("measurement_type", [first!, ...rest]),
  ) as unknown as z.ZodType<z.output<Variants[T[number]]>, z.input<Variants[T[number]]>>;
}

/** The schema of any measurement. */
export const Measurement: z.ZodType<ReadMeasurement, Measurement> = measurementOf(
  MEASUREMENT_TYPES,
);

function withType(given: unknown, types: readonly Type[]): unknown {
  if (typeof given !== "object" || given === null || "measurement_type" in given) return given;
  const named = types.filter((type) => types.length === 1 || Object.hasOwn(given, type));
  return named.length === 1 ? { ...given, measurement_type: named[0] } : given;
}

/** The value that stands where a record gives none, 1 for true and 0 for false; undefined for no such. */
export function defaultValue(measured: ReadMeasurement): number | undefined {
  const members = measured as unknown as {
    readonly [type: string]: { readonly value: number | boolean | null } | undefined;
  };
  const { value = null } = members[measured.measurement_type] ?? {};
  return value === null ? undefined : Number(value);
}
