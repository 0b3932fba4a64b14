/** What may be read of a user's data. */
export interface Readable {
  /** From when on, in ISO 8601. */
  start: string;
  /** Until when, exclusive. */
  end: string;
  /** Which data types, with those defined on them; null for all. */
  types: readonly string[] | null;
}

/** From when to when records lie, in ISO 8601: the first start and the last end. */
export interface Span {
  start_time: string;
  end_time: string;
}

/** How far the copy of one data type has come, where it has not come to its end. */
export interface TypeTask {
  /** How many records the service has processed that are looked for; null where all are read. */
  wanted: number | null;
  /** How many of them were found. */
  found: number;
  /** From when to when they lie, in ISO 8601; null where that is not told. */
  span: Span | null;
  /** From when on it is read already, in ISO 8601: the newest comes first. Null where nothing is yet. */
  position: string | null;
  /** How many the service has processed since it began: they are looked for after it. */
  later: number;
}

/** How far the copy of a user's data has come. It holds no token. */
export interface MirrorState {
  /** From when on the service is asked what it has processed, in ISO 8601. */
  since: string;
  /** What it has said of that time, and what is dealt with or is in `tasks`: records by data type. */
  seen: { [dataType: string]: number };
  /** What it has said of files in that time, as text. */
  files: string;
  /** Whether files are still to be compared. */
  filesDue: boolean;
  /** The tag of the lists that are kept; null where none are yet, empty where the service gives none. */
  lists: string | null;
  /** What may be read, as those lists say. */
  readable: Readable[];
  /** Whether the numbers of records are still to be compared, because some were deleted. */
  countsDue: boolean;
  /** What is under way, by data type. */
  tasks: { [dataType: string]: TypeTask };
}

/** How far a mirror has come: its user's data, and what others share with them, by user. */
export interface MirrorStates {
  own: MirrorState;
  others: { [userid: string]: MirrorState };
}

/** A copy of which nothing is there yet. */
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

/** A type of which everything is read, or so many records are looked for. */
export function newTask(wanted: number | null, span: Span | null = null): TypeTask {
  return { wanted, found: 0, span, position: null, later: 0 };
}

/** Adds what the service has processed of a type to what is looked for. */
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

/** Whether a data type may be read. */
export function mayRead({ types }: Readable, dataType: string): boolean {
  return types === null || types.includes(dataType) || types.includes(dataType.split("/", 1)[0]!);
}
