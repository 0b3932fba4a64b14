import { z } from "zod";
import { type Annotation, AnnotationBody, type ReadAnnotation } from "../../schema/annotations.ts";
import type { JsonSchema } from "../../schema/catalog.ts";
import type { Document } from "../../store/documents.ts";
import { annotationRow } from "../types/annotationRow.ts";
import { annotationTypeId } from "../types/annotationTypes.ts";
import type { Context, HandlersOf, Query } from "../http/handler.ts";
import { grantsOf, mayRead, namedOwner } from "../sharing/mayRead.ts";
import { Measurement } from "../../schema/measurements.ts";
import { forbidden, invalid } from "../http/problem.ts";
import { ANNOTATION_BASES } from "../../schema/enums.ts";

/**
 * Stores annotations. Other users can read them if their records are shared, but never write them.
 */
export const annotations: HandlersOf<"annotations"> = {
  list: async (call) => {
    const { args, userid, context } = call;
    const owner = await namedOwner(call);
    const grants = await grantsOf(context, userid, owner);
    const all = (await context.store.annotations.list(owner)).map(annotationRow);
    const isShared = (type: string): boolean => grants.covers(type, null);
    const shared = all.filter((row) => isShared(annotationTypeId(row)));
    if (shared.length === 0 && !BASES.some(isShared)) throw forbidden();
    const wanted = args.annotation_type;
    return shared.filter((row) => wanted === undefined || row.annotation_type === wanted);
  },

  create: async ({ userid, body, context: { store } }) =>
    annotationRow(await store.annotations.add(userid, await body())),

  get: async (call) => {
    const { args, userid, context } = call;
    const owner = await namedOwner(call);
    const row = found(await context.store.annotations.find(owner, args.annotation_id));
    const dataType = annotationTypeId(row);
    if (await mayRead(context, { userid, owner, dataType, interval: null })) return row;
    throw forbidden();
  },

  update: async (call) => {
    const { userid, args: { annotation_id: id } } = call;
    const store = own(call);
    const body = await call.body();
    const before = found(await store.annotations.find(userid, id));
    const dataType = annotationTypeId(before);
    const hasRecords = await store.recordEdges.latest({ userid, dataType }) !== undefined;
    checkChange(before, body, hasRecords);
    return found(await store.annotations.change(userid, id, () => body));
  },

  delete: async (call) => {
    const { annotations } = own(call);
    return found(await annotations.setDeleted(call.userid, call.args.annotation_id, true));
  },

  cancelDeletion: async (call) => {
    const { annotations } = own(call);
    return found(await annotations.setDeleted(call.userid, call.args.annotation_id, false));
  },

  schema: () => schemaOf(AnnotationBody),
  measurementSchema: () => schemaOf(Measurement),
};

const BASES: readonly string[] = Object.values(ANNOTATION_BASES).map(({ id }) => id);

/** Rejects a change that would alter the type or unit of existing records. */
function checkChange(before: Annotation, body: ReadAnnotation, hasRecords: boolean): void {
  const { annotation_type: type } = before;
  if (body.annotation_type !== type) {
    throw invalid(
      ["body", "annotation_type"],
      `annotation_type must stay ${type}: records have this type`,
    );
  }
  const old = before.measurement_spec ?? null, measured = body.measurement_spec ?? null;
  if (!hasRecords || old === null || measured === null) return;
  for (const field of ["measurement_type", "unit"] as const) {
    if ((old[field] ?? null) === (measured[field] ?? null)) continue;
    throw invalid(
      ["body", "measurement_spec", field],
      `${field} stays ${old[field] ?? "null"}: records use it`,
    );
  }
}

/** Returns the store, after checking that the annotation belongs to the user. */
function own(
  { args, userid, context }: Query<{ readonly svc_userid: string | undefined }>,
): Context["store"] {
  if ((args.svc_userid ?? userid) !== userid) throw forbidden();
  return context.store;
}

function found(document: Document<ReadAnnotation> | undefined): Annotation {
  if (document === undefined) throw forbidden();
  return annotationRow(document);
}

function schemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: "input" }) as JsonSchema;
}
