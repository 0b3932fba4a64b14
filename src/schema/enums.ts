/** Types of annotations. */
export const ANNOTATION_TYPES = [
  "duration",
  "moment",
  "numeric",
  "people",
  "scale",
  "boolean",
] as const;

/** Types of annotations. */
export type AnnotationType = typeof ANNOTATION_TYPES[number];

/**
 * Base types of the records of annotations, by annotation type. The records of one definition have
 * the type `<base>/<id>`.
 */
export const ANNOTATION_BASES = {
  moment: { id: "MomentAnnotation", class: "event" },
  duration: { id: "DurationAnnotation", class: "event" },
  people: { id: "PeopleAnnotation", class: "event" },
  boolean: { id: "BooleanAnnotation", class: "metric" },
  numeric: { id: "NumericAnnotation", class: "metric" },
  scale: { id: "ScaleAnnotation", class: "metric" },
} as const satisfies { [T in AnnotationType]: { id: string; class: "event" | "metric" } };

/** Types of measurements. */
export const MEASUREMENT_TYPES = [
  "boolean",
  "count",
  "custom",
  "distance",
  "duration",
  "mass",
  "percent",
  "period",
  "scale",
  "temperature",
  "volume",
] as const;

/** Units by measurement type. */
export const MEASUREMENT_UNITS = {
  distance: ["inch", "foot", "yard", "mile", "millimeter", "centimeter", "meter", "kilometer"],
  mass: ["ounce", "pound", "microgram", "milligram", "gram", "kilogram", "stone"],
  volume: [
    "teaspoon",
    "tablespoon",
    "fluid_ounce",
    "pint",
    "quart",
    "gallon",
    "millileter",
    "liter",
  ],
  temperature: ["degree_celsius", "degree_fahrenheit"],
  period: ["second"],
} as const;

/** Base types of user-defined data types. */
export const BASE_TYPES = ["Event", "Metric"] as const;

/** States of a file. */
export const FILE_STATES = ["created", "uploaded", "archived", "deleted"] as const;

/** Sources of location samples. */
export const LOCATION_SAMPLE_SOURCES = ["mobile", "map_service"] as const;

/** Versions of a data type's interface. */
export const API_VERSIONS = ["v0", "v1alpha1", "v1"] as const;

/** Categories of data types. */
export const CATEGORIES = [
  "annotations",
  "sleep",
  "health_sdk",
  "health",
  "mindfulness",
  "focus",
  "platform",
  "location",
  "user_configured",
  "base_type",
  "shared_type",
] as const;

/** Classes of records. */
export const RECORD_TYPES = ["metric", "event", "location", "entry", "tombstone"] as const;

/** Kinds of metrics. */
export const METRIC_KINDS = ["cumulative", "discrete"] as const;

/** Kind of a metric: cumulative values are sums over their interval, discrete values are readings. */
export type MetricKind = typeof METRIC_KINDS[number];

/** Fields that records of any type may have; a user's schema may omit them. */
export const COMMON_FIELDS = [
  "id",
  "start_time",
  "recorded_at",
  "end_time",
  "source",
  "sources",
  "device",
  "note",
  "tags",
  "metadata",
  "name",
] as const;

/** Further fields of the records of metrics. */
export const METRIC_FIELDS = ["value", "unit"] as const;

/** Fields that a user's schema may omit. */
export const UNNAMED_FIELDS: readonly string[] = [...COMMON_FIELDS, ...METRIC_FIELDS];
