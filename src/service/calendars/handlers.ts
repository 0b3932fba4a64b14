import { entries } from "../records/entries.ts";
import type { HandlersOf } from "../http/handler.ts";
import { ownerOf } from "../sharing/mayRead.ts";

export const calendars: HandlersOf<"calendars"> = {
  list: async (call) => {
    const { args: { vendor_ids: wanted }, context } = call;
    const owner = await ownerOf(call, "calendars", null);
    return entries(context, {
      owner,
      dataType: "calendars",
      only: (_, { calendar_identifier: id }) => wanted?.includes(id as string) ?? true,
    });
  },

  events: async (call) => {
    const { args: { start_time: start, end_time: end, calendar_ids: wanted }, context } = call;
    const owner = await ownerOf(call, "calendar_events", { start, end });
    return entries(context, {
      owner,
      dataType: "calendar_events",
      interval: { start, end },
      only: (_, { calendar_id: id }) => wanted?.includes(id as string) ?? true,
    });
  },
};
