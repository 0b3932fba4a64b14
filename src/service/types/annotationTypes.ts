import { columnName } from "../../api/fields/columnName.ts";
import type { ReadAnnotation } from "../../schema/annotations.ts";
import { defaultValue, type ReadMeasurement } from "../../schema/measurements.ts";
import type { DataType } from "../../schema/catalog.ts";
import type { Document } from "../../store/documents.ts";
import { annotationOfSource } from "./annotationSource.ts";
import { annotationRow } from "./annotationRow.ts";
import { annotationRecord } from "./recordSchemas.ts";
import { recordSchema } from "./recordSchema.ts";
import { type EntryHead, typeEntry } from "./typeEntry.ts";
import type { KnownType } from "./knownType.ts";
import { ANNOTATION_BASES, type AnnotationType } from "../../schema/enums.ts";

/** Descriptions of the kinds of annotations. */
const DESCRIPTIONS: Readonly<Record<AnnotationType, string>> = {
  moment: "A moment that a person marked.",
  duration: "A span that a person marked, from its start to its end.",
  people: "Time with people, as a person marked it.",
  boolean: "An answer that a person gave: yes or no.",
  numeric: "A number that a person measured or counted.",
  scale: "A step on a scale that a person chose.",
};

/** Base types of annotations. */
export const ANNOTATION_TYPES: readonly KnownType[] = Object.keys(ANNOTATION_BASES)
  .map((kind) => annotationBase(kind as AnnotationType));

/** Returns the type of an annotation's records: `<Kind>Annotation/<uuid>`. */
export function annotationType(document: Document<ReadAnnotation>): KnownType {
  const { body, userid } = document;
  const annotation = annotationRow(document);
  const { annotation_type: kind, measurement_spec: measured } = body;
  const id = annotationTypeId(annotation);
  const head = {
    id,
    name: body.name,
    description: body.description,
    categories: ["annotations", "user_configured"],
    column_name: columnName(body.name),
    svc_userid: userid,
  } as const;
  const metric_kind = measured?.metric_kind ?? "discrete";
  return {
    ...annotationOf(kind, measured ?? null, { ...head, metric_kind }),
    annotation,
    tags: body.tags,
    defaults: {
      note: body.spec?.default_note,
      value: measured ? defaultValue(measured) : undefined,
    },
  };
}

/** Returns the id of the type of an annotation's records. */
export function annotationTypeId(
  { id, annotation_type }: { readonly id: string; readonly annotation_type: AnnotationType },
): string {
  return `${ANNOTATION_BASES[annotation_type].id}/${id}`;
}

/**
 * Returns the kind of annotation that a base type, or a type based on it, records. Returns
 * `undefined` for other types.
 */
export function annotationKind(typeId: string): AnnotationType | undefined {
  const base = typeId.split("/", 1)[0];
  return (Object.keys(ANNOTATION_BASES) as AnnotationType[])
    .find((kind) => ANNOTATION_BASES[kind].id === base);
}

/**
 * Returns the id of the last annotation that a record names as a source. Returns `undefined` if it
 * names none.
 *
 * @param given Record as it was sent.
 */
export function namedAnnotation(given: unknown): string | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const { source, sources } = given as { source?: unknown; sources?: unknown };
  const last = Array.isArray(sources) ? annotationOfSource(sources.at(-1)) : undefined;
  const bundle = typeof source === "object" && source !== null
    ? (source as { sourceBundleIdentifier?: unknown }).sourceBundleIdentifier
    : source;
  return last ?? annotationOfSource(bundle);
}

function annotationBase(kind: AnnotationType): KnownType {
  const { id } = ANNOTATION_BASES[kind];
  const base = annotationOf(kind, null, {
    id,
    name: `${kind[0]!.toUpperCase()}${kind.slice(1)} annotation`,
    description: DESCRIPTIONS[kind],
    categories: ["annotations", "base_type"],
    metric_kind: "discrete",
  });
  return { ...base, metric: null, isBase: true }; // its records have several units
}

function annotationOf(
  kind: AnnotationType,
  measured: ReadMeasurement | null,
  { metric_kind, ...head }: EntryHead & { readonly metric_kind: "cumulative" | "discrete" },
): KnownType {
  const { class: type } = ANNOTATION_BASES[kind];
  const entry = { ...typeEntry(head), api_version: "v1alpha1" } as const;
  const body = annotationRecord(kind, measured);
  if (type === "event") {
    return {
      body,
      metric: null,
      entry: {
        ...entry,
        class: "event",
        record_spec: {
          type: "event",
          get schema() {
            return recordSchema(body);
          },
        },
      },
    };
  }
  const unit = measured?.unit ?? null;
  return {
    body,
    metric: {
      name: entry.id,
      description: entry.description,
      unit: unit ?? "",
      value_column: entry.column_name,
      is_time_series: true,
      metric_kind,
    },
    isBoolean: kind === "boolean",
    entry: {
      ...entry,
      class: "metric",
      metric_kind,
      unit,
      record_spec: {
        type: "metric",
        aggregation: metric_kind,
        scale: scaleOf(kind, measured),
        unit,
        value_map: kind === "boolean" ? { "0": "no", "1": "yes" } : null,
        get schema() {
          return recordSchema(body);
        },
      },
    },
  };
}

function scaleOf(
  kind: AnnotationType,
  measured: ReadMeasurement | null,
): Extract<DataType["record_spec"], { type: "metric" }>["scale"] {
  if (kind === "boolean") return { min: 0, max: 1, step: 1 };
  if (measured?.measurement_type !== "scale") return null;
  const { min_allowed: min, max_allowed: max } = measured.scale;
  return { min, max, step: 1 };
}
