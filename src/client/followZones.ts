import type { Fields } from "../api/fields/endpoint.ts";
import { openFrame } from "../frame/open.ts";
import { displayOf } from "../frame/polars/displays.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { attachDisplay } from "../frame/polars/withDisplay.ts";
import { type Every, every } from "../time/every.ts";
import { fromMicros } from "../time/instant.ts";
import { type Interval, type Range, toInterval } from "../time/interval.ts";
import { windows } from "../time/windows.ts";
import { labelZone, zoneAt } from "../time/zones.ts";
import type { Call, CallOptions, Settings } from "./call.ts";
import { joinFrames } from "./pieces/joinPieces.ts";
import { inParallel } from "./pieces/inParallel.ts";
import { actionOf, rejectNonObject } from "./request/actionOf.ts";
import { callZone } from "./request/callZone.ts";

/** Part of a range that a single request can cover. */
interface Part extends Interval {
  /** IANA zone of its windows. */
  readonly tz: string;
  /** Seconds of its only window, if no zone has that window; else the rate of the call. */
  readonly samprate: string;
}

/**
 * Wraps a call so that the windows of a time series follow zones that change. A service computes in one
 * zone, so each stay is requested separately. A window in which the zone changes is requested by its
 * length, as the only row of its request.
 */
export function followZones(call: Call, settings: Pick<Settings, "tz" | "concurrency">): Call {
  return async (endpoint, args, options) => {
    const fields: Fields = endpoint.query ?? {};
    const name = Object.keys(fields).find((field) => fields[field]!.kind === "zone");
    if (endpoint.split !== "grid" || name === undefined) return await call(endpoint, args, options);
    rejectNonObject(endpoint, args);
    const tz = callZone(endpoint, args, options.tz ?? settings.tz);
    if (tz === undefined || labelZone(tz) === tz) return await call(endpoint, args, options);
    const range = toInterval(args as unknown as Range, { tz }), label = labelZone(tz);
    const rate = String(args["samprate"] ?? fields["samprate"]?.default);
    const window = windowOf(rate);
    const ask = (part: Part, given: CallOptions): Promise<unknown> =>
      call(endpoint, {
        ...args,
        start_time: fromMicros(part.start),
        end_time: fromMicros(part.end),
        samprate: part.samprate,
        [name]: part.tz,
      }, given);
    // Seconds are counted from the start, and the service says what is wrong with a rate.
    if (window === undefined) return await ask({ ...range, tz: label, samprate: rate }, options);
    const parts = partsOf(range, window, rate, tz);
    if (parts.length < 2) {
      const [only = { ...range, tz: zoneAt(range.start, tz), samprate: rate }] = parts;
      return relabel(await ask(only, options) as Frame, label);
    }
    if ((args["calculations"] as readonly string[] | undefined)?.includes("rollingmean")) {
      throw new RangeError(
        `Cannot ${
          actionOf(endpoint, args)
        }: rollingmean counts from the start of the range, which cannot be cut where the zone changes. Request each stay separately, with its own zone.`,
      );
    }
    const { concurrency = settings.concurrency, signal } = options;
    const frames = await inParallel(
      parts,
      (part, _, stop) => ask(part, { ...options, signal: stop }) as Promise<Frame>,
      { concurrency, signal },
    );
    return joinFrames(frames.map((frame) => relabel(frame, label)));
  };
}

/** Returns a window of the clock or the calendar; `undefined` if the rate is not one. */
function windowOf(rate: string): Every | undefined {
  if (/^[\d.]*$/.test(rate)) return undefined;
  try {
    return every(rate);
  } catch {
    return undefined;
  }
}

/** Cuts a range into runs of windows that one zone has, and single windows that no zone has. */
function partsOf(range: Interval, window: Every, rate: string, tz: string): Part[] {
  if (range.start >= range.end) return [];
  const bounds = windows(range, window, { tz }), parts: Part[] = [];
  const clip = (from: number, to: number): Interval => {
    const start = bounds[from]!, end = bounds[to]!;
    return {
      start: start > range.start ? start : range.start,
      end: end < range.end ? end : range.end,
    };
  };
  for (let from = 0; from + 1 < bounds.length;) {
    const own = zoneAt(bounds[from]!, tz);
    let to = from;
    while (to + 1 < bounds.length && zoneAt(bounds[to + 1]! - 1n, tz) === own) to++;
    while (to > from && !hasWindows(bounds.subarray(from, to + 1), window, own)) to--;
    const isMixed = to === from, interval = clip(from, isMixed ? from + 1 : to);
    parts.push({
      ...interval,
      tz: own,
      samprate: isMixed ? String(Number(interval.end - interval.start) / 1e6) : rate,
    });
    from = isMixed ? from + 1 : to;
  }
  return parts;
}

/** Returns whether a zone has just these windows. */
function hasWindows(bounds: BigInt64Array, window: Every, tz: string): boolean {
  const own = windows({ start: bounds[0]!, end: bounds.at(-1)! }, window, { tz });
  return own.length === bounds.length && own.every((bound, i) => bound === bounds[i]);
}

/** Returns a frame whose times are labelled in a zone. */
function relabel(frame: Frame, tz: string): Frame {
  const data = openFrame(frame), columns = data.columns();
  const { time } = columns;
  if (time?.type !== "time" || time.zone === tz) return frame;
  return attachDisplay(
    toFrame({ ...columns, time: { ...time, zone: tz } }, {}, data.range),
    displayOf(frame) ?? {},
  );
}
