import { z } from "zod";
import type { Annotation, AnnotationBody } from "../api/annotations.ts";
import type { JsonSchema } from "../api/catalog.ts";
import type { Document } from "../store/documents.ts";
import { isoMicros } from "../time/iso.ts";
import { annotationSource } from "./annotationSource.ts";
import { ANNOTATION } from "./annotationSchemas.ts";
import type { Context, HandlersOf } from "./handler.ts";
import { jsonBody } from "./jsonBody.ts";
import { ownerOf } from "./mayRead.ts";
import { MEASUREMENT } from "./measurementSchemas.ts";
import { forbidden } from "./problem.ts";

/** The type of data that annotations are, for shares. */
const TYPE = "Annotation";

/** Keeps annotations: those of others may be read where they are shared, and never written. */
export const annotations: HandlersOf<"annotations"> = {
  list: async (call) => {
    const owner = await ownerOf(call, TYPE, null);
    const wanted = call.args.annotation_type;
    return (await call.context.store.annotations.list(owner))
      .filter(({ body }) => wanted === undefined || body.annotation_type === wanted)
      .map(annotationOf);
  },

  create: async ({ userid, request, context: { store } }) =>
    annotationOf(await store.annotations.add(userid, await jsonBody(request, ANNOTATION))),

  get: async (call) => {
    const owner = await ownerOf(call, TYPE, null);
    return found(await call.context.store.annotations.find(owner, call.args.annotation_id));
  },

  update: async (call) => {
    const { annotations } = own(call);
    const body = await jsonBody(call.request, ANNOTATION);
    return found(await annotations.change(call.userid, call.args.annotation_id, () => body));
  },

  delete: async (call) => {
    const { annotations } = own(call);
    return found(await annotations.setDeleted(call.userid, call.args.annotation_id, true));
  },

  cancelDeletion: async (call) => {
    const { annotations } = own(call);
    return found(await annotations.setDeleted(call.userid, call.args.annotation_id, false));
  },

  schema: () => schemaOf(ANNOTATION),
  measurementSchema: () => schemaOf(MEASUREMENT),
};

/** The store, where the annotation to be written is one of the user's own. */
function own(
  { args, userid, context }: {
    args: { svc_userid: string | undefined };
    userid: string;
    context: Context;
  },
): Context["store"] {
  if ((args.svc_userid ?? userid) !== userid) throw forbidden();
  return context.store;
}

function found(document: Document<AnnotationBody> | undefined): Annotation {
  if (document === undefined) throw forbidden();
  return annotationOf(document);
}

function annotationOf(document: Document<AnnotationBody>): Annotation {
  const { id, userid, created, updated, deleted, body } = document;
  return {
    id,
    svc_userid: userid,
    ...body,
    created_at: isoMicros(created),
    updated_at: isoMicros(updated),
    deleted_at: deleted === null ? null : isoMicros(deleted),
    svc_source_id: annotationSource(id),
  };
}

function schemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: "input" }) as JsonSchema;
}
