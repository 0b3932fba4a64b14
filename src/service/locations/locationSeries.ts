import type { Api } from "../../api/api.ts";
import { metersBetween } from "../../places/metersBetween.ts";
import type { Point } from "../../places/vectors.ts";
import { Turn } from "../../store/sqlite/turn.ts";
import { isoMicros } from "../../time/iso.ts";
import type { Call, TextBody } from "../http/handler.ts";
import { LOCATION_TYPES, type LocationSource, readableSources } from "./locationSources.ts";
import { type LocationUpdate, locationUpdates } from "./locationUpdates.ts";
import { mayRead } from "../sharing/mayRead.ts";
import { pointOf } from "./pointOf.ts";
import { invalid } from "../http/problem.ts";
import { type Geocoded, reverseGeocode } from "./reverseGeocode.ts";
import { jsonArray, type Pages } from "../http/textBody.ts";

type SeriesCall = Call<Api["locations"]["timeSeries"]>;

/** Maximum number of rows of a series: 28 years at the default rate. */
const MAX_SLICES = 1_000_000n;
/** Maximum number of rows per chunk of the answer. */
const PAGE = 2_000;

/**
 * Returns positions at regular instants from the range's start: the latest sample at most
 * `look_back` seconds old. A row without a sample only has its time.
 *
 * With `change_meters`, it omits rows closer than that to the last included row.
 *
 * @throws {Problem} 403 if the caller may not read it, 422 if an argument is out of range
 */
export async function locationSeries(call: SeriesCall): Promise<TextBody> {
  const { start_time: start, end_time: end, ...args } = call.args;
  const step = BigInt(args.sample_rate) * 1_000_000n, back = BigInt(args.look_back) * 1_000_000n;
  if ((end - start) / step >= MAX_SLICES) {
    throw invalid(
      ["query", "sample_rate"],
      `The range has more than ${MAX_SLICES} rows of ${args.sample_rate} seconds`,
    );
  }
  const { owner, sources } = await readableSources(
    call,
    { start, end },
    args.location_sources,
  );
  const from = await mayLookBack(call, owner, sources, back) ? start - back : start;
  const interval = { start: from, end };
  const updates = locationUpdates(call.context, { owner, sources, interval });
  return jsonArray(slices(samplesAt(updates, call.args, step), call.args, back));
}

/** Returns whether the caller may also read before the range's start. */
async function mayLookBack(
  { args, userid, context }: SeriesCall,
  owner: string,
  sources: readonly LocationSource[],
  back: bigint,
): Promise<boolean> {
  const interval = { start: args.start_time - back, end: args.end_time };
  for (const source of sources) {
    const dataType = LOCATION_TYPES[source];
    if (!await mayRead(context, { userid, owner, dataType, interval })) return false;
  }
  return true;
}

/** An instant of the grid, and the latest sample up to it. */
interface Slice {
  readonly at: bigint;
  readonly sample: LocatedSample | undefined;
}

/** A sample with its position. */
interface LocatedSample {
  readonly start: bigint;
  readonly point: Point;
}

/** Yields the grid's rows while samples arrive, then the remaining rows. */
async function* samplesAt(
  updates: Pages<LocationUpdate>,
  { start_time, end_time }: SeriesCall["args"],
  step: bigint,
): AsyncGenerator<Iterable<Slice>, void, void> {
  let at = start_time;
  let sample: LocatedSample | undefined;
  function* before(end: bigint): Iterable<Slice> {
    for (; at < end && at < end_time; at += step) yield { at, sample };
  }
  function* upTo(page: readonly LocationUpdate[]): Iterable<Slice> {
    for (const { record } of page) {
      yield* before(record.start);
      sample = { start: record.start, point: pointOf(record) };
    }
  }
  for await (const page of updates) yield upTo(page);
  yield before(end_time);
}

async function* slices(
  pages: AsyncIterable<Iterable<Slice>>,
  args: SeriesCall["args"],
  back: bigint,
): AsyncGenerator<string[], void, void> {
  const turn = new Turn();
  let last: Point | undefined;
  let rows: string[] = [];
  let geocoded: { readonly point: Point; readonly place: Geocoded } | undefined;
  const placeOf = (point: Point): Geocoded => {
    // Many rows share one sample.
    if (geocoded?.point !== point) geocoded = { point, place: reverseGeocode(point) };
    return geocoded.place;
  };
  for await (const page of pages) {
    for (const { at, sample } of page) {
      const slice_time = isoMicros(at);
      if (sample === undefined || sample.start < at - back) {
        rows.push(JSON.stringify({ slice_time }));
      } else {
        const { point, start } = sample;
        const distance = last === undefined ? null : metersBetween(last, point);
        if (distance === null || !(distance < (args.change_meters ?? 0))) {
          last = point;
          rows.push(JSON.stringify({
            slice_time,
            time: isoMicros(start),
            lat: point.latitude,
            long: point.longitude,
            distance_change_m: distance,
            ...(args.reverse_geocode ? placeOf(point) : {}),
          }));
        }
      }
      if (turn.isOver()) await turn.next();
      if (rows.length < PAGE) continue;
      yield rows;
      rows = [];
    }
  }
  yield rows;
}
