import type { Measure } from "../../api/fields/metricTable.ts";
import type { Zones } from "../../time/zone.ts";
import { openFrame } from "../../frame/open.ts";
import type { Client } from "../../client/client.ts";
import type { UnitSystem } from "../../client/connectOptions.ts";
import { ForbiddenError } from "../../client/errors/apiError.ts";
import { nullable } from "../../frame/columns/nullable.ts";
import { columnNames } from "../../frame/polars/seriesOf.ts";
import { attachDisplay } from "../../frame/polars/withDisplay.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import type { Range } from "../../time/interval.ts";
import { type Length, shortLength, windowLength } from "../../time/length.ts";
import { type Amount, inSystem, tableUnits } from "../ask/amounts.ts";
import { checkMetrics } from "../ask/checkMetrics.ts";
import { ownerOf } from "../ask/ownerOf.ts";
import { readSeries } from "./nightMetrics.ts";
import { wholeColumn } from "../ask/wholeWindows.ts";
import { zoneOf } from "../ask/zoneOf.ts";
import type { Frame } from "../../frame/polars/frame.ts";

const ACTION = "compare a metric with another person's";

/** Options of {@linkcode Questions.compareWith}. */
export interface CompareWithOptions {
  /** Length of the windows, such as `1h` or `1d`. @default "1d" */
  every?: Length | undefined;
  /**
   * System of units of metrics: kcal and kilometres, or kcal and miles. `"catalog"` leaves each metric in
   * the unit of the catalog, such as `cal` and `mi`.
   * @default the client's
   */
  units?: UnitSystem | "catalog" | undefined;
  /** IANA zone of the windows. @default the client's */
  tz?: Zones | undefined;
}

const OPTIONS = optionNames<CompareWithOptions>()("every units tz");

/**
 * Compares your own metric with the metric of a person who shares it, window by window: totals of a
 * cumulative metric, means of a discrete one. `me.api.shares.datasets()` lists who shares with you.
 *
 * @param userid The other person's user id.
 * @returns `time` `datetime[us, tz]`; `mine`, `theirs`, `difference` (mine minus theirs) `f64` with
 * their unit, null without data; `whole` `bool`, false for a window that is not over at the
 * client's `now()` or only partly in the range
 * @throws {TypeError} if the user id is missing, or the metric's numbers are codes (`SleepStage`)
 * @throws {ForbiddenError} if the other person does not share the metric for this range
 * @throws {RangeError} if the zone is missing, or the metric or the system of units does not exist
 */
export async function compareWith(
  me: Client,
  userid: string,
  measure: Measure,
  { start_time, end_time }: Range,
  options: CompareWithOptions = {},
): Promise<Frame> {
  checkOptions(ACTION, options, OPTIONS);
  const { every: length = "1d" } = options, owner = ownerOf(userid ?? null, ACTION);
  windowLength(length);
  const every = shortLength(length);
  const tz = zoneOf(me, options.tz, ACTION);
  const system = tableUnits(me, options.units, ACTION);
  const [known] = await checkMetrics(me, [measure], ACTION);
  const shown = (value: number): Amount => inSystem({ value, unit: known!.unit }, system);
  const metric = known!.name;
  const asked = { metric, samprate: every, tz, start_time, end_time };
  const calls = [
    readSeries(me, known!, asked),
    readSeries(me, known!, { ...asked, ...owner }).catch((error: unknown) => {
      if (error instanceof ForbiddenError) {
        error.message += `; ask them to share ${metric} for this range`;
      }
      throw error;
    }),
  ] as const;
  await Promise.allSettled(calls); // a refusal must not leave a call behind
  const [own, other] = await Promise.all(calls);
  const [mine, theirs] = [own, other].map((frame) =>
    valuesOf(frame).map((value) => shown(value).value)
  ) as [Float64Array, Float64Array];
  const { time } = openFrame(own).read({ time: "time" });
  const frame = toFrame({
    time,
    mine: nullable(mine),
    theirs: nullable(theirs),
    difference: nullable(mine.map((value, i) => value - theirs[i]!)),
    whole: wholeColumn(time.values, {
      length: every,
      tz,
      range: { start_time, end_time },
      now: me.now(),
    }),
  });
  const { unit } = shown(0);
  return attachDisplay(frame, { units: { mine: unit, theirs: unit, difference: unit } });
}

/** Returns the values of a series' only column, NaN for missing ones. */
function valuesOf(frame: Frame): Float64Array {
  const names = columnNames(frame).filter((column) => column !== "time");
  return openFrame(frame, { action: ACTION }).numbers(names[0]!);
}
