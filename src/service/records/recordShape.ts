import type { StoredRecord } from "../../store/records.ts";
import { annotationRow } from "../types/annotationRow.ts";
import { annotationKind, annotationTypeId } from "../types/annotationTypes.ts";
import type { Context } from "../http/handler.ts";
import { type RecordRow, recordRow } from "./recordRow.ts";
import type { KnownType } from "../types/knownType.ts";

/** Format of a type's records. */
export interface RecordShape {
  /** Includes records of types based on it. */
  readonly withDefined: boolean;
  /** Unit of the values; `undefined` if records have no value. */
  readonly unit: string | undefined;
  /** User-defined fields. */
  readonly own: readonly string[];
  readonly rowOf: (record: StoredRecord) => RecordRow;
}

/**
 * Returns the format of a type's records. Each record of a base type of annotations belongs to an
 * annotation, which may have been deleted.
 *
 * @param owner User who owns the records.
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
