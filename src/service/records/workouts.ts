import { entries } from "./entries.ts";
import type { HandlersOf } from "../http/handler.ts";
import { ownerOf } from "../sharing/mayRead.ts";

export const workouts: HandlersOf<"workouts"> = {
  list: async (call) => {
    const { args, context } = call;
    const dataType = "MobileWorkout";
    const interval = { start: args.start_time, end: args.end_time };
    const owner = await ownerOf(call, dataType, interval);
    return entries(context, { owner, dataType, interval });
  },
};
