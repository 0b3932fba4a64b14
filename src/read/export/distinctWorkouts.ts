import type { Pause } from "../../options/pause.ts";
import { comparing, type ExportRow } from "./exportRows.ts";
import { eachInTurns, sortInTurns } from "./pause.ts";

/** Interval of a workout, in microseconds since 1970. */
export interface WorkoutSpan {
  readonly start: number;
  readonly end: number;
}

/** A workout with the file that it was read from. */
export interface FileWorkout extends WorkoutSpan {
  readonly row: ExportRow;
  readonly file: string;
  readonly where: string | undefined;
  /** `true` if it only counts without another file's workout that starts within it. */
  readonly isCoarse: boolean;
}

/** A workout that another file has too. */
export interface WorkoutCopy extends FileWorkout {
  /** File of the workout that is kept; undefined if it was read earlier. */
  readonly keptIn: string | undefined;
}

/**
 * Separates workouts from their copies. Two workouts of different files are the same if they share
 * at least two thirds of the longer one. The one with more values is kept; coarse ones come last.
 *
 * @param earlier Workouts that were read before; they always stay.
 */
export async function distinctWorkouts(
  workouts: readonly FileWorkout[],
  earlier: readonly WorkoutSpan[],
  pause: Pause,
): Promise<{ kept: FileWorkout[]; copies: WorkoutCopy[] }> {
  // The most values first, and coarse workouts last.
  const rank = new Float64Array(workouts.length), start = new Float64Array(workouts.length);
  await eachInTurns(workouts, pause, (workout, at) => {
    const values = Object.values(workout.row).filter((value) => (value ?? null) !== null).length;
    rank[at] = workout.isCoarse ? MOST_VALUES - values : -values;
    start[at] = workout.start;
  });
  const order = await sortInTurns(
    Uint32Array.from(rank.keys()),
    comparing([rank, start]),
    pause,
  );
  // Spans by hour, file and text: a file with thousands of equal workouts costs no more than one.
  const byHour = new Map<number, Map<string | undefined, Map<string, WorkoutSpan>>>();
  const add = (one: WorkoutSpan & { readonly file?: string }): void => {
    for (const hour of hoursOf(one)) {
      byHour.getOrInsertComputed(hour, () => new Map())
        .getOrInsertComputed(one.file, () => new Map())
        .set(`${one.start} ${one.end}`, one);
    }
  };
  const copyOf = (workout: FileWorkout): { readonly file: string | undefined } | undefined => {
    for (const hour of hoursOf(workout)) {
      for (const [file, spans] of byHour.get(hour) ?? []) {
        if (file !== workout.file && spans.values().some((other) => isSame(workout, other))) {
          return { file };
        }
      }
    }
    return undefined;
  };
  const kept: FileWorkout[] = [], copies: WorkoutCopy[] = [];
  await eachInTurns(earlier, pause, add);
  await eachInTurns(Array.from(order), pause, (at) => {
    const workout = workouts[at]!, same = copyOf(workout);
    if (same !== undefined) copies.push({ ...workout, keptIn: same.file });
    else {
      kept.push(workout);
      add(workout);
    }
  });
  return { kept, copies };
}

/** More values than a workout has. */
const MOST_VALUES = 1000;

/** Minimum overlap of two records of one workout, as a share of the longer one; as in `me`. */
const SAME = 2 / 3;

const HOUR = 3_600e6;

/** Returns the hours that an interval touches, at most 48. */
function hoursOf({ start, end }: WorkoutSpan): number[] {
  const first = Math.floor(start / HOUR), count = Math.floor(end / HOUR) - first + 1;
  return Array.from({ length: Math.max(1, Math.min(48, count || 1)) }, (_, i) => first + i);
}

function isSame(
  { start, end, ...coarse }: WorkoutSpan & { readonly isCoarse: boolean },
  other: WorkoutSpan,
): boolean {
  if (coarse.isCoarse && other.start >= start && other.start < end) return true;
  const shared = Math.min(end, other.end) - Math.max(start, other.start);
  const longer = Math.max(end - start, other.end - other.start);
  return longer > 0 && shared >= SAME * longer;
}
