import { addColumns } from "../frame/columns/addColumns.ts";
import { float64Column, timeColumn } from "../frame/columns/columns.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import type { Length } from "../time/length.ts";
import type { Zones } from "../time/zone.ts";
import { elapsed } from "./clock/elapsed.ts";
import { readGroupedValues, type SeriesColumns } from "./input/readValues.ts";
import { resample } from "./resample.ts";

/** Options of {@linkcode effort}. */
export interface EffortOptions extends SeriesColumns {
  /**
   * Maximum heart rate, in the unit of the column. @default the highest that the frame holds for
   * three readings in a row, which needs hard effort in the range
   */
  max?: number | undefined;
  /** Lower edges of the zones, as shares of `max`, ascending. @default [0.5, 0.6, 0.7, 0.8, 0.9] */
  zones?: readonly number[] | undefined;
  /** Length of a row, such as `1d` or `1w`. @default "1d" */
  every?: Length | undefined;
  /** Longest time for which a reading counts, if no other follows. @default "5m" */
  maxAge?: Length | undefined;
  /** IANA zone of the days. @default the zone of the time column */
  tz?: Zones | undefined;
}

const ACTION = "add up effort zones";

const OPTIONS = optionNames<EffortOptions>()("y time max zones every maxAge tz");

const SHARES = [0.5, 0.6, 0.7, 0.8, 0.9];

/**
 * Adds up the time in each heart rate zone, by day, week or any other window.
 *
 * A reading counts until the next one, of any source, but at most `maxAge`. Zone 1 begins at half
 * of the maximum heart rate, and each zone is a tenth of it wide (the five zones of Edwards 1993);
 * the last one is open. Readings below zone 1 only count in `measured`.
 *
 * Without `max`, the maximum comes from the frame itself. Compare the column `max` with what you
 * know: if you did not push yourself in the range, all zones are too low. A formula such as 220
 * minus age can be off by 10 beats or more for an individual.
 *
 * @param frame a column `time` (instants) and heart rates, as `me.samples("HeartRate", when)`
 * returns them
 * @returns `time` `datetime[us, tz]`, the start of each window; `zone_1` to `zone_5` and `measured`
 * `f64` (min), null in a window without readings; `max` `f64`, the maximum in use, in the unit of
 * the column. A frame that was read for a range also has `whole` `bool`
 * @throws {TypeError} if a column is missing, or `y` is missing and the frame has no column `value`
 * and several numeric columns
 * @throws {RangeError} if `max` or `zones` is invalid, or the frame has no three readings and `max`
 * is missing
 *
 * @example Minutes in each zone of a run, with a maximum of 190
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const rates = [90, 120, 150, 160, 175, 100].map((value, minute) => ({
 *   time: new Date(Date.UTC(2025, 2, 20, 17, minute)),
 *   value,
 * }));
 * const [day] = series.effort(rates, { max: 190, maxAge: "1m", tz: "UTC" }).toRecords();
 * assertEquals([1, 2, 3, 4, 5].map((zone) => day![`zone_${zone}`]), [1, 1, 1, 1, 1]);
 * assertEquals(day!["measured"], 6);
 * ```
 */
export function effort(frame: FrameLike, options: EffortOptions = {}): Frame {
  checkOptions(ACTION, options, OPTIONS);
  const { zones = SHARES, every = "1d", maxAge = "5m", tz } = options;
  checkZones(zones);
  const data = openFrame(frame, { action: ACTION, tz }), time = data.timeName(options.time);
  const y = options.y ?? (data.names.includes("value") ? "value" : undefined);
  const { at, value, zone } = readGroupedValues(data, { y, time }).series[0]!;
  const max = options.max === undefined ? highest(value) : checkMax(options.max);
  const edges = zones.map((share) => share * max), most = Number(elapsed(maxAge, "maxAge"));
  const minutes = zones.map(() => new Float64Array(at.length));
  const measured = new Float64Array(at.length);
  for (let row = 0; row < at.length; row++) {
    const lasts = Math.min(most, (at[row + 1] ?? Infinity) - at[row]!) / 60e6;
    measured[row] = lasts;
    const index = edges.findLastIndex((edge) => value[row]! >= edge);
    if (index >= 0) minutes[index]![row] = lasts;
  }
  const rows = toFrame(
    addColumns({
      time: timeColumn(BigInt64Array.from(at, BigInt), zone),
    }, [
      ...minutes.map((each, i) => [`zone_${i + 1}`, float64Column(each)] as const),
      ["measured", float64Column(measured)],
    ], ACTION),
    {},
    data.range,
  );
  const sums = resample(rows, { every, ...tz !== undefined && { tz }, aggregate: "sum" });
  const names = [...zones.map((_, i) => `zone_${i + 1}`), "measured"];
  const units = Object.fromEntries(names.map((name) => [name, "min"]));
  return toFrame(
    addColumns(openFrame(sums).columns(), [
      ["max", float64Column(new Float64Array(sums.height).fill(max))],
    ], ACTION),
    units,
    data.range,
  );
}

/** Returns the highest rate that three readings in a row reach, so a single spike does not count. */
function highest(values: Float64Array): number {
  let found = -Infinity;
  for (let row = 2; row < values.length; row++) {
    found = Math.max(found, Math.min(values[row]!, values[row - 1]!, values[row - 2]!));
  }
  if (found > 0) return found;
  throw new RangeError(
    `Cannot ${ACTION}: ${values.length} readings do not show a maximum heart rate. Pass max.`,
  );
}

function checkMax(max: unknown): number {
  if (typeof max === "number" && max > 0 && max < Infinity) return max;
  throw new RangeError(
    `Cannot ${ACTION}: max is ${describeValue(max)}, expected a heart rate such as 185`,
  );
}

function checkZones(zones: unknown): void {
  const isList = Array.isArray(zones) && zones.length > 0 &&
    zones.every((share, i) =>
      typeof share === "number" && share > (zones[i - 1] ?? 0) && share < 2
    );
  if (isList) return;
  throw new RangeError(
    `Cannot ${ACTION}: zones is ${
      describeValue(zones)
    }, expected ascending shares of the maximum ` +
      "such as [0.5, 0.6, 0.7, 0.8, 0.9]",
  );
}
