import type { CustomInput, CustomInputBody, StoredCustomInput } from "../../schema/customInputs.ts";
import type { Document } from "../../store/documents.ts";
import { isoStamp } from "../../time/iso.ts";
import { findType, NOT_RECORDABLE, typeFault } from "../types/dataTypes.ts";
import type { Context, HandlersOf } from "../http/handler.ts";
import { invalid, notFound, Problem } from "../http/problem.ts";
import { documentHandlers } from "./documentHandlers.ts";
import { publicAddress } from "../http/publicAddress.ts";
import { storeRecords } from "../records/storeRecords.ts";

/** Stores custom inputs, and accepts records posted to them. */
export const customInputs: HandlersOf<"customInputs"> = {
  ...documentHandlers({
    kind: "custom input",
    id: "custom_input_id",
    documents: (store) => store.customInputs,
    stored: storedOf,
    row: (document, { context, request }) => inputOf(document, context, request),
    check: ({ svc_data_type }, { context, userid }) => checkType(context, userid, svc_data_type),
  }),

  record: async ({ args, userid, request, context }) => {
    const document = await context.store.customInputs.find(userid, args.custom_input_id);
    if (document === undefined) throw notFound("The custom input does not exist");
    const { deleted, body } = document;
    if (deleted !== null) throw notFound("This custom input was deleted");
    const { svc_data_type: id } = body;
    if (!id) throw new Problem(409, "This custom input has no data type");
    const type = await findType(context, userid, id);
    if (!type?.entry.recordable) throw new Problem(409, typeFault(id, type, NOT_RECORDABLE));
    const source = body.svc_source?.[0] ?? type.source;
    const tags = body.default_event_tags ?? type.tags;
    return storeRecords(request, context, { userid, type: { ...type, source, tags } });
  },
};

/** Replaces missing text with empty text: the record has no null for it. */
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
  if (!id) return;
  const type = await findType(context, userid, id);
  if (type?.entry.recordable) return;
  throw invalid(["body", "svc_data_type"], typeFault(id, type, NOT_RECORDABLE));
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
    created_at: isoStamp(created),
    deleted: deleted !== null,
  };
}
