import type { Zones } from "../../time/zone.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../../frame/open.ts";
import type { ColumnNames } from "../../frame/columns/columnNames.ts";

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
 * Reads events in the order of the frame: each begins at `start_time` or `start_date`, else at
 * `recorded_at`, `time`, `night` or `date`, and ends at `end_time` or `end_date` if that is given;
 * events without any start are left out.
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
    readonly tz?: Zones | undefined;
  },
): { zone: string; events: Event[] } {
  const action = "draw events", data = openFrame(frame, { action, tz });
  const columns = data.read({
    "start_time?": "time",
    "start_date?": "time",
    "recorded_at?": "time",
    "time?": "time",
    "night?": "time",
    "date?": "time",
    "end_time?": "time",
    "end_date?": "time",
  }, { columns: names });
  const { start_time, start_date, recorded_at, time, night, date } = columns;
  const starts = [start_time, start_date, recorded_at, time, night, date]
    .filter((column) => column !== undefined);
  const ends = columns.end_time ?? columns.end_date;
  const [first] = starts;
  if (first === undefined) {
    throw new TypeError(
      `Cannot ${action}: there is no column start_time, recorded_at or time, nor start_date, night or date; say with columns what it is called`,
    );
  }
  const labels = nameColumn(data, label);
  const at = (column: typeof first | undefined, row: number): number | undefined =>
    column === undefined || column.valid?.[row] === 0
      ? undefined
      : Number(column.values[row]!) / 1000;
  const events: Event[] = [];
  for (let row = 0; row < first.values.length; row++) {
    const start = starts.map((column) => at(column, row)).find((time) => time !== undefined);
    if (start === undefined) continue;
    const end = at(ends, row) ?? start;
    if (end < start) {
      throw new RangeError(`Cannot ${action}: end_time is before start_time in row ${row}`);
    }
    events.push({ name: labels?.[row] ?? "no name", start, end });
  }
  return { zone: first.zone, events };
}

function nameColumn(
  data: OpenFrame,
  label: string | undefined,
): readonly (string | null)[] | undefined {
  if (label !== undefined) {
    return data.read({ label: "text" }, { columns: { label } }).label.values;
  }
  return NAMES.filter((name) => data.has(name))
    .map((name) => data.read({ name: "text" }, { columns: { name } }).name.values)
    .find((values) => values.some((value) => value !== null));
}
