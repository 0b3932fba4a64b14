import { type ColumnNames, type FrameLike, readColumns } from "../../frame/readColumns.ts";

/** Something that happened: at an instant, or for a while. */
export interface Event {
  /** What it is called. */
  readonly name: string;
  /** When it began, in milliseconds since 1970. */
  readonly start: number;
  /** When it ended; the same as `start` where it took no time. */
  readonly end: number;
}

/** Columns that may say what an event is called, the most telling first. */
const NAMES = ["name", "label", "title", "note", "data_type", "source_name"] as const;

/**
 * Reads events in the order of the frame: each begins at `start_time`, else at `recorded_at` or
 * `time`, and ends at `end_time` if that is given; events without any of these are left out.
 *
 * @param options `label`, the column of names: without it, the first there is of `name`, `label`,
 * `title`, `note`, `data_type`, `source_name`; `tz`, the zone whose local days dates are.
 * @throws {TypeError} if there is no column of instants, or a column has another type
 * @throws {RangeError} if an event ends before it begins
 */
export function readEvents(
  frame: FrameLike,
  { label, columns: names, tz }: {
    readonly label?: string | undefined;
    readonly columns?: ColumnNames | undefined;
    readonly tz?: string | undefined;
  },
): { zone: string; events: Event[] } {
  const action = "draw events";
  const columns = readColumns(frame, {
    "start_time?": "time",
    "recorded_at?": "time",
    "time?": "time",
    "end_time?": "time",
  }, { action, columns: names, tz });
  const starts = [columns.start_time, columns.recorded_at, columns.time]
    .filter((column) => column !== undefined);
  const [first] = starts;
  if (first === undefined) {
    throw new TypeError(
      `Cannot ${action}: there is no column start_time, recorded_at or time; say with columns what it is called`,
    );
  }
  const labels = nameColumn(frame, label, action);
  const at = (column: typeof first | undefined, row: number): number | undefined =>
    column === undefined || column.valid?.[row] === 0
      ? undefined
      : Number(column.values[row]!) / 1000;
  const events: Event[] = [];
  for (let row = 0; row < first.values.length; row++) {
    const start = starts.map((column) => at(column, row)).find((time) => time !== undefined);
    if (start === undefined) continue;
    const end = at(columns.end_time, row) ?? start;
    if (end < start) {
      throw new RangeError(`Cannot ${action}: end_time is before start_time in row ${row}`);
    }
    events.push({ name: labels?.[row] ?? "no name", start, end });
  }
  return { zone: first.zone, events };
}

function nameColumn(
  frame: FrameLike,
  label: string | undefined,
  action: string,
): readonly (string | null)[] | undefined {
  if (label !== undefined) {
    return readColumns(frame, { label: "text" }, { action, columns: { label } }).label.values;
  }
  const columns = readColumns(
    frame,
    Object.fromEntries(NAMES.map((name) => [`${name}?`, "text" as const])),
    { action },
  ) as Readonly<Record<string, { values: readonly (string | null)[] } | undefined>>;
  return NAMES.map((name) => columns[name]).find((column) =>
    column?.values.some((value) => value !== null)
  )?.values;
}
