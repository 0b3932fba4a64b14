import { aggregateRecords } from "./aggregateRecords.ts";
import { findType, unknownType } from "./dataTypes.ts";
import type { Call, HandlersOf } from "./handler.ts";
import type { Api } from "../api/api.ts";
import { ownerOf } from "./mayRead.ts";
import { queryRecords } from "./queryRecords.ts";

/** Reads and counts events. */
export const events: HandlersOf<"events"> = {
  list: async (call) => {
    const owner = await eventOwner(call);
    return queryRecords(call.context, { owner, args: call.args });
  },
  aggregate: async (call) => {
    const owner = await eventOwner(call);
    const { args, context } = call;
    return aggregateRecords(context, { owner, args });
  },
};

/** Whose events are meant, which must be of an event type. */
async function eventOwner(call: Call<Api["events"]["list"]>): Promise<string> {
  const { args } = call;
  const interval = { start: args.start_time, end: args.end_time };
  const owner = await ownerOf(call, args.data_type, interval);
  const type = await findType(owner, args.data_type);
  if (type?.entry.class !== "event") throw unknownType(args.data_type);
  return owner;
}
