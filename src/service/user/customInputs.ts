import type { CustomInput, CustomInputBody, StoredCustomInput } from "../../schema/customInputs.ts";
import type { Document } from "../../store/documents.ts";
import { isoMicros } from "../../time/iso.ts";
import { findType } from "../types/dataTypes.ts";
import type { Context, HandlersOf } from "../http/handler.ts";
import { invalid, notFound, Problem } from "../http/problem.ts";
import { publicAddress } from "../http/publicAddress.ts";
import { storeRecords } from "../records/storeRecords.ts";
import type { KnownType } from "../types/knownType.ts";

/** Keeps custom inputs, and takes the records that are posted to them. */
export const customInputs: HandlersOf<"customInputs"> = {
  list: async ({ userid, request, context }) =>
    (await context.store.customInputs.list(userid))
      .map((document) => inputOf(document, context, request)),

  create: async ({ userid, body, request, context }) => {
    const given = await body();
    await checkType(context, userid, given.svc_data_type);
    const document = await context.store.customInputs.add(userid, storedOf(given));
    return inputOf(document, context, request);
  },

  get: async ({ args, userid, request, context }) => {
    const document = await context.store.customInputs.find(userid, args.custom_input_id);
    return inputOf(found(document), context, request);
  },

  update: async ({ args, userid, body, request, context }) => {
    const change = await body();
    await checkType(context, userid, change.svc_data_type);
    const changed = await context.store.customInputs.change(
      userid,
      args.custom_input_id,
      ({ body }) => storedOf({ ...body, ...defined(change) }),
    );
    return inputOf(found(changed), context, request);
  },

  delete: async ({ args, userid, context: { store } }) => {
    found(await store.customInputs.setDeleted(userid, args.custom_input_id, true));
  },

  record: async ({ args, userid, request, context }) => {
    const { deleted, body } = found(
      await context.store.customInputs.find(userid, args.custom_input_id),
    );
    if (deleted !== null) throw notFound("This custom input was deleted");
    const type = await recordable(context, userid, body.svc_data_type || null);
    if (type === undefined) throw new Problem(409, "This custom input has no data type");
    const source = body.svc_source?.[0] ?? type.source;
    const tags = body.default_event_tags ?? type.tags;
    return storeRecords(request, context, { userid, type: { ...type, source, tags } });
  },
};

/** The fields that are given: one that is absent stays as it was. */
function defined<T extends object>(change: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** Text that is not given is empty: the record has no null in its place (interface 2.16). */
function storedOf(body: CustomInputBody): StoredCustomInput {
  return {
    name: body.name,
    description: body.description ?? "",
    svc_data_type: body.svc_data_type ?? "",
    svc_source: body.svc_source ?? null,
    default_event_tags: body.default_event_tags ?? null,
  };
}

async function checkType(
  context: Context,
  userid: string,
  id: string | null | undefined,
): Promise<void> {
  if (!id || await recordable(context, userid, id) !== undefined) return;
  throw invalid(["body", "svc_data_type"], `There is no data type ${JSON.stringify(id)}`);
}

async function recordable(
  context: Context,
  userid: string,
  id: string | null,
): Promise<KnownType | undefined> {
  const type = id === null ? undefined : await findType(context, userid, id);
  return type?.entry.recordable ? type : undefined;
}

function found(document: Document<StoredCustomInput> | undefined): Document<StoredCustomInput> {
  if (document === undefined) throw notFound("There is no such custom input");
  return document;
}

function inputOf(
  { id, userid, created, deleted, body }: Document<StoredCustomInput>,
  context: Context,
  request: Request,
): CustomInput {
  return {
    id,
    svc_userid: userid,
    ...body,
    url: publicAddress(context, request, `/input/v1/custom/${id}`),
    created_at: isoMicros(created),
    deleted: deleted !== null,
  };
}
