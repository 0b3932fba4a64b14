import type { Client } from "../client/client.ts";
import { ForbiddenError } from "../client/forbiddenError.ts";
import { nullable } from "../frame/nullable.ts";
import { readColumns } from "../frame/readColumns.ts";
import { readNumbers } from "../frame/readNumbers.ts";
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
  const { time } = readColumns(own, { time: "time" });
  return toFrame({
    time,
    mine: nullable(mine),
    theirs: nullable(theirs),
    difference: nullable(mine.map((value, i) => value - theirs[i]!)),
  });
}

/** The values of a series' only column, NaN where there is none. */
function valuesOf(frame: Frame): Float64Array {
  const names = columnNames(frame).filter((column) => column !== "time");
  return readNumbers(frame, names, "compare a metric with another person's")[0]!;
}
