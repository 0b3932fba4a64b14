import type { JsonSchema } from "./catalog.ts";
import { type Endpoints, oldJson } from "./fields/endpoint.ts";
import { OWNER } from "./fields/fields.ts";
import {
  ANNOTATION_TYPES,
  type AnnotationType,
  type MEASUREMENT_UNITS,
  type MetricKind,
} from "../schema/enums.ts";

/** What all measurements have. */
export interface Measured<T extends string, V, U> {
  /** What is measured. */
  measurement_type: T;
  /** How measurements add up. @default "discrete" */
  metric_kind?: MetricKind;
  /** Unit of the value. */
  unit?: U | null;
  /** Kind of the value. */
  value_type?: V;
}

/** The value of a measurement. */
export interface Measurand<T> {
  /** The value that stands where none is given. */
  value?: T | null;
}

/** How an annotation is measured (interface 2.11). */
export type Measurement =
  | Measured<"boolean", "boolean", never> & { boolean: Measurand<boolean> }
  | Measured<"count", "real", never> & { count: Measurand<number> }
  | Measured<"custom", "real", string> & { custom: Measurand<number> }
  | Measured<"distance", "real", typeof MEASUREMENT_UNITS.distance[number]> & {
    distance: Measurand<number>;
  }
  | Measured<"duration", "duration", never>
  | Measured<"mass", "real", typeof MEASUREMENT_UNITS.mass[number]> & { mass: Measurand<number> }
  | Measured<"percent", "real", string> & { percent: Measurand<number> }
  | Measured<"period", "real", "second"> & { period: Measurand<number> }
  | Measured<"scale", "integer", never> & {
    scale: Measurand<number> & { min_allowed: number; max_allowed: number };
  }
  | Measured<"temperature", "real", typeof MEASUREMENT_UNITS.temperature[number]> & {
    temperature: Measurand<number>;
  }
  | Measured<"volume", "real", typeof MEASUREMENT_UNITS.volume[number]> & {
    volume: Measurand<number>;
  };

/** The value that stands where a record gives none, 1 for true and 0 for false; undefined for no such. */
export function defaultValue(measured: Measurement): number | undefined {
  const members = measured as unknown as Record<string, Measurand<number | boolean> | undefined>;
  const { value = null } = members[measured.measurement_type] ?? {};
  return value === null ? undefined : Number(value);
}

/** Text for each value of a scale. */
export interface LabelMapping {
  /** Constant. */
  mapping_type: "string";
  /** Labels. */
  string: { mapping: { [value: string]: string } };
}

/** Colours or emoji for each value of a scale; colours come back as hex. */
export type ScaleMapping =
  | { mapping_type: "color"; color: { mapping: { [value: string]: string } } }
  | {
    mapping_type: "emoji";
    color: { mapping: { [value: string]: string } };
    string: { mapping: { [value: string]: string } };
  };

/** What else belongs to an annotation. */
export interface AnnotationSpec {
  /** The note that a new record has. */
  default_note?: string | null;
  /** Labels of a scale. */
  scale?: { label_mapping: LabelMapping; scale_mapping?: ScaleMapping | null };
}

/** What an annotation is written as (interface 2.10). */
export interface AnnotationBody {
  /** What it records. */
  annotation_type: AnnotationType;
  /** Its name. */
  name: string;
  /** What it is about. */
  description: string;
  /** Default tags of its records. */
  tags: string[];
  /** How it is measured; absent or null where it is not. */
  measurement_spec?: Measurement | null;
  /** What else belongs to it. */
  spec?: AnnotationSpec | null;
}

/** A stored annotation (interface 2.10). */
export interface Annotation extends AnnotationBody {
  /** Identifier. */
  id: string;
  /** Who owns it. */
  svc_userid: string;
  /** When it was made. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /** The `source_id` of its records. */
  svc_source_id: string;
  /** When it was deleted; null while it is active. */
  deleted_at: string | null;
}

/** Annotations: what a user notes down, by kind. */
export const annotations = {
  list: {
    route: "GET /user/v1alpha1/annotation",
    summary: "Lists annotations, deleted ones too.",
    query: {
      ...OWNER,
      annotation_type: {
        kind: "text",
        oneOf: ANNOTATION_TYPES,
        doc: "Only annotations of this type.",
      },
    },
    returns: oldJson<Annotation[]>(),
    split: "never",
  },
  create: {
    route: "POST /user/v1alpha1/annotation",
    summary: "Makes an annotation.",
    query: { response_class: { kind: "text", doc: "Accepted, without effect." } },
    body: oldJson<AnnotationBody>(),
    returns: oldJson<Annotation>(),
    split: "never",
  },
  get: {
    route: "GET /user/v1alpha1/annotation/{annotation_id}",
    summary: "Reads an annotation, also a deleted one.",
    query: OWNER,
    returns: oldJson<Annotation>(),
    split: "never",
  },
  update: {
    route: "PUT /user/v1alpha1/annotation/{annotation_id}",
    summary: "Writes an annotation anew.",
    query: OWNER,
    body: oldJson<AnnotationBody>(),
    returns: oldJson<Annotation>(),
    split: "never",
  },
  delete: {
    route: "DELETE /user/v1alpha1/annotation/{annotation_id}",
    summary: "Deletes an annotation; that can be taken back.",
    query: OWNER,
    returns: oldJson<Annotation>(),
    split: "never",
  },
  cancelDeletion: {
    route: "POST /user/v1alpha1/annotation/{annotation_id}/cancel_deletion",
    summary: "Takes the deletion of an annotation back.",
    query: OWNER,
    returns: oldJson<Annotation>(),
    split: "never",
  },
  schema: {
    route: "GET /user/v1alpha1/schema/annotation",
    summary: "Reads the JSON Schema of annotations.",
    returns: oldJson<JsonSchema>(),
    split: "never",
  },
  measurementSchema: {
    route: "GET /user/v1alpha1/schema/measurement",
    summary: "Reads the JSON Schema of measurements.",
    returns: oldJson<JsonSchema>(),
    split: "never",
  },
} as const satisfies Endpoints;
