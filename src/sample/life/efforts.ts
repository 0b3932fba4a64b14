import type { Awake } from "./awake.ts";
import type { Activity, Segment } from "./segments.ts";
import type { Span } from "./span.ts";

/** A workout that the wrist tracker followed from its start to its end. */
export interface Effort extends Span {
  readonly activity: Activity;
  /** The segments that it is made of, without a hole. */
  readonly segments: readonly Segment[];
}

/** Gives the workouts of the spans awake, in order and apart, but those during which the tracker was off. */
export function efforts(awake: readonly Awake[], offWrist: readonly Span[]): Effort[] {
  const found: Effort[] = [];
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
