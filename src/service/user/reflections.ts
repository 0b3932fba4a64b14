import type {
  Reflection,
  ReflectionBody,
  Schedule,
  StoredReflection,
} from "../../schema/reflections.ts";
import { type Clock, microsOf } from "../../store/sqlite/clock.ts";
import type { Document } from "../../store/documents.ts";
import { isoMicros, isoStamp } from "../../time/iso.ts";
import type { HandlersOf } from "../http/handler.ts";
import { documentHandlers } from "./documentHandlers.ts";
import type { PeriodsOfDay } from "../../schema/user.ts";
import { cronOf } from "../../schema/checks/cron.ts";
import { readTime } from "../../schema/checks/timeForm.ts";

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

const FIXED = /^(\d{1,2})\s+(\d{1,2})(\s.*)$/;

/**
 * Returns the next time of a schedule; null while it is paused or if it never runs again. Its cron
 * expression has five fields, or is a nickname such as `@daily`, in its time zone.
 *
 * @throws {Error} if the cron expression is invalid
 */
function nextOf(
  { cron, time_zone, paused, start_at, end_at }: Schedule,
  clock: Clock,
): string | null {
  const job = cronOf(cron, time_zone);
  const now = microsOf(clock);
  const start = start_at === null ? now : readTime(start_at);
  // Schedules run on full minutes and at their start, so the search begins just before it.
  const after = start > now ? start - 1_000_000n : now;
  const next = paused ? null : job.nextRun(new Date(Number(after / 1000n)));
  if (next === null) return null;
  const micros = BigInt(next.getTime()) * 1000n;
  return end_at !== null && micros >= readTime(end_at) ? null : isoMicros(micros);
}

/**
 * Moves a cron expression to other periods of the day. An expression with a fixed time moves to the
 * new start of its period; all others stay unchanged.
 */
function moveCron(cron: string, from: PeriodsOfDay, to: PeriodsOfDay): string {
  const [, minute, hour, rest] = FIXED.exec(cron.trim()) ?? [];
  if (rest === undefined) return cron;
  const [h, m] = to[periodOf(Number(hour) * 60 + Number(minute), from)].split(":").map(Number);
  return `${m} ${h}${rest}`;
}

/** Returns the period of a minute of the day: the last one that has begun. */
function periodOf(minute: number, periods: PeriodsOfDay): keyof PeriodsOfDay {
  const begins = (["morning", "afternoon", "evening", "end_of_day"] as const)
    .map((name) => {
      const [h = 0, m = 0] = periods[name].split(":").map(Number);
      return { name, since: (minute - (h * 60 + m) + 1440) % 1440 };
    });
  return begins.reduce((last, next) => next.since < last.since ? next : last).name;
}
