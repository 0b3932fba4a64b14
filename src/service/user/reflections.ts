import type { Reflection, ReflectionBody, StoredReflection } from "../../schema/reflections.ts";
import type { Clock } from "../../store/sqlite/clock.ts";
import type { Document } from "../../store/documents.ts";
import { isoStamp } from "../../time/iso.ts";
import type { HandlersOf } from "../http/handler.ts";
import { documentHandlers } from "./documentHandlers.ts";
import { moveCron, nextOf } from "./schedule.ts";

/** Stores reflections and checks their schedules; nothing runs. */
export const reflections: HandlersOf<"reflections"> = {
  ...documentHandlers({
    kind: "reflection",
    id: "reflection_id",
    documents: (store) => store.reflections,
    stored: storedOf,
    row: (document, { context }) => reflectionOf(document, context.store.clock),
  }),

  reschedule: async ({ userid, body, context: { store } }) => {
    const { periods_of_day: to, time_zone } = await body();
    const from = (await store.users.preferences(userid)).periods_of_day ?? to;
    await store.reflections.changeAll(userid, ({ body }) => {
      const { cron } = body.schedule;
      return {
        ...body,
        schedule: {
          ...body.schedule,
          cron: from && to ? moveCron(cron, from, to) : cron,
          time_zone: time_zone ?? body.schedule.time_zone,
        },
      };
    });
    return (await store.reflections.list(userid))
      .map((document) => reflectionOf(document, store.clock));
  },
};

function storedOf(body: ReflectionBody): StoredReflection {
  return {
    name: body.name,
    description: body.description ?? "",
    schedule: body.schedule,
    parent_template_id: body.parent_template_id ?? null,
    annotations: body.annotations === undefined ? [] : body.annotations,
    data_types: body.data_types === undefined ? [] : body.data_types,
  };
}

function reflectionOf(document: Document<StoredReflection>, clock: Clock): Reflection {
  const { id, userid, created, updated, deleted, body } = document;
  return {
    id,
    svc_userid: userid,
    ...body,
    data_types: body.data_types?.map(({ name, resource_id = null }) => ({ name, resource_id })) ??
      null,
    created_at: isoStamp(created),
    updated_at: isoStamp(updated),
    deleted_at: deleted === null ? null : isoStamp(deleted),
    next_at: deleted === null ? nextOf(body.schedule, clock) : null,
  };
}
