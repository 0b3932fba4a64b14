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
  const groups: Group[] = [];
  let open: Group[] = [];
  for (const record of inTime) {
    open = open.filter(({ records: [first] }) =>
      first !== undefined && (first.end > record.start || first.start === record.start)
    );
    let group = open.find((group) => hasSame(group, record));
    if (group === undefined) {
      group = { records: [], end: record.end, longest: 0n, until: 3n * record.end };
      groups.push(group);
      open.push(group);
    }
    add(group, record);
  }
  return groups.map(({ records }) => joined(records.toSorted(byRank(ranks))));
}

/** Records of one workout, and bounds that a further record has to keep to. */
interface Group {
  readonly records: RecordedWorkout[];
  /** First end. */
  end: bigint;
  /** Longest duration. */
  longest: bigint;
  /** Three times the last start that leaves two thirds of each record. */
  until: bigint;
}

function add(group: Group, record: RecordedWorkout): void {
  const { start, end } = record, length = end - start, until = 3n * end - 2n * length;
  group.records.push(record);
  if (end < group.end) group.end = end;
  if (length > group.longest) group.longest = length;
  if (until < group.until) group.until = until;
}

/**
 * Returns whether a record that starts no earlier than a group overlaps two thirds of each of its
 * records, and they two thirds of it. With bounds, this takes the same time for any number of them.
 */
function hasSame(group: Group, { start, end }: RecordedWorkout): boolean {
  const length = end - start;
  return 3n * start <= group.until && 3n * start + 2n * length <= 3n * group.end &&
    2n * group.longest <= 3n * length;
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
