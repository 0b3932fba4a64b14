import { int64Column, timeColumn } from "../../frame/columns/columns.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import type { Samples } from "../../store/samples.ts";
import { sampleColumns } from "../metrics/sampleColumns.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Some rows of sleep samples as the stage frame that the sleep verbs take. */
export function sleepFrame(samples: Samples, rows: readonly number[]): Frame {
  const { start, end, value, source } = sampleColumns(samples, rows);
  return toFrame({
    start_time: timeColumn(start),
    end_time: timeColumn(end),
    sleep_stage: int64Column(BigInt64Array.from(value, BigInt)),
    ...(source === undefined ? {} : { source }),
  });
}
