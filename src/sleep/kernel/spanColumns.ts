import { type Columns, int64Column, timeColumn } from "../../frame/columns/columns.ts";
import type { Spans } from "./spans.ts";
import type { StageTable } from "../stages/stageTables.ts";

/** Returns intervals as the columns of every stage frame. */
export function spanColumns(
  { start, end, stage }: Spans,
  table: StageTable,
  zone: string,
): Columns {
  const codeOf = BigInt64Array.from(table, (entry) => BigInt(entry.stage));
  const duration = new BigInt64Array(start.length), code = new BigInt64Array(start.length);
  for (let i = 0; i < start.length; i++) {
    duration[i] = (end[i]! - start[i]!) / 1000n;
    code[i] = codeOf[stage[i]!]!;
  }
  return {
    start_time: timeColumn(start, zone),
    end_time: timeColumn(end, zone),
    duration_ms: int64Column(duration),
    sleep_stage: int64Column(code),
  };
}
