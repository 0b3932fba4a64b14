import type { Client } from "../client/client.ts";
import { ForbiddenError } from "../client/forbiddenError.ts";
import { float64Column } from "../frame/columns.ts";
import { readColumns } from "../frame/readColumns.ts";
import { columnNames } from "../frame/seriesOf.ts";
import { type Frame, toFrame } from "../frame/toFrame.ts";
import type { Range } from "../time/interval.ts";
import { zoneOf } from "./zoneOf.ts";

/** What is compared. */
export interface CompareWithOptions extends Range {
  /** Name of the metric, such as `StepCount`. */
  metric: string;
  /** Length of the windows, such as `1h` or `1d`. @default "1d" */
  samprate?: string;
  /** IANA zone of the windows. @default the client's */
  tz?: string | undefined;
}

/**
 * One's own metric beside that of a person who shares it, window by window: totals of a cumulative
 * metric, means of a discrete one. Who shares with you, `me.shares.datasets()` lists.
 *
 * @param svc_userid The other person's user id.
 * @returns `time` `datetime[us, tz]`; `mine`, `theirs`, `difference` (mine less theirs) `f64`, null
 * where there is no data.
 * @throws {ForbiddenError} if the other person does not share the metric for this range
 * @throws {RangeError} if there is no zone
 */
export async function compareWith(
  me: Client,
  svc_userid: string,
  options: CompareWithOptions,
): Promise<Frame> {
  const { metric, samprate = "1d", start_time, end_time } = options;
  const tz = zoneOf(me, options.tz, "compare a metric with another person's");
  const asked = { metric, samprate, tz, start_time, end_time };
  const [own, other] = await Promise.all([
    me.metrics.timeSeries(asked),
    me.metrics.timeSeries({ ...asked, svc_userid }).catch((error: unknown) => {
      if (error instanceof ForbiddenError) {
        error.message += `; ask them to share ${metric} for this range`;
      }
      throw error;
    }),
  ]);
  const mine = valuesOf(own), theirs = valuesOf(other);
  const both = mine.values.map((value, i) => value - theirs.values[i]!);
  const valid = Uint8Array.from(mine.valid, (is, i) => is & theirs.valid[i]!);
  const { time } = readColumns(own, { time: "time" });
  return toFrame({
    time,
    mine: float64Column(mine.values, mine.valid),
    theirs: float64Column(theirs.values, theirs.valid),
    difference: float64Column(both.map((value, i) => valid[i] ? value : 0), valid),
  });
}

function valuesOf(frame: Frame): { values: Float64Array; valid: Uint8Array } {
  const name = columnNames(frame).find((column) => column !== "time")!;
  const { [name]: column } = readColumns(frame, { [name]: "float64" });
  const { values, valid } = column as { values: Float64Array; valid?: Uint8Array };
  return { values, valid: valid ?? new Uint8Array(values.length).fill(1) };
}
