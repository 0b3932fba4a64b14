import type { Zones } from "../../time/zone.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../../frame/open.ts";
import type { ColumnNames } from "../../frame/columns/columnNames.ts";
import { say } from "../../words/language.ts";

/** An event: an instant or an interval. */
export interface Event {
  readonly name: string;
  /** In milliseconds since 1970. */
  readonly start: number;
  /** Same as `start` for an instant. */
  readonly end: number;
}

/** Columns that may name an event, most specific first. */
const NAMES = ["name", "label", "title", "note", "data_type", "source_name"] as const;

/**
 * Reads events in the order of the frame. An event starts at `start_time` or `start_date`,
 * otherwise at `recorded_at`, `time`, `night` or `date`, or else at the only time of its row. It
 * ends at `end_time` or `end_date` if present. Skips events without a start, and unnamed rows
 * without a value, as in a series with gaps.
 *
 * @param options `label`, the column of names, by default the first of `name`, `label`, `title`,
 * `note`, `data_type`, `source_name` in the frame; `tz`, the zone of dates.
 * @throws {TypeError} if no column has instants, or a column has another type
 * @throws {RangeError} if an event ends before it starts
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
  const usual = [start_time, start_date, recorded_at, time, night, date]
    .filter((column) => column !== undefined);
  const own = usual.length > 0 ? undefined : data.ownTimeName();
  const starts = own === undefined ? usual : [data.read({ own: "time" }, { columns: { own } }).own];
  const ends = columns.end_time ?? columns.end_date;
  const [first] = starts;
  if (first === undefined) {
    throw new TypeError(
      `Cannot ${action}: expected a column start_time, recorded_at, time, start_date, night or date. If it has another name, pass columns.`,
    );
  }
  const labels = nameColumn(data, label);
  const at = (column: typeof first | undefined, row: number): number | undefined =>
    column === undefined || column.valid?.[row] === 0
      ? undefined
      : Number(column.values[row]!) / 1000;
  const hasData = labels === undefined ? valueTest(data) : () => true;
  const events: Event[] = [];
  for (let row = 0; row < first.values.length; row++) {
    const start = starts.map((column) => at(column, row)).find((time) => time !== undefined);
    if (start === undefined || !hasData(row)) continue;
    const end = at(ends, row) ?? start;
    if (end < start) {
      throw new RangeError(`Cannot ${action}: end_time is before start_time in row ${row}`);
    }
    events.push({ name: labels?.[row] ?? say("no name"), start, end });
  }
  return { zone: first.zone, events };
}

/** Returns whether a row has a number; every row has data if the frame has no numeric column. */
function valueTest(data: OpenFrame): (row: number) => boolean {
  const numbers = data.numberNames()
    .map((name) => data.read({ value: "float64" }, { columns: { value: name } }).value);
  if (numbers.length === 0) return () => true;
  return (row) =>
    numbers.some(({ values, valid }) => valid?.[row] !== 0 && !Number.isNaN(values[row]));
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
