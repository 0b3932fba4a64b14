import type { PeriodsOfDay } from "../../schema/user.ts";
import type { Schedule } from "../../schema/reflections.ts";
import { type Clock, microsOf } from "../../store/sqlite/clock.ts";
import { isoMicros } from "../../time/iso.ts";
import { cronOf } from "../../schema/checks/cron.ts";
import { readTime } from "../../schema/checks/timeForm.ts";

const FIXED = /^(\d{1,2})\s+(\d{1,2})(\s.*)$/;

/**
 * When a schedule is due next; null while it rests, and where it never will be. Its cron expression
 * has five fields, or is a nickname such as `@daily`, and is read in its zone.
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
  // A schedule is due in whole minutes, and from its start on, so the search begins just before it.
  const after = start > now ? start - 1_000_000n : now;
  const next = paused ? null : job.nextRun(new Date(Number(after / 1000n)));
  if (next === null) return null;
  const micros = BigInt(next.getTime()) * 1000n;
  return end_at !== null && micros >= readTime(end_at) ? null : isoMicros(micros);
}

/**
 * A cron expression moved to other periods of the day: one with a fixed time goes to the new begin of
 * the period in which it lay; all others stay as they are.
 */
export function moveCron(cron: string, from: PeriodsOfDay, to: PeriodsOfDay): string {
  const [, minute, hour, rest] = FIXED.exec(cron.trim()) ?? [];
  if (rest === undefined) return cron;
  const [h, m] = to[periodOf(Number(hour) * 60 + Number(minute), from)].split(":").map(Number);
  return `${m} ${h}${rest}`;
}

/** The period that a minute of the day lies in: the one that began last. */
function periodOf(minute: number, periods: PeriodsOfDay): keyof PeriodsOfDay {
  const begins = (["morning", "afternoon", "evening", "end_of_day"] as const)
    .map((name) => {
      const [h = 0, m = 0] = periods[name].split(":").map(Number);
      return { name, since: (minute - (h * 60 + m) + 1440) % 1440 };
    });
  return begins.reduce((last, next) => next.since < last.since ? next : last).name;
}
