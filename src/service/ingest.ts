import { z } from "zod";
import { findType, unknownType } from "./dataTypes.ts";
import type { HandlersOf } from "./handler.ts";
import { jsonBody } from "./jsonBody.ts";
import { LEGACY_RECORD, storeLegacy } from "./legacyRecords.ts";
import { MAX_BODY } from "./requestBody.ts";
import { storeRecords } from "./storeRecords.ts";

/** Many records in their old wrapping. */
export const BATCH = z.array(LEGACY_RECORD).min(1);

/** Stores records. */
export const ingest: HandlersOf<"ingest"> = {
  record: async ({ args, userid, request, context }) => {
    const type = await findType(context, userid, args.data_type);
    if (!type?.entry.recordable) throw unknownType(args.data_type);
    return storeRecords(request, context, { userid, type });
  },

  legacyRecord: async (call) => {
    const record = await jsonBody(call.request, LEGACY_RECORD, { limit: MAX_BODY });
    return storeLegacy([{ record, place: [] }], call);
  },

  legacyBatch: async (call) => {
    const records = await jsonBody(call.request, BATCH, { limit: MAX_BODY });
    return storeLegacy(records.map((record, i) => ({ record, place: [i] })), call);
  },
};
