import { int64Column, timeColumn } from "../../frame/columns/columns.ts";
import { openColumns } from "../../frame/open.ts";
import { readStages, type StageRows } from "../../sleep/stages/readStages.ts";
import type { Samples } from "../../store/samples.ts";
import { sampleColumns } from "../metrics/sampleColumns.ts";

/** Returns some rows of sleep samples, in the format of the sleep verbs. */
export function sleepRows(samples: Samples, rows: readonly number[]): StageRows {
  const { start, end, value, source } = sampleColumns(samples, rows);
  const columns = openColumns({
    start_time: timeColumn(start),
    end_time: timeColumn(end),
    sleep_stage: int64Column(BigInt64Array.from(value, BigInt)),
    ...(source === undefined ? {} : { source }),
  });
  return readStages(columns, {}, "compute sleep");
}
