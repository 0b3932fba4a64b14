import type { Measure } from "../../api/fields/metricTable.ts";
import type { Client } from "../../client/client.ts";
import { openFrame } from "../../frame/open.ts";
import { askedRangeOf, commonRange, setAskedRange } from "../../frame/polars/askedRange.ts";
import { setWindows, unitsOf, windowsOf } from "../../frame/polars/displays.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { attachDisplay } from "../../frame/polars/withDisplay.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import type { UnitSystem } from "../../client/connectOptions.ts";
import { convert } from "../../series/convert.ts";
import { inSystem, tableUnits } from "../ask/amounts.ts";
import { ownerOf } from "../ask/ownerOf.ts";
import type { Range } from "../../time/interval.ts";
import { type Length, shortLength, windowLength } from "../../time/length.ts";
import { findMetrics } from "../ask/checkMetrics.ts";
import { zoneOf } from "../ask/zoneOf.ts";
import { readSeries } from "../days/nightMetrics.ts";
import { RECORD_OPTIONS, type RecordOptions } from "./samples.ts";

/** Options of {@linkcode Questions.series}. */
export interface MetricSeriesOptions extends RecordOptions {
  /** Length of the windows, such as `5m`, `PT5M` or `1d`; days are local. @default "1h" */
  every?: Length | undefined;
  /** Value of windows without data: `null`, or `0`, which counts them as zero. @default null */
  fill?: 0 | null | undefined;
  /**
   * System of units of the columns, such as kg or lb, and kcal in both; `"catalog"` keeps the unit
   * of the catalog. @default the client's
   */
  units?: UnitSystem | "catalog" | undefined;
}

const OPTIONS = optionNames<MetricSeriesOptions>()(RECORD_OPTIONS, "every fill units");
const ACTION = "read a time series";

/** Reads time series of metrics: see {@linkcode Questions.series}. */
export async function metricSeries(
  me: Client,
  measures: Measure | readonly Measure[],
  { start_time, end_time }: Range,
  options: MetricSeriesOptions = {},
): Promise<Frame> {
  checkOptions(ACTION, options, OPTIONS);
  const { userid, every = "1h", fill = null, units, ...settings } = options;
  const system = tableUnits(me, units, ACTION);
  if (fill !== 0 && fill !== null) {
    throw new RangeError(`Cannot ${ACTION}: fill is ${fill}, expected 0 or null`);
  }
  if (windowLength(every).kind === "calendar") zoneOf(me, options.tz, ACTION);
  const known = await findMetrics(me, [measures].flat(), ACTION);
  if (known.length === 0) {
    throw new TypeError(`Cannot ${ACTION}: the list of metrics is empty. Pass at least one.`);
  }
  const asked = {
    samprate: shortLength(every),
    start_time,
    end_time,
    ...(fill === 0 ? { replace_nulls: true } : {}),
    ...ownerOf(userid, ACTION),
  };
  const frames = await Promise.all(
    known.map((one) => readSeries(me, one, { metric: one.name, ...asked }, settings)),
  );
  if (frames.length === 1) return inUnits(frames[0]!, system);
  const joined = Object.assign({}, ...frames.map((frame) => openFrame(frame).columns()));
  const frame = attachDisplay(toFrame(joined), {
    units: Object.assign({}, ...frames.map(unitsOf)),
  });
  setAskedRange(frame, commonRange(frames.map(askedRangeOf)));
  const aggregates = frames.map((frame) => windowsOf(frame)?.aggregates);
  setWindows(frame, { every: windowLength(every), aggregates: Object.assign({}, ...aggregates) });
  return inUnits(frame, system);
}

/** Converts the columns of a frame to a system of units. */
function inUnits(frame: Frame, system: UnitSystem | undefined): Frame {
  const changes = Object.entries(unitsOf(frame) ?? {})
    .map(([name, from]) =>
      [name, { from, to: inSystem({ value: 0, unit: from }, system).unit }] as const
    )
    .filter(([, { from, to }]) => from !== to);
  return changes.length === 0 ? frame : convert(frame, Object.fromEntries(changes));
}
