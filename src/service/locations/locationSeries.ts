import type { Api } from "../../api/api.ts";
import { metersBetween } from "../../places/metersBetween.ts";
import { pause } from "../../store/sqlite/pause.ts";
import { isoMicros } from "../../time/iso.ts";
import type { Call, TextBody } from "../http/handler.ts";
import { LOCATION_TYPES, type LocationSource, readableSources } from "./locationSources.ts";
import { type LocationUpdate, locationUpdates } from "./locationUpdates.ts";
import { mayRead } from "../sharing/mayRead.ts";
import { pointOf } from "./pointOf.ts";
import { invalid } from "../http/problem.ts";
import { reverseGeocode } from "./reverseGeocode.ts";
import { jsonArray } from "../http/textBody.ts";
import type { Point } from "../../places/point.ts";

/** A call that asks for a series of locations. */
type SeriesCall = Call<Api["locations"]["timeSeries"]>;

/** The most rows that a series may have: 28 years at the default rate. */
const MAX_SLICES = 1_000_000n;
/** Rows that are made before other work may run: about 20 ms. */
const PAGE = 2_000;

/**
 * Where somebody was at regular moments, from the range's start on: at each the latest sample that
 * is not after it and at most `look_back` seconds older. A moment without one has its time alone.
 *
 * With `change_meters`, a row whose sample is closer than that to the last one included is left out
 * (interface 4.2, rule 2).
 *
 * @throws {Problem} 403 if it may not be read, 422 if an argument is out of range
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
  const updates = await locationUpdates(call.context, { owner, sources, interval });
  return jsonArray(slices(updates, call.args, step, back));
}

/** What is shared only from the range's start on is not looked for before it. */
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

async function* slices(
  updates: readonly LocationUpdate[],
  args: SeriesCall["args"],
  step: bigint,
  back: bigint,
): AsyncGenerator<string[], void, void> {
  let next = 0;
  let last: Point | undefined;
  let page: string[] = [];
  for (let slice = args.start_time; slice < args.end_time; slice += step) {
    while (next < updates.length && updates[next]!.record.start <= slice) next++;
    const record = updates[next - 1]?.record;
    const slice_time = isoMicros(slice);
    if (record === undefined || record.start < slice - back) {
      page.push(JSON.stringify({ slice_time }));
    } else {
      const point = pointOf(record);
      const distance = last === undefined ? null : metersBetween(last, point);
      if (distance === null || !(distance < (args.change_meters ?? 0))) {
        last = point;
        page.push(JSON.stringify({
          slice_time,
          time: isoMicros(record.start),
          lat: point.latitude,
          long: point.longitude,
          distance_change_m: distance,
          ...(args.reverse_geocode ? reverseGeocode(point) : {}),
        }));
      }
    }
    if (page.length < PAGE) continue;
    yield page;
    page = [];
    await pause();
  }
  yield page;
}
