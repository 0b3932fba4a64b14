import type { Awake } from "./planDays.ts";
import type { Activity, Segment } from "./segments.ts";
import type { Interval } from "./sampleUntil.ts";

/** Workout that the wrist tracker recorded from start to end. */
export interface Workout extends Interval {
  readonly activity: Activity;
  /** Contiguous segments of the workout. */
  readonly segments: readonly Segment[];
}

/**
 * Returns the workouts in intervals awake, in order and without overlap, except while the tracker
 * was off.
 */
export function findWorkouts(awake: readonly Awake[], offWrist: readonly Interval[]): Workout[] {
  const found: Workout[] = [];
  for (const segment of awake.flatMap((day) => day.segments)) {
    const { activity, start, end } = segment;
    if (activity === null) continue;
    const last = found.at(-1);
    if (last?.activity === activity && last.end === start) {
      found[found.length - 1] = { ...last, end, segments: [...last.segments, segment] };
    } else found.push({ start, end, activity, segments: [segment] });
  }
  return found.filter(({ start, end }) =>
    !offWrist.some((off) => off.start < end && start < off.end)
  );
}
