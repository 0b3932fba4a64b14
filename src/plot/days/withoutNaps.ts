import type { ColumnNames } from "../../frame/columns/columnNames.ts";
import { textColumn } from "../../frame/columns/columns.ts";
import { openFrame } from "../../frame/open.ts";
import type { OpenFrame } from "../../frame/open.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { nights } from "../../sleep/nights.ts";
import type { Stages } from "../../sleep/stages/stageTables.ts";

/** Stages of main sleeps and of time in bed. */
export interface MainStages {
  /** The stages, with the column {@linkcode NIGHT}. */
  readonly frame: Frame;
  /** Number of naps that are left out. */
  readonly naps: number;
}

/** Name of the column with the night of each stage, by the local date of waking. */
export const NIGHT = "lifeframe_night";

/** Leaves out the stages of naps, as `sleep.nights` finds them, and names the night of all others. */
export function withoutNaps(
  data: OpenFrame,
  { columns = {}, ...options }: {
    readonly tz: string;
    readonly stages: Stages;
    readonly columns?: ColumnNames | undefined;
  },
): MainStages {
  const all = data.columns();
  const frame = toFrame(all, {}, data.range);
  const found = openFrame(nights(frame, { ...options, columns })).read({
    night: "text",
    start_time: "time",
    end_time: "time",
    nap: "bool",
  });
  const { start_time } = data.read({ start_time: "time" }, {
    columns: columns["start_time"] === undefined ? {} : { start_time: columns["start_time"] },
  });
  const starts = found.start_time.values, session = new Int32Array(start_time.values.length);
  start_time.values.forEach((at, row) => {
    let low = 0, high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= at) low = middle + 1;
      else high = middle;
    }
    session[row] = low - 1;
  });
  const isNap = (row: number): boolean => found.nap.values[session[row]!] === 1;
  const kept = rowsWhere(session.length, (row) => !isNap(row));
  const night = textColumn(Array.from(session, (at) => found.night.values[at] ?? null));
  return {
    frame: toFrame(takeRows({ ...all, [NIGHT]: night }, kept), {}, data.range),
    naps: found.nap.values.reduce((sum, one) => sum + one, 0),
  };
}
