import type { Awake } from "./planDays.ts";
import type { Activity, Segment } from "./segments.ts";
import type { Interval } from "./interval.ts";

/** A workout that the wrist tracker followed from its start to its end. */
export interface Workout extends Interval {
  readonly activity: Activity;
  /** The segments that it is made of, without a hole. */
  readonly segments: readonly Segment[];
}

/** Gives the workouts of the intervals awake, in order and apart, but those during which the tracker was off. */
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
