import type { Column, Columns } from "../../src/frame/columns/columns.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { type Row, toRows } from "../../src/frame/polars/rows.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

/** Interval of a stage, in whole minutes after 1970. */
export interface Span {
  start: number;
  end: number;
  stage: number;
  source?: string;
}

export const MINUTE = 60_000_000n;

/** Returns the time in UTC a number of minutes after 1970. */
export const at = (minute: number): Temporal.ZonedDateTime =>
  new Temporal.ZonedDateTime(BigInt(minute) * MINUTE * 1000n, "UTC");

/** Returns intervals as records of a stage frame. */
export const stageRows = (spans: readonly Span[]): Row[] =>
  spans.map(({ start, end, stage, source }) => ({
    start_time: at(start),
    end_time: at(end),
    sleep_stage: stage,
    source: source ?? null,
  }));

/** Returns a frame as records, with times in minutes after 1970 and durations in minutes. */
export function minuteRows(frame: Frame): Record<string, unknown>[] {
  return toRows(inMinutes(columnsOf(frame)));
}

function inMinutes(columns: Columns): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]): [string, Column] => {
      if (column.type === "time") {
        return [name, {
          type: "float64",
          values: Float64Array.from(column.values, (micros) => Number(micros) / Number(MINUTE)),
          valid: column.valid,
        }];
      }
      if (column.type === "int64" && name.endsWith("_ms")) {
        return [name, {
          type: "float64",
          values: Float64Array.from(column.values, (millis) => Number(millis) / 60_000),
          valid: column.valid,
        }];
      }
      if (column.type === "list" && column.item.type === "struct") {
        const { fields, length } = column.item;
        return [name, { ...column, item: { type: "struct", fields: inMinutes(fields), length } }];
      }
      return [name, column];
    }),
  );
}
