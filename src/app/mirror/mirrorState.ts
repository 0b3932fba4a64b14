/** Data of a user that may be read. */
export interface Readable {
  /** Start in ISO 8601. */
  start: string;
  /** End in ISO 8601, exclusive. */
  end: string;
  /** Data types, including types defined on them; null for all. */
  types: readonly string[] | null;
}

/** Span of records in ISO 8601: the first start and the last end. */
export interface Span {
  start_time: string;
  end_time: string;
}

/** Progress of copying one data type, if it is unfinished. */
export interface TypeTask {
  /** Number of processed records to find; null to read all. */
  wanted: number | null;
  /** Number of records found. */
  found: number;
  /** Span of the records in ISO 8601; null if unknown. */
  span: Span | null;
  /**
   * Start of the range that is already read, in ISO 8601, since the newest come first; null at the beginning.
   */
  position: string | null;
  /** Number of records processed since the task began, to find afterwards. */
  later: number;
}

/** Progress of copying a user's data. It contains no token. */
export interface MirrorState {
  /** Start of the next request for changes, in ISO 8601. */
  since: string;
  /** Records already reported for that time, by data type: handled, or in `tasks`. */
  seen: { [dataType: string]: number };
  /** Files already reported for that time, as text. */
  files: string;
  /** `true` if files still have to be compared. */
  filesDue: boolean;
  /** Tag of the stored lists; null before the first, empty if the service has no tags. */
  lists: string | null;
  /** Readable data according to those lists. */
  readable: Readable[];
  /** `true` if numbers of records still have to be compared, because some were deleted. */
  countsDue: boolean;
  /** Unfinished tasks by data type. */
  tasks: { [dataType: string]: TypeTask };
}

/** Progress of a mirror: its user's data and shared data, by user. */
export interface MirrorStates {
  own: MirrorState;
  others: { [userid: string]: MirrorState };
}

/** Returns the state of an empty copy. */
export function newState(since: string): MirrorState {
  return {
    since,
    seen: {},
    files: "[]",
    filesDue: true,
    lists: null,
    readable: [],
    countsDue: true,
    tasks: {},
  };
}

/** Creates a task that reads everything, or finds a number of records. */
export function newTask(wanted: number | null, span: Span | null = null): TypeTask {
  return { wanted, found: 0, span, position: null, later: 0 };
}

/** Adds newly processed records of a type to those to find. */
export function addChanges(
  state: MirrorState,
  name: string,
  { count, span }: { readonly count: number; readonly span: Span | undefined },
): void {
  const task = state.tasks[name];
  if (task === undefined) state.tasks[name] = newTask(count, span ?? null);
  else if (task.position === null && task.wanted !== null) {
    task.wanted += count;
    task.span = null;
  } else task.later += count;
}

/** Returns whether a data type may be read. */
export function mayRead({ types }: Readable, dataType: string): boolean {
  return types === null || types.includes(dataType) || types.includes(dataType.split("/", 1)[0]!);
}
