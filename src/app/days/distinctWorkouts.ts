/** A workout as one source recorded it. */
export interface RecordedWorkout {
  /** Start in microseconds UTC. */
  readonly start: bigint;
  /** End in microseconds UTC. */
  readonly end: bigint;
  /** Kind of activity; null if the source does not know it. */
  readonly activity: string | null;
  /** Duration in minutes, without pauses if the source leaves them out. */
  readonly minutes: number | null;
  /** Distance in metres. */
  readonly meters: number | null;
  /** Active energy in kilocalories. */
  readonly kcal: number | null;
  /** Name of the source. */
  readonly source: string | null;
}

/** A workout that took place, with all its records. */
export interface Workout extends Omit<RecordedWorkout, "source"> {
  /** Names of the sources that recorded it, highest priority first. */
  readonly sources: readonly string[];
}

/** Minimum overlap of two records of one workout, as a share of the longer one. */
const SAME = 2 / 3;

/** Activities without information. */
const VAGUE = /^(?:other|unknown|workout|)$/i;

/**
 * Joins the records of each workout: a watch records it, and apps copy it. Two records belong to
 * the same workout if at least two thirds of the longer one overlap, whatever their activity,
 * because nobody does two workouts at once. The highest source counts; the next one fills its gaps.
 * A workout starts with its first record and ends with its last.
 *
 * @param ranks Names of sources, highest priority first; others come last, by name.
 * @returns the workouts ordered by time
 */
export function distinctWorkouts(
  records: readonly RecordedWorkout[],
  ranks: readonly string[],
): Workout[] {
  const inTime = records.toSorted((a, b) =>
    compare(a.start, b.start) || compare(b.end, a.end) || byRank(ranks)(a, b)
  );
  const groups: RecordedWorkout[][] = [];
  let open: RecordedWorkout[][] = [];
  for (const record of inTime) {
    open = open.filter(([first]) =>
      first !== undefined && (first.end > record.start || first.start === record.start)
    );
    const group = open.find((group) => group.every((other) => isSame(other, record)));
    if (group !== undefined) group.push(record);
    else {
      const own = [record];
      groups.push(own);
      open.push(own);
    }
  }
  return groups.map((group) => joined(group.toSorted(byRank(ranks))));
}

function isSame(a: RecordedWorkout, b: RecordedWorkout): boolean {
  const start = a.start > b.start ? a.start : b.start, end = a.end < b.end ? a.end : b.end;
  const longer = a.end - a.start > b.end - b.start ? a.end - a.start : b.end - b.start;
  if (longer === 0n) return a.start === b.start;
  return Number(end - start) >= SAME * Number(longer);
}

/** Combines the records of one workout; the first one counts. */
function joined(group: readonly RecordedWorkout[]): Workout {
  const first = <T>(of: (record: RecordedWorkout) => T | null): T | null =>
    group.map(of).find((value) => value !== null) ?? null;
  const known = group.find(({ activity }) => activity !== null && !VAGUE.test(activity));
  return {
    start: group.map(({ start }) => start).reduce((a, b) => a < b ? a : b),
    end: group.map(({ end }) => end).reduce((a, b) => a > b ? a : b),
    activity: known?.activity ?? first(({ activity }) => activity),
    minutes: first(({ minutes }) => minutes),
    meters: first(({ meters }) => meters),
    kcal: first(({ kcal }) => kcal),
    sources: [...new Set(group.flatMap(({ source }) => source ?? []))],
  };
}

function byRank(ranks: readonly string[]) {
  const rank = (source: string | null): number => {
    const at = source === null ? -1 : ranks.indexOf(source);
    return at < 0 ? ranks.length : at;
  };
  const text = ({ source, activity, minutes }: RecordedWorkout): string =>
    JSON.stringify([source ?? "\uffff", activity, minutes]);
  return (a: RecordedWorkout, b: RecordedWorkout): number =>
    rank(a.source) - rank(b.source) || compare(b.end - b.start, a.end - a.start) ||
    compare(text(a), text(b));
}

function compare<T extends bigint | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
