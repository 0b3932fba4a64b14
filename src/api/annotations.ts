import { type Endpoints, json, jsonList } from "./fields/endpoint.ts";
import { OWNER } from "./fields/fields.ts";
import { ANNOTATION_TYPES } from "../schema/enums.ts";

/** Annotations: notes of a user, by kind. */
export const annotations = {
  /** Lists annotations, deleted ones too. */
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
    returns: jsonList("Annotation"),
    split: "never",
  },
  /** Creates an annotation. */
  create: {
    route: "POST /user/v1alpha1/annotation",
    summary: "Creates an annotation.",
    query: { response_class: { kind: "text", doc: "Accepted, without effect." } },
    body: json("AnnotationBody"),
    returns: json("Annotation"),
    split: "never",
  },
  /** Reads an annotation, even if it was deleted. */
  get: {
    route: "GET /user/v1alpha1/annotation/{annotation_id}",
    summary: "Reads an annotation, even if it was deleted.",
    query: OWNER,
    returns: json("Annotation"),
    split: "never",
  },
  /** Replaces an annotation. */
  update: {
    route: "PUT /user/v1alpha1/annotation/{annotation_id}",
    summary: "Replaces an annotation.",
    query: OWNER,
    body: json("AnnotationBody"),
    returns: json("Annotation"),
    split: "never",
  },
  /** Deletes an annotation; you can cancel the deletion. */
  delete: {
    route: "DELETE /user/v1alpha1/annotation/{annotation_id}",
    summary: "Deletes an annotation; you can cancel the deletion.",
    query: OWNER,
    returns: json("Annotation"),
    split: "never",
  },
  /** Cancels the deletion of an annotation. */
  cancelDeletion: {
    route: "POST /user/v1alpha1/annotation/{annotation_id}/cancel_deletion",
    summary: "Cancels the deletion of an annotation.",
    query: OWNER,
    returns: json("Annotation"),
    split: "never",
  },
  /** Reads the JSON Schema of annotations. */
  schema: {
    route: "GET /user/v1alpha1/schema/annotation",
    summary: "Reads the JSON Schema of annotations.",
    returns: json("JsonSchema"),
    split: "never",
  },
  /** Reads the JSON Schema of measurements. */
  measurementSchema: {
    route: "GET /user/v1alpha1/schema/measurement",
    summary: "Reads the JSON Schema of measurements.",
    returns: json("JsonSchema"),
    split: "never",
  },
} as const satisfies Endpoints;
