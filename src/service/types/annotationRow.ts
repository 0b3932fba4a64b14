import type { Annotation, ReadAnnotation } from "../../schema/annotations.ts";
import type { Document } from "../../store/documents.ts";
import { isoStamp } from "../../time/iso.ts";
import { annotationSource } from "./annotationSource.ts";

/** Returns an annotation as the service answers it. */
export function annotationRow(document: Document<ReadAnnotation>): Annotation {
  const { id, userid, created, updated, deleted, body } = document;
  return {
    id,
    svc_userid: userid,
    ...body,
    created_at: isoStamp(created),
    updated_at: isoStamp(updated),
    deleted_at: deleted === null ? null : isoStamp(deleted),
    svc_source_id: annotationSource(id),
  };
}
