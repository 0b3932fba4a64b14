import { z } from "zod";
import { MEASUREMENT_TYPES, MEASUREMENT_UNITS, METRIC_KINDS } from "../../schema/enums.ts";

/** A measurement type. */
type Type = typeof MEASUREMENT_TYPES[number];

const none = z.null().default(null);
const text = z.string().nullable().default(null);
const value = z.number().nullable().default(null);

function oneOf(units: readonly string[]): z.ZodType {
  return z.enum(units).nullable().default(null);
}

/** A measurement with a number that is named after its type. */
function real<T extends Type>(type: T, unit: z.ZodType) {
  return variant(type, "real", unit, { [type]: z.strictObject({ value }) });
}

function variant<T extends Type>(
  type: T,
  valueType: string,
  unit: z.ZodType,
  member: { [name: string]: z.ZodType },
) {
  return z.strictObject({
    measurement_type: z.literal(type),
    metric_kind: z.enum(METRIC_KINDS).default("discrete"),
    unit,
    value_type: z.literal(valueType).default(valueType),
    ...member,
  });
}

const scale = z.strictObject({
  min_allowed: z.int(),
  max_allowed: z.int(),
  value: z.int().nullable().default(null),
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
});

/** Every measurement by its type (interface 2.11). */
const VARIANTS = {
  boolean: variant("boolean", "boolean", none, {
    boolean: z.strictObject({ value: z.boolean().nullable().default(null) }),
  }),
  count: real("count", none),
  custom: real("custom", text),
  distance: real("distance", oneOf(MEASUREMENT_UNITS.distance)),
  duration: variant("duration", "duration", none, {}),
  mass: real("mass", oneOf(MEASUREMENT_UNITS.mass)),
  percent: real("percent", z.string().default("percent")),
  period: real("period", oneOf(MEASUREMENT_UNITS.period)),
  scale: variant("scale", "integer", none, { scale }),
  temperature: real("temperature", oneOf(MEASUREMENT_UNITS.temperature)),
  volume: real("volume", oneOf(MEASUREMENT_UNITS.volume)),
} as const satisfies { [T in Type]: z.ZodType };

/** A measurement of one of some types, whose `measurement_type` may be left out where one member tells it. */
export function measurementOf(types: readonly Type[]): z.ZodType {
  const [first, ...rest] = types.map((type) => VARIANTS[type]);
  return z.preprocess(
    (given) => withType(given, types),
    z.discriminatedUnion("measurement_type", [first!, ...rest]),
  );
}

/** Any measurement. */
export const MEASUREMENT: z.ZodType = measurementOf(MEASUREMENT_TYPES);

function withType(given: unknown, types: readonly Type[]): unknown {
  if (typeof given !== "object" || given === null || "measurement_type" in given) return given;
  const named = types.filter((type) => types.length === 1 || Object.hasOwn(given, type));
  return named.length === 1 ? { ...given, measurement_type: named[0] } : given;
}
