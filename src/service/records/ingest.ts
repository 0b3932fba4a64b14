import { decodedTexts, elementTexts, wholeText } from "../http/bodyTexts.ts";
import { versionsOf } from "../types/knownType.ts";
import { findType, NOT_RECORDABLE, unknownType } from "../types/dataTypes.ts";
import type { HandlersOf } from "../http/handler.ts";
import { storeLegacy, type WrappedText } from "./legacyRecords.ts";
import { MAX_JSON, requestBody } from "../http/requestBody.ts";
import { storeRecords } from "./storeRecords.ts";

export const ingest: HandlersOf<"ingest"> = {
  record: async ({ args, userid, request, context }) => {
    const type = await findType(context, userid, args.data_type);
    if (!type?.entry.recordable) throw unknownType(args.data_type, type, NOT_RECORDABLE);
    const { api_version: version } = args;
    if (version !== undefined && !versionsOf(type).includes(version)) {
      throw unknownType(`${args.data_type}/${version}`);
    }
    return storeRecords(request, context, { userid, type, importId: args.import_id });
  },

  legacyRecord: async ({ request, ...call }) => {
    const text = await wholeText(requestBody(request, MAX_JSON));
    return storeLegacy([[{ text, place: [] }]], call);
  },

  legacyBatch: ({ request, ...call }) => storeLegacy(placed(request), call),
};

/** Yields the records of a batch, each with its index. */
async function* placed(request: Request): AsyncGenerator<WrappedText[], void, void> {
  let count = 0;
  for await (const page of elementTexts(decodedTexts(requestBody(request)))) {
    yield page.map((text) => ({ text, place: [count++] }));
  }
}
