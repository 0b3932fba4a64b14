import type { StoredRecord } from "../../store/records.ts";
import { annotationRow } from "../types/annotationRow.ts";
import { annotationKind, annotationTypeId } from "../types/annotationTypes.ts";
import type { Context } from "../http/handler.ts";
import { type RecordRow, recordRow } from "./recordRow.ts";
import type { KnownType } from "../types/knownType.ts";

/** How the records of a type are found and answered. */
export interface RecordShape {
  /** Whether records of the types that are defined on it are its records. */
  readonly withDefined: boolean;
  /** The unit of its values; undefined where records have none. */
  readonly unit: string | undefined;
  /** The fields that records of a user's own type have in addition to those of all. */
  readonly own: readonly string[];
  /** A record as queries answer it. */
  readonly rowOf: (record: StoredRecord) => RecordRow;
}

/**
 * How the records of a type are found and answered. Those of a base type of annotations are each of
 * an annotation of their own, also of one that was deleted.
 *
 * @param owner Whose records.
 */
export async function recordShape(
  { store }: Pick<Context, "store">,
  owner: string,
  { entry, metric, annotation, isBase, isBoolean, own = [] }: KnownType,
): Promise<RecordShape> {
  const unit = entry.class === "metric" ? metric?.unit ?? "" : undefined;
  const shape = { withDefined: isBase === true, unit, own };
  if (!isBase) return { ...shape, rowOf: (r) => recordRow(r, { unit, annotation, isBoolean }) };
  const kind = annotationKind(entry.id);
  const rows = (await store.annotations.list(owner))
    .filter(({ body }) => body.annotation_type === kind).map(annotationRow);
  const byType = new Map(rows.map((row) => [annotationTypeId(row), row]));
  return {
    ...shape,
    rowOf: (record) => {
      const annotation = byType.get(record.dataType);
      const measured = annotation?.measurement_spec?.unit ?? "";
      return recordRow(record, {
        unit: unit === undefined ? undefined : measured,
        annotation,
        isBoolean,
      });
    },
  };
}
