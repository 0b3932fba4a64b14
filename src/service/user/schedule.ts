import type { PeriodsOfDay } from "../../schema/user.ts";
import type { Schedule } from "../../schema/reflections.ts";
import { type Clock, microsOf } from "../../store/sqlite/clock.ts";
import { isoMicros } from "../../time/iso.ts";
import { cronOf } from "../../schema/checks/cron.ts";
import { readTime } from "../../schema/checks/timeForm.ts";

const FIXED = /^(\d{1,2})\s+(\d{1,2})(\s.*)$/;

/**
 * Returns the next time of a schedule; null while it is paused or if it never runs again. Its cron
 * expression has five fields, or is a nickname such as `@daily`, in its time zone.
 *
 * @throws {Error} if the cron expression is invalid
 */
export function nextOf(
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
export function moveCron(cron: string, from: PeriodsOfDay, to: PeriodsOfDay): string {
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
