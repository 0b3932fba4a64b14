import { NO_ZONE, zonedTime } from "../time/zones.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { openFrame } from "./open.ts";
import { readRange } from "./readRange.ts";
import { toMicros } from "../time/instant.ts";
import type { TimeLike } from "../time/instant.ts";
import { toInterval } from "../time/interval.ts";
import { type When, whenRange } from "../time/when.ts";
import type { ZonedRange } from "../time/range.ts";
import { localZone, zone, type Zones } from "../time/zone.ts";
import { askedRangeOf, setAskedRange } from "./polars/askedRange.ts";
import { displayOf } from "./polars/displays.ts";
import type { Frame } from "./polars/frame.ts";
import { isFrame } from "./polars/table.ts";
import { attachDisplay } from "./polars/withDisplay.ts";

/** Range that a frame was requested for, and how complete the frame is. */
export interface FrameRange extends ZonedRange {
  /** Time at which the frame was read; nothing is known about later times. */
  readonly now: Temporal.Instant;
  /**
   * `true` if the frame has every row of the range; `false` if rows may have been removed since.
   */
  readonly complete: boolean;
}

/** Options of {@linkcode rangeOf}. */
export interface RangeOfOptions {
  /** IANA zone of the returned times. @default the zone of the range */
  tz?: Zones;
}

/** Options of {@linkcode withRange}. */
export interface WithRangeOptions {
  /**
   * IANA zone of the range, and of times without one. @default the zone of `start_time`, or
   * else of the frame's times
   */
  tz?: Zones;
  /** Time at which the data was recorded or exported. @default the end of the range */
  now?: TimeLike;
}

/**
 * Returns the range that a frame was requested for. Polars' methods and the verbs of this toolkit
 * keep it. A method that changes the number of rows, such as `filter`, keeps the range but marks it
 * as incomplete. `vstack`, `extend`, `shift`, `transpose`, `pl.concat` and `pl.DataFrame` lose it.
 * `writeIPC` and `writeIPCStream` store it, and `read.arrow` and every verb restore it; other file
 * formats lose it.
 *
 * @returns `null` if the range is unknown
 * @throws {TypeError} if it is not a Polars frame
 * @throws {RangeError} if neither the option nor the range has a zone
 *
 * @example A filter keeps the range, but the frame no longer has every row
 * ```ts
 * import { demo, show } from "@lifeframe/lifeframe";
 * import pl from "@lifeframe/lifeframe/polars";
 * import { assertEquals } from "@std/assert";
 *
 * const me = await demo({ days: 3 });
 * const heart = await me.samples("HeartRate", { days: 1 });
 * assertEquals(show.rangeOf(heart)?.complete, true);
 * const fast = show.rangeOf(heart.filter(pl.col("value").gt(100)));
 * assertEquals([fast?.start_time.hour, fast?.complete], [0, false]);
 * ```
 */
export function rangeOf(frame: Frame, options: RangeOfOptions = {}): FrameRange | null {
  const action = "find the range of a frame";
  checkOptions(action, options, { tz: true });
  checkFrame(action, frame);
  const range = askedRangeOf(frame);
  if (range === undefined) return null;
  const { start, end, now, complete } = range;
  const tz = localZone(options.tz, range.tz ?? NO_ZONE, action);
  return {
    start_time: zonedTime(start, tz),
    end_time: zonedTime(end, tz),
    now: new Temporal.Instant(now * 1000n),
    complete,
  };
}

/**
 * Declares that a frame has every row of a range, such as a frame that you read from a file or
 * joined yourself, and returns the same frame. Days and nights that the range cuts then do not
 * count as complete.
 *
 * @throws {TypeError} if it is not a Polars frame
 * @throws {RangeError} if the range ends before it starts, or a time or the zone is invalid
 *
 * @example A file that holds one month
 * ```ts
 * import { range, read, show } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const text = "time,steps\n2025-03-01T12:00+01:00,4000\n2025-03-02T12:00+01:00,9000\n";
 * const steps = await read.csv({ text });
 * show.withRange(steps, range.month("2025-03", "Europe/Berlin"));
 * assertEquals(show.rangeOf(steps.sort("steps"))?.start_time.day, 1);
 * ```
 */
export function withRange<T extends Frame>(
  frame: T,
  range: When,
  options: WithRangeOptions = {},
): T {
  const action = "give a frame its range";
  checkOptions(action, options, { tz: true, now: true });
  checkFrame(action, frame);
  const named = options.tz ?? zoneOfStart(range);
  const data = openFrame(frame, { action, tz: named }), name = data.timeName();
  const times = data.has(name) && (named !== undefined || data.column(name).type === "time")
    ? data.times(name)
    : undefined;
  const own = named ?? (times?.zone || undefined);
  const interval = own === undefined
    ? toInterval(whenRange(range, { tz: undefined, now: undefined }))
    : readRange(range, { tz: zone(own), asked: data.range, times: times?.values ?? [] });
  const tz = own === undefined ? undefined : zone(own);
  const now = options.now === undefined ? interval.end : toMicros(options.now, { tz, what: "now" });
  setAskedRange(frame, { ...interval, tz, now, complete: true });
  return attachDisplay(frame, displayOf(frame));
}

/** Zone that the start of a range carries. */
function zoneOfStart(range: When): string | undefined {
  if (typeof range !== "object" || !("start_time" in range)) return undefined;
  const { start_time } = range;
  return start_time instanceof Temporal.ZonedDateTime ? start_time.timeZoneId : undefined;
}

function checkFrame(action: string, frame: unknown): void {
  if (isFrame(frame)) return;
  throw new TypeError(
    `Cannot ${action}: expected a Polars frame, got ${describeValue(frame)}`,
  );
}
