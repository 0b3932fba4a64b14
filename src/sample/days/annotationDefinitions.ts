import { Random } from "../life/random.ts";
import { recordId } from "../records/recordId.ts";
import { toIso } from "../records/toRecord.ts";

/** Annotation definition in wire format, without the fields that a service adds. */
export type SampleAnnotation = {
  id: string;
  name: string;
  description: string;
  annotation_type: "duration" | "moment" | "numeric" | "people" | "scale" | "boolean";
  /** Ids of tags. */
  tags: string[];
  measurement_spec: Record<string, unknown> | null;
  spec: Record<string, unknown> | null;
  /** ISO 8601 in UTC. */
  created_at: string;
  /** ISO 8601 in UTC. */
  updated_at: string;
};

/** Tag in wire format. */
export type SampleTag = { id: string; name: string };

/** Names of the tags in the sample. */
export type TagName = "food" | "sport" | "health" | "people";

/** Names of the annotations in the sample. */
export type AnnotationName =
  | "Coffee"
  | "Workout"
  | "Headache"
  | "Water"
  | "Vitamins"
  | "Friends"
  | "Mood";

const TAGS: readonly TagName[] = ["food", "sport", "health", "people"];

const DEFINITIONS: Readonly<
  Record<
    AnnotationName,
    & Pick<SampleAnnotation, "description" | "annotation_type" | "measurement_spec" | "spec">
    & { readonly tag: TagName }
  >
> = {
  Coffee: {
    description: "A cup of coffee",
    annotation_type: "moment",
    tag: "food",
    measurement_spec: null,
    spec: { default_note: null },
  },
  Workout: {
    description: "Exercise, from its start to its end",
    annotation_type: "duration",
    tag: "sport",
    measurement_spec: {
      measurement_type: "duration",
      metric_kind: "discrete",
      unit: null,
      value_type: "duration",
    },
    spec: { default_note: null },
  },
  Headache: {
    description: "How bad a headache is",
    annotation_type: "scale",
    tag: "health",
    measurement_spec: {
      measurement_type: "scale",
      metric_kind: "discrete",
      unit: null,
      value_type: "integer",
      scale: { min_allowed: 1, max_allowed: 5, value: null },
    },
    spec: {
      default_note: null,
      scale: {
        label_mapping: {
          mapping_type: "string",
          string: {
            mapping: { "1": "faint", "2": "mild", "3": "moderate", "4": "strong", "5": "worst" },
          },
        },
        scale_mapping: {
          mapping_type: "color",
          color: {
            mapping: {
              "1": "#fee5d9",
              "2": "#fcae91",
              "3": "#fb6a4a",
              "4": "#de2d26",
              "5": "#a50f15",
            },
          },
        },
      },
    },
  },
  Water: {
    description: "Water drunk",
    annotation_type: "numeric",
    tag: "food",
    measurement_spec: {
      measurement_type: "volume",
      metric_kind: "cumulative",
      unit: "liter",
      value_type: "real",
      volume: { value: 0.25 },
    },
    spec: { default_note: null },
  },
  Vitamins: {
    description: "Whether the vitamins were taken",
    annotation_type: "boolean",
    tag: "health",
    measurement_spec: {
      measurement_type: "boolean",
      metric_kind: "discrete",
      unit: null,
      value_type: "boolean",
      boolean: { value: true },
    },
    spec: { default_note: null },
  },
  Friends: {
    description: "Time with friends",
    annotation_type: "people",
    tag: "people",
    measurement_spec: null,
    spec: null,
  },
  Mood: {
    description: "How the day was",
    annotation_type: "scale",
    tag: "health",
    measurement_spec: {
      measurement_type: "scale",
      metric_kind: "discrete",
      unit: null,
      value_type: "integer",
      scale: { min_allowed: 1, max_allowed: 5, value: null },
    },
    spec: {
      default_note: null,
      scale: {
        label_mapping: {
          mapping_type: "string",
          string: {
            mapping: { "1": "bad", "2": "poor", "3": "fair", "4": "good", "5": "great" },
          },
        },
        scale_mapping: {
          mapping_type: "emoji",
          color: {
            mapping: {
              "1": "#d73027",
              "2": "#fc8d59",
              "3": "#fee090",
              "4": "#91bfdb",
              "5": "#4575b4",
            },
          },
          string: { mapping: { "1": "😣", "2": "🙁", "3": "😐", "4": "🙂", "5": "😀" } },
        },
      },
    },
  },
};

/**
 * Returns the annotation definitions of the sample and their tags, created at `start` (milliseconds
 * UTC).
 */
export function annotationDefinitions(
  start: number,
  seed: number,
): { tags: SampleTag[]; definitions: SampleAnnotation[] } {
  const ids = new Random(seed, "annotations");
  const tags = TAGS.map((name) => ({ id: recordId(start, ids), name }));
  const definitions = Object.entries(DEFINITIONS).map(([name, { tag, ...definition }]) => ({
    id: recordId(start, ids),
    name,
    ...definition,
    tags: tags.filter((each) => each.name === tag).map(({ id }) => id),
    created_at: toIso(start),
    updated_at: toIso(start),
  }));
  return { tags, definitions };
}
