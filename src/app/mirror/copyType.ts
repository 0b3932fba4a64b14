import { toMicros } from "../../time/instant.ts";
import { isoMicros } from "../../time/iso.ts";
import { DAY_MICROS } from "../../time/units.ts";
import { type CopiedRange, copyRange, type CopyRangeOptions } from "./copyRange.ts";
import { type MirrorState, type MirrorStates, newTask, type TypeTask } from "./mirrorState.ts";
import { type Available, ROWS } from "./slices.ts";
import type { Interval } from "../../time/interval.ts";

export interface CopyTypeOptions extends Omit<CopyRangeOptions, "stateAfter"> {
  /** State of the whole mirror. */
  readonly states: MirrorStates;
  /** State of this user's data; the part for this type is changed. */
  readonly state: MirrorState;
  readonly bounds: Interval;
  /** Name of the type's task in the state. */
  readonly task: string;
  readonly available: Available;
  /** Called after each range. */
  readonly onRange: (done: CopiedRange) => void;
}

/**
 * Copies a data type from its newest to its oldest records, range by range. If the service reports
 * how many records it has processed, copying stops once as many new or changed records were found,
 * usually after the first range.
 */
export async function copyType(options: CopyTypeOptions): Promise<void> {
  const { states, state, task: name, available, onRange, signal, ...rest } = options;
  const { start, end } = available;
  const isTimeless = options.dataType === "calendars";
  const isSmall = available.count <= ROWS || start === null || end === null;
  for (;;) {
    const task = state.tasks[name];
    if (task === undefined) return;
    const bounds = boundsOf(task, options.bounds);
    const until = task.position === null ? bounds.end : toMicros(task.position);
    let length = lengthOf(task, available, bounds);
    let to = until;
    while (state.tasks[name] === task) {
      signal?.throwIfAborted();
      const from = isTimeless || isSmall || to <= start
        ? bounds.start
        : max(bounds.start, max(start, (to > end ? end : to) - length));
      const done = await copyRange({
        ...rest,
        signal,
        stateAfter: (done) => {
          task.found += done.added + done.changed;
          task.position = isoMicros(from);
          const isFound = task.wanted !== null && task.found >= task.wanted && task.later === 0;
          if (isFound || from <= bounds.start) endTask(state, name, task);
          return states;
        },
      }, { start: from, end: to });
      onRange(done);
      const factor = ROWS / Math.max(done.read, ROWS / 4);
      length = BigInt(Math.max(1, Math.round(Number(length) * factor)));
      to = from;
    }
  }
}

/** Ends a task. Records that were processed in the meantime become the next one. */
function endTask(state: MirrorState, name: string, { later }: TypeTask): void {
  if (later === 0) delete state.tasks[name];
  else state.tasks[name] = newTask(later);
}

/**
 * Returns the interval to read: at most the span of the records, if the service reports it.
 */
function boundsOf({ span }: TypeTask, bounds: Interval): Interval {
  if (span === null) return bounds;
  const start = toMicros(span.start_time), end = toMicros(span.end_time) + 1n; // includes instants
  return { start: max(start, bounds.start), end: end < bounds.end ? end : bounds.end };
}

/** Returns the length of the first range in microseconds. */
function lengthOf(
  { wanted }: TypeTask,
  { count, start, end }: Available,
  bounds: Interval,
): bigint {
  if (wanted !== null) return DAY_MICROS;
  if (start === null || end === null || count === 0) return bounds.end - bounds.start;
  return max(1n, (end - start) * BigInt(ROWS) / BigInt(count));
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
