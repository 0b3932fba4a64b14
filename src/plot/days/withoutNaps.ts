import type { ColumnNames } from "../../frame/columns/columnNames.ts";
import { textColumn } from "../../frame/columns/columns.ts";
import type { OpenFrame } from "../../frame/open.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { nightSessions } from "../../sleep/nights/nightSessions.ts";
import { readStageGroups } from "../../sleep/stages/stageGroups.ts";
import type { Stages } from "../../sleep/stages/stageTables.ts";

export interface MainStages {
  /** Stages, with the column {@linkcode NIGHT}. */
  readonly frame: Frame;
  /** Number of naps that were left out. */
  readonly naps: number;
}

/** Name of the column with the night of each stage, by wake-up date. */
export const NIGHT = "lifeframe_night";

/** Leaves out the naps that `sleep.sessions` finds, and adds the night of the other stages. */
export function withoutNaps(
  data: OpenFrame,
  { columns = {}, tz, stages }: {
    readonly tz: string;
    readonly stages: Stages;
    readonly columns?: ColumnNames | undefined;
  },
  action: string,
): MainStages {
  const all = data.columns();
  const { parts } = readStageGroups(data, { tz, stages, columns }, action);
  const sessions = parts.flatMap((part) => nightSessions(part, part.table, { tz }));
  const { start_time } = data.read({ start_time: "time" }, {
    columns: columns["start_time"] === undefined ? {} : { start_time: columns["start_time"] },
  });
  const session = Int32Array.from(start_time.values, (at) => {
    let low = 0, high = sessions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sessions[middle]!.start <= at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  });
  const isNap = sessions.map(({ main, sleep }) => !main && sleep !== null);
  const kept = rowsWhere(session.length, (row) => !isNap[session[row]!]);
  const night = textColumn(Array.from(session, (at) => sessions[at]?.night ?? null));
  return {
    frame: toFrame(takeRows({ ...all, [NIGHT]: night }, kept), {}, data.range),
    naps: isNap.filter((one) => one).length,
  };
}
